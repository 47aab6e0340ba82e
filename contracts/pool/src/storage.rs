//! Typed keys. Every read and write of a persistent entry extends its TTL.

use merit_common::{
    handover::Handover,
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, Address, BytesN, Env, Vec};

use crate::limits::{Cut, PendingLimit};

/// Set by the constructor, never changed.
#[contracttype]
#[derive(Clone)]
pub struct Config {
    pub admin: Address,
    pub state: Address,
    /// Stellar Asset Contract of the reward asset.
    pub asset: Address,
    pub issuer: Address,
    /// Seconds that a raise of a limit waits.
    pub raise_delay: u64,
    /// Limit per rolling 24 h of a merchant that has none of its own, stroops.
    pub merchant_limit: i128,
}

/// Money of a merchant that a contract set aside, such as a campaign's budget.
#[contracttype]
#[derive(Clone)]
pub struct Reserve {
    pub merchant: u64,
    /// Stroops left.
    pub amount: i128,
    /// Released: the entry stays, so that the id can't be reserved again.
    pub closed: bool,
    /// It counted against the merchant's limit when it was made. Absent: each payment counts.
    pub counted: Option<bool>,
}

impl Reserve {
    pub fn is_counted(&self) -> bool {
        self.counted == Some(true)
    }
}

/// A [`Reserve`] whose payments count: as every reserve was stored until release 0.3.0, and without a byte more for
/// each payout.
#[contracttype]
#[derive(Clone)]
struct UncountedReserve {
    merchant: u64,
    amount: i128,
    closed: bool,
}

/// A reserve as release 0.1.0 wrote it, when campaigns alone had any. It is read until its next change, which writes a
/// [`Reserve`].
#[contracttype]
#[derive(Clone)]
pub struct FirstReserve {
    pub contract: Address,
    pub merchant: u64,
    pub amount: i128,
    pub closed: bool,
}

/// Content of a grant, kept under its reference.
#[contracttype]
#[derive(Clone, Eq, PartialEq)]
pub struct GrantRecord {
    pub merchant: u64,
    pub amount: i128,
}

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// Instance storage.
    Config,
    /// Free balance of a merchant: `i128`.
    Balance(Address, u64),
    /// Owner of a merchant's balance: `Address`.
    Owner(Address, u64),
    /// First owner of a merchant's balance that waits: [`Handover`].
    PendingOwner(Address, u64),
    /// [`FirstReserve`] of a campaign.
    Reserve(Address, u64),
    /// [`Reserve`] by the contract that made it and that contract's id: each counts its ids from 1.
    ContractReserve(Address, Address, u64),
    /// Grant made under a reference: [`GrantRecord`].
    Grant(Address, BytesN<32>),
    /// Limit of a merchant, or the global one: `i128`.
    Limit(Address, Option<u64>),
    /// Raise of such a limit that waits: [`PendingLimit`].
    PendingLimit(Address, Option<u64>),
    /// Cuts of such a limit: a list of [`Cut`], oldest first.
    Cuts(Address, Option<u64>),
    /// Payments of the last 24 h of a merchant, or of all: a ring of `merit_common::rolling`.
    Usage(Address, Option<u64>),
}

pub fn init(env: &Env, config: &Config) {
    env.storage().instance().set(&DataKey::Config, config);
}

/// Configuration of this contract. First line of every entry point, since it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
}

pub fn balance(env: &Env, config: &Config, merchant: u64) -> i128 {
    get(env, &DataKey::Balance(config.asset.clone(), merchant)).unwrap_or(0)
}

pub fn set_balance(env: &Env, config: &Config, merchant: u64, balance: i128) {
    set(
        env,
        &DataKey::Balance(config.asset.clone(), merchant),
        &balance,
    );
}

pub fn owner(env: &Env, config: &Config, merchant: u64) -> Option<Address> {
    get(env, &DataKey::Owner(config.asset.clone(), merchant))
}

pub fn set_owner(env: &Env, config: &Config, merchant: u64, owner: &Address) {
    set(env, &DataKey::Owner(config.asset.clone(), merchant), owner);
}

