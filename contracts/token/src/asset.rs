//! Calls to the asset contract (SAC), of which this contract is the administrator.

use merit_common::sac::{self, Refusal};
use soroban_sdk::{panic_with_error, token::StellarAssetClient, xdr::ScErrorType, Address, Env};

use crate::{errors::TokenError, storage};

/// The balance must grow by what was minted: the issuer's never does, so minting to it would only use up the cap.
pub fn mint(env: &Env, to: &Address, stroops: i128) {
    let client = client(env);
    let before = balance(env, &client, to);
    sac::require::<TokenError>(env, sac::outcome(client.try_mint(to, &stroops)));
    if balance(env, &client, to) != before + stroops {
        panic_with_error!(env, TokenError::AssetRefused);
    }
}

pub fn clawback(env: &Env, from: &Address, stroops: i128) {
    let answer = client(env).try_clawback(from, &stroops);
    sac::require::<TokenError>(env, sac::outcome(answer));
}

/// Changes nothing if there is no trustline.
pub fn set_authorized(env: &Env, account: &Address, authorized: bool) {
    match sac::outcome(client(env).try_set_authorized(account, &authorized)) {
        Err(Refusal::NoTrustline) => {}
        result => sac::require::<TokenError>(env, result),
    }
}

/// False where there is no trustline. No answer counts as true: whoever calls this deeply enough keeps the asset from giving one.
pub fn is_deauthorized(env: &Env, account: &Address) -> bool {
    match client(env).try_authorized(account) {
        Ok(answer) => answer != Ok(true),
        Err(error) => !error.is_ok_and(|error| error.is_type(ScErrorType::Contract)),
    }
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
