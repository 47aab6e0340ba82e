//! Typed keys. Every read and write of a persistent entry extends its TTL.

use merit_common::ttl;
use soroban_sdk::{contracttype, Address, BytesN, Env, IntoVal, Symbol, TryFromVal, Val};
use stellar_governance::{
    governor::storage::{GovernorStorageKey, ProposalCore},
    votes::{num_checkpoints, VotesStorageKey},
};

use crate::{classes::Class, proposals::Proposal, settings::Settings, stakes::Cooling};

/// Set by the constructor, never changed.
#[contracttype]
#[derive(Clone)]
pub struct Config {
    pub admin: Address,
    pub state: Address,
    /// Stellar Asset Contract of the staked asset.
    pub asset: Address,
}

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// Instance, like all up to `ProposalCount`.
    Config,
    /// [`Settings`].
    Settings,
    /// Unstaked but not withdrawn, of all: `i128`.
    TotalCooling,
    ProposalCount,
    /// [`Cooling`] of a staker. Persistent, like all that follow.
    Cooling(Address),
    /// [`Class`] of a contract's function.
    Class(Address, Symbol),
    /// [`Proposal`] by its id. Not `Proposal`: OpenZeppelin's governor has a key of that name.
    ProposalTerms(BytesN<32>),
    /// Id of the n-th proposal, from 0.
    ProposalAt(u32),
}

pub fn init(env: &Env, config: &Config, settings: &Settings) {
    env.storage().instance().set(&DataKey::Config, config);
    set_settings(env, settings);
}

/// Configuration of this contract. First line of every entry point, since it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
}

pub fn settings(env: &Env) -> Settings {
    env.storage().instance().get(&DataKey::Settings).unwrap()
}

pub fn set_settings(env: &Env, settings: &Settings) {
    env.storage().instance().set(&DataKey::Settings, settings);
}

pub fn total_cooling(env: &Env) -> i128 {
    let total = env.storage().instance().get(&DataKey::TotalCooling);
    total.unwrap_or(0)
}

pub fn set_total_cooling(env: &Env, stroops: i128) {
    env.storage()
        .instance()
        .set(&DataKey::TotalCooling, &stroops);
}

pub fn cooling(env: &Env, staker: &Address) -> Option<Cooling> {
    get(env, &DataKey::Cooling(staker.clone()))
}

pub fn set_cooling(env: &Env, staker: &Address, cooling: &Cooling) {
    set(env, &DataKey::Cooling(staker.clone()), cooling);
}

pub fn drop_cooling(env: &Env, staker: &Address) {
    env.storage()
        .persistent()
        .remove(&DataKey::Cooling(staker.clone()));
}

pub fn class(env: &Env, target: &Address, function: &Symbol) -> Option<Class> {
    get(env, &DataKey::Class(target.clone(), function.clone()))
}

pub fn set_class(env: &Env, target: &Address, function: &Symbol, class: Class) {
    let key = DataKey::Class(target.clone(), function.clone());
    set(env, &key, &class);
}

pub fn proposal_count(env: &Env) -> u32 {
    let count = env.storage().instance().get(&DataKey::ProposalCount);
    count.unwrap_or(0)
}

pub fn proposal_at(env: &Env, index: u32) -> Option<BytesN<32>> {
    get(env, &DataKey::ProposalAt(index))
}

pub fn proposal(env: &Env, id: &BytesN<32>) -> Option<Proposal> {
    let proposal = get(env, &DataKey::ProposalTerms(id.clone()))?;
    ttl::extend_persistent(env, &GovernorStorageKey::Proposal(id.clone()));
    Some(proposal)
}

pub fn set_proposal(env: &Env, id: &BytesN<32>, proposal: &Proposal) {
    set(env, &DataKey::ProposalTerms(id.clone()), proposal);
}

pub fn add_proposal(env: &Env, id: &BytesN<32>, proposal: &Proposal, core: &ProposalCore) {
    let count = proposal_count(env);
    set(env, &DataKey::ProposalAt(count), id);
    env.storage()
        .instance()
        .set(&DataKey::ProposalCount, &(count + 1));
    set_proposal(env, id, proposal);
    set_core(env, id, core);
}

/// The governor's own record, where its helpers look for it.
pub fn set_core(env: &Env, id: &BytesN<32>, core: &ProposalCore) {
    set(env, &GovernorStorageKey::Proposal(id.clone()), core);
}

/// The delegate, where OpenZeppelin's votes look for it.
pub fn delegate_to_self(env: &Env, staker: &Address) {
    set(env, &VotesStorageKey::Delegatee(staker.clone()), staker);
}

/// Stake and newest checkpoint live as long as our own entries: OpenZeppelin extends only what it reads.
pub fn keep_votes_alive(env: &Env, staker: &Address) {
    let mut keys = soroban_sdk::vec![
        env,
        VotesStorageKey::Delegatee(staker.clone()),
        VotesStorageKey::VotingUnits(staker.clone()),
        VotesStorageKey::NumCheckpoints(staker.clone()),
    ];
    if let Some(newest) = num_checkpoints(env, staker).checked_sub(1) {
        keys.push_back(VotesStorageKey::DelegateCheckpoint(staker.clone(), newest));
    }
    for key in keys.iter() {
        if env.storage().persistent().has(&key) {
            ttl::extend_persistent(env, &key);
        }
    }
}

fn get<K, V>(env: &Env, key: &K) -> Option<V>
where
    K: IntoVal<Env, Val>,
    V: TryFromVal<Env, Val>,
{
    let value = env.storage().persistent().get(key)?;
    ttl::extend_persistent(env, key);
    Some(value)
}

fn set<K, V>(env: &Env, key: &K, value: &V)
where
    K: IntoVal<Env, Val>,
    V: IntoVal<Env, Val>,
{
    env.storage().persistent().set(key, value);
    ttl::extend_persistent(env, key);
}
