//! The close meta of any ledger that is kept. Ledgers that a jump passed over are made up from the one before it.

use crate::{
    empty_ledger,
    errors::{self, RpcError},
    node::unreadable,
    store::Reader,
};
use stellar_xdr::{
    Error, LedgerCloseMetaExt, LedgerHeaderHistoryEntry, Limited, Limits, ReadXdr, WriteXdr,
};

pub struct LedgerMeta {
    pub header: LedgerHeaderHistoryEntry,
    /// All of it, the header included.
    pub xdr: Vec<u8>,
}

pub fn read(reader: &Reader, sequence: u32) -> Result<LedgerMeta, RpcError> {
    let stored = reader
        .ledger_at_or_before(sequence)
        .map_err(unreadable)?
        .ok_or_else(|| errors::internal("could not get ledger", sequence))?;
    let found = header(&stored.meta).and_then(|header| {
        let xdr = match stored.sequence == sequence {
            true => stored.meta,
            false => empty_ledger::passed_over(&header.header, sequence)?.to_xdr(Limits::none())?,
        };
        Ok(LedgerMeta {
            header: self::header(&xdr)?,
            xdr,
        })
    });
    found.map_err(|e| errors::internal("could not get ledger", e))
}

/// The header stands before the transactions, which take much longer to decode.
fn header(xdr: &[u8]) -> Result<LedgerHeaderHistoryEntry, Error> {
    const V2: i32 = 2;
    let mut xdr = Limited::new(xdr, Limits::none());
    if i32::read_xdr(&mut xdr)? != V2 {
        return Err(Error::Invalid);
    }
    LedgerCloseMetaExt::read_xdr(&mut xdr)?;
    LedgerHeaderHistoryEntry::read_xdr(&mut xdr)
}
