//! Removes history that is older than the retention window. Entries are state, not history, and stay.

use super::{rows::participants, tables::*};
use crate::cursor::EventId;
use redb::{ReadableTable, WriteTransaction};
use stellar_xdr::Hash;

/// Removes ledgers below `cutoff` with their transactions and events.
pub fn before(tx: &WriteTransaction, network_id: &Hash, cutoff: u32) -> Result<(), redb::Error> {
    let mut ledgers = tx.open_table(LEDGERS)?;
    let oldest = ledgers
        .first()?
        .map_or(cutoff, |(sequence, _)| sequence.value());
    if oldest >= cutoff {
        return Ok(());
    }
    ledgers.retain_in(..cutoff, |_, _| false)?;

    let mut transactions = tx.open_table(TRANSACTIONS)?;
    let mut hashes = tx.open_table(HASHES)?;
    let mut accounts = tx.open_table(ACCOUNTS)?;
    for row in transactions.extract_from_if(..(cutoff, 0), |_, _| true)? {
        let (key, value) = row?;
        let (sequence, order) = key.value();
        let (hash, inner, success, ..) = value.value();
        for hash in std::iter::once(hash).chain(inner) {
            hashes.remove(hash)?;
        }
        for (account, _) in participants(network_id, value.value())?.rows(success) {
            accounts.remove((account, sequence, order))?;
        }
    }
    tx.open_table(KINDS)?
        .retain_in(..(cutoff, 0), |_, _| false)?;
    tx.open_table(SUMMARIES)?
        .retain_in(..(cutoff, 0), |_, _| false)?;

    let first = EventId::start_of(cutoff);
    tx.open_table(EVENTS)?
        .retain_in(..(first.toid.0, first.index), |_, _| false)?;
    Ok(())
}
