//! Who brought whom. A binding never changes.

use merit_common::guards;
use soroban_sdk::{panic_with_error, Address, Env, Vec};

use crate::{
    errors::ReferralError,
    storage::{self, Config},
};

const MAX_PAGE: u32 = 100;

/// Binds for good. Only accounts without referees bind, so every binding leads away from an account that nothing
/// leads to: no order of bindings closes a cycle.
pub fn bind(env: &Env, config: &Config, newcomer: &Address, referrer: &Address) {
    if newcomer == referrer {
        panic_with_error!(env, ReferralError::SelfReferral);
    }
    if storage::referrer(env, newcomer).is_some() {
        panic_with_error!(env, ReferralError::AlreadyBound);
    }
    if storage::referee_count(env, newcomer) > 0 {
        panic_with_error!(env, ReferralError::HasReferees);
    }
    let own = *referrer == env.current_contract_address() || *referrer == config.asset;
    if own || guards::is_system_address(env, &config.state, referrer) {
        panic_with_error!(env, ReferralError::RefusedReferrer);
    }
    storage::set_referrer(env, newcomer, referrer);
    storage::list_referee(env, referrer, newcomer);
}

/// At most 100 referees from the `start`-th, counted from 0.
pub fn referees(env: &Env, referrer: &Address, start: u32, limit: u32) -> Vec<Address> {
    let end = start.saturating_add(limit.min(MAX_PAGE));
    let mut page = Vec::new(env);
    for index in start..end.min(storage::referee_count(env, referrer)) {
        if let Some(newcomer) = storage::referee_at(env, referrer, index) {
            page.push_back(newcomer);
        }
    }
    page
}
