//! Transaction hashes.

use stellar_xdr::{Hash, TransactionEnvelope};

/// Hashes a transaction is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TxHashes {
    /// Of the whole transaction: for a fee bump the outer one.
    pub hash: Hash,
    /// The inner transaction's, for fee bumps only.
    pub inner: Option<Hash>,
}

pub fn transaction_hashes(network_id: &Hash, envelope: &TransactionEnvelope) -> TxHashes {
    let _ = (network_id, envelope);
    todo!()
}
