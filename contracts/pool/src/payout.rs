//! Pays a batch from a reserve, one result byte per recipient.

use merit_common::{
    amount,
    batch::MAX_BATCH,
    result::{self, PAID, REFUSED, TO_PAY},
};
use soroban_sdk::{
    panic_with_error, token::StellarAssetClient, Address, Bytes, Env, InvokeError, Vec,
};

use crate::{
    errors::PoolError,
    funds,
    limits::Usage,
    reserves,
    storage::{self, Config},
};

/// Pays each recipient its amount. Reserve, limits and the pool's own balance must cover the whole batch
/// (refused recipients excepted), but only what was paid is counted.
pub fn pay(
    env: &Env,
    config: &Config,
    contract: &Address,
    id: u64,
    to: &Vec<Address>,
    amounts: &Vec<i128>,
) -> Bytes {
    require_shape(env, to, amounts);
    let mut reserve = reserves::open(env, config, contract, id);
    let refused = funds::refused(env, config);
    let mut results = [TO_PAY; MAX_BATCH as usize];
    let total = refuse(env, to, amounts, &refused, &mut results);
    if total > reserve.amount {
        panic_with_error!(env, PoolError::ReserveShort);
    }
    let usage = Usage::load(env, config, reserve.merchant, reserve.is_counted());
    usage.require_room(env, total);
    funds::require_funds(env, config, total);

    let paid = transfer_each(env, config, to, amounts, &mut results);
    if paid > 0 {
        usage.take(env, config, paid);
        reserve.amount -= paid;
        storage::set_reserve(env, config, contract, id, &reserve);
    }
    Bytes::from_slice(env, &results[..to.len() as usize])
}

fn require_shape(env: &Env, to: &Vec<Address>, amounts: &Vec<i128>) {
    if to.len() > MAX_BATCH {
        panic_with_error!(env, PoolError::TooMany);
    }
    if to.len() != amounts.len() {
        panic_with_error!(env, PoolError::LengthMismatch);
    }
}

/// Marks the recipients that never receive from the pool. Returns the sum of the other amounts, stroops.
fn refuse(
    env: &Env,
    to: &Vec<Address>,
    amounts: &Vec<i128>,
    refused: &Vec<Address>,
    results: &mut [u8],
) -> i128 {
    let mut total = 0;
    for ((to, amount), result) in to.iter().zip(amounts.iter()).zip(results) {
        funds::require_amount(env, amount);
        if refused.contains(&to) {
            *result = REFUSED;
            continue;
        }
        let Some(sum) = amount::add(total, amount) else {
            panic_with_error!(env, PoolError::InvalidAmount)
        };
        total = sum;
    }
    total
}

/// Pays whoever isn't refused and notes the result. Returns the sum that was paid.
fn transfer_each(
    env: &Env,
    config: &Config,
    to: &Vec<Address>,
    amounts: &Vec<i128>,
    results: &mut [u8],
) -> i128 {
    let asset = StellarAssetClient::new(env, &config.asset);
    let pool = env.current_contract_address();
    let mut paid = 0;
    for ((to, amount), result) in to.iter().zip(amounts.iter()).zip(results) {
        if *result != TO_PAY {
            continue;
        }
        *result = transfer(&asset, &pool, &to, amount);
        if *result == PAID {
            paid += amount;
        }
    }
    paid
}

fn transfer(asset: &StellarAssetClient, pool: &Address, to: &Address, amount: i128) -> u8 {
    match asset.try_transfer(pool, to, &amount) {
        Ok(_) => PAID,
        Err(Ok(error)) => match InvokeError::from(error) {
            InvokeError::Contract(code) => result::from_sac_error(code),
            InvokeError::Abort => result::OTHER,
        },
        Err(Err(_)) => result::OTHER,
    }
}
