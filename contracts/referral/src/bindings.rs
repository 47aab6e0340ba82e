//! Enrolled referrers, and the referrer of each newcomer. Neither ever changes.

use merit_common::guards;
use soroban_sdk::{panic_with_error, Address, Env};

use crate::{
    errors::ReferralError,
    storage::{self, Config},
};

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

/// Binds for good. An account that has enrolled can't bind any more. So each referrer of a chain enrolled before the
/// next one, and no order of calls closes a cycle. Only an account itself decides whether it can still bind.
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
}
