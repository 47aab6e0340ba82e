//! Grants with an expiry. No authorisation here: `contract.rs` has checked it.

use soroban_sdk::{panic_with_error, Address, Env, Symbol, Vec};
use stellar_access::access_control;

use crate::{errors::AdminError, storage};

const MAX_PAGE: u32 = 100;

/// Position among the role's grants, while the grant exists and has not expired.
pub fn find(env: &Env, account: &Address, role: &Symbol) -> Option<u32> {
    access_control::has_role(env, account, role).filter(|_| !expired(env, account, role))
}

pub fn holds(env: &Env, account: &Address, role: &str) -> bool {
    find(env, account, &Symbol::new(env, role)).is_some()
}

fn expired(env: &Env, account: &Address, role: &Symbol) -> bool {
    storage::expiry(env, account, role).is_some_and(|end| env.ledger().timestamp() >= end)
}

/// Grants, or replaces the expiry of an existing grant, also of one that has expired.
pub fn grant(env: &Env, account: &Address, role: &Symbol, expires_at: Option<u64>) {
    if expires_at.is_some_and(|end| end <= env.ledger().timestamp()) {
        panic_with_error!(env, AdminError::InvalidExpiry);
    }
    if access_control::has_role(env, account, role).is_none() {
        ensure_room_for(env, role);
        access_control::add_to_role_enumeration(env, account, role);
    }
    storage::set_expiry(env, account, role, expires_at);
}

fn ensure_room_for(env: &Env, role: &Symbol) {
    let roles = access_control::get_existing_roles(env);
    if roles.len() >= access_control::MAX_ROLES && !roles.contains(role) {
        panic_with_error!(env, AdminError::TooManyRoles);
    }
}

/// Takes the role away, expired or not.
pub fn revoke(env: &Env, account: &Address, role: &Symbol, caller: &Address) {
    if access_control::has_role(env, account, role).is_none() {
        panic_with_error!(env, AdminError::RoleNotHeld);
    }
    access_control::revoke_role_no_auth(env, account, role, caller);
    storage::set_expiry(env, account, role, None);
}

/// Holders at positions `start .. start + limit` of the enumeration, without the expired ones: a page may
/// be shorter than `limit`; the end is [`access_control::get_role_member_count`].
pub fn members(env: &Env, role: &Symbol, start: u32, limit: u32) -> Vec<Address> {
    if limit == 0 || limit > MAX_PAGE {
        panic_with_error!(env, AdminError::InvalidPage);
    }
    let end = access_control::get_role_member_count(env, role).min(start.saturating_add(limit));
    let mut page = Vec::new(env);
    for index in start..end {
        let account = access_control::get_role_member(env, role, index);
        if !expired(env, &account, role) {
            page.push_back(account);
        }
    }
    page
}
