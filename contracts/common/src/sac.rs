//! The host's built-in Stellar Asset Contract: its error numbers, and what contracts that hold the asset ask of it.

use soroban_sdk::{token::StellarAssetClient, Address, Env};

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
