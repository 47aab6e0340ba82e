//! Reading history. A `Reader` sees the database as it was when it was made.

use super::tables::*;
use crate::{
    cursor::{EventId, Toid},
    participants::AccountKey,
};
use redb::{Database, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable};
use std::{cell::OnceCell, ops::RangeInclusive};

/// (Ledger sequence, application order from 1) of a transaction.
pub type Position = (u32, u32);

pub struct Reader {
    /// Transaction for the tables that few readers need.
    pub(super) tx: ReadTransaction,
    ledgers: ReadOnlyTable<u32, (u64, &'static [u8])>,
    transactions: ReadOnlyTable<(u32, u32), TransactionValue>,
    hashes: ReadOnlyTable<&'static [u8; 32], (u32, u32)>,
    events: ReadOnlyTable<(u64, u32), EventValue>,
    summaries: ReadOnlyTable<(u32, u32), (bool, u32, &'static [u8])>,
    /// Opened when first asked for.
    entries: OnceCell<Entries>,
}

type Entries = ReadOnlyTable<&'static [u8], (Option<Ttl>, &'static [u8])>;

pub struct Ledger {
    pub sequence: u32,
    /// XDR of `LedgerCloseMeta`.
    pub meta: Vec<u8>,
}

pub struct Transaction {
    pub ledger: u32,
    /// Position in the ledger, from 1.
    pub application_order: u32,
    pub hash: [u8; 32],
    /// Hash of the inner transaction of a fee bump.
    pub inner_hash: Option<[u8; 32]>,
    pub success: bool,
    pub envelope: Vec<u8>,
    pub result: Vec<u8>,
    pub meta: Vec<u8>,
}

/// An event as it is stored; borrowed, since most events that are scanned are passed over.
pub struct Event<'a> {
    pub id: EventId,
    pub contract: Option<&'a [u8; 32]>,
    pub transaction: &'a [u8; 32],
    /// XDR of `ContractEvent`.
    pub event: &'a [u8],
}

impl Reader {
    pub(super) fn new(db: &Database) -> Result<Self, redb::Error> {
        let tx = db.begin_read()?;
        Ok(Reader {
            ledgers: tx.open_table(LEDGERS)?,
            transactions: tx.open_table(TRANSACTIONS)?,
            hashes: tx.open_table(HASHES)?,
            events: tx.open_table(EVENTS)?,
            summaries: tx.open_table(SUMMARIES)?,
            entries: OnceCell::new(),
            tx,
        })
    }

    /// Oldest ledger that is kept: sequence and close time.
    pub fn oldest(&self) -> Result<Option<(u32, u64)>, redb::Error> {
        let first = self.ledgers.first()?;
        Ok(first.map(|(sequence, value)| (sequence.value(), value.value().0)))
    }

    pub fn ledger(&self, sequence: u32) -> Result<Option<Ledger>, redb::Error> {
        let found = self.ledgers.get(sequence)?;
        Ok(found.map(|value| ledger(sequence, value.value())))
    }

    /// Close time of a ledger in Unix seconds.
    pub fn close_time(&self, sequence: u32) -> Result<Option<u64>, redb::Error> {
        Ok(self.ledgers.get(sequence)?.map(|value| value.value().0))
    }

    /// The last stored ledger up to `sequence`: that one, or the one before the jump that passed over it.
    pub fn ledger_at_or_before(&self, sequence: u32) -> Result<Option<Ledger>, redb::Error> {
        let Some(row) = self.ledgers.range(..=sequence)?.next_back() else {
            return Ok(None);
        };
        let (sequence, value) = row?;
        Ok(Some(ledger(sequence.value(), value.value())))
    }

    /// Close time of the last ledger up to `sequence` in Unix seconds.
    pub fn closed_at_or_before(&self, sequence: u32) -> Result<Option<u64>, redb::Error> {
        let Some(row) = self.ledgers.range(..=sequence)?.next_back() else {
            return Ok(None);
        };
        Ok(Some(row?.1.value().0))
    }

    pub fn transaction(&self, hash: &[u8; 32]) -> Result<Option<Transaction>, redb::Error> {
        let Some(key) = self.hashes.get(hash)? else {
            return Ok(None);
        };
        let key = key.value();
        let found = self.transactions.get(key)?;
        Ok(found.map(|value| transaction(key, value.value())))
    }

    /// XDR of the changes from taking the fee of a transaction.
    pub fn fee_changes(&self, transaction: Position) -> Result<Vec<u8>, redb::Error> {
        let found = self.summaries.get(transaction)?;
        Ok(found.map_or_else(Vec::new, |summary| summary.value().2.to_vec()))
    }

    /// Success and number of operations of each transaction in a ledger.
    pub fn operation_counts(&self, ledger: u32) -> Result<Vec<(bool, u32)>, redb::Error> {
        let rows = self.summaries.range((ledger, 0)..=(ledger, u32::MAX))?;
        rows.map(|row| {
            let (_, summary) = row?;
            let (success, operations, _) = summary.value();
            Ok((success, operations))
        })
        .collect()
    }

    /// Up to `limit` transactions in order, from (`ledger`, application order) to the end of ledger `last`.
    pub fn transactions(
        &self,
        from: (u32, u32),
        last: u32,
        limit: usize,
    ) -> Result<Vec<Transaction>, redb::Error> {
        self.transactions
            .range(from..=(last, u32::MAX))?
            .take(limit)
            .map(|row| {
                let (key, value) = row?;
                Ok(transaction(key.value(), value.value()))
            })
            .collect()
    }

