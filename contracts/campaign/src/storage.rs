//! Typed keys. Every read and write of a persistent entry extends its TTL.

use merit_common::{
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, panic_with_error, Address, BytesN, Env};

use crate::{campaigns::Campaign, errors::CampaignError};

/// Set by the constructor, never changed.
#[contracttype]
#[derive(Clone)]
pub struct Config {
    pub admin: Address,
    pub state: Address,
    /// The pool, and with it the asset, of every campaign of this contract.
    pub pool: Address,
}

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// Instance storage.
    Config,
    /// Id of the newest campaign: `u64`.
    LastId,
    /// [`Campaign`] by id.
    Campaign(u64),
    /// Id by the caller's reference: `u64`.
    Reference(BytesN<32>),
    /// Stroops that a wallet received from a campaign with a cap: `i128`.
    Wallet(u64, Address),
    /// Budget (stroops) and end (Unix seconds) that a campaign had before its first extension: `(i128, u64)`.
    CreatedWith(u64),
}

pub fn init(env: &Env, config: &Config) {
    env.storage().instance().set(&DataKey::Config, config);
}

/// Configuration of this contract. First line of every entry point, since it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
}

/// Id of the newest campaign; 0 before the first.
pub fn last_id(env: &Env) -> u64 {
    get(env, &DataKey::LastId).unwrap_or(0)
}

/// Id for a new campaign, from 1.
pub fn next_id(env: &Env) -> u64 {
    let id = last_id(env) + 1;
    set(env, &DataKey::LastId, &id);
    id
}

pub fn campaign(env: &Env, id: u64) -> Campaign {
    let Some(campaign) = get(env, &DataKey::Campaign(id)) else {
        panic_with_error!(env, CampaignError::NotFound)
    };
    campaign
}

pub fn set_campaign(env: &Env, id: u64, campaign: &Campaign) {
    set(env, &DataKey::Campaign(id), campaign);
}

pub fn by_reference(env: &Env, reference: &BytesN<32>) -> Option<u64> {
    get(env, &DataKey::Reference(reference.clone()))
}

pub fn set_reference(env: &Env, reference: &BytesN<32>, id: u64) {
    set(env, &DataKey::Reference(reference.clone()), &id);
}

/// Budget and end that an extended campaign was created with.
pub fn created_with(env: &Env, id: u64) -> Option<(i128, u64)> {
    get(env, &DataKey::CreatedWith(id))
}

/// Keeps budget and end of a campaign that is extended, the first time.
pub fn keep_created_with(env: &Env, id: u64, terms: (i128, u64)) {
    let key = DataKey::CreatedWith(id);
    if get::<_, (i128, u64)>(env, &key).is_none() {
        set(env, &key, &terms);
    }
}

pub fn wallet_spent(env: &Env, id: u64, wallet: &Address) -> i128 {
    get(env, &DataKey::Wallet(id, wallet.clone())).unwrap_or(0)
}

pub fn set_wallet_spent(env: &Env, id: u64, wallet: &Address, spent: i128) {
    set(env, &DataKey::Wallet(id, wallet.clone()), &spent);
}
