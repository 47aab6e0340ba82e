//! Calls to the asset contract (SAC), with its error numbers turned into ours.

use merit_common::sac;
use soroban_sdk::{
    panic_with_error, token::StellarAssetClient, xdr::ScErrorType, Address, ConversionError, Env,
    Error, InvokeError,
};

use crate::{errors::TokenError, storage};

type Answer = Result<Result<(), ConversionError>, Result<Error, InvokeError>>;

/// The balance must grow by what was minted: the issuer's never does, so minting to it would only use up the cap.
pub fn mint(env: &Env, to: &Address, stroops: i128) {
    let client = client(env);
    let before = balance(env, &client, to);
    settle(env, client.try_mint(to, &stroops));
    if balance(env, &client, to) != before + stroops {
        panic_with_error!(env, TokenError::AssetRefused);
    }
}

pub fn clawback(env: &Env, from: &Address, stroops: i128) {
    settle(env, client(env).try_clawback(from, &stroops));
}

/// Where there is no trustline, nothing happens.
pub fn set_authorized(env: &Env, account: &Address, authorized: bool) {
    let answer = client(env).try_set_authorized(account, &authorized);
    if !lacks_line(&answer) {
        settle(env, answer);
    }
}

/// False where there is no trustline.
pub fn is_deauthorized(env: &Env, account: &Address) -> bool {
    client(env).try_authorized(account) == Ok(Ok(false))
}

fn lacks_line(answer: &Answer) -> bool {
    let Err(Ok(error)) = answer else { return false };
    error.is_type(ScErrorType::Contract)
        && [sac::ACCOUNT_MISSING, sac::TRUSTLINE_MISSING].contains(&error.get_code())
}

fn client(env: &Env) -> StellarAssetClient<'_> {
    StellarAssetClient::new(env, &storage::asset(env))
}

fn balance(env: &Env, client: &StellarAssetClient, holder: &Address) -> i128 {
    match client.try_balance(holder) {
        Ok(Ok(stroops)) => stroops,
        _ => panic_with_error!(env, TokenError::NoTrustline),
    }
}

fn settle(env: &Env, answer: Answer) {
    let error = match answer {
        Ok(Ok(())) => return,
        Err(Ok(error)) if error.is_type(ScErrorType::Contract) => error,
        _ => panic_with_error!(env, TokenError::AssetRefused),
    };
    panic_with_error!(
        env,
        match error.get_code() {
            sac::ACCOUNT_MISSING | sac::TRUSTLINE_MISSING => TokenError::NoTrustline,
            sac::BALANCE_DEAUTHORIZED => TokenError::NotAuthorized,
            sac::BALANCE => TokenError::BalanceOutOfRange,
            _ => TokenError::AssetRefused,
        }
    );
}
