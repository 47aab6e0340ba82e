//! Money in, money out, and the sum of what is owed. Authorisation is checked in `contract.rs`.

use merit_common::{amount, StateClient};
use soroban_sdk::{panic_with_error, token::StellarAssetClient, vec, Address, Env, Vec};

use crate::{
    errors::VestingError,
    storage::{self, Config},
};

/// Moves `amount` from `from` into the contract.
pub fn pull(env: &Env, config: &Config, from: &Address, amount: i128) {
    let Some(obligations) = amount::add(storage::obligations(env), amount) else {
        panic_with_error!(env, VestingError::ObligationsOverflow)
    };
    storage::set_obligations(env, obligations);
    let asset = StellarAssetClient::new(env, &config.asset);
    let this = env.current_contract_address();
    let before = asset.balance(&this);
    asset.transfer(from, &this, &amount);
    // Trust what arrived, not what was asked for.
    if asset.balance(&this).checked_sub(before) != Some(amount) {
        panic_with_error!(env, VestingError::DepositMismatch);
    }
}

/// Sends `amount` out of a schedule. The caller has written the schedule before.
pub fn push(env: &Env, config: &Config, to: &Address, amount: i128) {
    let asset = StellarAssetClient::new(env, &config.asset);
    let this = env.current_contract_address();
    // Ruled out first: the transfer would fail with the codes of a frozen or full recipient.
    if !asset.authorized(&this) {
        panic_with_error!(env, VestingError::ContractFrozen);
    }
    let left = amount::sub(storage::obligations(env), amount);
    let (Some(left), true) = (left, asset.balance(&this) >= amount) else {
        panic_with_error!(env, VestingError::ContractShort)
    };
    storage::set_obligations(env, left);
    if asset.try_transfer(&this, to, &amount).is_err() {
        panic_with_error!(env, VestingError::RecipientRefused);
    }
}

/// Addresses that can't be beneficiaries: what they receive is lost, or burnt in the issuer's case.
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

pub fn require_beneficiary(env: &Env, refused: &Vec<Address>, account: &Address) {
    if refused.contains(account) {
        panic_with_error!(env, VestingError::RefusedBeneficiary);
    }
}
