//! Typed keys, besides those of `merit_common::debts`. Every read and write of a persistent entry extends its TTL.

use merit_common::{
    handover::Handover,
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, Address, Env};

use crate::schedules::Schedule;

/// Set by the constructor, never changed.
#[contracttype]
#[derive(Clone)]
pub struct Config {
    pub admin: Address,
    pub state: Address,
    /// Stellar Asset Contract of the reward asset.
    pub asset: Address,
    pub issuer: Address,
}

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// Instance storage.
    Config,
    /// Instance storage, `u64`: the last id that was given out.
    LastId,
    /// Instance storage, `i128`: stroops that all schedules together still hold, and what is owed.
    Obligations,
    /// [`Schedule`] by id.
    Schedule(u64),
    /// [`Handover`] of a schedule that waits for its new beneficiary.
    Transfer(u64),
    /// `u32`: number of a beneficiary's schedules.
    Count(Address),
    /// `u64`: id at a position of a beneficiary's list.
    Owned(Address, u32),
}

pub fn init(env: &Env, config: &Config) {
    env.storage().instance().set(&DataKey::Config, config);
}

/// Configuration of this contract. First line of every entry point, since it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
}

pub fn last_id(env: &Env) -> u64 {
    env.storage().instance().get(&DataKey::LastId).unwrap_or(0)
}

pub fn next_id(env: &Env) -> u64 {
    let id = last_id(env) + 1;
    env.storage().instance().set(&DataKey::LastId, &id);
    id
}

pub fn obligations(env: &Env) -> i128 {
    let stored = env.storage().instance().get(&DataKey::Obligations);
    stored.unwrap_or(0)
}

pub fn set_obligations(env: &Env, stroops: i128) {
    env.storage()
        .instance()
        .set(&DataKey::Obligations, &stroops);
}

pub fn schedule(env: &Env, id: u64) -> Option<Schedule> {
    get(env, &DataKey::Schedule(id))
}

pub fn set_schedule(env: &Env, id: u64, schedule: &Schedule) {
    set(env, &DataKey::Schedule(id), schedule);
}

pub fn transfer(env: &Env, id: u64) -> Option<Handover> {
    get(env, &DataKey::Transfer(id))
}

pub fn set_transfer(env: &Env, id: u64, transfer: &Handover) {
    set(env, &DataKey::Transfer(id), transfer);
}

pub fn drop_transfer(env: &Env, id: u64) {
    env.storage().persistent().remove(&DataKey::Transfer(id));
}

pub fn count(env: &Env, beneficiary: &Address) -> u32 {
    get(env, &DataKey::Count(beneficiary.clone())).unwrap_or(0)
}

pub fn set_count(env: &Env, beneficiary: &Address, count: u32) {
    set(env, &DataKey::Count(beneficiary.clone()), &count);
}

pub fn owned(env: &Env, beneficiary: &Address, slot: u32) -> Option<u64> {
    get(env, &DataKey::Owned(beneficiary.clone(), slot))
}

pub fn set_owned(env: &Env, beneficiary: &Address, slot: u32, id: u64) {
    set(env, &DataKey::Owned(beneficiary.clone(), slot), &id);
}

pub fn drop_owned(env: &Env, beneficiary: &Address, slot: u32) {
    let key = DataKey::Owned(beneficiary.clone(), slot);
    env.storage().persistent().remove(&key);
}
