//! Limits on payments out of the pool per rolling 24 h, globally and per merchant.

use merit_common::{amount, handover::WINDOW, rolling::Ring};
use soroban_sdk::{contracttype, panic_with_error, Address, Env, Vec};

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

/// A limit and what is left.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LimitStatus {
    /// Stroops per rolling 24 h.
    pub limit: i128,
    /// Stroops used in the current and the 96 previous quarter-hours.
    pub used: i128,
    /// Stroops that may be paid now, of a merchant within the global limit too; 0 after a cut below what is used.
    pub remaining: i128,
}

/// The limit that was in force before a cut.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Cut {
    /// Stroops per rolling 24 h. Void: the merchant had no limit of its own.
    pub before: Option<i128>,
    /// Unix seconds of the cut.
    pub at: u64,
}

impl Cut {
    /// Later it can't be undone at once: somebody may have meant it.
    fn is_void(&self, now: u64) -> bool {
        now >= self.at.saturating_add(WINDOW)
    }
}

/// Most cuts of one limit that are kept. One more counts as part of the newest: a thief that cuts stroop by stroop must not push
/// out what the limit was before.
const MAX_CUTS: u32 = 16;

/// Cuts at once and drops a waiting raise, or queues a raise; a new raise starts the delay again.
pub fn set(env: &Env, config: &Config, merchant: Option<u64>, limit: i128, operator: Address) {
    if !amount::is_valid_limit(limit) {
        panic_with_error!(env, PoolError::InvalidAmount);
    }
    let present = in_force(env, config, merchant);
    if limit < present {
        remember(env, config, merchant);
    }
    if limit <= present {
        storage::set_limit(env, config, merchant, limit);
        return put_in_force(env, config, merchant, Some(operator));
    }
    // A delay near u64::MAX means never, not an overflow.
    let eta = env.ledger().timestamp().saturating_add(config.raise_delay);
    storage::set_pending(env, config, merchant, &PendingLimit { limit, eta });
    LimitQueued {
        merchant,
        limit,
        eta,
        operator,
    }
    .publish(env);
}

/// Keeps what the limit was before this cut, beside what it was before the others of the last 14 days.
fn remember(env: &Env, config: &Config, merchant: Option<u64>) {
    let at = env.ledger().timestamp();
    let mut cuts = recent(env, config, merchant);
    let cut = match cuts.last() {
        Some(newest) if cuts.len() == MAX_CUTS => {
            cuts.pop_back();
            Cut { at, ..newest }
        }
        _ => Cut {
            before: storage::limit(env, config, merchant),
            at,
        },
    };
    cuts.push_back(cut);
    storage::set_cuts(env, config, merchant, &cuts);
}

/// The cuts of the last 14 days, oldest first.
fn recent(env: &Env, config: &Config, merchant: Option<u64>) -> Vec<Cut> {
    let now = env.ledger().timestamp();
    let mut cuts = storage::cuts(env, config, merchant);
    while cuts.first().is_some_and(|cut| cut.is_void(now)) {
        cuts.pop_front();
    }
    cuts
}

/// Forgets the cuts that a raise to `limit` undoes. The others stay: a thief's raise by a stroop must not make its cut final.
fn forget(env: &Env, config: &Config, merchant: Option<u64>, limit: i128) {
    let mut cuts = recent(env, config, merchant);
    let before = |cut: Cut| cut.before.unwrap_or(config.merchant_limit);
    // Each began at a lower limit than the one before it.
    while cuts.last().is_some_and(|cut| before(cut) <= limit) {
        cuts.pop_back();
    }
    storage::set_cuts(env, config, merchant, &cuts);
}

/// Undoes the cuts of the last 14 days.
pub fn restore(env: &Env, config: &Config, merchant: Option<u64>, operator: Address) {
    let Some(Cut { before, .. }) = recent(env, config, merchant).first() else {
        panic_with_error!(env, PoolError::NoCut)
    };
    match before {
        Some(limit) => storage::set_limit(env, config, merchant, limit),
        None => storage::remove_limit(env, config, merchant),
    }
    storage::set_cuts(env, config, merchant, &Vec::new(env));
    put_in_force(env, config, merchant, Some(operator));
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
    storage::set_limit(env, config, merchant, pending.limit);
    forget(env, config, merchant, pending.limit);
    put_in_force(env, config, merchant, None);
}

