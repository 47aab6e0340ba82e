//! Who may bring newcomers, and who brought whom. Neither ever changes.

use merit_common::guards;
use soroban_sdk::{panic_with_error, Address, Env, Vec};

use crate::{
    errors::ReferralError,
    storage::{self, Config},
};

const MAX_PAGE: u32 = 100;

/// Lets newcomers bind to `referrer`, for good. False, and nothing changes, if it had enrolled before.
pub fn enrol(env: &Env, config: &Config, referrer: &Address) -> bool {
    if storage::is_enrolled(env, referrer) {
        return false;
    }
    let own = *referrer == env.current_contract_address() || *referrer == config.asset;
    if own || guards::is_system_address(env, &config.state, referrer) {
        panic_with_error!(env, ReferralError::RefusedReferrer);
    }
    storage::set_enrolled(env, referrer);
    true
}

/// Binds for good. Whoever has enrolled binds no more, so along a chain of referrers each enrolled before the next:
/// no order of calls closes a cycle, and nobody but an account itself decides whether it still can bind.
pub fn bind(env: &Env, newcomer: &Address, referrer: &Address) {
    if newcomer == referrer {
        panic_with_error!(env, ReferralError::SelfReferral);
    }
    if storage::referrer(env, newcomer).is_some() {
        panic_with_error!(env, ReferralError::AlreadyBound);
    }
    if storage::is_enrolled(env, newcomer) {
        panic_with_error!(env, ReferralError::IsReferrer);
    }
    if !storage::is_enrolled(env, referrer) {
        panic_with_error!(env, ReferralError::NotEnrolled);
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
