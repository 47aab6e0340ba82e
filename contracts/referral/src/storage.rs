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
    /// [`Programme`] of a merchant.
    Programme(u64),
    /// [`Funds`] of a merchant's programme.
    Funds(u64),
    /// Stroops that a referrer got or is to get from a merchant's programme: `i128`.
    Earned(u64, Address),
    /// True if a programme's sponsor left, and hasn't funded it since: `bool`.
    Left(u64),
    /// [`Reward`] of a newcomer in a merchant's programme.
    RewardOf(u64, Address),
    /// [`Reward`] of a newcomer under release 0.2.0, which gave it one among all programmes.
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

/// True if the programme's sponsor left, and hasn't funded it since.
pub fn has_left(env: &Env, merchant: u64) -> bool {
    get(env, &DataKey::Left(merchant)).unwrap_or(false)
}

pub fn set_left(env: &Env, merchant: u64) {
    set(env, &DataKey::Left(merchant), &true);
}

pub fn clear_left(env: &Env, merchant: u64) {
    env.storage().persistent().remove(&DataKey::Left(merchant));
}

pub fn reward(env: &Env, merchant: u64, newcomer: &Address) -> Option<Reward> {
    get(env, &reward_key(env, merchant, newcomer))
}

pub fn set_reward(env: &Env, newcomer: &Address, reward: &Reward) {
    set(env, &reward_key(env, reward.merchant, newcomer), reward);
}

/// Rewards of release 0.2.0 stay where they are.
fn reward_key(env: &Env, merchant: u64, newcomer: &Address) -> DataKey {
    let old = DataKey::Reward(newcomer.clone());
    match get::<_, Reward>(env, &old) {
        Some(reward) if reward.merchant == merchant => old,
        _ => DataKey::RewardOf(merchant, newcomer.clone()),
    }
}
