//! Entries of our own; OpenZeppelin's access_control keeps the roles and the admin.

use merit_common::{clients::AnnouncedUpgrade, handover::Handover, persistent, ttl};
use soroban_sdk::{contracttype, Address, Env, Symbol};
use stellar_access::access_control::{self, AccessControlStorageKey};

#[contracttype]
#[derive(Clone)]
enum DataKey {
    /// Seconds between announcing and accepting a new admin. Instance.
    TransferDelay,
    /// The registry whose stop of the whole system stops this contract too; no entry: none. Instance.
    State,
    /// The announced new admin. Instance.
    Transfer,
    /// Seconds between announcing and using new code. Instance.
    UpgradeDelay,
    /// The announced code of a contract. Persistent.
    Upgrade(Address),
    /// Unix second at which this account's grant ends; no entry: never. Persistent.
    Expiry(Symbol, Address),
}

pub fn admin(env: &Env) -> Option<Address> {
    access_control::get_admin(env)
}

/// OpenZeppelin's setter works only once, and its transfer has no delay.
pub fn set_admin(env: &Env, admin: &Address) {
    env.storage()
        .instance()
        .set(&AccessControlStorageKey::Admin, admin);
}

pub fn transfer_delay(env: &Env) -> u64 {
    env.storage()
        .instance()
        .get(&DataKey::TransferDelay)
        .unwrap_or(0)
}

pub fn set_transfer_delay(env: &Env, seconds: u64) {
    env.storage()
        .instance()
        .set(&DataKey::TransferDelay, &seconds);
}

/// Data of a release before 0.3.0 has only the other delay.
pub fn upgrade_delay(env: &Env) -> u64 {
    env.storage()
        .instance()
        .get(&DataKey::UpgradeDelay)
        .unwrap_or_else(|| transfer_delay(env))
}

pub fn set_upgrade_delay(env: &Env, seconds: u64) {
    env.storage()
        .instance()
        .set(&DataKey::UpgradeDelay, &seconds);
}

pub fn upgrade(env: &Env, contract: &Address) -> Option<AnnouncedUpgrade> {
    persistent::get(env, &DataKey::Upgrade(contract.clone()))
}

pub fn set_upgrade(env: &Env, contract: &Address, upgrade: &AnnouncedUpgrade) {
    persistent::set(env, &DataKey::Upgrade(contract.clone()), upgrade);
}

pub fn remove_upgrade(env: &Env, contract: &Address) {
    env.storage()
        .persistent()
        .remove(&DataKey::Upgrade(contract.clone()));
}

pub fn state(env: &Env) -> Option<Address> {
    env.storage().instance().get(&DataKey::State)
}

pub fn set_state(env: &Env, state: &Address) {
    env.storage().instance().set(&DataKey::State, state);
}

pub fn transfer(env: &Env) -> Option<Handover> {
    env.storage().instance().get(&DataKey::Transfer)
}

pub fn set_transfer(env: &Env, transfer: &Handover) {
    env.storage().instance().set(&DataKey::Transfer, transfer);
}

pub fn remove_transfer(env: &Env) {
    env.storage().instance().remove(&DataKey::Transfer);
}

pub fn expiry(env: &Env, account: &Address, role: &Symbol) -> Option<u64> {
    let key = DataKey::Expiry(role.clone(), account.clone());
    let found = env.storage().persistent().get(&key);
    if found.is_some() {
        ttl::extend_persistent(env, &key);
    }
    found
}

pub fn set_expiry(env: &Env, account: &Address, role: &Symbol, expires_at: Option<u64>) {
    let key = DataKey::Expiry(role.clone(), account.clone());
    let Some(expires_at) = expires_at else {
        env.storage().persistent().remove(&key);
        return;
    };
    env.storage().persistent().set(&key, &expires_at);
    ttl::extend_persistent(env, &key);
}
