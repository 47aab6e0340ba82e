//! What may leave the pool per rolling 24 h, globally and per merchant.

use merit_common::{amount, handover::WINDOW, rolling::Ring};
use soroban_sdk::{contracttype, panic_with_error, Env};

use crate::{
    errors::PoolError,
    events::{LimitQueued, LimitSet},
    storage::{self, Config},
};

/// A raise that waits.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PendingLimit {
    /// Stroops per rolling 24 h.
    pub limit: i128,
    /// Unix seconds from which `apply_limit` succeeds, for 14 days.
    pub eta: u64,
}

impl PendingLimit {
    /// First Unix second at which it is void. Anyone may apply it, so a forgotten one must not wait for ever.
    fn expires_at(&self) -> u64 {
        self.eta.saturating_add(WINDOW)
    }
}

/// A limit and what is left of it.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LimitStatus {
    /// Stroops per rolling 24 h.
    pub limit: i128,
    /// Stroops used in the current and the 96 previous quarter-hours.
    pub used: i128,
    /// Stroops left; 0 after a cut below what is used.
    pub remaining: i128,
}

/// Cuts at once and drops a waiting raise, or queues a raise; a new raise starts the delay again.
pub fn set(env: &Env, config: &Config, merchant: Option<u64>, limit: i128) {
    if !amount::is_valid_limit(limit) {
        panic_with_error!(env, PoolError::InvalidAmount);
    }
    if limit <= in_force(env, config, merchant) {
        return enforce(env, config, merchant, limit);
    }
    // A delay near u64::MAX means never, not an overflow.
    let eta = env.ledger().timestamp().saturating_add(config.raise_delay);
    storage::set_pending(env, config, merchant, &PendingLimit { limit, eta });
    LimitQueued {
        merchant,
        limit,
        eta,
    }
    .publish(env);
}

/// Puts a waiting raise in force once its delay has passed, and before its end.
pub fn apply(env: &Env, config: &Config, merchant: Option<u64>) {
    let Some(pending) = storage::pending(env, config, merchant) else {
        panic_with_error!(env, PoolError::NoPendingLimit)
    };
    let now = env.ledger().timestamp();
    if now < pending.eta {
        panic_with_error!(env, PoolError::LimitNotDue);
    }
    if now >= pending.expires_at() {
        panic_with_error!(env, PoolError::LimitExpired);
    }
    enforce(env, config, merchant, pending.limit);
}

pub fn status(env: &Env, config: &Config, merchant: Option<u64>) -> LimitStatus {
    let limit = in_force(env, config, merchant);
    let ring = Ring::load(env, &storage::usage_key(config, merchant));
    LimitStatus {
        limit,
        used: ring.used(),
        remaining: ring.remaining(limit),
    }
}

/// Earliest Unix second with room for `amount` in both limits; `None` if one of them is below it.
pub fn room_at(env: &Env, config: &Config, merchant: u64, amount: i128) -> Option<u64> {
    let now = env.ledger().timestamp();
    let usage = Usage::load(env, config, merchant);
    let global = usage.global.room_at(now, amount, usage.global_limit)?;
    let own = usage.own.room_at(now, amount, usage.own_limit)?;
    // Room only grows while nothing is paid, so the later of the two fits both.
    Some(global.max(own))
}

/// Both rings of a merchant's payments, loaded once per call.
pub struct Usage {
    merchant: u64,
    global: Ring,
    global_limit: i128,
    own: Ring,
    own_limit: i128,
}

impl Usage {
    pub fn load(env: &Env, config: &Config, merchant: u64) -> Self {
        let own = Some(merchant);
        Usage {
            merchant,
            global: Ring::load(env, &storage::usage_key(config, None)),
            global_limit: in_force(env, config, None),
            own: Ring::load(env, &storage::usage_key(config, own)),
            own_limit: in_force(env, config, own),
        }
    }

    /// Refuses the call unless both limits have room for `amount`.
    pub fn require_room(&self, env: &Env, amount: i128) {
        if !self.global.fits(amount, self.global_limit) || !self.own.fits(amount, self.own_limit) {
            panic_with_error!(env, PoolError::LimitExceeded);
        }
    }

    /// Counts what left the pool in both rings.
    pub fn take(mut self, env: &Env, config: &Config, amount: i128) {
        if !self.global.take(amount, self.global_limit) || !self.own.take(amount, self.own_limit) {
            panic_with_error!(env, PoolError::LimitExceeded);
        }
        self.global.store(env, &storage::usage_key(config, None));
        self.own
            .store(env, &storage::usage_key(config, Some(self.merchant)));
    }
}

fn in_force(env: &Env, config: &Config, merchant: Option<u64>) -> i128 {
    storage::limit(env, config, merchant).unwrap_or(config.merchant_limit)
}

fn enforce(env: &Env, config: &Config, merchant: Option<u64>, limit: i128) {
    storage::set_limit(env, config, merchant, limit);
    storage::drop_pending(env, config, merchant);
    LimitSet { merchant, limit }.publish(env);
}
