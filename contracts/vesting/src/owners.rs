//! Which schedules a beneficiary has: a list per beneficiary, one entry per position. A schedule that leaves
//! is replaced by the last of the list, so positions are no stable order.

use soroban_sdk::{panic_with_error, Address, Env, Vec};

use crate::{errors::VestingError, schedules, storage};

/// Longest page.
const MAX_PAGE: u32 = 100;

/// Appends a schedule; returns its position.
pub fn add(env: &Env, beneficiary: &Address, id: u64) -> u32 {
    let slot = storage::count(env, beneficiary);
    storage::set_owned(env, beneficiary, slot, id);
    storage::set_count(env, beneficiary, slot + 1);
    slot
}

/// Takes the schedule at `slot` out of the list.
pub fn remove(env: &Env, beneficiary: &Address, slot: u32) {
    let last = storage::count(env, beneficiary) - 1;
    if slot != last {
        if let Some(moved) = storage::owned(env, beneficiary, last) {
            let mut schedule = schedules::get(env, moved);
            schedule.slot = slot;
            storage::set_schedule(env, moved, &schedule);
            storage::set_owned(env, beneficiary, slot, moved);
        }
    }
    storage::drop_owned(env, beneficiary, last);
    storage::set_count(env, beneficiary, last);
}

/// Ids at positions `start .. start + limit`.
pub fn page(env: &Env, beneficiary: &Address, start: u32, limit: u32) -> Vec<u64> {
    if limit == 0 || limit > MAX_PAGE {
        panic_with_error!(env, VestingError::InvalidPage);
    }
    let end = storage::count(env, beneficiary).min(start.saturating_add(limit));
    let mut ids = Vec::new(env);
    for slot in start..end {
        if let Some(id) = storage::owned(env, beneficiary, slot) {
            ids.push_back(id);
        }
    }
    ids
}
