//! Budgets of campaigns. Only the campaign contract that made a reserve may use it.

use soroban_sdk::{panic_with_error, Address, Env};

use crate::{
    errors::PoolError,
    funds,
    storage::{self, Config, Reserve},
};

/// Takes `amount` from the merchant's free balance for a campaign, once per campaign.
pub fn reserve(
    env: &Env,
    config: &Config,
    contract: Address,
    merchant: u64,
    campaign: u64,
    amount: i128,
) {
    funds::require_amount(env, amount);
    if storage::reserve(env, config, campaign).is_some() {
        panic_with_error!(env, PoolError::ReserveExists);
    }
    funds::debit(env, config, merchant, amount);
    let reserve = Reserve {
        contract,
        merchant,
        amount,
        closed: false,
    };
    storage::set_reserve(env, config, campaign, &reserve);
}

/// Gives what is left back to the merchant, once. Returns merchant and amount; the amount may be 0.
pub fn release(env: &Env, config: &Config, contract: &Address, campaign: u64) -> (u64, i128) {
    let mut reserve = open(env, config, contract, campaign);
    let rest = reserve.amount;
    reserve.amount = 0;
    reserve.closed = true;
    storage::set_reserve(env, config, campaign, &reserve);
    funds::credit(env, config, reserve.merchant, rest);
    (reserve.merchant, rest)
}

/// The campaign's reserve, if the calling contract made it and it isn't released.
pub fn open(env: &Env, config: &Config, contract: &Address, campaign: u64) -> Reserve {
    let Some(reserve) =
        storage::reserve(env, config, campaign).filter(|reserve| reserve.contract == *contract)
    else {
        panic_with_error!(env, PoolError::ReserveNotFound)
    };
    if reserve.closed {
        panic_with_error!(env, PoolError::ReserveClosed);
    }
    reserve
}
