//! A ledger's work without transactions: expired temporary entries vanish, the state's size is sampled.

use crate::{
    config::setting_key,
    state::{ttl_key, State},
    work::Work,
};
use stellar_xdr::{ConfigSettingEntry, ConfigSettingId, LedgerEntryData, LedgerKey};

/// Removes temporary entries whose time is over, as many as the network evicts per ledger.
pub(crate) fn evict_expired(work: &mut Work, state: &State) -> Vec<LedgerKey> {
    let limit = state.settings.archival.max_entries_to_archive as usize;
    let sequence = work.sequence();
    // An entry that a transaction of this ledger wrote again stays.
    let is_gone = |key: &LedgerKey| work.get(key).is_some_and(|s| !s.is_live(sequence));
    let expired = state.index.expired(sequence);
    let gone: Vec<LedgerKey> = expired
        .filter(|key| is_gone(key))
        .take(limit)
        .cloned()
        .collect();
    gone.into_iter()
        .flat_map(|key| {
            work.remove(&key);
            [ttl_key(&key), key]
        })
        .collect()
}

/// Rent follows the average of these samples.
pub(crate) fn sample_state_size(work: &mut Work, state: &State) {
    let archival = &state.settings.archival;
    let period = archival.live_soroban_state_size_window_sample_period;
    if period == 0 || !work.sequence().is_multiple_of(period) {
        return;
    }
    let key = setting_key(ConfigSettingId::LiveSorobanStateSizeWindow);
    let Some(stored) = work.get(&key) else { return };
    let mut entry = stored.entry.clone();
    let mut window = state.settings.state_size_window.clone();
    window.push(state.index.soroban_size);
    let size = (archival.live_soroban_state_size_window_sample_size as usize).max(1);
    let surplus = window.len().saturating_sub(size);
    window.drain(..surplus);
    if window == state.settings.state_size_window {
        return;
    }
    entry.data = LedgerEntryData::ConfigSetting(ConfigSettingEntry::LiveSorobanStateSizeWindow(
        window.try_into().expect("a short window"),
    ));
    work.put(entry);
}
