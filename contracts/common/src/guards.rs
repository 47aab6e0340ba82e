//! Checks in front of an entry point. The caller panics with its own code.

use soroban_sdk::{vec, Address, Env, Symbol, Vec};

use crate::{lifecycle, AdminClient, StateClient};

/// Requires the signature of `operator`, then asks `admin` whether it holds `role` (see [`crate::roles`]).
///
/// Use once per address and invocation: the host refuses a second `require_auth` for one address.
pub fn authorize(env: &Env, admin: &Address, role: &str, operator: &Address) -> bool {
    operator.require_auth();
    has_role(env, admin, role, operator)
}

/// Role check without a signature: for an address whose authorisation was already required.
pub fn has_role(env: &Env, admin: &Address, role: &str, account: &Address) -> bool {
    let role = Symbol::new(env, role);
    AdminClient::new(env, admin)
        .has_role(account, &role)
        .is_some()
}

/// True when this contract or the whole system is stopped.
pub fn is_stopped(env: &Env, state: &Address) -> bool {
    lifecycle::paused(env) || StateClient::new(env, state).paused()
}

/// True when `account` is one of the registered contracts.
pub fn is_system_address(env: &Env, state: &Address, account: &Address) -> bool {
    StateClient::new(env, state)
        .system_addresses()
        .contains(account)
}

/// Addresses that the calling contract never pays: a transfer to itself moves nothing, one to the issuer burns, and what
/// a system contract or the asset contract receives is lost.
pub fn refused_recipients(
    env: &Env,
    state: &Address,
    asset: &Address,
    issuer: &Address,
) -> Vec<Address> {
    let mut refused = vec![
        env,
        env.current_contract_address(),
        asset.clone(),
        issuer.clone(),
    ];
    refused.append(&StateClient::new(env, state).system_addresses());
    refused
}
