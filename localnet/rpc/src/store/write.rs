//! Writing closed ledgers.

use super::{
    facts::{self, Facts},
    rows::decode_entry,
    tables::*,
    trim, LedgerRecord, Store,
};
use redb::WriteTransaction;

impl Store {
    /// Writes `ledgers` (rising, may be empty) and the clock's offset in one transaction that is on disk when this
    /// returns. After an error nothing of it is stored.
    pub fn commit(&self, ledgers: &[LedgerRecord], clock_offset: u64) -> Result<(), redb::Error> {
        let tx = self.db.begin_write()?;
        {
            let mut meta = tx.open_table(META)?;
            meta.insert(CLOCK_KEY, clock_offset.to_le_bytes().as_slice())?;
            if let Some(last) = ledgers.last() {
                meta.insert(HEADER_KEY, last.header.as_slice())?;
            }
        }
        for ledger in ledgers {
            write_ledger(&tx, ledger)?;
        }
        if let (Some(last), Some(keep)) = (ledgers.last(), self.retention) {
            let cutoff = (last.sequence + 1).saturating_sub(keep);
            trim::before(&tx, &self.network_id, cutoff)?;
        }
        tx.commit()?;
        Ok(())
    }
}

fn write_ledger(tx: &WriteTransaction, ledger: &LedgerRecord) -> Result<(), redb::Error> {
    let sequence = ledger.sequence;
    tx.open_table(LEDGERS)?
        .insert(sequence, (ledger.close_time, ledger.meta.as_slice()))?;

    let mut entries = tx.open_table(ENTRIES)?;
    let mut lists = facts::Tables::open(tx)?;
    for change in &ledger.changes {
        let key = change.key.as_slice();
        let before = match &change.value {
            Some((ttl, entry)) => entries.insert(key, (*ttl, entry.as_slice()))?,
            None => entries.remove(key)?,
        };
        if let Some(after) = &change.facts {
            let before = before.map(|row| decode_entry(row.value())).transpose();
            let before = before.map_err(|e| redb::Error::Corrupted(format!("an entry: {e}")))?;
            let before = before.map_or_else(Facts::default, |stored| Facts::of(&stored.entry));
            lists.update(&before, after)?;
        }
    }
    lists.finish()?;

    let mut transactions = tx.open_table(TRANSACTIONS)?;
    let mut hashes = tx.open_table(HASHES)?;
    let mut accounts = tx.open_table(ACCOUNTS)?;
    let mut kinds = tx.open_table(KINDS)?;
    let mut summaries = tx.open_table(SUMMARIES)?;
    for row in &ledger.transactions {
        let key = (sequence, row.application_order);
        let value = (
            &row.hash,
            row.inner_hash.as_ref(),
            row.success,
            row.envelope.as_slice(),
            row.result.as_slice(),
            row.meta.as_slice(),
        );
        transactions.insert(key, value)?;
        hashes.insert(&row.hash, key)?;
        if let Some(inner) = &row.inner_hash {
            hashes.insert(inner, key)?;
        }
        let summary = (row.success, row.operations, row.fee_changes.as_slice());
        summaries.insert(key, summary)?;
        kinds.insert(key, row.participants.kind(row.success))?;
        for (account, flags) in row.participants.rows(row.success) {
            accounts.insert((account, sequence, row.application_order), flags)?;
        }
    }

    let mut events = tx.open_table(EVENTS)?;
    for row in &ledger.events {
        let value = (
            row.contract.as_ref(),
            &row.transaction,
            row.success,
            row.event.as_slice(),
        );
        events.insert((row.id.toid.0, row.id.index), value)?;
    }
    Ok(())
}
