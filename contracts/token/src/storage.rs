//! Typed access to every entry.

use merit_common::{persistent, rolling::Ring, ttl};
use soroban_sdk::{contracttype, Address, Env, IntoVal, TryFromVal, Val};

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// The admin contract. Instance, like all up to `Minted`.
    AdminContract,
    StateContract,
    /// The reward asset's contract (SAC).
    Asset,
    /// Most stroops that may exist.
    Cap,
    /// Stroops minted minus clawed back.
    Minted,
    /// Stroops this minter may mint per rolling 24 h. Persistent.
    Quota(Address),
    /// Stroops that this minter minted in the last 24 h. Persistent.
    Ring(Address),
    /// True if this account is frozen: `bool`. Persistent.
    Frozen(Address),
}

/// Values that the constructor fixes for good.
pub struct Config {
    pub admin: Address,
    pub state: Address,
    pub asset: Address,
    pub cap: i128,
}

pub fn set_config(env: &Env, config: &Config) {
    set(env, &DataKey::AdminContract, &config.admin);
    set(env, &DataKey::StateContract, &config.state);
    set(env, &DataKey::Asset, &config.asset);
    set(env, &DataKey::Cap, &config.cap);
}

/// Keeps the instance alive and returns the address of `admin`.
pub fn open(env: &Env) -> Address {
    ttl::extend_instance(env);
    configured(env, &DataKey::AdminContract)
}

pub fn state_contract(env: &Env) -> Address {
    configured(env, &DataKey::StateContract)
}

pub fn asset(env: &Env) -> Address {
    configured(env, &DataKey::Asset)
}

pub fn cap(env: &Env) -> i128 {
    configured(env, &DataKey::Cap)
}

pub fn minted(env: &Env) -> i128 {
    env.storage().instance().get(&DataKey::Minted).unwrap_or(0)
}

pub fn set_minted(env: &Env, stroops: i128) {
    set(env, &DataKey::Minted, &stroops);
}

/// 0 without an entry: an account with the role but no quota mints nothing.
pub fn quota(env: &Env, minter: &Address) -> i128 {
    let key = DataKey::Quota(minter.clone());
    let Some(daily) = env.storage().persistent().get(&key) else {
        return 0;
    };
    ttl::extend_persistent(env, &key);
    daily
}

pub fn set_quota(env: &Env, minter: &Address, daily: i128) {
    let key = DataKey::Quota(minter.clone());
    env.storage().persistent().set(&key, &daily);
    ttl::extend_persistent(env, &key);
}

pub fn ring(env: &Env, minter: &Address) -> Ring {
    Ring::load(env, &DataKey::Ring(minter.clone()))
}

pub fn set_ring(env: &Env, minter: &Address, ring: &Ring) {
    ring.store(env, &DataKey::Ring(minter.clone()));
}

pub fn is_frozen(env: &Env, account: &Address) -> bool {
    persistent::get(env, &DataKey::Frozen(account.clone())).unwrap_or(false)
}

pub fn set_frozen(env: &Env, account: &Address) {
    persistent::set(env, &DataKey::Frozen(account.clone()), &true);
}

pub fn remove_frozen(env: &Env, account: &Address) {
    let key = DataKey::Frozen(account.clone());
    env.storage().persistent().remove(&key);
}

fn set<V: IntoVal<Env, Val>>(env: &Env, key: &DataKey, value: &V) {
    env.storage().instance().set(key, value);
}

/// Set by the constructor, without which there is no contract.
fn configured<V: TryFromVal<Env, Val>>(env: &Env, key: &DataKey) -> V {
    env.storage().instance().get(key).unwrap()
}
