//! Typed keys. Every read and write of a persistent entry extends its TTL.

use merit_common::{
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, panic_with_error, Address, Bytes, BytesN, Env};

use crate::{drops::MerkleDrop, errors::DistributionError};

/// Set by the constructor, or by `migrate` what release 0.1.0 did not have; never changed.
#[contracttype]
#[derive(Clone)]
pub struct Config {
    pub admin: Address,
    pub state: Address,
    pub campaign: Address,
    /// Holds the drops' money.
    pub pool: Option<Address>,
    /// Takes back what a reward paid.
    pub token: Option<Address>,
}

impl Config {
    pub fn pool(&self, env: &Env) -> Address {
        migrated(env, &self.pool)
    }

    pub fn token(&self, env: &Env) -> Address {
        migrated(env, &self.token)
    }
}

fn migrated(env: &Env, address: &Option<Address>) -> Address {
    let Some(address) = address else {
        panic_with_error!(env, DistributionError::NotMigrated)
    };
    address.clone()
}

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// Instance storage.
    Config,
    /// Batches so far: `u64`.
    Seq,
    /// References of 256 numbers of a campaign: see `cells.rs`.
    Marks(u64, u32),
    /// Receipts of 128 numbers of a campaign: see `receipts.rs`.
    Receipts(u64, u32),
    /// Id of the newest drop: `u64`.
    LastDrop,
    /// [`MerkleDrop`] by id.
    Drop(u64),
    /// Id of a drop by its reference: `u64`.
    DropReference(BytesN<32>),
    /// Claims of 2,048 indexes of a drop: see `bitmap.rs`.
    Claims(u64, u32),
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

/// Marks or receipts.
pub fn cells(env: &Env, key: &DataKey) -> Option<Bytes> {
    get(env, key)
}

pub fn set_cells(env: &Env, key: &DataKey, cells: &Bytes) {
    set(env, key, cells);
}

/// Id of the newest drop; 0 before the first.
pub fn last_drop(env: &Env) -> u64 {
    get(env, &DataKey::LastDrop).unwrap_or(0)
}

/// Id for a new drop, from 1.
pub fn next_drop(env: &Env) -> u64 {
    let id = last_drop(env) + 1;
    set(env, &DataKey::LastDrop, &id);
    id
}

pub fn drop(env: &Env, id: u64) -> Option<MerkleDrop> {
    get(env, &DataKey::Drop(id))
}

pub fn set_drop(env: &Env, id: u64, drop: &MerkleDrop) {
    set(env, &DataKey::Drop(id), drop);
}

pub fn drop_by_reference(env: &Env, reference: &BytesN<32>) -> Option<u64> {
    get(env, &DataKey::DropReference(reference.clone()))
}

pub fn set_drop_reference(env: &Env, reference: &BytesN<32>, id: u64) {
    set(env, &DataKey::DropReference(reference.clone()), &id);
}

pub fn claims(env: &Env, drop: u64, chunk: u32) -> Option<Bytes> {
    get(env, &DataKey::Claims(drop, chunk))
}

pub fn set_claims(env: &Env, drop: u64, chunk: u32, claims: &Bytes) {
    set(env, &DataKey::Claims(drop, chunk), claims);
}
