//! Rows for closed ledgers.

use super::{
    facts::{self, Facts},
    read::TransactionView,
    tables::Ttl,
};
use crate::{
    cursor::{EventId, Toid, MAX_OPERATION, MAX_TRANSACTION},
    envelope::operations,
    executed::Executed,
    participants::Participants,
};
use localnet_ledger::{Applied, Closed, StoredEntry};
use std::time::Duration;
use stellar_xdr::{
    ContractEvent, Error, Hash, LedgerCloseMeta, LedgerEntry, LedgerEntryChanges, LedgerKey,
    Limits, ReadXdr, TransactionEnvelope, TransactionEventStage, TransactionMeta,
    TransactionResult, WriteXdr,
};

pub struct Change {
    /// XDR.
    pub key: Vec<u8>,
    /// Time to live and XDR, unless the entry is gone.
    pub value: Option<(Option<Ttl>, Vec<u8>)>,
    /// Rows by which lists find the entry; `None` if it makes none, and made none before.
    pub facts: Option<Facts>,
}

/// One closed ledger as it is written.
pub struct LedgerRecord {
    pub sequence: u32,
    pub close_time: u64,
    pub header: Vec<u8>,
    pub meta: Vec<u8>,
    pub changes: Vec<Change>,
    pub transactions: Vec<TransactionRow>,
    pub events: Vec<EventRow>,
    /// None of genesis, of a jump, and of a ledger that is in the log already.
    pub logged: Option<Logged>,
}

/// What the log keeps of a ledger that was closed from transactions.
pub struct Logged {
    pub previous: [u8; 32],
    pub hash: [u8; 32],
    /// Encoded `Closing`.
    pub closing: Vec<u8>,
    /// How long closing it took.
    pub time: Duration,
}

pub struct TransactionRow {
    /// Position in the ledger, from 1.
    pub application_order: u32,
    pub hash: [u8; 32],
    /// Hash of the inner transaction of a fee bump.
    pub inner_hash: Option<[u8; 32]>,
    pub success: bool,
    pub operations: u32,
    pub participants: Participants,
    pub envelope: Vec<u8>,
    pub result: Vec<u8>,
    pub meta: Vec<u8>,
    pub fee_changes: Vec<u8>,
}

pub struct EventRow {
    pub id: EventId,
    pub contract: Option<[u8; 32]>,
    pub transaction: [u8; 32],
    pub success: bool,
    pub event: Vec<u8>,
}

impl LedgerRecord {
    pub fn of(closed: &Closed) -> Result<Self, Error> {
        let sequence = closed.state.sequence();
        let network_id = &closed.state.network_id;
        let mut record = LedgerRecord::empty(&closed.state, &closed.meta)?;
        record.changes = closed
            .changes
            .iter()
            .map(|(key, entry)| encode_change(key, entry.as_ref()))
            .collect::<Result<_, _>>()?;
        let mut placement = Placement::default();
        let mut fees = fee_changes(&closed.meta);
        for applied in &closed.transactions {
            let fee_changes = fees.next().ok_or(Error::Invalid)?;
            record
                .transactions
                .push(transaction_row(network_id, applied, fee_changes)?);
            placement.add(sequence, applied, &mut record.events)?;
        }
        Ok(record)
    }

    /// Adds what the ledger was closed from, an encoded `Closing`, and how long that took.
    pub fn with_log(mut self, closed: &Closed, closing: Vec<u8>, time: Duration) -> Self {
        self.logged = Some(Logged {
            previous: closed.state.header.previous_ledger_hash.0,
            hash: closed.state.header_hash.0,
            closing,
            time,
        });
        self
    }

    /// A ledger without transactions: genesis, or the end of a jump.
    pub fn empty(state: &localnet_ledger::State, meta: &LedgerCloseMeta) -> Result<Self, Error> {
        Ok(LedgerRecord {
            sequence: state.sequence(),
            close_time: state.close_time(),
            header: state.header.to_xdr(Limits::none())?,
            meta: meta.to_xdr(Limits::none())?,
            changes: Vec::new(),
            transactions: Vec::new(),
            events: Vec::new(),
            logged: None,
        })
    }

    /// The first ledger writes every entry.
    pub fn genesis(state: &localnet_ledger::State, meta: &LedgerCloseMeta) -> Result<Self, Error> {
        let mut record = LedgerRecord::empty(state, meta)?;
        record.changes = state
            .entries
            .iter()
            .map(|(key, entry)| encode_change(key, Some(entry.as_ref())))
            .collect::<Result<_, _>>()?;
        Ok(record)
    }
}

/// Changes from taking the fee of each transaction, in the order of application.
pub fn fee_changes(meta: &LedgerCloseMeta) -> impl Iterator<Item = &LedgerEntryChanges> {
    let processed = match meta {
        LedgerCloseMeta::V2(meta) => meta.tx_processing.as_slice(),
        _ => &[],
    };
    processed.iter().map(|one| &one.fee_processing)
}

