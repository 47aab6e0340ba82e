//! Owners of merchants' free balances, who may withdraw them. A named owner has to accept: nobody can take a balance back from
//! a wrong address. Authorisation is checked in `contract.rs`.

use merit_common::handover::{Handover, Timing};
use soroban_sdk::{panic_with_error, Address, Env};

use crate::{
    errors::PoolError,
    funds,
    storage::{self, Config},
};

/// Seconds that a merchant's first owner waits: time to notice and cancel one that a thief names.
const DELAY: u64 = 86_400;

/// Names the first owner, who has to wait. A later call replaces the one that waits, and the delay starts again.
pub fn announce(env: &Env, config: &Config, merchant: u64, owner: &Address) -> Handover {
    wait(env, config, merchant, owner, DELAY)
}

/// Offers the balance to another owner, who needn't wait. A later call replaces the offer.
pub fn offer(env: &Env, config: &Config, merchant: u64, owner: &Address) -> Handover {
    wait(env, config, merchant, owner, 0)
}

fn wait(env: &Env, config: &Config, merchant: u64, owner: &Address, delay: u64) -> Handover {
    let pending = Handover::announce(env, owner, delay);
    storage::set_pending_owner(env, config, merchant, &pending);
    pending
}

/// Makes the one who waits the owner. Returns the owner before.
pub fn apply(env: &Env, config: &Config, merchant: u64, owner: &Address) -> Option<Address> {
    let pending = take(env, config, merchant);
    if pending.to != *owner {
        panic_with_error!(env, PoolError::Unauthorized);
    }
    match pending.timing(env) {
        Timing::Early => panic_with_error!(env, PoolError::OwnerNotDue),
        Timing::Expired => panic_with_error!(env, PoolError::OwnerExpired),
        Timing::Open => {}
    }
    let before = storage::owner(env, config, merchant);
    if let Some(before) = &before {
        funds::require_unfrozen(env, config, before);
    }
    storage::set_owner(env, config, merchant, owner);
    before
}

/// Removes the one who waits.
pub fn take(env: &Env, config: &Config, merchant: u64) -> Handover {
    let Some(pending) = storage::pending_owner(env, config, merchant) else {
        panic_with_error!(env, PoolError::NoPendingOwner)
    };
    storage::drop_pending_owner(env, config, merchant);
    pending
}
