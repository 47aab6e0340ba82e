//! Meta in its XDR forms: what changed, per operation, per transaction, per ledger.

use crate::{
    apply::Applying,
    pick::BaseFees,
    result,
    state::{ttl_key, xdr, State, StoredEntry},
    work::Work,
};
use std::collections::{BTreeMap, BTreeSet};
use stellar_xdr::{
    DependentTxCluster, ExtensionPoint, GeneralizedTransactionSet, Hash, LedgerCloseMeta,
    LedgerCloseMetaExt, LedgerCloseMetaExtV1, LedgerCloseMetaV2, LedgerEntryChange,
    LedgerEntryChanges, LedgerHeaderHistoryEntry, LedgerHeaderHistoryEntryExt, LedgerKey,
    OperationMetaV2, ParallelTxExecutionStage, ParallelTxsComponent, SorobanTransactionMetaExt,
    SorobanTransactionMetaExtV1, SorobanTransactionMetaV2, TransactionEnvelope, TransactionMeta,
    TransactionMetaV4, TransactionPhase, TransactionResultMetaV1, TransactionResultPair,
    TransactionSetV1, TxSetComponent, TxSetComponentTxsMaybeDiscountedFee, VecM,
};

/// Bounded by what a ledger can hold, far below XDR's 2^32.
fn vec<T>(values: Vec<T>) -> VecM<T> {
    values.try_into().expect("a ledger's lists fit")
}

fn changes(changes: Vec<LedgerEntryChange>) -> LedgerEntryChanges {
    LedgerEntryChanges(vec(changes))
}

/// Shows archived entries that were restored, with their TTL; then their other changes. `until` is the ledger until
/// which restoring makes them live.
pub(crate) fn restored(
    changes: Vec<LedgerEntryChange>,
    restored: &BTreeMap<LedgerKey, StoredEntry>,
    work: &Work,
    until: u32,
) -> Vec<LedgerEntryChange> {
    let ttl_keys: BTreeSet<LedgerKey> = restored.keys().map(ttl_key).collect();
    let came_back = |key: &LedgerKey| restored.contains_key(key) || ttl_keys.contains(key);
    let mut rewritten: Vec<LedgerEntryChange> = changes
        .into_iter()
        .filter(|change| !came_back(&changed_key(change)))
        .collect();
    for (key, was) in restored {
        rewritten.push(LedgerEntryChange::Restored(was.entry.clone()));
        let now = work.get(key);
        match now {
            Some(now) if now.entry.data != was.entry.data => {
                rewritten.push(LedgerEntryChange::Updated(now.entry.clone()));
            }
            Some(_) => {}
            None => rewritten.push(LedgerEntryChange::Removed(key.clone())),
        }
        rewritten.extend(restored_ttl(key, was, now, until));
    }
    rewritten
}

/// Restored as it is now if it is as restoring left it; if it changed since, first as it was.
fn restored_ttl(
    key: &LedgerKey,
    was: &StoredEntry,
    now: Option<&StoredEntry>,
    until: u32,
) -> Vec<LedgerEntryChange> {
    let unchanged = now.filter(|now| now.live_until == Some(until));
    let restored = unchanged.unwrap_or(was).ttl_entry();
    let change = match now {
        None => Some(LedgerEntryChange::Removed(ttl_key(key))),
        Some(_) if unchanged.is_some() => None,
        Some(now) => now.ttl_entry().map(LedgerEntryChange::Updated),
    };
    let restored = restored.map(LedgerEntryChange::Restored);
    restored.into_iter().chain(change).collect()
}

fn changed_key(change: &LedgerEntryChange) -> LedgerKey {
    match change {
        LedgerEntryChange::Removed(key) => key.clone(),
        LedgerEntryChange::Created(entry)
        | LedgerEntryChange::Updated(entry)
        | LedgerEntryChange::State(entry)
        | LedgerEntryChange::Restored(entry) => entry.to_key(),
    }
}

pub(crate) fn result_pair(applying: &Applying) -> TransactionResultPair {
    let code = result::around_inner(&applying.frame, 0, applying.code.clone());
    TransactionResultPair {
        transaction_hash: applying.frame.hashes.hash.clone(),
        result: result::transaction(applying.fee_charged, code),
    }
}

