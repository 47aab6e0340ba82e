//! A staker may name a delegate, who may then vote for it. No votes move: sums at the delegate would be a history that all
//! its delegators write, so a transaction that one of them signed would fail after another one's.

use soroban_sdk::{contracttype, Address, Env};

use crate::{events::DelegateChanged, storage};

/// The delegate that an account has named.
#[contracttype]
#[derive(Clone)]
pub struct Delegation {
    pub delegate: Address,
    /// Ledger in which it was named.
    pub since: u32,
}

/// Names `delegatee`, or takes the right back if that is the account itself. To name the same delegate again changes nothing.
pub fn delegate(env: &Env, account: Address, delegatee: Address) {
    let before = get(env, &account);
    if before.as_ref().unwrap_or(&account) == &delegatee {
        return;
    }
    if delegatee == account {
        storage::drop_delegation(env, &account);
    } else {
        let delegation = Delegation {
            delegate: delegatee.clone(),
            since: env.ledger().sequence(),
        };
        storage::set_delegation(env, &account, &delegation);
    }
    DelegateChanged {
        delegator: account,
        from_delegate: before,
        to_delegate: delegatee,
    }
    .publish(env);
}

pub fn get(env: &Env, account: &Address) -> Option<Address> {
    Some(storage::delegation(env, account)?.delegate)
}

/// True if `account` had named `delegate` when `ledger`, a past one, closed, and still does. An account that isn't a delegator by
/// then doesn't become one later: so a list of delegators needs no entries but those that it needed when it was signed.
pub fn lasts_since(env: &Env, account: &Address, delegate: &Address, ledger: u32) -> bool {
    storage::delegation(env, account)
        .is_some_and(|named| named.delegate == *delegate && named.since <= ledger)
}
