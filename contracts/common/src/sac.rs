//! The host's built-in Stellar Asset Contract: its error numbers, and what contracts that hold the asset ask of it.

use soroban_sdk::{token::StellarAssetClient, Address, Env};

use crate::TokenClient;

pub const ACCOUNT_MISSING: u32 = 6;
/// The balance would leave its range: too small to give, or the line's limit too low to receive.
pub const BALANCE: u32 = 10;
pub const BALANCE_DEAUTHORIZED: u32 = 11;
pub const TRUSTLINE_MISSING: u32 = 13;

/// Why the calling contract can't send.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Lack {
    Frozen,
    Short,
}

/// What keeps the calling contract from sending `amount` (stroops). A frozen or short sender would make every transfer
/// fail with the codes of a frozen or full recipient, so both are ruled out before the first one.
pub fn lack(env: &Env, asset: &Address, amount: i128) -> Option<Lack> {
    let asset = StellarAssetClient::new(env, asset);
    let this = env.current_contract_address();
    if !asset.authorized(&this) {
        return Some(Lack::Frozen);
    }
    (asset.balance(&this) < amount).then_some(Lack::Short)
}

/// True if `account` is frozen, according to the asset's administrator `token`. The trustline doesn't tell: an account that has
/// put its tokens into a contract can close its line, and a new one isn't frozen. Contracts that hold a wallet's tokens ask this
/// before the wallet gets them or disposes of them. Code of `token` before release 0.3.0 has no answer, which counts as no.
/// So does the host's refusal to enter `token` twice. That can't be used: `token` enters a stranger's account only to check its
/// signature, and then fails, with all that the account did, unless the stranger holds a role.
pub fn is_frozen(env: &Env, asset: &Address, account: &Address) -> bool {
    let token = StellarAssetClient::new(env, asset).admin();
    let answer = TokenClient::new(env, &token).try_is_frozen(account);
    matches!(answer, Ok(Ok(true)))
}

/// Moves `amount` (stroops) from `from` into the calling contract. False if something else arrived: the caller refuses
/// then, since what arrived counts, not what was asked for.
#[must_use]
pub fn pull(env: &Env, asset: &Address, from: &Address, amount: i128) -> bool {
    let asset = StellarAssetClient::new(env, asset);
    let this = env.current_contract_address();
    let before = asset.balance(&this);
    asset.transfer(from, &this, &amount);
    asset.balance(&this).checked_sub(before) == Some(amount)
}
