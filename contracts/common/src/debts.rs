//! Debts to accounts. An account without a trustline, or with a full one, or a frozen account, can't hold anything up: its
//! money waits here, and anyone may have it paid to the account, unless it is frozen.

use soroban_sdk::{contractevent, contracttype, token::StellarAssetClient, Address, Env};

use crate::{persistent, sac};

#[contracttype]
#[derive(Clone)]
enum Key {
    /// Stroops: `i128`.
    Owed(Address),
}

/// An account is owed this amount, which waits for `withdraw`.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Owed {
    #[topic]
    pub account: Address,
    pub amount: i128,
}

/// An account received everything that it was owed.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Withdrawn {
    #[topic]
    pub account: Address,
    pub amount: i128,
}

/// Stroops owed to the account.
pub fn owed(env: &Env, account: &Address) -> i128 {
    persistent::get(env, &Key::Owed(account.clone())).unwrap_or(0)
}

/// Sends `amount` (stroops) from the calling contract, or owes it if the account is frozen or the asset refuses. False: it is owed.
/// The asset also refuses a frozen or short sender; a contract for which that is an error rules it out first ([`sac::lack`]).
///
/// Not `at_once`, it is owed in any case, and no trustline is touched. A call that others need must end so: a signed call names
/// what it writes, the trustline or the debt, so an account that opens and fills its line in turns would make each one fail.
pub fn pay(env: &Env, asset: &Address, to: &Address, amount: i128, at_once: bool) -> bool {
    let this = env.current_contract_address();
    let client = StellarAssetClient::new(env, asset);
    let may = at_once && !sac::is_frozen(env, asset, to);
    if may && client.try_transfer(&this, to, &amount).is_ok() {
        return true;
    }
    owe(env, to, amount);
    false
}

/// Adds `amount` (stroops) to what the account is owed.
fn owe(env: &Env, account: &Address, amount: i128) {
    let sum = owed(env, account) + amount;
    persistent::set(env, &Key::Owed(account.clone()), &sum);
    Owed {
        account: account.clone(),
        amount,
    }
    .publish(env);
}

/// Removes the debt; the caller pays it now, or fails. `None` if nothing is owed.
#[must_use]
pub fn take(env: &Env, account: &Address) -> Option<i128> {
    let key = Key::Owed(account.clone());
    let amount = persistent::get(env, &key)?;
    env.storage().persistent().remove(&key);
    Some(amount)
}
