//! Tokens in, votes on; votes off, tokens out after the cool-down. Authorisation is checked in `contract.rs`.

use merit_common::{amount, sac};
use soroban_sdk::{contracttype, panic_with_error, token::TokenClient, Address, Env};

use crate::{
    errors::GovernanceError,
    history,
    storage::{self, Config},
};

/// Unstaked tokens that are still locked.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Cooling {
    /// Stroops.
    pub amount: i128,
    /// First Unix second at which they can be withdrawn.
    pub until: u64,
}

/// Moves `amount` from the staker into this contract; it has as many votes from the next ledger on.
pub fn stake(env: &Env, config: &Config, staker: &Address, amount: i128) {
    require_valid(env, amount);
    if !sac::pull(env, &config.asset, staker, amount) {
        panic_with_error!(env, GovernanceError::StakeMismatch);
    }
    let here = env.current_contract_address();
    // The first bounds every stake and every sum of votes.
    if !history::change(env, &here, amount) || !history::change(env, staker, amount) {
        panic_with_error!(env, GovernanceError::InvalidAmount);
    }
}

/// Ends votes at once. What cools down already starts again, together with `amount`.
/// Returns the Unix second of the withdrawal.
pub fn unstake(env: &Env, staker: &Address, amount: i128) -> u64 {
    require_valid(env, amount);
    let here = env.current_contract_address();
    if !history::change(env, staker, -amount) || !history::change(env, &here, -amount) {
        panic_with_error!(env, GovernanceError::InsufficientStake);
    }
    let cooldown = storage::settings(env).cooldown;
    let until = env.ledger().timestamp().saturating_add(cooldown);
    cool(env, &here, amount, until);
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
    storage::drop_cooling(env, staker);
    let here = env.current_contract_address();
    cool(env, &here, -amount, until);
    TokenClient::new(env, &config.asset).transfer(&here, staker, &amount);
    amount
}

/// Changes what cools down by `by` stroops.
fn cool(env: &Env, who: &Address, by: i128, until: u64) {
    let before = storage::cooling(env, who).map_or(0, |cooling| cooling.amount);
    let Some(amount) = amount::add(before, by) else {
        panic_with_error!(env, GovernanceError::InvalidAmount)
    };
    storage::set_cooling(env, who, &Cooling { amount, until });
}

fn require_valid(env: &Env, amount: i128) {
    if !amount::is_valid(amount) {
        panic_with_error!(env, GovernanceError::InvalidAmount);
    }
}
