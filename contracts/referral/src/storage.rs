//! Typed keys, besides those of `merit_common::debts`. Every read and write of a persistent entry extends its TTL.

use merit_common::{
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, Address, Env};

use crate::{
    programmes::{Funds, Programme},
    rewards::Reward,
};

/// Set by the constructor, never changed.
#[contracttype]
#[derive(Clone)]
pub struct Config {
    pub admin: Address,
    pub state: Address,
    /// Stellar Asset Contract of the reward asset.
    pub asset: Address,
}

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// Instance storage.
    Config,
    /// That an account takes newcomers: `bool`.
    Enrolled(Address),
    /// A newcomer's referrer: `Address`.
    Referrer(Address),
    /// How many newcomers are bound to a referrer: `u32`.
    RefereeCount(Address),
    /// A referrer's n-th newcomer, from 0: `Address`.
    RefereeAt(Address, u32),
    /// [`Programme`] of a merchant.
    Programme(u64),
    /// [`Funds`] of a merchant's programme.
    Funds(u64),
    /// What a referrer got or is to get from a merchant's programme, stroops.
    Earned(u64, Address),
    /// [`Reward`] of a newcomer.
    Reward(Address),
}

pub fn init(env: &Env, config: &Config) {
    env.storage().instance().set(&DataKey::Config, config);
}

/// Configuration of this contract. First line of every entry point, since it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
}

pub fn is_enrolled(env: &Env, account: &Address) -> bool {
    get(env, &DataKey::Enrolled(account.clone())).unwrap_or(false)
}

pub fn set_enrolled(env: &Env, account: &Address) {
    set(env, &DataKey::Enrolled(account.clone()), &true);
}

pub fn referrer(env: &Env, newcomer: &Address) -> Option<Address> {
    get(env, &DataKey::Referrer(newcomer.clone()))
}

pub fn set_referrer(env: &Env, newcomer: &Address, referrer: &Address) {
    set(env, &DataKey::Referrer(newcomer.clone()), referrer);
}

pub fn referee_count(env: &Env, referrer: &Address) -> u32 {
    get(env, &DataKey::RefereeCount(referrer.clone())).unwrap_or(0)
}

pub fn referee_at(env: &Env, referrer: &Address, index: u32) -> Option<Address> {
    get(env, &DataKey::RefereeAt(referrer.clone(), index))
}

/// Adds a newcomer to its referrer's list.
pub fn list_referee(env: &Env, referrer: &Address, newcomer: &Address) {
    let count = referee_count(env, referrer);
    set(env, &DataKey::RefereeAt(referrer.clone(), count), newcomer);
    set(env, &DataKey::RefereeCount(referrer.clone()), &(count + 1));
}

pub fn programme(env: &Env, merchant: u64) -> Option<Programme> {
    get(env, &DataKey::Programme(merchant))
}

pub fn set_programme(env: &Env, merchant: u64, programme: &Programme) {
    set(env, &DataKey::Programme(merchant), programme);
}

pub fn funds(env: &Env, merchant: u64) -> Funds {
    get(env, &DataKey::Funds(merchant)).unwrap_or_default()
}

pub fn set_funds(env: &Env, merchant: u64, funds: &Funds) {
    set(env, &DataKey::Funds(merchant), funds);
}

pub fn earned(env: &Env, merchant: u64, referrer: &Address) -> i128 {
    get(env, &DataKey::Earned(merchant, referrer.clone())).unwrap_or(0)
}

pub fn set_earned(env: &Env, merchant: u64, referrer: &Address, earned: i128) {
    set(env, &DataKey::Earned(merchant, referrer.clone()), &earned);
}

pub fn reward(env: &Env, newcomer: &Address) -> Option<Reward> {
    get(env, &DataKey::Reward(newcomer.clone()))
}

pub fn set_reward(env: &Env, newcomer: &Address, reward: &Reward) {
    set(env, &DataKey::Reward(newcomer.clone()), reward);
}
