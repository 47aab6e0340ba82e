//! Who may withdraw a merchant's free balance. Authorisation is checked in `contract.rs`.

use merit_common::handover::{Handover, Timing};
use soroban_sdk::{panic_with_error, Address, Env};

use crate::{
    errors::PoolError,
    storage::{self, Config},
};

/// Seconds that a merchant's first owner waits: time to notice and cancel one that a thief names.
const DELAY: u64 = 86_400;

/// Names the first owner, who has to wait. A later call replaces the one that waits, and the delay starts again.
pub fn announce(env: &Env, config: &Config, merchant: u64, owner: &Address) -> Handover {
    let pending = Handover::announce(env, owner, DELAY);
    storage::set_pending_owner(env, config, merchant, &pending);
    pending
}

/// Makes the one who waits the owner.
pub fn apply(env: &Env, config: &Config, merchant: u64) -> Address {
    let pending = take(env, config, merchant);
    match pending.timing(env) {
        Timing::Early => panic_with_error!(env, PoolError::OwnerNotDue),
        Timing::Expired => panic_with_error!(env, PoolError::OwnerExpired),
        Timing::Open => storage::set_owner(env, config, merchant, &pending.to),
    }
    pending.to
}

/// Removes the one who waits.
pub fn take(env: &Env, config: &Config, merchant: u64) -> Handover {
    let Some(pending) = storage::pending_owner(env, config, merchant) else {
        panic_with_error!(env, PoolError::NoPendingOwner)
    };
    storage::drop_pending_owner(env, config, merchant);
    pending
}
