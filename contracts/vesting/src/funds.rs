//! Money in, money out, and the sum of what is owed. Authorisation is checked in `contract.rs`.

use merit_common::{
    amount, debts, guards,
    sac::{self, Lack},
};
use soroban_sdk::{panic_with_error, token::StellarAssetClient, Address, Env, Vec};

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
    if !sac::pull(env, &config.asset, from, amount) {
        panic_with_error!(env, VestingError::DepositMismatch);
    }
}

/// Sends `amount` out of a schedule. The caller has written the schedule before.
pub fn push(env: &Env, config: &Config, to: &Address, amount: i128) {
    require_unfrozen(env, config, to);
    match sac::lack(env, &config.asset, amount) {
        Some(Lack::Frozen) => panic_with_error!(env, VestingError::ContractFrozen),
        Some(Lack::Short) => panic_with_error!(env, VestingError::ContractShort),
        None => {}
    }
    discharge(env, amount);
    let asset = StellarAssetClient::new(env, &config.asset);
    let this = env.current_contract_address();
    if asset.try_transfer(&this, to, &amount).is_err() {
        panic_with_error!(env, VestingError::RecipientRefused);
    }
}

/// Sends `amount` back to a funder. If that fails for any reason, the funder is owed it, because a failed transfer must not
/// decide how much vests. `at_once` as in [`debts::pay`].
pub fn refund(env: &Env, config: &Config, to: &Address, amount: i128, at_once: bool) {
    if debts::pay(env, &config.asset, to, amount, at_once) {
        discharge(env, amount);
    }
}

/// Pays an account what it is owed. Returns the amount in stroops.
pub fn withdraw(env: &Env, config: &Config, account: &Address) -> i128 {
    let Some(amount) = debts::take(env, account) else {
        panic_with_error!(env, VestingError::NothingOwed)
    };
    push(env, config, account, amount);
    amount
}

/// Takes a paid amount off the obligations.
fn discharge(env: &Env, amount: i128) {
    let Some(left) = amount::sub(storage::obligations(env), amount) else {
        panic_with_error!(env, VestingError::ContractShort)
    };
    storage::set_obligations(env, left);
}

/// Addresses that can't be beneficiaries.
pub fn refused(env: &Env, config: &Config) -> Vec<Address> {
    guards::refused_recipients(env, &config.state, &config.asset, &config.issuer)
}

/// Fails if the asset's administrator froze the account: it gets nothing, and hands nothing over.
pub fn require_unfrozen(env: &Env, config: &Config, account: &Address) {
    if sac::is_frozen(env, &config.asset, account) {
        panic_with_error!(env, VestingError::AccountFrozen);
    }
}

pub fn require_beneficiary(env: &Env, refused: &Vec<Address>, account: &Address) {
    if refused.contains(account) {
        panic_with_error!(env, VestingError::RefusedBeneficiary);
    }
}
