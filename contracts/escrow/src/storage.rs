//! Typed keys, besides those of `merit_common::debts`. Every read and write of a persistent entry extends its TTL.

use merit_common::{
    ids,
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, Address, BytesN, Env};

use crate::{accounts::Totals, escrows::Escrow};

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
    /// Instance storage, `u32`: the platform's fee in basis points for new escrows.
    Fee,
    /// Instance storage: [`Totals`].
    Totals,
    /// [`Escrow`] by the number that releases before 0.3.0 gave it.
    Escrow(u64),
    /// [`Escrow`] by id.
    EscrowById(BytesN<32>),
}

pub fn init(env: &Env, config: &Config) {
    env.storage().instance().set(&DataKey::Config, config);
}

/// Configuration of this contract. Every entry point begins with it, because it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
}

pub fn fee(env: &Env) -> u32 {
    env.storage().instance().get(&DataKey::Fee).unwrap_or(0)
}

pub fn set_fee(env: &Env, bps: u32) {
    env.storage().instance().set(&DataKey::Fee, &bps);
}

pub fn totals(env: &Env) -> Totals {
    let stored = env.storage().instance().get(&DataKey::Totals);
    stored.unwrap_or_default()
}

pub fn set_totals(env: &Env, totals: &Totals) {
    env.storage().instance().set(&DataKey::Totals, totals);
}

pub fn escrow(env: &Env, id: &BytesN<32>) -> Option<Escrow> {
    get(env, &escrow_key(id))
}

pub fn set_escrow(env: &Env, id: &BytesN<32>, escrow: &Escrow) {
    set(env, &escrow_key(id), escrow);
}

fn escrow_key(id: &BytesN<32>) -> DataKey {
    match ids::number(id) {
        Some(number) => DataKey::Escrow(number),
        None => DataKey::EscrowById(id.clone()),
    }
}
