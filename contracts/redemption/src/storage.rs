//! Typed keys, besides those of `merit_common::debts`. Every read and write of a persistent entry extends its TTL.

use merit_common::{
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, Address, BytesN, Env};

use crate::{
    catalogue::Item,
    redemptions::{Redemption, Totals},
};

/// Set by the constructor, never changed.
#[contracttype]
#[derive(Clone)]
pub struct Config {
    pub admin: Address,
    pub state: Address,
    /// Stellar Asset Contract of the reward asset.
    pub asset: Address,
}

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// Instance storage.
    Config,
    /// [`Item`] by number.
    Item(u64),
    /// How many items a merchant has: `u32`.
    ItemCount(u64),
    /// Number of a merchant's n-th item, from 0: `u64`.
    ItemAt(u64, u32),
    /// [`Redemption`] by id.
    Redemption(u64),
    /// How many redemptions a wallet has made: `u32`.
    WalletCount(Address),
    /// Id of a wallet's n-th redemption, from 0: `u64`.
    WalletAt(Address, u32),
    /// Id by a wallet's reference: `u64`.
    Reference(Address, BytesN<32>),
    /// [`Totals`].
    Totals,
}

pub fn init(env: &Env, config: &Config) {
    env.storage().instance().set(&DataKey::Config, config);
}

/// Configuration of this contract. First line of every entry point, since it keeps the instance alive.
pub fn open(env: &Env) -> Config {
    ttl::extend_instance(env);
    env.storage().instance().get(&DataKey::Config).unwrap()
}

pub fn item(env: &Env, number: u64) -> Option<Item> {
    get(env, &DataKey::Item(number))
}

pub fn set_item(env: &Env, number: u64, item: &Item) {
    set(env, &DataKey::Item(number), item);
}

pub fn item_count(env: &Env, merchant: u64) -> u32 {
    get(env, &DataKey::ItemCount(merchant)).unwrap_or(0)
}

pub fn item_at(env: &Env, merchant: u64, index: u32) -> Option<u64> {
    get(env, &DataKey::ItemAt(merchant, index))
}

/// Adds a new item to its merchant's list.
pub fn list_item(env: &Env, merchant: u64, number: u64) {
    let count = item_count(env, merchant);
    set(env, &DataKey::ItemAt(merchant, count), &number);
    set(env, &DataKey::ItemCount(merchant), &(count + 1));
}

pub fn redemption(env: &Env, id: u64) -> Option<Redemption> {
    get(env, &DataKey::Redemption(id))
}

pub fn set_redemption(env: &Env, id: u64, redemption: &Redemption) {
    set(env, &DataKey::Redemption(id), redemption);
}

pub fn wallet_count(env: &Env, wallet: &Address) -> u32 {
    get(env, &DataKey::WalletCount(wallet.clone())).unwrap_or(0)
}

pub fn wallet_at(env: &Env, wallet: &Address, index: u32) -> Option<u64> {
    get(env, &DataKey::WalletAt(wallet.clone(), index))
}

/// Adds a new redemption to its wallet's list.
pub fn list_redemption(env: &Env, wallet: &Address, id: u64) {
    let count = wallet_count(env, wallet);
    set(env, &DataKey::WalletAt(wallet.clone(), count), &id);
    set(env, &DataKey::WalletCount(wallet.clone()), &(count + 1));
}

pub fn by_reference(env: &Env, wallet: &Address, reference: &BytesN<32>) -> Option<u64> {
    get(env, &DataKey::Reference(wallet.clone(), reference.clone()))
}

pub fn set_reference(env: &Env, wallet: &Address, reference: &BytesN<32>, id: u64) {
    set(
        env,
        &DataKey::Reference(wallet.clone(), reference.clone()),
        &id,
    );
}

pub fn totals(env: &Env) -> Totals {
    get(env, &DataKey::Totals).unwrap_or_default()
}

pub fn set_totals(env: &Env, totals: &Totals) {
    set(env, &DataKey::Totals, totals);
}
