//! Votes of past ledgers, in stroops. The newest is one entry; each older one has its own, so an entry never grows and a
//! question about the past is a short search.
//!
//! The sum of all stakes has this contract's own address, and no history. The address is never a staker or voter: nothing
//! can sign for it, since the host lets no contract call itself and this one has no `__check_auth`.

use merit_common::amount;
use soroban_sdk::{contracttype, Address, Env};

use crate::storage;

/// The votes of an address from a ledger on.
#[contracttype]
#[derive(Clone)]
pub struct Holding {
    pub stroops: i128,
    /// Ledger from whose end on this holds, until the next one.
    pub since: u32,
    /// Number of checkpoints before.
    pub older: u32,
}

/// Votes now.
pub fn now(env: &Env, who: &Address) -> i128 {
    stroops(&storage::holding(env, who))
}

/// Votes when `ledger`, a past one, had closed. The entries that it reads depend only on the state of that time: so they are
/// the same after any later change, and a transaction that was signed before needs no other.
pub fn at(env: &Env, who: &Address, ledger: u32) -> i128 {
    let newest = storage::holding(env, who);
    let mut stroops = 0;
    // The last one that isn't later: all below `low` aren't later, all from `high` on are. The first probes find a `high`.
    let (mut low, mut high) = (0u32, None);
    while high.is_none_or(|high| low < high) {
        let index = high.map_or((2 * low).saturating_sub(1), |high| low + (high - low) / 2);
        match nth(env, who, index, &newest).filter(|nth| nth.since <= ledger) {
            Some(holding) => (low, stroops) = (index + 1, holding.stroops),
            None => high = Some(index),
        }
    }
    stroops
}

/// Reads the entry of its number also where that isn't written yet.
fn nth(env: &Env, who: &Address, index: u32, newest: &Option<Holding>) -> Option<Holding> {
    let older = storage::older_holding(env, who, index);
    older.or_else(|| newest.clone().filter(|newest| newest.older == index))
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

/// Adds `by` stroops to the sum, or takes them away. It rewrites one entry: a new one for each change would have a key
/// that transactions of others, signed before, don't name. False as for [`change`].
#[must_use]
pub fn change_total(env: &Env, by: i128) -> bool {
    let here = env.current_contract_address();
    let Some(stroops) = amount::add(now(env, &here), by) else {
        return false;
    };
    let total = Holding {
        stroops,
        since: env.ledger().sequence(),
        older: 0,
    };
    storage::set_holding(env, &here, &total);
    true
}

fn stroops(holding: &Option<Holding>) -> i128 {
    holding.as_ref().map_or(0, |holding| holding.stroops)
}
