//! Typed keys, besides those of `merit_common::debts`. Every read and write of a persistent entry extends its TTL.

use merit_common::{
    handover::Handover,
    ids,
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, Address, BytesN, Env};

use crate::schedules::Schedule;

/// The constructor sets it, and nothing changes it.
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
    /// Instance storage, `i128`: stroops that all schedules together still hold, and what accounts are owed.
    Obligations,
    /// [`Schedule`] by the number that releases before 0.3.0 gave it.
    Schedule(u64),
    /// [`Handover`] of such a schedule.
    Transfer(u64),
    /// [`Schedule`] by id.
    ScheduleById(BytesN<32>),
    /// [`Handover`] of a schedule that waits for its new beneficiary.
    TransferById(BytesN<32>),
}

pub fn init(env: &Env, config: &Config) {
    env.storage().instance().set(&DataKey::Config, config);
}

/// Configuration of this contract. Every entry point begins with it, because it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
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

pub fn schedule(env: &Env, id: &BytesN<32>) -> Option<Schedule> {
    get(env, &schedule_key(id))
}

pub fn set_schedule(env: &Env, id: &BytesN<32>, schedule: &Schedule) {
    set(env, &schedule_key(id), schedule);
}

pub fn transfer(env: &Env, id: &BytesN<32>) -> Option<Handover> {
    get(env, &transfer_key(id))
}

pub fn set_transfer(env: &Env, id: &BytesN<32>, transfer: &Handover) {
    set(env, &transfer_key(id), transfer);
}

pub fn drop_transfer(env: &Env, id: &BytesN<32>) {
    env.storage().persistent().remove(&transfer_key(id));
}

fn schedule_key(id: &BytesN<32>) -> DataKey {
    match ids::number(id) {
        Some(number) => DataKey::Schedule(number),
        None => DataKey::ScheduleById(id.clone()),
    }
}

fn transfer_key(id: &BytesN<32>) -> DataKey {
    match ids::number(id) {
        Some(number) => DataKey::Transfer(number),
        None => DataKey::TransferById(id.clone()),
    }
}