/// Takes what the transaction gathered.
pub(crate) fn transaction(applying: &mut Applying) -> TransactionMeta {
    let soroban_meta = applying.frame.is_soroban().then(|| soroban(applying));
    let operations = std::mem::take(&mut applying.operations)
        .into_iter()
        .map(|(entry_changes, events)| OperationMetaV2 {
            ext: ExtensionPoint::V0,
            changes: changes(entry_changes),
            events: vec(events),
        })
        .collect();
    TransactionMeta::V4(TransactionMetaV4 {
        ext: ExtensionPoint::V0,
        tx_changes_before: changes(std::mem::take(&mut applying.changes_before)),
        operations: vec(operations),
        tx_changes_after: changes(Vec::new()),
        soroban_meta,
        events: vec(std::mem::take(&mut applying.events)),
        diagnostic_events: vec(std::mem::take(&mut applying.diagnostics.events)),
    })
}

fn soroban(applying: &mut Applying) -> SorobanTransactionMetaV2 {
    let fee = &applying.fee;
    SorobanTransactionMetaV2 {
        ext: SorobanTransactionMetaExt::V1(SorobanTransactionMetaExtV1 {
            ext: ExtensionPoint::V0,
            total_non_refundable_resource_fee_charged: fee.non_refundable,
            total_refundable_resource_fee_charged: fee.charged(),
            rent_fee_charged: fee.rent(),
        }),
        return_value: applying.return_value.take(),
    }
}

/// Takes what is left after [`transaction`].
pub(crate) fn processing(
    applying: &mut Applying,
    result: TransactionResultPair,
    meta: TransactionMeta,
) -> TransactionResultMetaV1 {
    TransactionResultMetaV1 {
        ext: ExtensionPoint::V0,
        result,
        fee_processing: changes(std::mem::take(&mut applying.fee_changes)),
        tx_apply_processing: meta,
        post_tx_apply_fee_processing: changes(std::mem::take(&mut applying.refund_changes)),
    }
}

/// All Soroban transactions are one cluster: they run one after the other here.
pub(crate) fn transaction_set(
    previous: &Hash,
    base_fees: BaseFees,
    classic: Vec<TransactionEnvelope>,
    soroban: Vec<TransactionEnvelope>,
) -> GeneralizedTransactionSet {
    let mut components = Vec::new();
    if !classic.is_empty() {
        components.push(TxSetComponent::TxsetCompTxsMaybeDiscountedFee(
            TxSetComponentTxsMaybeDiscountedFee {
                base_fee: Some(base_fees.classic),
                txs: vec(sorted(classic)),
            },
        ));
    }
    let mut stages = Vec::new();
    if !soroban.is_empty() {
        let cluster = DependentTxCluster(vec(sorted(soroban)));
        stages.push(ParallelTxExecutionStage(vec(Vec::from([cluster]))));
    }
    GeneralizedTransactionSet::V1(TransactionSetV1 {
        previous_ledger_hash: previous.clone(),
        phases: vec(Vec::from([
            TransactionPhase::V0(vec(components)),
            TransactionPhase::V1(ParallelTxsComponent {
                base_fee: Some(base_fees.soroban),
                execution_stages: vec(stages),
            }),
        ])),
    })
}

/// A set has one canonical order, by hash; the order of application is in the meta.
fn sorted(mut transactions: Vec<TransactionEnvelope>) -> Vec<TransactionEnvelope> {
    transactions.sort_by_cached_key(|envelope| crate::state::sha256(&xdr(envelope)));
    transactions
}

pub(crate) fn ledger(
    state: &State,
    set: GeneralizedTransactionSet,
    processed: Vec<TransactionResultMetaV1>,
    evicted: Vec<LedgerKey>,
) -> LedgerCloseMeta {
    LedgerCloseMeta::V2(LedgerCloseMetaV2 {
        ext: LedgerCloseMetaExt::V1(LedgerCloseMetaExtV1 {
            ext: ExtensionPoint::V0,
            soroban_fee_write1_kb: state.settings.ledger_cost_ext.fee_write1_kb,
        }),
        ledger_header: LedgerHeaderHistoryEntry {
            hash: state.header_hash.clone(),
            header: state.header.clone(),
            ext: LedgerHeaderHistoryEntryExt::V0,
        },
        tx_set: set,
        tx_processing: vec(processed),
        upgrades_processing: VecM::default(),
        scp_info: VecM::default(),
        total_byte_size_of_live_soroban_state: state.index.soroban_size,
        evicted_keys: vec(evicted),
    })
}

#[cfg(test)]
mod tests;
