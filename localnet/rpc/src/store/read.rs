//! Reading history. A `Reader` sees the database as it was when it was made.

use super::tables::*;
use crate::cursor::{EventId, Toid};
use redb::{Database, ReadOnlyTable, ReadableDatabase, ReadableTable};
use std::ops::RangeInclusive;

pub struct Reader {
    ledgers: ReadOnlyTable<u32, (u64, &'static [u8])>,
    transactions: ReadOnlyTable<(u32, u32), TransactionValue>,
    hashes: ReadOnlyTable<&'static [u8; 32], (u32, u32)>,
    events: ReadOnlyTable<(u64, u32), EventValue>,
}

pub struct Ledger {
    pub sequence: u32,
    /// Unix seconds.
    pub close_time: u64,
    /// XDR of `LedgerCloseMeta`.
    pub meta: Vec<u8>,
}

pub struct Transaction {
    pub ledger: u32,
    /// From 1.
    pub application_order: u32,
    pub hash: [u8; 32],
    pub fee_bump: bool,
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
    pub success: bool,
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

    /// The last stored ledger up to `sequence`: that one, or the one before the jump that passed over it.
    pub fn ledger_at_or_before(&self, sequence: u32) -> Result<Option<Ledger>, redb::Error> {
        let Some(row) = self.ledgers.range(..=sequence)?.next_back() else {
            return Ok(None);
        };
        let (sequence, value) = row?;
        Ok(Some(ledger(sequence.value(), value.value())))
    }

    pub fn transaction(&self, hash: &[u8; 32]) -> Result<Option<Transaction>, redb::Error> {
        let Some(key) = self.hashes.get(hash)? else {
            return Ok(None);
        };
        let key = key.value();
        let found = self.transactions.get(key)?;
        Ok(found.map(|value| transaction(key, value.value())))
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
            let (contract, transaction, success, event) = value.value();
            let event = Event {
                id: EventId {
                    toid: Toid(toid),
                    index,
                },
                contract,
                transaction,
                success,
                event,
            };
            if !visit(event)? {
                break;
            }
        }
        Ok(())
    }
}

fn key(id: &EventId) -> (u64, u32) {
    (id.toid.0, id.index)
}

fn ledger(sequence: u32, (close_time, meta): (u64, &[u8])) -> Ledger {
    Ledger {
        sequence,
        close_time,
        meta: meta.to_vec(),
    }
}

type TransactionView<'a> = (
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
        fee_bump: inner.is_some(),
        success,
        envelope: envelope.to_vec(),
        result: result.to_vec(),
        meta: meta.to_vec(),
    }
}
