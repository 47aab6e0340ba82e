//! The close meta of any ledger that is kept. Ledgers that a jump passed over are made up from the one before it.

use crate::{
    empty_ledger,
    errors::{self, RpcError},
    format::decode,
    node::unreadable,
    store::Reader,
};
use stellar_xdr::{LedgerCloseMeta, LedgerHeaderHistoryEntry};

pub fn read(reader: &Reader, sequence: u32) -> Result<LedgerCloseMeta, RpcError> {
    let stored = reader
        .ledger_at_or_before(sequence)
        .map_err(unreadable)?
        .ok_or_else(|| errors::internal("could not get ledger", sequence))?;
    let meta: LedgerCloseMeta = decode(&stored.meta)?;
    if stored.sequence == sequence {
        return Ok(meta);
    }
    empty_ledger::passed_over(&header(&meta).header, sequence)
        .map_err(|e| errors::internal("could not get ledger", e))
}

pub fn header(meta: &LedgerCloseMeta) -> &LedgerHeaderHistoryEntry {
    match meta {
        LedgerCloseMeta::V0(meta) => &meta.ledger_header,
        LedgerCloseMeta::V1(meta) => &meta.ledger_header,
        LedgerCloseMeta::V2(meta) => &meta.ledger_header,
    }
}
