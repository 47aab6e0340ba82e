//! Merchants' free balances: money in, money out. Authorisation is checked in `contract.rs`.

use merit_common::{amount, StateClient};
use soroban_sdk::{
    panic_with_error, token::StellarAssetClient, vec, Address, BytesN, Env, MuxedAddress, Vec,
};

use crate::{
    errors::PoolError,
    limits::Usage,
    storage::{self, Config, GrantRecord},
};

/// Moves `amount` from `from` into the pool and credits the merchant with it.
pub fn pull(env: &Env, config: &Config, from: &Address, merchant: u64, amount: i128) {
    require_amount(env, amount);
    let asset = StellarAssetClient::new(env, &config.asset);
    let pool = env.current_contract_address();
    let before = asset.balance(&pool);
    asset.transfer(from, &pool, &amount);
    // Trust what arrived, not what was asked for.
    if asset.balance(&pool).checked_sub(before) != Some(amount) {
        panic_with_error!(env, PoolError::DepositMismatch);
    }
    credit(env, config, merchant, amount);
}

/// Like [`pull`], once per reference. False if the same grant was made before.
pub fn grant(
    env: &Env,
    config: &Config,
    treasurer: &Address,
    wanted: GrantRecord,
    reference: &BytesN<32>,
) -> bool {
    if let Some(made) = storage::grant(env, config, reference) {
        if made != wanted {
            panic_with_error!(env, PoolError::ReferenceTaken);
        }
        return false;
    }
    pull(env, config, treasurer, wanted.merchant, wanted.amount);
    storage::set_grant(env, config, reference, &wanted);
    true
}

/// Sends free balance out, within the limits.
pub fn withdraw(env: &Env, config: &Config, merchant: u64, to: &MuxedAddress, amount: i128) {
    require_amount(env, amount);
    if refused(env, config).contains(to.address()) {
        panic_with_error!(env, PoolError::RefusedRecipient);
    }
    debit(env, config, merchant, amount);
    let usage = Usage::load(env, config, merchant);
    usage.require_room(env, amount);
    require_funds(env, config, amount);
    usage.take(env, config, amount);
    StellarAssetClient::new(env, &config.asset).transfer(
        &env.current_contract_address(),
        to,
        &amount,
    );
}

pub fn credit(env: &Env, config: &Config, merchant: u64, amount: i128) {
    let Some(balance) = amount::add(storage::balance(env, config, merchant), amount) else {
        panic_with_error!(env, PoolError::BalanceOverflow)
    };
    storage::set_balance(env, config, merchant, balance);
}

pub fn debit(env: &Env, config: &Config, merchant: u64, amount: i128) {
    let Some(balance) = amount::sub(storage::balance(env, config, merchant), amount) else {
        panic_with_error!(env, PoolError::InsufficientBalance)
    };
    storage::set_balance(env, config, merchant, balance);
}

pub fn require_amount(env: &Env, amount: i128) {
    if !amount::is_valid(amount) {
        panic_with_error!(env, PoolError::InvalidAmount);
    }
}

/// A frozen or short pool would make every transfer fail with the codes of a frozen or full recipient, so
/// both are ruled out before the first one.
pub fn require_funds(env: &Env, config: &Config, amount: i128) {
    let asset = StellarAssetClient::new(env, &config.asset);
    let pool = env.current_contract_address();
    if !asset.authorized(&pool) {
        panic_with_error!(env, PoolError::PoolFrozen);
    }
    if asset.balance(&pool) < amount {
        panic_with_error!(env, PoolError::PoolShort);
    }
}

/// Addresses that never receive from the pool: a transfer to itself moves nothing, one to the issuer burns,
/// and what a system contract or the asset contract receives is lost.
pub fn refused(env: &Env, config: &Config) -> Vec<Address> {
    let mut refused = vec![
        env,
        env.current_contract_address(),
        config.asset.clone(),
        config.issuer.clone(),
    ];
    refused.append(&StateClient::new(env, &config.state).system_addresses());
    refused
}
