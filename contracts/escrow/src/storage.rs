//! Typed keys, besides those of `merit_common::debts`. Every read and write of a persistent entry extends its TTL.

use merit_common::{
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, Address, Env};

use crate::{accounts::Totals, escrows::Escrow};

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
    /// Instance storage, `u32`: the platform's fee in basis points for new escrows.
    Fee,
    /// Instance storage: [`Totals`].
    Totals,
    /// [`Escrow`] by id.
    Escrow(u64),
    /// `u32`: number of escrows that an account is a party of.
    Count(Address),
    /// `u64`: id at a position of an account's list.
    Party(Address, u32),
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

pub fn escrow(env: &Env, id: u64) -> Option<Escrow> {
    get(env, &DataKey::Escrow(id))
}

pub fn set_escrow(env: &Env, id: u64, escrow: &Escrow) {
    set(env, &DataKey::Escrow(id), escrow);
}

pub fn count(env: &Env, account: &Address) -> u32 {
    get(env, &DataKey::Count(account.clone())).unwrap_or(0)
}

/// Appends an escrow to an account's list.
pub fn add_party(env: &Env, account: &Address, id: u64) {
    let position = count(env, account);
    set(env, &DataKey::Party(account.clone(), position), &id);
    set(env, &DataKey::Count(account.clone()), &(position + 1));
}

pub fn party_at(env: &Env, account: &Address, position: u32) -> Option<u64> {
    get(env, &DataKey::Party(account.clone(), position))
}
