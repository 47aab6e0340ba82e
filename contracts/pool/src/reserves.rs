//! Money set aside: budgets of campaigns and of drops. Only the contract that made a reserve can name it, so none
//! can use another's.

use soroban_sdk::{panic_with_error, Address, Env};

use crate::{
    errors::PoolError,
    funds, limits,
    storage::{self, Config, Reserve},
};

/// Takes `amount` from the merchant's free balance, once per id of the contract. A `counted` one counts against the
/// merchant's limit now, and not when it is paid.
pub fn reserve(
    env: &Env,
    config: &Config,
    contract: &Address,
    merchant: u64,
    id: u64,
    amount: i128,
    counted: bool,
) {
    funds::require_amount(env, amount);
    if storage::reserve(env, config, contract, id).is_some() {
        panic_with_error!(env, PoolError::ReserveExists);
    }
    funds::debit(env, config, merchant, amount);
    let reserve = Reserve {
        merchant,
        amount,
        closed: false,
        counted: counted.then_some(true),
    };
    storage::set_reserve(env, config, contract, id, &reserve);
    if counted {
        limits::take_own(env, config, merchant, amount);
    }
}

/// Adds `amount` of its merchant's free balance to the calling contract's reserve. The result is the merchant.
pub fn raise(env: &Env, config: &Config, contract: &Address, id: u64, amount: i128) -> u64 {
    funds::require_amount(env, amount);
    let mut reserve = open(env, config, contract, id);
    funds::debit(env, config, reserve.merchant, amount);
    if reserve.is_counted() {
        limits::take_own(env, config, reserve.merchant, amount);
    }
    // Both parts are tokens that the pool holds, so the sum is an amount.
    reserve.amount += amount;
    storage::set_reserve(env, config, contract, id, &reserve);
    reserve.merchant
}

/// Gives the rest back to the merchant, once. The result is merchant and amount; the amount may be 0.
pub fn release(env: &Env, config: &Config, contract: &Address, id: u64) -> (u64, i128) {
    let mut reserve = open(env, config, contract, id);
    let rest = reserve.amount;
    reserve.amount = 0;
    reserve.closed = true;
    storage::set_reserve(env, config, contract, id, &reserve);
    funds::credit(env, config, reserve.merchant, rest);
    (reserve.merchant, rest)
}

/// The calling contract's reserve, if it isn't released.
pub fn open(env: &Env, config: &Config, contract: &Address, id: u64) -> Reserve {
    let Some(reserve) = storage::reserve(env, config, contract, id) else {
        panic_with_error!(env, PoolError::ReserveNotFound)
    };
    if reserve.closed {
        panic_with_error!(env, PoolError::ReserveClosed);
    }
    reserve
}
