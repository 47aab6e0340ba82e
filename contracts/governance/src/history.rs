//! Stakes of past ledgers. The newest is one entry; each older one has its own, so an entry never grows and a
//! question about the past is a bisection.
//!
//! The sum of all stakes has this contract's own address. That is never a staker or voter: nothing can sign for it,
//! since the host lets no contract call itself and this one has no `__check_auth`.

use merit_common::amount;
use soroban_sdk::{contracttype, Address, Env};

use crate::storage;

/// What an address has staked from a ledger on.
#[contracttype]
#[derive(Clone)]
pub struct Holding {
    pub stroops: i128,
    /// Ledger at whose end it was so, and until the next one.
    pub since: u32,
    /// How many there were before.
    pub older: u32,
}

/// Stroops staked now.
pub fn now(env: &Env, who: &Address) -> i128 {
    stroops(&storage::holding(env, who))
}

/// Stroops staked when `ledger`, a past one, had closed.
pub fn at(env: &Env, who: &Address, ledger: u32) -> i128 {
    let Some(newest) = storage::holding(env, who) else {
        return 0;
    };
    if newest.since <= ledger {
        return newest.stroops;
    }
    // The last of the older ones that is no later: all below `low` are, none from `high` on is.
    let (mut low, mut high, mut stroops) = (0, newest.older, 0);
    while low < high {
        let middle = low + (high - low) / 2;
        let holding = storage::older_holding(env, who, middle);
        if holding.since > ledger {
            high = middle;
            continue;
        }
        low = middle + 1;
        stroops = holding.stroops;
    }
    stroops
}

/// Adds `by` stroops, or takes them away, from this ledger on; two changes in one ledger are one. False, and
/// nothing changes, if the sum would leave `0..=i64::MAX`.
#[must_use]
pub fn change(env: &Env, who: &Address, by: i128) -> bool {
    let since = env.ledger().sequence();
    let newest = storage::holding(env, who);
    let Some(stroops) = amount::add(stroops(&newest), by) else {
        return false;
    };
    let mut older = 0;
    if let Some(newest) = newest {
        older = newest.older;
        if newest.since != since {
            storage::set_older_holding(env, who, older, &newest);
            older += 1;
        }
    }
    let newest = Holding {
        stroops,
        since,
        older,
    };
    storage::set_holding(env, who, &newest);
    true
}

fn stroops(holding: &Option<Holding>) -> i128 {
    holding.as_ref().map_or(0, |holding| holding.stroops)
}
