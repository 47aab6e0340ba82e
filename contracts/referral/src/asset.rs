//! Calls to the asset contract (SAC), with its error numbers turned into ours.

use merit_common::sac::{self, Lack};
use soroban_sdk::{
    panic_with_error, token::StellarAssetClient, xdr::ScErrorType, Address, ConversionError, Env,
    Error, InvokeError,
};

use crate::{errors::ReferralError, storage::Config};

type Answer = Result<Result<(), ConversionError>, Result<Error, InvokeError>>;

/// Moves `amount` from `from` into this contract.
pub fn pull(env: &Env, config: &Config, from: &Address, amount: i128) {
    let asset = client(env, config);
    let own = env.current_contract_address();
    let before = asset.balance(&own);
    settle(env, asset.try_transfer(from, &own, &amount));
    // Trust what arrived, not what was asked for.
    if asset.balance(&own).checked_sub(before) != Some(amount) {
        panic_with_error!(env, ReferralError::DepositMismatch);
    }
}

/// Fails if this contract itself can't send `amount`. Otherwise the refusal would count as the recipient's, and become a
/// debt to it.
pub fn require_funds(env: &Env, config: &Config, amount: i128) {
    match sac::lack(env, &config.asset, amount) {
        Some(Lack::Frozen) => panic_with_error!(env, ReferralError::NotAuthorized),
        Some(Lack::Short) => panic_with_error!(env, ReferralError::BalanceOutOfRange),
        None => {}
    }
}

pub fn send(env: &Env, config: &Config, to: &Address, amount: i128) {
    if sac::is_frozen(env, &config.asset, to) {
        panic_with_error!(env, ReferralError::NotAuthorized);
    }
    let own = env.current_contract_address();
    settle(env, client(env, config).try_transfer(&own, to, &amount));
}

/// What this contract holds, stroops.
pub fn held(env: &Env, config: &Config) -> i128 {
    client(env, config).balance(&env.current_contract_address())
}

fn client<'a>(env: &Env, config: &Config) -> StellarAssetClient<'a> {
    StellarAssetClient::new(env, &config.asset)
}

fn settle(env: &Env, answer: Answer) {
    let error = match answer {
        Ok(Ok(())) => return,
        Err(Ok(error)) if error.is_type(ScErrorType::Contract) => error,
        _ => panic_with_error!(env, ReferralError::AssetRefused),
    };
    panic_with_error!(
        env,
        match error.get_code() {
            sac::ACCOUNT_MISSING | sac::TRUSTLINE_MISSING => ReferralError::NoTrustline,
            sac::BALANCE_DEAUTHORIZED => ReferralError::NotAuthorized,
            sac::BALANCE => ReferralError::BalanceOutOfRange,
            _ => ReferralError::AssetRefused,
        }
    );
}
