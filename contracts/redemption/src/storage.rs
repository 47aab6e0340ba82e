//! Typed keys, besides those of `merit_common::debts` and [`numbered`]. Every read and write of a persistent entry
//! extends its TTL.
//!
//! A transaction fixes the keys that it touches when it is simulated, before its wallet signs. So no key depends on a
//! counter that other wallets' calls change.

use merit_common::{
    persistent::{get, set},
    ttl,
};
use soroban_sdk::{contracttype, Address, BytesN, Env};

use crate::{
    catalogue::Item,
    numbered,
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
    /// [`Redemption`] by its wallet and the wallet's reference.
    Redeemed(Address, BytesN<32>),
    /// Reference of a wallet's newest redemption: `BytesN<32>`.
    Newest(Address),
    /// Units of an item that a wallet redeemed, without those refunded: `u32`.
    Taken(Address, u64),
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

pub fn redemption(env: &Env, wallet: &Address, reference: &BytesN<32>) -> Option<Redemption> {
    get(env, &redeemed(wallet, reference)).or_else(|| {
        let number = numbered::number(env, wallet, reference)?;
        numbered::redemption(env, number)
    })
}

pub fn set_redemption(env: &Env, redemption: &Redemption) {
    match numbered::number(env, &redemption.wallet, &redemption.reference) {
        Some(number) => numbered::set_redemption(env, number, redemption),
        None => {
            let key = redeemed(&redemption.wallet, &redemption.reference);
            set(env, &key, redemption);
        }
    }
}

/// Reference of the wallet's newest redemption.
pub fn newest(env: &Env, wallet: &Address) -> Option<BytesN<32>> {
    get(env, &DataKey::Newest(wallet.clone()))
        .or_else(|| numbered::last_before(env, wallet, u64::MAX))
}

pub fn set_newest(env: &Env, wallet: &Address, reference: &BytesN<32>) {
    set(env, &DataKey::Newest(wallet.clone()), reference);
}

/// Reference of the wallet's redemption before this one.
pub fn previous(env: &Env, redemption: &Redemption) -> Option<BytesN<32>> {
    let Redemption {
        wallet, reference, ..
    } = redemption;
    match numbered::number(env, wallet, reference) {
        Some(number) => numbered::last_before(env, wallet, number),
        None => redemption.previous.clone(),
    }
}

pub fn taken(env: &Env, wallet: &Address, item: u64) -> u32 {
    get(env, &DataKey::Taken(wallet.clone(), item)).unwrap_or(0)
}

pub fn set_taken(env: &Env, wallet: &Address, item: u64, taken: u32) {
    set(env, &DataKey::Taken(wallet.clone(), item), &taken);
}

pub fn totals(env: &Env) -> Totals {
    get(env, &DataKey::Totals).unwrap_or_default()
}

pub fn set_totals(env: &Env, totals: &Totals) {
    set(env, &DataKey::Totals, totals);
}

fn redeemed(wallet: &Address, reference: &BytesN<32>) -> DataKey {
    DataKey::Redeemed(wallet.clone(), reference.clone())
}
