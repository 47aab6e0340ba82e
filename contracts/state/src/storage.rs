//! Typed access to every entry; persistent entries are kept alive on each use.

use merit_common::ttl;
use soroban_sdk::{contracttype, Address, Env, IntoVal, Symbol, TryFromVal, Val, Vec};

use crate::registry::Record;

#[contracttype]
#[derive(Clone)]
pub enum DataKey {
    /// The admin contract. Instance.
    AdminContract,
    /// Registered names in order of registration, at most 32.
    Names,
    /// Every address ever registered and not forgotten, at most 32.
    Addresses,
    Record(Symbol),
}

/// Keeps the instance alive and returns the address of `admin`.
pub fn open(env: &Env) -> Address {
    ttl::extend_instance(env);
    // Set by the constructor, without which there is no contract.
    env.storage()
        .instance()
        .get(&DataKey::AdminContract)
        .unwrap()
}

pub fn set_admin_contract(env: &Env, admin: &Address) {
    env.storage().instance().set(&DataKey::AdminContract, admin);
}

pub fn names(env: &Env) -> Vec<Symbol> {
    read(env, &DataKey::Names).unwrap_or_else(|| Vec::new(env))
}

pub fn set_names(env: &Env, names: &Vec<Symbol>) {
    write(env, &DataKey::Names, names);
}

pub fn addresses(env: &Env) -> Vec<Address> {
    read(env, &DataKey::Addresses).unwrap_or_else(|| Vec::new(env))
}

pub fn set_addresses(env: &Env, addresses: &Vec<Address>) {
    write(env, &DataKey::Addresses, addresses);
}

pub fn record(env: &Env, name: &Symbol) -> Option<Record> {
    read(env, &DataKey::Record(name.clone()))
}

pub fn set_record(env: &Env, name: &Symbol, record: &Record) {
    write(env, &DataKey::Record(name.clone()), record);
}

pub fn drop_record(env: &Env, name: &Symbol) {
    let key = DataKey::Record(name.clone());
    env.storage().persistent().remove(&key);
}

fn read<V>(env: &Env, key: &DataKey) -> Option<V>
where
    V: TryFromVal<Env, Val>,
{
    let found = env.storage().persistent().get(key);
    if found.is_some() {
        ttl::extend_persistent(env, key);
    }
    found
}

fn write<V>(env: &Env, key: &DataKey, value: &V)
where
    V: IntoVal<Env, Val>,
{
    env.storage().persistent().set(key, value);
    ttl::extend_persistent(env, key);
}
