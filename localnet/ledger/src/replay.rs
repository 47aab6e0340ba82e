//! Re-executes a ledger that was recorded elsewhere, to compare what comes out.

use crate::{
    close::{Charged, Closed, Plan},
    frame::Frame,
    genesis,
    soroban::is_persistent,
    state::{network_id, State, StoredEntry, EVICTED},
};
use std::{collections::BTreeMap, sync::Arc};
use stellar_xdr::{
    ConfigUpgradeSet, GeneralizedTransactionSet, Hash, LedgerCloseMetaV2, LedgerEntry,
    LedgerHeader, LedgerKey, TransactionEnvelope, TransactionPhase, TxSetComponent,
};

/// Ledger 1 with a header and settings of one's own.
pub fn genesis(passphrase: &str, header: LedgerHeader, settings: ConfigUpgradeSet) -> State {
    let network_id = network_id(passphrase);
    let entries = genesis::first_entries(&network_id, settings.updated_entry.into());
    State::assemble(header, network_id, entries).expect("the settings are complete")
}

/// Closes the ledger after `state` as `recorded` says it was closed: same set, value, order and stages.
///
/// `Err` says why that can't be done.
pub fn replay(state: &State, recorded: &LedgerCloseMetaV2) -> Result<Closed, String> {
    let value = recorded.ledger_header.header.scp_value.clone();
    let order: BTreeMap<Hash, usize> = recorded
        .tx_processing
        .iter()
        .enumerate()
        .map(|(index, processed)| (processed.result.transaction_hash.clone(), index))
        .collect();
    let GeneralizedTransactionSet::V1(set) = &recorded.tx_set;
    let mut classic = Vec::new();
    let mut stages = Vec::new();
    for phase in set.phases.iter() {
        match phase {
            TransactionPhase::V0(components) => {
                for TxSetComponent::TxsetCompTxsMaybeDiscountedFee(component) in components.iter() {
                    let envelopes = component.txs.iter().cloned();
                    classic.extend(envelopes.map(|envelope| (envelope, component.base_fee)));
                }
            }
            TransactionPhase::V1(parallel) => {
                for stage in parallel.execution_stages.iter() {
                    let clusters = stage.0.iter().flat_map(|cluster| cluster.0.iter().cloned());
                    let base_fee = parallel.base_fee;
                    stages.push(clusters.map(|envelope| (envelope, base_fee)).collect());
                }
            }
        }
    }
    let frames = |envelopes: Vec<(TransactionEnvelope, _)>| -> Result<Vec<Charged>, String> {
        let mut frames: Vec<Charged> = envelopes
            .into_iter()
            .map(|(envelope, base_fee)| (Frame::new(&state.network_id, envelope), base_fee))
            .collect();
        if frames
            .iter()
            .any(|(f, _)| !order.contains_key(&f.hashes.hash))
        {
            return Err("a transaction of the set was not processed".to_owned());
        }
        frames.sort_by_key(|(frame, _)| order[&frame.hashes.hash]);
        Ok(frames)
    };
    let mut stages: Vec<Vec<Charged>> = stages.into_iter().map(frames).collect::<Result<_, _>>()?;
    stages.sort_by_key(|stage| stage.first().map(|(frame, _)| order[&frame.hashes.hash]));
    Ok(Plan {
        set: recorded.tx_set.clone(),
        value,
        classic: frames(classic)?,
        stages,
        evict: false,
    }
    .execute(state))
}

/// `state` with another header, `entries` written and `evicted` gone, persistent ones to the archive: what a recorded ledger did beside its transactions.
pub fn amend(
    state: &State,
    header: LedgerHeader,
    entries: Vec<LedgerEntry>,
    evicted: &[LedgerKey],
) -> State {
    let mut all = state.entries.clone();
    for entry in entries {
        let stored = StoredEntry::classic(entry);
        all.insert_mut(stored.entry.to_key(), Arc::new(stored));
    }
    for key in evicted {
        let Some(stored) = state.get(key) else {
            continue;
        };
        let mut stored = stored.clone();
        if is_persistent(key) {
            stored.live_until = Some(EVICTED);
            all.insert_mut(key.clone(), Arc::new(stored));
        } else {
            all.remove_mut(key);
        }
    }
    // Sizes depend on the settings, so they are counted again.
    State::assemble(header, state.network_id.clone(), all).expect("the settings are complete")
}
