//! Replaying one stream.

use crate::{
    compare::{compare, instructions, Difference},
    settings,
};
use localnet_ledger::{
    replay,
    xdr::{
        ConfigUpgradeSet, InnerTransactionResultResult, LedgerCloseMeta, LedgerCloseMetaV2,
        LedgerEntry, LedgerEntryChange, LedgerEntryData, LedgerHeader, LedgerKey, OperationResult,
        TransactionMeta, TransactionResultResult,
    },
    State, PROTOCOL,
};
use std::collections::BTreeSet;

pub const PASSPHRASE: &str = "(V) (;,,;) (V)";

pub enum Outcome {
    Green,
    Differs(Difference, String),
    /// The stream can't be replayed; why.
    NotReplayable(&'static str),
}

/// Adds every invocation's instructions, recorded and replayed, to `metering`.
pub fn replay_stream(
    ledgers: &[LedgerCloseMetaV2],
    initial: &ConfigUpgradeSet,
    metering: &mut Vec<(u64, u64)>,
) -> Outcome {
    let Some(first) = ledgers.first() else {
        return Outcome::NotReplayable("empty stream");
    };
    if first.ledger_header.header.ledger_version != PROTOCOL {
        return Outcome::NotReplayable("another protocol");
    }
    let mut state = replay::genesis(PASSPHRASE, genesis_header(first), initial.clone());
    for recorded in ledgers {
        if recorded.ledger_header.header.ledger_version != PROTOCOL {
            return Outcome::NotReplayable("another protocol");
        }
        if let Some(reason) = foreign_state(&state, recorded) {
            return Outcome::NotReplayable(reason);
        }
        let closed = match replay::replay(&state, recorded) {
            Ok(closed) => closed,
            Err(_) => return Outcome::NotReplayable("incomplete ledger"),
        };
        let LedgerCloseMeta::V2(replayed) = &closed.meta else {
            unreachable!("close() writes V2")
        };
        let pairs = recorded
            .tx_processing
            .iter()
            .zip(replayed.tx_processing.iter());
        for (index, (was, is)) in pairs.enumerate() {
            metering.extend(instructions(
                &was.tx_apply_processing,
                &is.tx_apply_processing,
            ));
            if let Some((difference, text)) = compare(was, is) {
                if needs_unsupported(&is.result.result.result) {
                    return Outcome::NotReplayable("unsupported operation");
                }
                let ledger = recorded.ledger_header.header.ledger_seq;
                return Outcome::Differs(difference, format!("ledger {ledger} tx {index}: {text}"));
            }
        }
        state = after(closed.state, recorded);
    }
    Outcome::Green
}

fn genesis_header(first: &LedgerCloseMetaV2) -> LedgerHeader {
    let mut header = first.ledger_header.header.clone();
    header.ledger_seq -= 1;
    header.fee_pool = 0;
    header.scp_value.close_time.0 = 0;
    header
}

/// Applies a ledger's changes beside its transactions: upgrades, eviction, header fields.
fn after(state: State, recorded: &LedgerCloseMetaV2) -> State {
    let mut header = recorded.ledger_header.header.clone();
    header.fee_pool = state.header.fee_pool;
    let upgraded = settings::upgraded(recorded);
    replay::amend(&state, header, upgraded, &recorded.evicted_keys)
}

/// The reason why a ledger can't be replayed: a test wrote its first entries directly, or its meta is old.
fn foreign_state(state: &State, recorded: &LedgerCloseMetaV2) -> Option<&'static str> {
    let mut seen = BTreeSet::new();
    for processed in recorded.tx_processing.iter() {
        if !is_known(state, &mut seen, &processed.fee_processing.0) {
            return Some("state set without a transaction");
        }
    }
    for processed in recorded.tx_processing.iter() {
        let TransactionMeta::V4(meta) = &processed.tx_apply_processing else {
            return Some("meta before V4");
        };
        let mut parts = vec![&meta.tx_changes_before.0];
        parts.extend(meta.operations.iter().map(|operation| &operation.changes.0));
        for changes in parts {
            if !is_known(state, &mut seen, changes) {
                return Some("state set without a transaction");
            }
        }
    }
    None
}

fn is_known(state: &State, seen: &mut BTreeSet<LedgerKey>, changes: &[LedgerEntryChange]) -> bool {
    for change in changes {
        let key = match change {
            LedgerEntryChange::Removed(key) => key.clone(),
            LedgerEntryChange::Created(entry)
            | LedgerEntryChange::Updated(entry)
            | LedgerEntryChange::Restored(entry)
            | LedgerEntryChange::State(entry) => entry.to_key(),
        };
        let first = seen.insert(key.clone());
        if let (true, LedgerEntryChange::State(entry)) = (first, change) {
            if !holds(state, &key, entry) {
                return false;
            }
        }
    }
    true
}

fn holds(state: &State, key: &LedgerKey, entry: &LedgerEntry) -> bool {
    if let LedgerEntryData::Ttl(_) = &entry.data {
        // The ledger keeps a TTL with its entry, under a key the TTL only has the hash of.
        return true;
    }
    state.get(key).is_some_and(|stored| &stored.entry == entry)
}

fn needs_unsupported(code: &TransactionResultResult) -> bool {
    let unsupported = |results: &[OperationResult]| {
        results
            .iter()
            .any(|r| matches!(r, OperationResult::OpNotSupported))
    };
    match code {
        TransactionResultResult::TxFailed(results) => unsupported(results),
        TransactionResultResult::TxFeeBumpInnerFailed(pair) => match &pair.result.result {
            InnerTransactionResultResult::TxFailed(results) => unsupported(results),
            _ => false,
        },
        _ => false,
    }
}
