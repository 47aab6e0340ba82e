//! Merchants' free balances: money in, money out. Authorisation is checked in `contract.rs`.

use merit_common::{
    amount, guards,
    sac::{self, Lack},
};
use soroban_sdk::{
    panic_with_error, token::StellarAssetClient, Address, BytesN, Env, MuxedAddress, Vec,
};

use crate::{
    errors::PoolError,
    limits::Usage,
    storage::{self, Config, GrantRecord},
};

/// Moves `amount` from `from` into the pool and credits the merchant with it.
pub fn pull(env: &Env, config: &Config, from: &Address, merchant: u64, amount: i128) {
    require_amount(env, amount);
    if !sac::pull(env, &config.asset, from, amount) {
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

/// Sends free balance out for its owner, within the limits.
pub fn withdraw(
    env: &Env,
    config: &Config,
    owner: &Address,
    merchant: u64,
    to: &MuxedAddress,
    amount: i128,
) {
    require_amount(env, amount);
    if refused(env, config).contains(to.address()) {
        panic_with_error!(env, PoolError::RefusedRecipient);
    }
    for account in [owner, &to.address()] {
        require_unfrozen(env, config, account);
    }
    debit(env, config, merchant, amount);
    let usage = Usage::load(env, config, merchant, false);
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

pub fn require_funds(env: &Env, config: &Config, amount: i128) {
    match sac::lack(env, &config.asset, amount) {
        Some(Lack::Frozen) => panic_with_error!(env, PoolError::PoolFrozen),
        Some(Lack::Short) => panic_with_error!(env, PoolError::PoolShort),
        None => {}
    }
}

pub fn refused(env: &Env, config: &Config) -> Vec<Address> {
    guards::refused_recipients(env, &config.state, &config.asset, &config.issuer)
}

/// Fails if the asset's administrator froze the account.
pub fn require_unfrozen(env: &Env, config: &Config, account: &Address) {
    if sac::is_frozen(env, &config.asset, account) {
        panic_with_error!(env, PoolError::AccountFrozen);
    }
}
