//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{guards, lifecycle, roles, ttl};
use soroban_sdk::{
    contract, contractimpl, panic_with_error, Address, BytesN, Env, String, Symbol, Vec,
};

use crate::{
    errors::StateError,
    events::{AddressForgotten, InterfaceSet, Registered, Unregistered},
    registry::{self, Record},
    storage,
};

const SCHEMA_VERSION: u32 = 1;

#[contract]
pub struct StateContract;

#[contractimpl]
impl StateContract {
    /// `admin`: the admin contract, asked for every role.
    pub fn __constructor(env: Env, admin: Address) {
        storage::set_admin_contract(&env, &admin);
        lifecycle::init(&env, SCHEMA_VERSION);
    }

    /// Registers a contract's address and its code under `name`. Role `registrar`. `version`: schema version of its data.
    /// `expected`: the record's revision, 0 for a new name. Repeating the call changes nothing and succeeds. New code has
    /// no interface version until `set_interface`.
    pub fn register(
        env: Env,
        operator: Address,
        name: Symbol,
        address: Address,
        wasm_hash: BytesN<32>,
        version: u32,
        expected: u32,
    ) {
        enter(&env, roles::REGISTRAR, &operator);
        let written = registry::register(&env, &name, address, wasm_hash, version, expected);
        if let Some(record) = written {
            Registered {
                name,
                address: record.address,
                wasm_hash: record.wasm_hash,
                version: record.version,
                revision: record.revision,
                operator,
            }
            .publish(&env);
        }
    }

    /// Sets the interface version of the registered code: that of its functions and events, its `binver`; 1 to 32 bytes.
    /// Role `registrar`. `expected`: the record's revision.
    pub fn set_interface(
        env: Env,
        operator: Address,
        name: Symbol,
        interface: String,
        expected: u32,
    ) {
        enter(&env, roles::REGISTRAR, &operator);
        if let Some(record) = registry::set_interface(&env, &name, interface.clone(), expected) {
            InterfaceSet {
                name,
                interface,
                revision: record.revision,
                operator,
            }
            .publish(&env);
        }
    }

    /// Removes a name, and its address from the system addresses unless another name has it. Role `upgrader`.
    pub fn unregister(env: Env, operator: Address, name: Symbol) {
        enter(&env, roles::UPGRADER, &operator);
        let address = registry::unregister(&env, &name);
        Unregistered {
            name,
            address,
            operator,
        }
        .publish(&env);
    }

    /// Removes an address that no record names any more from the system addresses: from then on it may be frozen and
    /// clawed back from. Role `upgrader`.
    pub fn forget_address(env: Env, operator: Address, address: Address) {
        enter(&env, roles::UPGRADER, &operator);
        if registry::forget(&env, &address) {
            AddressForgotten { address, operator }.publish(&env);
        }
    }

    /// The record of a name.
    pub fn get(env: Env, name: Symbol) -> Option<Record> {
        ttl::extend_instance(&env);
        storage::record(&env, &name)
    }

    /// The address that is registered under a name; an error if there is none.
    pub fn resolve(env: Env, name: Symbol) -> Address {
        ttl::extend_instance(&env);
        registry::get(&env, &name).address
    }

    /// Records at positions `start .. start + limit` (limit 1 to 100) in order of registration.
    pub fn list(env: Env, start: u32, limit: u32) -> Vec<(Symbol, Record)> {
        ttl::extend_instance(&env);
        registry::list(&env, start, limit)
    }

    /// Addresses that are never paid and never clawed back: all registered ones, replaced ones included,
    /// at most 32.
    pub fn system_addresses(env: Env) -> Vec<Address> {
        ttl::extend_instance(&env);
        storage::addresses(&env)
    }
}

lifecycle! {
    StateContract, StateError, storage::open;
    /// Stops the whole system. Role `pauser`.
    pause,
    /// Lets the whole system run again. Role `unpauser`.
    unpause,
    /// True while the whole system is stopped.
    paused,
    /// Works while paused: it may be the remedy.
    upgrade,
    migrate(SCHEMA_VERSION), version,
}

fn enter(env: &Env, role: &str, operator: &Address) {
    if !guards::authorize(env, &storage::open(env), role, operator) {
        panic_with_error!(env, StateError::Unauthorized);
    }
    if lifecycle::paused(env) {
        panic_with_error!(env, StateError::Paused);
    }
}