    /// Calls `visit` with the transactions of `range` until it answers false, from the end if `descending`.
    pub fn scan_transactions<E: From<redb::Error>>(
        &self,
        range: RangeInclusive<Position>,
        descending: bool,
        mut visit: impl FnMut(Transaction) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut rows = self.transactions.range(range).map_err(redb::Error::from)?;
        while let Some(row) = next(&mut rows, descending) {
            let (key, value) = row.map_err(redb::Error::from)?;
            if !visit(transaction(key.value(), value.value()))? {
                break;
            }
        }
        Ok(())
    }

    /// As `scan_transactions`: calls `wants` with the row of `KINDS`, and reads only the transactions for which it answers
    /// true.
    pub fn scan_kinds<E: From<redb::Error>>(
        &self,
        range: RangeInclusive<Position>,
        descending: bool,
        wants: impl Fn(u8) -> bool,
        mut visit: impl FnMut(Transaction) -> Result<bool, E>,
    ) -> Result<(), E> {
        let kinds = self.tx.open_table(KINDS).map_err(redb::Error::from)?;
        let mut rows = kinds.range(range).map_err(redb::Error::from)?;
        while let Some(row) = next(&mut rows, descending) {
            let (key, flags) = row.map_err(redb::Error::from)?;
            if !wants(flags.value()) {
                continue;
            }
            let position = key.value();
            let found = self.transactions.get(position).map_err(redb::Error::from)?;
            if let Some(value) = found {
                if !visit(transaction(position, value.value()))? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// As `scan_kinds`, for those that concern an account, with its rows of `ACCOUNTS`.
    pub fn scan_account<E: From<redb::Error>>(
        &self,
        account: &AccountKey,
        range: RangeInclusive<Position>,
        descending: bool,
        wants: impl Fn(u8) -> bool,
        mut visit: impl FnMut(Transaction) -> Result<bool, E>,
    ) -> Result<(), E> {
        let (first, last) = range.into_inner();
        let accounts = self.tx.open_table(ACCOUNTS).map_err(redb::Error::from)?;
        let mut rows = accounts
            .range((account, first.0, first.1)..=(account, last.0, last.1))
            .map_err(redb::Error::from)?;
        while let Some(row) = next(&mut rows, descending) {
            let (key, flags) = row.map_err(redb::Error::from)?;
            let (_, sequence, order) = key.value();
            if !wants(flags.value()) {
                continue;
            }
            let position = (sequence, order);
            let found = self.transactions.get(position).map_err(redb::Error::from)?;
            if let Some(value) = found {
                if !visit(transaction(position, value.value()))? {
                    break;
                }
            }
        }
        Ok(())
    }

    fn entries(&self) -> Result<&Entries, redb::Error> {
        if let Some(entries) = self.entries.get() {
            return Ok(entries);
        }
        let opened = self.tx.open_table(ENTRIES)?;
        Ok(self.entries.get_or_init(|| opened))
    }

    /// XDR of a live or expired ledger entry.
    pub fn entry(&self, key: &[u8]) -> Result<Option<Vec<u8>>, redb::Error> {
        let found = self.entries()?.get(key)?;
        Ok(found.map(|value| value.value().1.to_vec()))
    }

    /// XDR of the entries whose keys begin with `prefix`, in the order of their keys.
    pub fn entries_with_prefix(&self, prefix: &[u8]) -> Result<Vec<Vec<u8>>, redb::Error> {
        let mut found = Vec::new();
        for row in self.entries()?.range(prefix..)? {
            let (key, value) = row?;
            if !key.value().starts_with(prefix) {
                break;
            }
            found.push(value.value().1.to_vec());
        }
        Ok(found)
    }

    /// Number of transactions in a ledger.
    pub fn transaction_count(&self, ledger: u32) -> Result<u32, redb::Error> {
        let last = self
            .transactions
            .range((ledger, 0)..=(ledger, u32::MAX))?
            .next_back();
        Ok(match last {
            Some(row) => row?.0.value().1,
            None => 0,
        })
    }

    /// Calls `visit` with the events of `range` in order until it answers false.
    pub fn scan_events<E: From<redb::Error>>(
        &self,
        range: RangeInclusive<EventId>,
        mut visit: impl FnMut(Event<'_>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let bounds = key(range.start())..=key(range.end());
        for row in self.events.range(bounds).map_err(redb::Error::from)? {
            let (id, value) = row.map_err(redb::Error::from)?;
            let (toid, index) = id.value();
            let (contract, transaction, _, event) = value.value();
            let event = Event {
                id: EventId {
                    toid: Toid(toid),
                    index,
                },
                contract,
                transaction,
                event,
            };
            if !visit(event)? {
                break;
            }
        }
        Ok(())
    }
}

/// The next item from the chosen end.
pub(super) fn next<T>(
    items: &mut impl DoubleEndedIterator<Item = T>,
    descending: bool,
) -> Option<T> {
    match descending {
        false => items.next(),
        true => items.next_back(),
    }
}

fn key(id: &EventId) -> (u64, u32) {
    (id.toid.0, id.index)
}

fn ledger(sequence: u32, (_, meta): (u64, &[u8])) -> Ledger {
    Ledger {
        sequence,
        meta: meta.to_vec(),
    }
}

pub(super) type TransactionView<'a> = (
    &'a [u8; 32],
    Option<&'a [u8; 32]>,
    bool,
    &'a [u8],
    &'a [u8],
    &'a [u8],
);

fn transaction((ledger, application_order): (u32, u32), value: TransactionView<'_>) -> Transaction {
    let (hash, inner, success, envelope, result, meta) = value;
    Transaction {
        ledger,
        application_order,
        hash: *hash,
        inner_hash: inner.copied(),
        success,
        envelope: envelope.to_vec(),
        result: result.to_vec(),
        meta: meta.to_vec(),
    }
}
