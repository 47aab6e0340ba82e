//! Tokens come in, warm up, and then give votes; once unstaked, they cool down and go out. Authorisation is checked in
//! `contract.rs`.
//!
//! The warm-up lasts longer than a proposal takes. So those who have votes can decide what to do about a large new stake
//! before it counts, however many wallets it is split over.

use merit_common::{amount, sac};
use soroban_sdk::{contracttype, panic_with_error, token::TokenClient, Address, Env};

use crate::{
    errors::GovernanceError,
    history,
    storage::{self, Config},
};

/// Staked tokens without votes yet.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Warming {
    /// Stroops.
    pub amount: i128,
    /// Unix second of the newest stake among them. The warm-up of the settings counts from here.
    pub since: u64,
}

/// Unstaked tokens that are still locked.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Cooling {
    /// Stroops.
    pub amount: i128,
    /// First Unix second at which they can be withdrawn.
    pub until: u64,
}

/// Moves `amount` from the staker into this contract. A stake that already warms up starts again, together with `amount`.
pub fn stake(env: &Env, config: &Config, staker: &Address, amount: i128) {
    require_valid(env, amount);
    if !sac::pull(env, &config.asset, staker, amount) {
        panic_with_error!(env, GovernanceError::StakeMismatch);
    }
    let since = env.ledger().timestamp();
    warm(env, &env.current_contract_address(), amount, since);
    warm(env, staker, amount, since);
}

/// Gives votes for what has warmed up. Returns stroops.
pub fn activate(env: &Env, staker: &Address) -> i128 {
    let Some(Warming { amount, since }) = storage::warming(env, staker) else {
        panic_with_error!(env, GovernanceError::NothingWarming)
    };
    let until = since.saturating_add(storage::settings(env).warm_up);
    if env.ledger().timestamp() < until {
        panic_with_error!(env, GovernanceError::StillWarming);
    }
    take_warming(env, staker, amount, since);
    // The first bounds every stake and every sum of votes.
    if !history::change_total(env, amount) || !history::change(env, staker, amount) {
        panic_with_error!(env, GovernanceError::InvalidAmount);
    }
    amount
}

/// Takes stroops that still warm up first, then votes. A stake that already cools down starts again, together with `amount`.
/// Returns the Unix second of the withdrawal.
pub fn unstake(env: &Env, staker: &Address, amount: i128) -> u64 {
    require_valid(env, amount);
    let mut votes = amount;
    if let Some(warming) = storage::warming(env, staker) {
        let taken = amount.min(warming.amount);
        take_warming(env, staker, taken, warming.since);
        votes -= taken;
    }
    if votes > 0 && !(history::change(env, staker, -votes) && history::change_total(env, -votes)) {
        panic_with_error!(env, GovernanceError::InsufficientStake);
    }
    let cooldown = storage::settings(env).cooldown;
    let until = env.ledger().timestamp().saturating_add(cooldown);
    let all = until.max(all_cooled_at(env));
    cool(env, &env.current_contract_address(), amount, all);
    cool(env, staker, amount, until);
    until
}

/// Sends everything back that has cooled down. Returns stroops.
pub fn withdraw(env: &Env, config: &Config, staker: &Address) -> i128 {
    let Some(Cooling { amount, until }) = storage::cooling(env, staker) else {
        panic_with_error!(env, GovernanceError::NothingCooling)
    };
    if env.ledger().timestamp() < until {
        panic_with_error!(env, GovernanceError::StillCooling);
    }
    if sac::is_frozen(env, &config.asset, staker) {
        panic_with_error!(env, GovernanceError::AccountFrozen);
    }
    storage::drop_cooling(env, staker);
    let here = env.current_contract_address();
    cool(env, &here, -amount, all_cooled_at(env));
    TokenClient::new(env, &config.asset).transfer(&here, staker, &amount);
    amount
}

/// First Unix second at which everything can be withdrawn that cools down; later than a cool-down from now if a vote has shortened it.
pub fn all_cooled_at(env: &Env) -> u64 {
    storage::cooling(env, &env.current_contract_address()).map_or(0, |cooling| cooling.until)
}

/// Changes what warms up by `by` stroops.
fn warm(env: &Env, who: &Address, by: i128, since: u64) {
    let before = storage::warming(env, who).map_or(0, |warming| warming.amount);
    let amount = require_sum(env, before, by);
    storage::set_warming(env, who, &Warming { amount, since });
}

/// Takes `amount` from what the staker has warming up, and from the sum.
fn take_warming(env: &Env, staker: &Address, amount: i128, since: u64) {
    warm(env, &env.current_contract_address(), -amount, since);
    warm(env, staker, -amount, since);
}

/// Changes what cools down by `by` stroops.
fn cool(env: &Env, who: &Address, by: i128, until: u64) {
    let before = storage::cooling(env, who).map_or(0, |cooling| cooling.amount);
    let amount = require_sum(env, before, by);
    storage::set_cooling(env, who, &Cooling { amount, until });
}

fn require_sum(env: &Env, before: i128, by: i128) -> i128 {
    amount::add(before, by)
        .unwrap_or_else(|| panic_with_error!(env, GovernanceError::InvalidAmount))
}

fn require_valid(env: &Env, amount: i128) {
    if !amount::is_valid(amount) {
        panic_with_error!(env, GovernanceError::InvalidAmount);
    }
}
