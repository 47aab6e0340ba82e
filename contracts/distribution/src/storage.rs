//! Typed keys. Every read and write of a persistent entry extends its TTL; marks, the only temporary entries, are made for
//! the life that they need.

use merit_common::{
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, panic_with_error, Address, Bytes, BytesN, Env};

use crate::{batches::Batches, drops::MerkleDrop, errors::DistributionError, numbers::Periods};

/// Set by the constructor, or by `migrate` what earlier releases did not have; never changed.
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
    /// Ledger at which the periods of numbers begin: see `numbers.rs`.
    pub first_ledger: Option<u32>,
    /// Seconds from a drop's creation to its opening, at least. Absent, as in releases before 0.3.0: [`OPEN_DELAY`].
    pub open_delay: Option<u64>,
}

/// Seconds (24 h): time to notice a drop that a thief of the managers' key made, and to end it.
const OPEN_DELAY: u64 = 86_400;

impl Config {
    pub fn pool(&self, env: &Env) -> Address {
        migrated(env, &self.pool)
    }

    pub fn token(&self, env: &Env) -> Address {
        migrated(env, &self.token)
    }

    pub fn open_delay(&self) -> u64 {
        self.open_delay.unwrap_or(OPEN_DELAY)
    }

    pub fn periods(&self, env: &Env) -> Periods {
        Periods::new(env, migrated(env, &self.first_ledger))
    }
}

fn migrated<T: Clone>(env: &Env, field: &Option<T>) -> T {
    let Some(value) = field else {
        panic_with_error!(env, DistributionError::NotMigrated)
    };
    value.clone()
}

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// Instance storage.
    Config,
    /// Number of the newest batch before release 0.3.0, never written since: `u64`.
    Seq,
    /// References of 256 numbers of a campaign: see `marks.rs`. Persistent before release 0.3.0, temporary since.
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
    /// [`Batches`].
    Batches,
}

pub fn init(env: &Env, config: &Config) {
    env.storage().instance().set(&DataKey::Config, config);
}

/// Configuration of this contract. First line of every entry point, since it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
}

/// Before the first opening these are what a release before 0.3.0 counted, or none.
pub fn batches(env: &Env) -> Batches {
    get(env, &DataKey::Batches)
        .unwrap_or_else(|| Batches::first(env, get(env, &DataKey::Seq).unwrap_or(0)))
}

pub fn set_batches(env: &Env, batches: &Batches) {
    set(env, &DataKey::Batches, batches);
}

pub fn marks(env: &Env, campaign: u64, chunk: u32) -> Option<Bytes> {
    let key = DataKey::Marks(campaign, chunk);
    env.storage().temporary().get(&key)
}

/// The entry lives to the end of `last_ledger`, which is the same for each of its numbers.
pub fn set_marks(env: &Env, campaign: u64, chunk: u32, marks: &Bytes, last_ledger: u32) {
    let key = DataKey::Marks(campaign, chunk);
    let entries = env.storage().temporary();
    let ledgers = last_ledger - env.ledger().sequence();
    entries.set(&key, marks);
    entries.extend_ttl(&key, ledgers, ledgers);
}

/// Marks that a release before 0.3.0 wrote.
pub fn old_marks(env: &Env, campaign: u64, chunk: u32) -> Option<Bytes> {
    get(env, &DataKey::Marks(campaign, chunk))
}

pub fn receipts(env: &Env, campaign: u64, chunk: u32) -> Option<Bytes> {
    get(env, &DataKey::Receipts(campaign, chunk))
}

pub fn set_receipts(env: &Env, campaign: u64, chunk: u32, receipts: &Bytes) {
    set(env, &DataKey::Receipts(campaign, chunk), receipts);
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
