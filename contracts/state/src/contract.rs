//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{guards, lifecycle, roles, ttl};
use soroban_sdk::{
    contract, contractimpl, panic_with_error, Address, BytesN, Env, String, Symbol, Vec,
};

use crate::{
    errors::StateError,
    events::{AddressForgotten, InterfaceSet, MigrationRecorded, ParamSet, Registered, StatusSet},
    migrations,
    registry::{self, Record, Status},
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

    /// Registers an address and its code under `name` and makes it active. Role `registrar`. `version`: schema version of
    /// its data. `expected`: the record's revision, 0 for a new name. Repeating the call changes nothing and succeeds. New
    /// code has no interface version until `set_interface`.
    pub fn register(
        env: Env,
        operator: Address,
        name: Symbol,
        address: Address,
        wasm_hash: BytesN<32>,
        version: u32,
        expected: u32,
    ) {
        enter_as_registrar(&env, &operator);
        let written = registry::register(&env, &name, address, wasm_hash, version, expected);
        if let Some(record) = written {
            Registered {
                name,
                address: record.address,
                wasm_hash: record.wasm_hash,
                version: record.version,
                revision: record.revision,
            }
            .publish(&env);
        }
    }

    /// Sets the status of a record. Role `registrar`. `expected`: the record's revision.
    pub fn set_status(env: Env, operator: Address, name: Symbol, status: Status, expected: u32) {
        enter_as_registrar(&env, &operator);
        if let Some(record) = registry::set_status(&env, &name, status, expected) {
            StatusSet {
                name,
                status,
                revision: record.revision,
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
        enter_as_registrar(&env, &operator);
        if let Some(record) = registry::set_interface(&env, &name, interface.clone(), expected) {
            InterfaceSet {
                name,
                interface,
                revision: record.revision,
            }
            .publish(&env);
        }
    }

    /// Removes an address that no record names any more from the system addresses: from then on it may be frozen and
    /// clawed back from. Role `upgrader`.
    pub fn forget_address(env: Env, operator: Address, address: Address) {
        enter_running(&env, roles::UPGRADER, &operator);
        if registry::forget(&env, &address) {
            AddressForgotten { address }.publish(&env);
        }
    }

    /// The record, whatever its status.
    pub fn get(env: Env, name: Symbol) -> Option<Record> {
        ttl::extend_instance(&env);
        storage::record(&env, &name)
    }

    /// The record's earlier revisions `start + 1 ..= start + limit` (limit 1 to 100), oldest first, without the
    /// present one.
    pub fn history(env: Env, name: Symbol, start: u32, limit: u32) -> Vec<Record> {
        ttl::extend_instance(&env);
        registry::history(&env, &name, start, limit)
    }

    /// The address of an active contract; an error otherwise.
    pub fn resolve(env: Env, name: Symbol) -> Address {
        ttl::extend_instance(&env);
        registry::resolve(&env, &name)
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

    /// Sets a parameter. Role `registrar`.
    pub fn set_param(env: Env, operator: Address, key: Symbol, value: i128) {
        enter_as_registrar(&env, &operator);
        storage::set_param(&env, &key, value);
        ParamSet { key, value }.publish(&env);
    }

    pub fn param(env: Env, key: Symbol) -> Option<i128> {
        ttl::extend_instance(&env);
        storage::param(&env, &key)
    }

    /// Records that migration `version` of contract `name` ran: each once, in order, from 1. Role `registrar`.
    pub fn record_migration(env: Env, operator: Address, name: Symbol, version: u32) {
        enter_as_registrar(&env, &operator);
        migrations::record(&env, &name, version);
        MigrationRecorded { name, version }.publish(&env);
    }

    /// The last recorded migration of contract `name`; 0 if none.
    pub fn migration(env: Env, name: Symbol) -> u32 {
        ttl::extend_instance(&env);
        storage::migration(&env, &name)
    }

    /// Stops the whole system. Role `pauser`.
    pub fn pause(env: Env, guardian: Address) {
        ttl::extend_instance(&env);
        require_role(&env, roles::PAUSER, &guardian);
        lifecycle::pause(&env);
    }

    /// Lets the whole system run again. Role `unpauser`.
    pub fn unpause(env: Env, operator: Address) {
        ttl::extend_instance(&env);
        require_role(&env, roles::UNPAUSER, &operator);
        lifecycle::unpause(&env);
    }

    /// True while the whole system is stopped.
    pub fn paused(env: Env) -> bool {
        ttl::extend_instance(&env);
        lifecycle::paused(&env)
    }

    /// Replaces the code. Role `upgrader`. The new code's `migrate` runs next. Works while paused: it may be the remedy.
    pub fn upgrade(env: Env, new_wasm_hash: BytesN<32>, operator: Address) {
        ttl::extend_instance(&env);
        require_role(&env, roles::UPGRADER, &operator);
        lifecycle::upgrade(&env, &new_wasm_hash);
    }

    /// Brings the stored data to this code's schema version, once. Role `upgrader`.
    pub fn migrate(env: Env, operator: Address) {
        ttl::extend_instance(&env);
        require_role(&env, roles::UPGRADER, &operator);
        if !lifecycle::migrate(&env, SCHEMA_VERSION) {
            panic_with_error!(&env, StateError::AlreadyMigrated);
        }
    }

    /// Schema version of the stored data.
    pub fn version(env: Env) -> u32 {
        ttl::extend_instance(&env);
        lifecycle::version(&env)
    }
}

fn enter_as_registrar(env: &Env, operator: &Address) {
    enter_running(env, roles::REGISTRAR, operator);
}

fn enter_running(env: &Env, role: &str, operator: &Address) {
    ttl::extend_instance(env);
    require_role(env, role, operator);
    if lifecycle::paused(env) {
        panic_with_error!(env, StateError::Paused);
    }
}

fn require_role(env: &Env, role: &str, operator: &Address) {
    if !guards::authorize(env, &storage::admin_contract(env), role, operator) {
        panic_with_error!(env, StateError::Unauthorized);
    }
}