fn encode_change(key: &LedgerKey, entry: Option<&StoredEntry>) -> Result<Change, Error> {
    let mut value = None;
    if let Some(stored) = entry {
        let ttl = stored.live_until.map(|until| (until, stored.ttl_modified));
        value = Some((ttl, stored.entry.to_xdr(Limits::none())?));
    }
    let facts = || entry.map_or_else(Facts::default, |stored| Facts::of(&stored.entry));
    Ok(Change {
        key: key.to_xdr(Limits::none())?,
        value,
        facts: facts::makes_rows(key).then(facts),
    })
}

pub fn decode_entry((ttl, xdr): (Option<Ttl>, &[u8])) -> Result<StoredEntry, Error> {
    Ok(StoredEntry {
        entry: LedgerEntry::from_xdr(xdr, Limits::none())?,
        live_until: ttl.map(|(live_until, _)| live_until),
        ttl_modified: ttl.map_or(0, |(_, modified)| modified),
    })
}

fn transaction_row(
    network_id: &Hash,
    applied: &Applied,
    fee_changes: &LedgerEntryChanges,
) -> Result<TransactionRow, Error> {
    Ok(TransactionRow {
        application_order: applied.application_order,
        hash: applied.hashes.hash.0,
        inner_hash: applied.hashes.inner.as_ref().map(|hash| hash.0),
        success: applied.success,
        operations: operations(&applied.envelope).len() as u32,
        participants: Participants::of_transaction(&Executed {
            network_id,
            envelope: &applied.envelope,
            result: &applied.result,
            meta: &applied.meta,
            success: applied.success,
        }),
        envelope: applied.envelope.to_xdr(Limits::none())?,
        result: applied.result.to_xdr(Limits::none())?,
        meta: applied.meta.to_xdr(Limits::none())?,
        fee_changes: fee_changes.to_xdr(Limits::none())?,
    })
}

/// Participants in a stored transaction.
pub fn participants(
    network_id: &Hash,
    (_, _, success, envelope, result, meta): TransactionView<'_>,
) -> Result<Participants, redb::Error> {
    let damaged = |e: Error| redb::Error::Corrupted(format!("a stored transaction: {e}"));
    let envelope = TransactionEnvelope::from_xdr(envelope, Limits::none()).map_err(damaged)?;
    let result = TransactionResult::from_xdr(result, Limits::none()).map_err(damaged)?;
    let meta = TransactionMeta::from_xdr(meta, Limits::none()).map_err(damaged)?;
    Ok(Participants::of_transaction(&Executed {
        network_id,
        envelope: &envelope,
        result: &result,
        meta: &meta,
        success,
    }))
}

/// Places of CAP-67 events in a ledger: fees before all transactions, operation events at their operation,
/// events after a transaction behind its last operation, refunds behind all transactions.
#[derive(Default)]
struct Placement {
    before_all: u32,
    after_all: u32,
}

impl Placement {
    fn add(
        &mut self,
        ledger: u32,
        applied: &Applied,
        rows: &mut Vec<EventRow>,
    ) -> Result<(), Error> {
        let TransactionMeta::V4(meta) = &applied.meta else {
            return Ok(());
        };
        let mut push = |toid, index, event: &ContractEvent| {
            let id = EventId { toid, index };
            rows.push(event_row(id, applied, event)?);
            Ok::<(), Error>(())
        };
        let order = applied.application_order;
        let mut after_tx = 0;
        for event in meta.events.iter() {
            let (toid, counter) = match event.stage {
                TransactionEventStage::BeforeAllTxs => {
                    (Toid::new(ledger, 0, 0), &mut self.before_all)
                }
                TransactionEventStage::AfterTx => {
                    (Toid::new(ledger, order, MAX_OPERATION), &mut after_tx)
                }
                TransactionEventStage::AfterAllTxs => {
                    (Toid::new(ledger, MAX_TRANSACTION, 0), &mut self.after_all)
                }
            };
            push(toid, *counter, &event.event)?;
            *counter += 1;
        }
        for (operation, changes) in meta.operations.iter().enumerate() {
            let toid = Toid::new(ledger, order, operation as u32);
            for (index, event) in changes.events.iter().enumerate() {
                push(toid, index as u32, event)?;
            }
        }
        Ok(())
    }
}

fn event_row(id: EventId, applied: &Applied, event: &ContractEvent) -> Result<EventRow, Error> {
    let Hash(transaction) = applied.hashes.hash;
    Ok(EventRow {
        id,
        contract: event.contract_id.as_ref().map(|contract| contract.0 .0),
        transaction,
        success: applied.success,
        event: event.to_xdr(Limits::none())?,
    })
}
