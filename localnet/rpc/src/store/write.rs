//! Writing closed ledgers.

use super::{
    facts::{self, Facts},
    log::{self, Log},
    rows::decode_entry,
    tables::*,
    trim, LedgerRecord, Store,
};
use redb::{Database, Durability, WriteTransaction};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The database is synced before the ledgers that it lacks took longer than this to close, or have more bytes in the log: a start
/// after a crash closes them again.
const MOST_TIME: Duration = Duration::from_millis(500);
pub const MOST_BYTES: usize = if cfg!(test) { 20_000 } else { 1 << 20 };
/// Ledgers that wait for the database: many that are written at once take less time each.
const MOST_WAITING: usize = if cfg!(test) { 10 } else { 256 };

#[derive(Default)]
pub struct Writing {
    /// None in memory, where nothing is on disk.
    log: Option<Log>,
    /// Bytes in the log since the database was synced.
    bytes: usize,
    /// How long closing these ledgers took.
    time: Duration,
    pub clock_offset: u64,
}

impl Writing {
    pub fn begin(&mut self, log: Log, clock_offset: u64) {
        *self = Writing {
            log: Some(log),
            clock_offset,
            ..Writing::default()
        };
    }
}

impl Store {
    /// Stores `ledgers` (rising, may be empty) and the clock's offset. They are on disk when this returns: in the database, or in
    /// the log, from which a reader or a later commit writes them to the database. After an error nothing of it is stored,
    /// unless only the database's sync failed: `reopen` tells.
    pub fn commit(&self, ledgers: Vec<LedgerRecord>, clock_offset: u64) -> Result<(), redb::Error> {
        // The log could still take it, but nobody could read it.
        if !self.is_open() {
            return Err(redb::Error::DatabaseClosed);
        }
        let mut writing = locked(&self.writing);
        let time: Duration = ledgers
            .iter()
            .filter_map(|ledger| ledger.logged.as_ref())
            .map(|logged| logged.time)
            .sum();
        let entries = log::entries(&ledgers).filter(|entries| {
            !ledgers.is_empty()
                && clock_offset == writing.clock_offset
                && writing.bytes + entries.len() <= MOST_BYTES
                && writing.time + time <= MOST_TIME
        });
        match (entries, &writing.log) {
            (Some(entries), Some(log)) => {
                if locked(&self.waiting).len() >= MOST_WAITING {
                    self.write_waiting()?;
                }
                // Who sent this hears of the error: it must not happen after a restart.
                log.write(&entries, writing.bytes)
                    .inspect_err(|_| drop(log.take_back(writing.bytes)))?;
                writing.bytes += entries.len();
                writing.time += time;
                locked(&self.waiting).extend(ledgers);
            }
            _ => {
                let mut waiting = locked(&self.waiting);
                let logged = waiting.len();
                waiting.extend(ledgers);
                self.with_db(|db| self.write_ledgers(db, &waiting, Some(clock_offset)))
                    .inspect_err(|_| waiting.truncate(logged))?;
                waiting.clear();
                (writing.bytes, writing.time) = (0, Duration::ZERO);
                writing.clock_offset = clock_offset;
            }
        }
        Ok(())
    }

    /// Writes what is only in the log to the database. The log keeps it until the database is synced.
    pub(super) fn write_waiting(&self) -> Result<(), redb::Error> {
        let mut waiting = locked(&self.waiting);
        if !waiting.is_empty() {
            self.with_db(|db| self.write_ledgers(db, &waiting, None))?;
            waiting.clear();
        }
        Ok(())
    }

    /// Writes ledgers to the database, and syncs it if the clock's offset is given.
    pub(super) fn write_ledgers(
        &self,
        db: &Database,
        ledgers: &[LedgerRecord],
        clock_offset: Option<u64>,
    ) -> Result<(), redb::Error> {
        let mut tx = db.begin_write()?;
        if clock_offset.is_none() {
            tx.set_durability(Durability::None)?;
        }
        {
            let mut meta = tx.open_table(META)?;
            if let Some(offset) = clock_offset {
                meta.insert(CLOCK_KEY, offset.to_le_bytes().as_slice())?;
            }
            if let Some(last) = ledgers.last() {
                meta.insert(HEADER_KEY, last.header.as_slice())?;
            }
        }
        write_rows(&tx, ledgers)?;
        if let (Some(last), Some(keep)) = (ledgers.last(), self.retention) {
            let cutoff = (last.sequence + 1).saturating_sub(keep);
            trim::before(&tx, &self.network_id, cutoff)?;
        }
        Ok(tx.commit()?)
    }
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Each table is opened once: many ledgers of a transaction each are written together.
fn write_rows(tx: &WriteTransaction, ledgers: &[LedgerRecord]) -> Result<(), redb::Error> {
    let mut table = tx.open_table(LEDGERS)?;
    for ledger in ledgers {
        table.insert(ledger.sequence, (ledger.close_time, ledger.meta.as_slice()))?;
    }
    write_entries(tx, ledgers)?;
    write_transactions(tx, ledgers)?;
    write_events(tx, ledgers)
}

fn write_entries(tx: &WriteTransaction, ledgers: &[LedgerRecord]) -> Result<(), redb::Error> {
    let mut entries = tx.open_table(ENTRIES)?;
    let mut lists = facts::Tables::open(tx)?;
    for change in ledgers.iter().flat_map(|ledger| &ledger.changes) {
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
    lists.finish()
}

fn write_transactions(tx: &WriteTransaction, ledgers: &[LedgerRecord]) -> Result<(), redb::Error> {
    let mut transactions = tx.open_table(TRANSACTIONS)?;
    let mut hashes = tx.open_table(HASHES)?;
    let mut accounts = tx.open_table(ACCOUNTS)?;
    let mut kinds = tx.open_table(KINDS)?;
    let mut summaries = tx.open_table(SUMMARIES)?;
    for ledger in ledgers {
        for row in &ledger.transactions {
            let key = (ledger.sequence, row.application_order);
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
                accounts.insert((account, ledger.sequence, row.application_order), flags)?;
            }
        }
    }
    Ok(())
}

fn write_events(tx: &WriteTransaction, ledgers: &[LedgerRecord]) -> Result<(), redb::Error> {
    let mut events = tx.open_table(EVENTS)?;
    for row in ledgers.iter().flat_map(|ledger| &ledger.events) {
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
