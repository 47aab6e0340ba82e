//! Brings a file of an older format up to the current one, in one commit.

use super::{
    facts::{self, Facts},
    rows::{decode_entry, fee_changes, participants},
    tables::*,
};
use crate::envelope::operations;
use redb::{Database, ReadableDatabase, ReadableTable, WriteTransaction};
use stellar_xdr::{Hash, LedgerCloseMeta, Limits, ReadXdr, TransactionEnvelope, WriteXdr};

/// Makes the indexes that older formats lack, from what they index.
pub fn run(db: &Database, network_id: &Hash) -> Result<(), redb::Error> {
    let format = format(db)?;
    let tx = db.begin_write()?;
    if format < 3 {
        index_entries(&tx)?;
    }
    if format < 4 {
        summarize_transactions(&tx)?;
    }
    index_transactions(&tx, network_id)?;
    tx.open_table(META)?
        .insert(FORMAT_KEY, FORMAT.to_le_bytes().as_slice())?;
    tx.commit()?;
    Ok(())
}

pub fn is_needed(db: &Database) -> Result<bool, redb::Error> {
    Ok(format(db)? != FORMAT)
}

fn format(db: &Database) -> Result<u32, redb::Error> {
    let facts = db.begin_read()?.open_table(META)?;
    let found = facts.get(FORMAT_KEY)?;
    let found = found.and_then(|value| value.value().try_into().ok());
    Ok(found.map_or(0, u32::from_le_bytes))
}

fn index_transactions(tx: &WriteTransaction, network_id: &Hash) -> Result<(), redb::Error> {
    tx.delete_table(ACCOUNTS)?;
    let mut accounts = tx.open_table(ACCOUNTS)?;
    let mut kinds = tx.open_table(KINDS)?;
    for row in tx.open_table(TRANSACTIONS)?.iter()? {
        let (key, value) = row?;
        let (sequence, order) = key.value();
        let success = value.value().2;
        let found = participants(network_id, value.value())?;
        kinds.insert((sequence, order), found.kind(success))?;
        for (account, flags) in found.rows(success) {
            accounts.insert((account, sequence, order), flags)?;
        }
    }
    Ok(())
}

fn index_entries(tx: &WriteTransaction) -> Result<(), redb::Error> {
    let mut lists = facts::Tables::open(tx)?;
    for row in tx.open_table(ENTRIES)?.iter()? {
        let (_, value) = row?;
        let stored = decode_entry(value.value())
            .map_err(|e| redb::Error::Corrupted(format!("an entry: {e}")))?;
        lists.update(&Facts::default(), &Facts::of(&stored.entry))?;
    }
    lists.finish()
}

fn summarize_transactions(tx: &WriteTransaction) -> Result<(), redb::Error> {
    let mut summaries = tx.open_table(SUMMARIES)?;
    let transactions = tx.open_table(TRANSACTIONS)?;
    for row in tx.open_table(LEDGERS)?.iter()? {
        let (sequence, value) = row?;
        let meta: LedgerCloseMeta = decode("a ledger's meta", value.value().1)?;
        for (order, changes) in (1..).zip(fee_changes(&meta)) {
            let key = (sequence.value(), order);
            let Some(row) = transactions.get(key)? else {
                continue;
            };
            let (_, _, success, envelope, ..) = row.value();
            let envelope: TransactionEnvelope = decode("an envelope", envelope)?;
            let count = operations(&envelope).len() as u32;
            let changes = changes.to_xdr(Limits::none()).unwrap_or_default();
            summaries.insert(key, (success, count, changes.as_slice()))?;
        }
    }
    Ok(())
}

fn decode<T: ReadXdr>(what: &str, xdr: &[u8]) -> Result<T, redb::Error> {
    T::from_xdr(xdr, Limits::none()).map_err(|e| redb::Error::Corrupted(format!("{what}: {e}")))
}
