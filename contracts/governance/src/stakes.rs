//! Tokens in, votes on; votes off, tokens out after the cool-down. Authorisation is checked in `contract.rs`.

use merit_common::amount;
use soroban_sdk::{contracttype, panic_with_error, token::TokenClient, Address, Env};
use stellar_governance::votes;

use crate::{
    errors::GovernanceError,
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
    let units = units(env, amount);
    let asset = TokenClient::new(env, &config.asset);
    let here = env.current_contract_address();
    let before = asset.balance(&here);
    asset.transfer(staker, &here, &amount);
    // Trust what arrived, not what was asked for.
    if asset.balance(&here).checked_sub(before) != Some(amount) {
        panic_with_error!(env, GovernanceError::StakeMismatch);
    }
    // OpenZeppelin's `delegate` would require the staker's authorisation a second time.
    storage::delegate_to_self(env, staker);
    votes::transfer_voting_units(env, None, Some(staker), units);
    storage::keep_votes_alive(env, staker);
}

/// Ends votes at once. What cools down already starts again, together with `amount`.
pub fn unstake(env: &Env, staker: &Address, amount: i128) -> Cooling {
    let units = units(env, amount);
    if units > votes::get_voting_units(env, staker) {
        panic_with_error!(env, GovernanceError::InsufficientStake);
    }
    votes::transfer_voting_units(env, Some(staker), None, units);
    storage::keep_votes_alive(env, staker);
    let before = storage::cooling(env, staker).map_or(0, |cooling| cooling.amount);
    let cooldown = storage::settings(env).cooldown;
    let cooling = Cooling {
        amount: sum(env, before, amount),
        until: env.ledger().timestamp().saturating_add(cooldown),
    };
    storage::set_cooling(env, staker, &cooling);
    storage::set_total_cooling(env, sum(env, storage::total_cooling(env), amount));
    cooling
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
    storage::set_total_cooling(env, storage::total_cooling(env) - amount);
    let asset = TokenClient::new(env, &config.asset);
    asset.transfer(&env.current_contract_address(), staker, &amount);
    amount
}

/// Stroops staked by one.
pub fn of(env: &Env, staker: &Address) -> i128 {
    stroops(votes::get_voting_units(env, staker))
}

/// Stroops staked by all.
pub fn total(env: &Env) -> i128 {
    stroops(votes::get_total_supply(env))
}

/// OpenZeppelin counts votes unsigned. Sums of stakes stay far below either maximum.
pub fn stroops(votes: u128) -> i128 {
    i128::try_from(votes).unwrap_or(i128::MAX)
}

fn units(env: &Env, amount: i128) -> u128 {
    if !amount::is_valid(amount) {
        panic_with_error!(env, GovernanceError::InvalidAmount);
    }
    amount.unsigned_abs()
}

fn sum(env: &Env, a: i128, b: i128) -> i128 {
    a.checked_add(b)
        .unwrap_or_else(|| panic_with_error!(env, GovernanceError::InvalidAmount))
}
