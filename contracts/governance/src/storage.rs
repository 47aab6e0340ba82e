//! Typed keys. Every read and write of a persistent entry extends its TTL.

use merit_common::ttl;
use soroban_sdk::{contracttype, Address, BytesN, Env, FromVal, IntoVal, Symbol, Val, Vec};

use crate::{
    classes::Class,
    delegation::Delegation,
    history::Holding,
    payload::Action,
    proposals::Proposal,
    settings::{OldSettings, Settings},
    stakes::{Cooling, Warming},
};

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
    /// Instance, like all up to `ResumesAt`.
    Config,
    /// [`OldSettings`] of release 0.2.0, until a vote changes them.
    Settings,
    /// [`Settings`].
    CurrentSettings,
    /// Unix second until which only recovery runs after a stop.
    ResumesAt,
    /// Unix second from which this contract's own code may be replaced, after the newest vote on it was queued; `u64::MAX` before
    /// the first one. Set as soon as new code waits.
    NoticeEnds,
    /// Unix second in which the first of the newest stops of this contract began. Instance, too.
    StoppedAt,
    /// [`Cooling`] of a staker; of this contract's own address, the sum of all and the latest end. Persistent, like all that follow.
    Cooling(Address),
    /// [`Warming`] of a staker; of this contract's own address, the sum of all.
    Warming(Address),
    /// [`Class`] of a contract's function.
    Class(Address, Symbol),
    /// [`Proposal`] by its id.
    Proposal(BytesN<32>),
    /// Its calls: apart from it, since they are large and every vote rewrites the proposal.
    Actions(BytesN<32>),
    /// That an address has voted on a proposal.
    Voted(BytesN<32>, Address),
    /// Last ledgers of the votes on a proposer's newest proposals, without extensions.
    VoteEnds(Address),
    /// The votes of an address; this contract's own address has the sum of all.
    Holding(Address),
    /// Its n-th [`Holding`] before, from 0.
    OlderHolding(Address, u32),
    /// [`Delegation`] of an account.
    Delegation(Address),
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
    let instance = env.storage().instance();
    instance.get(&DataKey::CurrentSettings).unwrap_or_else(|| {
        let old: OldSettings = instance.get(&DataKey::Settings).unwrap();
        old.into()
    })
}

pub fn set_settings(env: &Env, settings: &Settings) {
    env.storage()
        .instance()
        .set(&DataKey::CurrentSettings, settings);
}

/// 0 if no stop has ended yet.
pub fn resumes_at(env: &Env) -> u64 {
    let at = env.storage().instance().get(&DataKey::ResumesAt);
    at.unwrap_or(0)
}

pub fn set_resumes_at(env: &Env, at: u64) {
    env.storage().instance().set(&DataKey::ResumesAt, &at);
}

/// `None` as long as new code doesn't wait.
pub fn notice_ends(env: &Env) -> Option<u64> {
    env.storage().instance().get(&DataKey::NoticeEnds)
}

pub fn set_notice_ends(env: &Env, at: u64) {
    env.storage().instance().set(&DataKey::NoticeEnds, &at);
}

/// `None` if this contract was never stopped, or by a release before 0.3.0.
pub fn stopped_at(env: &Env) -> Option<u64> {
    env.storage().instance().get(&DataKey::StoppedAt)
}

pub fn set_stopped_at(env: &Env, at: u64) {
    env.storage().instance().set(&DataKey::StoppedAt, &at);
}

/// `None` if nothing warms up.
pub fn warming(env: &Env, staker: &Address) -> Option<Warming> {
    get(env, &DataKey::Warming(staker.clone()))
}

/// An amount of 0 leaves no entry.
pub fn set_warming(env: &Env, staker: &Address, warming: &Warming) {
    let key = DataKey::Warming(staker.clone());
    if warming.amount == 0 {
        env.storage().persistent().remove(&key);
    } else {
        set(env, &key, warming);
    }
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

pub fn vote_ends(env: &Env, proposer: &Address) -> Vec<u32> {
    get(env, &DataKey::VoteEnds(proposer.clone())).unwrap_or_else(|| Vec::new(env))
}

pub fn set_vote_ends(env: &Env, proposer: &Address, ends: &Vec<u32>) {
    set(env, &DataKey::VoteEnds(proposer.clone()), ends);
}

/// Its state is that after its last step; time may have changed it since, see `proposals::find`.
pub fn proposal(env: &Env, id: &BytesN<32>) -> Option<Proposal> {
    get(env, &DataKey::Proposal(id.clone()))
}

pub fn set_proposal(env: &Env, id: &BytesN<32>, proposal: &Proposal) {
    set(env, &DataKey::Proposal(id.clone()), proposal);
}

pub fn actions(env: &Env, id: &BytesN<32>) -> Vec<Action> {
    get(env, &DataKey::Actions(id.clone())).unwrap_or_else(|| Vec::new(env))
}

pub fn set_actions(env: &Env, id: &BytesN<32>, actions: &Vec<Action>) {
    set(env, &DataKey::Actions(id.clone()), actions);
}

pub fn has_voted(env: &Env, id: &BytesN<32>, voter: &Address) -> bool {
    get_raw(env, &DataKey::Voted(id.clone(), voter.clone())).is_some()
}

pub fn set_voted(env: &Env, id: &BytesN<32>, voter: &Address) {
    set(env, &DataKey::Voted(id.clone(), voter.clone()), &true);
}

pub fn holding(env: &Env, who: &Address) -> Option<Holding> {
    get(env, &DataKey::Holding(who.clone()))
}

pub fn set_holding(env: &Env, who: &Address, newest: &Holding) {
    set(env, &DataKey::Holding(who.clone()), newest);
}

/// The `index`-th, if there are so many.
pub fn older_holding(env: &Env, who: &Address, index: u32) -> Option<Holding> {
    get(env, &DataKey::OlderHolding(who.clone(), index))
}

pub fn set_older_holding(env: &Env, who: &Address, index: u32, holding: &Holding) {
    set(env, &DataKey::OlderHolding(who.clone(), index), holding);
}

pub fn delegation(env: &Env, account: &Address) -> Option<Delegation> {
    get(env, &DataKey::Delegation(account.clone()))
}

pub fn set_delegation(env: &Env, account: &Address, delegation: &Delegation) {
    set(env, &DataKey::Delegation(account.clone()), delegation);
}

pub fn drop_delegation(env: &Env, account: &Address) {
    env.storage()
        .persistent()
        .remove(&DataKey::Delegation(account.clone()));
}

fn get<V>(env: &Env, key: &DataKey) -> Option<V>
where
    V: FromVal<Env, Val>,
{
    get_raw(env, key).map(|value| V::from_val(env, &value))
}

fn set<V>(env: &Env, key: &DataKey, value: &V)
where
    V: IntoVal<Env, Val>,
{
    set_raw(env, key, value.into_val(env));
}

// One copy for all types and callers. Otherwise conversions of keys would be half of the wasm.

#[inline(never)]
fn get_raw(env: &Env, key: &DataKey) -> Option<Val> {
    let value = env.storage().persistent().get(key)?;
    ttl::extend_persistent(env, key);
    Some(value)
}

#[inline(never)]
fn set_raw(env: &Env, key: &DataKey, value: Val) {
    env.storage().persistent().set(key, &value);
    ttl::extend_persistent(env, key);
}