pub fn status(env: &Env, config: &Config, merchant: Option<u64>) -> LimitStatus {
    let ring = Ring::load(env, &storage::usage_key(config, merchant));
    let limit = in_force(env, config, merchant);
    let own = ring.remaining(limit);
    LimitStatus {
        limit,
        used: ring.used(),
        remaining: merchant.map_or(own, |merchant| {
            let (_, bound) = both(env, config, merchant);
            let global = Ring::load(env, &storage::usage_key(config, None));
            own.min(global.remaining(bound))
        }),
    }
}

/// Earliest Unix second with room for `amount` in both limits; `None` if one of them is below it.
pub fn room_at(env: &Env, config: &Config, merchant: u64, amount: i128) -> Option<u64> {
    let now = env.ledger().timestamp();
    let usage = Usage::load(env, config, merchant, false);
    let global = usage.global.room_at(now, amount, usage.global_limit)?;
    let own = usage.own.room_at(now, amount, usage.own_limit)?;
    // Room only grows while nothing is paid, so the later of the two fits both.
    Some(global.max(own))
}

/// Counts `amount` against the merchant's limit alone.
pub fn take_own(env: &Env, config: &Config, merchant: u64, amount: i128) {
    let key = storage::usage_key(config, Some(merchant));
    let mut own = Ring::load(env, &key);
    if !own.take(amount, in_force(env, config, Some(merchant))) {
        panic_with_error!(env, PoolError::LimitExceeded);
    }
    own.store(env, &key);
}

/// Both rings of a merchant's payments, loaded once per call.
pub struct Usage {
    merchant: u64,
    global: Ring,
    global_limit: i128,
    own: Ring,
    own_limit: i128,
    /// Payments have counted against the merchant's limit when they were reserved.
    counted: bool,
}

impl Usage {
    pub fn load(env: &Env, config: &Config, merchant: u64, counted: bool) -> Self {
        let (own_limit, global_limit) = both(env, config, merchant);
        Usage {
            merchant,
            global: Ring::load(env, &storage::usage_key(config, None)),
            global_limit,
            own: Ring::load(env, &storage::usage_key(config, Some(merchant))),
            own_limit,
            counted,
        }
    }

    /// Refuses the call unless both limits have room for `amount`.
    pub fn require_room(&self, env: &Env, amount: i128) {
        // A limit of 0 stops all payments of a merchant, also those that counted before.
        let own_fits = if self.counted {
            self.own_limit > 0
        } else {
            self.own.fits(amount, self.own_limit)
        };
        if !own_fits || !self.global.fits(amount, self.global_limit) {
            panic_with_error!(env, PoolError::LimitExceeded);
        }
    }

    /// Counts what left the pool.
    pub fn take(mut self, env: &Env, config: &Config, amount: i128) {
        if !self.global.take(amount, self.global_limit) {
            panic_with_error!(env, PoolError::LimitExceeded);
        }
        self.global.store(env, &storage::usage_key(config, None));
        if self.counted {
            return;
        }
        if !self.own.take(amount, self.own_limit) {
            panic_with_error!(env, PoolError::LimitExceeded);
        }
        self.own
            .store(env, &storage::usage_key(config, Some(self.merchant)));
    }
}

fn in_force(env: &Env, config: &Config, merchant: Option<u64>) -> i128 {
    storage::limit(env, config, merchant).unwrap_or(config.merchant_limit)
}

/// The merchant's limit, and how far its payments may fill the global one. Merchants without a limit of their own share
/// half of the global one: they register themselves, and any number of them must leave room for those that a holder of
/// `limiter` knows.
fn both(env: &Env, config: &Config, merchant: u64) -> (i128, i128) {
    let global = in_force(env, config, None);
    match storage::limit(env, config, Some(merchant)) {
        Some(own) => (own, global),
        None => (config.merchant_limit, global / 2),
    }
}

/// Ends a waiting raise, and says which limit is in force now.
fn put_in_force(env: &Env, config: &Config, merchant: Option<u64>, operator: Option<Address>) {
    storage::drop_pending(env, config, merchant);
    LimitSet {
        merchant,
        limit: in_force(env, config, merchant),
        operator,
    }
    .publish(env);
}