pub fn pending_owner(env: &Env, config: &Config, merchant: u64) -> Option<Handover> {
    get(env, &DataKey::PendingOwner(config.asset.clone(), merchant))
}

pub fn set_pending_owner(env: &Env, config: &Config, merchant: u64, pending: &Handover) {
    set(
        env,
        &DataKey::PendingOwner(config.asset.clone(), merchant),
        pending,
    );
}

pub fn drop_pending_owner(env: &Env, config: &Config, merchant: u64) {
    env.storage()
        .persistent()
        .remove(&DataKey::PendingOwner(config.asset.clone(), merchant));
}

pub fn reserve(env: &Env, config: &Config, contract: &Address, id: u64) -> Option<Reserve> {
    get(env, &reserve_key(config, contract, id))
        .or_else(|| first_reserve(env, config, contract, id))
}

fn first_reserve(env: &Env, config: &Config, contract: &Address, id: u64) -> Option<Reserve> {
    let first: FirstReserve = get(env, &DataKey::Reserve(config.asset.clone(), id))?;
    (first.contract == *contract).then_some(Reserve {
        merchant: first.merchant,
        amount: first.amount,
        closed: first.closed,
        counted: None,
    })
}

pub fn set_reserve(env: &Env, config: &Config, contract: &Address, id: u64, reserve: &Reserve) {
    let key = reserve_key(config, contract, id);
    if reserve.is_counted() {
        return set(env, &key, reserve);
    }
    let uncounted = UncountedReserve {
        merchant: reserve.merchant,
        amount: reserve.amount,
        closed: reserve.closed,
    };
    set(env, &key, &uncounted);
}

fn reserve_key(config: &Config, contract: &Address, id: u64) -> DataKey {
    DataKey::ContractReserve(config.asset.clone(), contract.clone(), id)
}

pub fn grant(env: &Env, config: &Config, reference: &BytesN<32>) -> Option<GrantRecord> {
    get(
        env,
        &DataKey::Grant(config.asset.clone(), reference.clone()),
    )
}

pub fn set_grant(env: &Env, config: &Config, reference: &BytesN<32>, grant: &GrantRecord) {
    set(
        env,
        &DataKey::Grant(config.asset.clone(), reference.clone()),
        grant,
    );
}

pub fn limit(env: &Env, config: &Config, merchant: Option<u64>) -> Option<i128> {
    get(env, &DataKey::Limit(config.asset.clone(), merchant))
}

pub fn set_limit(env: &Env, config: &Config, merchant: Option<u64>, limit: i128) {
    set(env, &DataKey::Limit(config.asset.clone(), merchant), &limit);
}

/// A merchant's own limit ends where it had none.
pub fn remove_limit(env: &Env, config: &Config, merchant: Option<u64>) {
    let key = DataKey::Limit(config.asset.clone(), merchant);
    env.storage().persistent().remove(&key);
}

pub fn cuts(env: &Env, config: &Config, merchant: Option<u64>) -> Vec<Cut> {
    get(env, &DataKey::Cuts(config.asset.clone(), merchant)).unwrap_or_else(|| Vec::new(env))
}

/// Without cuts there is no entry.
pub fn set_cuts(env: &Env, config: &Config, merchant: Option<u64>, cuts: &Vec<Cut>) {
    let key = DataKey::Cuts(config.asset.clone(), merchant);
    if cuts.is_empty() {
        env.storage().persistent().remove(&key);
    } else {
        set(env, &key, cuts);
    }
}

pub fn pending(env: &Env, config: &Config, merchant: Option<u64>) -> Option<PendingLimit> {
    get(env, &DataKey::PendingLimit(config.asset.clone(), merchant))
}

pub fn set_pending(env: &Env, config: &Config, merchant: Option<u64>, pending: &PendingLimit) {
    set(
        env,
        &DataKey::PendingLimit(config.asset.clone(), merchant),
        pending,
    );
}

pub fn drop_pending(env: &Env, config: &Config, merchant: Option<u64>) {
    env.storage()
        .persistent()
        .remove(&DataKey::PendingLimit(config.asset.clone(), merchant));
}

pub fn usage_key(config: &Config, merchant: Option<u64>) -> DataKey {
    DataKey::Usage(config.asset.clone(), merchant)
}
