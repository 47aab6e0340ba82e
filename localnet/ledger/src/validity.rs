//! Whether a transaction may enter the queue.

use crate::{frame::TxHashes, state::State};
use stellar_xdr::{TransactionEnvelope, TransactionResult};

/// Validity as the queue of stellar-core checks it, for ledger `state.sequence() + 1` closing at `next_close_time`
/// (Unix seconds). `Err` is the result that `sendTransaction` reports with status ERROR.
pub fn check(
    state: &State,
    envelope: &TransactionEnvelope,
    next_close_time: u64,
) -> Result<TxHashes, Box<TransactionResult>> {
    let _ = (state, envelope, next_close_time);
    todo!()
}
