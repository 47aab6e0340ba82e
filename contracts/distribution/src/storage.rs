//! Typed keys. Every read and write of a persistent entry extends its TTL.

use merit_common::ttl;
use soroban_sdk::{contracttype, Address, Bytes, Env, IntoVal, TryFromVal, Val};

/// Set by the constructor, never changed.
#[contracttype]
#[derive(Clone)]
pub struct Config {
    pub admin: Address,
    pub state: Address,
    pub campaign: Address,
}

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// Instance storage.
    Config,
    /// Batches so far: `u64`.
    Seq,
    /// References of 256 numbers of a campaign: see `marks.rs`.
    Marks(u64, u32),
}

pub fn init(env: &Env, config: &Config) {
    env.storage().instance().set(&DataKey::Config, config);
}

/// Configuration of this contract. First line of every entry point, since it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
}

/// Number of the newest batch; 0 before the first.
pub fn seq(env: &Env) -> u64 {
    get(env, &DataKey::Seq).unwrap_or(0)
}

/// Number for a new batch, from 1.
pub fn next_seq(env: &Env) -> u64 {
    let seq = seq(env) + 1;
    set(env, &DataKey::Seq, &seq);
    seq
}

pub fn marks(env: &Env, campaign: u64, chunk: u32) -> Option<Bytes> {
    get(env, &DataKey::Marks(campaign, chunk))
}

pub fn set_marks(env: &Env, campaign: u64, chunk: u32, marks: &Bytes) {
    set(env, &DataKey::Marks(campaign, chunk), marks);
}

fn get<V>(env: &Env, key: &DataKey) -> Option<V>
where
    V: TryFromVal<Env, Val>,
{
    let value = env.storage().persistent().get(key)?;
    ttl::extend_persistent(env, key);
    Some(value)
}

fn set<V>(env: &Env, key: &DataKey, value: &V)
where
    V: IntoVal<Env, Val>,
{
    env.storage().persistent().set(key, value);
    ttl::extend_persistent(env, key);
}
