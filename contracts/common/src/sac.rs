//! The host's built-in Stellar Asset Contract: its error numbers, and what contracts that hold the asset ask of it.

use soroban_sdk::{
    panic_with_error, token::StellarAssetClient, xdr::ScErrorType, Address, ConversionError, Env,
    Error, InvokeError, SpecShakingMarker,
};

use crate::TokenClient;

/// Result of a `try_` call of the asset contract.
type Answer = Result<Result<(), ConversionError>, Result<Error, InvokeError>>;

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

/// The reason why the calling contract can't send `amount` (stroops), if there is one. A frozen or short sender would make every
/// transfer fail with the codes of a frozen or full recipient, so both are ruled out before the first one.
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
/// signature, and then fails, with all that the account did, unless the stranger holds a role. So would the host's refusal of a
/// call that is too deep, but the asset's answer before comes from the same depth.
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

/// Why the asset didn't move as asked. A contract that tells its callers converts it to its own error.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Refusal {
    /// The account has no trustline, or doesn't exist.
    NoTrustline,
    /// The account, or the calling contract, is frozen.
    NotAuthorized,
    /// The giver holds too little, or the receiver's trustline has no room.
    BalanceOutOfRange,
    /// Another amount arrived.
    Mismatch,
    /// The asset contract gave any other reason, such as a missing signature.
    Other,
}

/// Panics with the contract's own error `E` if the asset refused.
pub fn require<E>(env: &Env, result: Result<(), Refusal>)
where
    E: From<Refusal> + Into<Error> + SpecShakingMarker,
{
    if let Err(refusal) = result {
        panic_with_error!(env, E::from(refusal));
    }
}

/// Turns the answer of a `try_` call into the reason of its failure.
pub fn outcome(answer: Answer) -> Result<(), Refusal> {
    let error = match answer {
        Ok(Ok(())) => return Ok(()),
        Err(Ok(error)) if error.is_type(ScErrorType::Contract) => error,
        _ => return Err(Refusal::Other),
    };
    Err(match error.get_code() {
        ACCOUNT_MISSING | TRUSTLINE_MISSING => Refusal::NoTrustline,
        BALANCE_DEAUTHORIZED => Refusal::NotAuthorized,
        BALANCE => Refusal::BalanceOutOfRange,
        _ => Refusal::Other,
    })
}

/// Like [`pull`], with the asset's reason.
pub fn deposit(env: &Env, asset: &Address, from: &Address, amount: i128) -> Result<(), Refusal> {
    let asset = StellarAssetClient::new(env, asset);
    let this = env.current_contract_address();
    let before = asset.balance(&this);
    outcome(asset.try_transfer(from, &this, &amount))?;
    let arrived = asset.balance(&this).checked_sub(before);
    (arrived == Some(amount))
        .then_some(())
        .ok_or(Refusal::Mismatch)
}

/// Sends `amount` (stroops) from the calling contract, unless the recipient is frozen.
pub fn send(env: &Env, asset: &Address, to: &Address, amount: i128) -> Result<(), Refusal> {
    if is_frozen(env, asset, to) {
        return Err(Refusal::NotAuthorized);
    }
    let client = StellarAssetClient::new(env, asset);
    outcome(client.try_transfer(&env.current_contract_address(), to, &amount))
}

/// Like [`lack`], as a refusal. A contract that owes a refused payment to its recipient calls this first.
pub fn can_send(env: &Env, asset: &Address, amount: i128) -> Result<(), Refusal> {
    match lack(env, asset, amount) {
        Some(Lack::Frozen) => Err(Refusal::NotAuthorized),
        Some(Lack::Short) => Err(Refusal::BalanceOutOfRange),
        None => Ok(()),
    }
}
