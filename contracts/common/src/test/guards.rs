use soroban_sdk::{
    contract, contractimpl, symbol_short,
    testutils::{Address as _, Events as _},
    vec, Address, BytesN, Env, Event as _, Symbol, Vec,
};

use super::{holder, Holder};
use crate::{
    guards,
    lifecycle::{self, Migrated, Paused, Unpaused},
    roles,
};

/// Answers like `admin` and `state` do; what it answers is in its storage.
#[contract]
struct System;

#[contractimpl]
impl System {
    pub fn __constructor(env: Env, role: Symbol, account: Address) {
        env.storage().instance().set(&(role, account), &true);
    }

    pub fn has_role(env: Env, account: Address, role: Symbol) -> Option<u32> {
        env.storage().instance().has(&(role, account)).then_some(0)
    }

    pub fn stop(env: Env) {
        env.storage().instance().set(&symbol_short!("stop"), &true);
    }

    pub fn paused(env: Env) -> bool {
        env.storage().instance().has(&symbol_short!("stop"))
    }

    pub fn announce(env: Env, contract: Address, new_wasm_hash: BytesN<32>) {
        env.storage().instance().set(&contract, &new_wasm_hash);
    }

    pub fn upgrade_is_due(env: Env, contract: Address, new_wasm_hash: BytesN<32>) -> bool {
        env.storage().instance().get(&contract) == Some(new_wasm_hash)
    }

    pub fn system_addresses(env: Env) -> Vec<Address> {
        vec![&env, env.current_contract_address()]
    }
}

fn system(env: &Env, role: &str, account: &Address) -> Address {
    env.register(System, (Symbol::new(env, role), account.clone()))
}

#[test]
fn a_role_is_needed_besides_the_signature() {
    let (env, contract) = holder();
    let (operator, stranger) = (Address::generate(&env), Address::generate(&env));
    let admin = system(&env, roles::DISTRIBUTION, &operator);
    env.mock_all_auths();
    let authorized = |role, account: &Address| {
        env.as_contract(&contract, || guards::authorize(&env, &admin, role, account))
    };
    assert!(authorized(roles::DISTRIBUTION, &operator));
    assert!(!authorized(roles::DISTRIBUTOR, &operator));
    assert!(!authorized(roles::DISTRIBUTION, &stranger));
}

#[test]
#[should_panic(expected = "Error(Auth, InvalidAction)")]
fn a_signature_is_needed_besides_the_role() {
    let (env, contract) = holder();
    let operator = Address::generate(&env);
    let admin = system(&env, roles::MINTER, &operator);
    env.as_contract(&contract, || {
        guards::authorize(&env, &admin, roles::MINTER, &operator)
    });
}

#[test]
fn either_pause_stops_a_contract() {
    let (env, contract) = holder();
    let other = env.register(Holder, ());
    let state = system(&env, roles::MINTER, &other);
    let stopped = |address| env.as_contract(address, || guards::is_stopped(&env, &state));
    assert!(!stopped(&contract));
    env.as_contract(&contract, || lifecycle::pause(&env, other.clone()));
    assert!(stopped(&contract) && !stopped(&other));
    SystemClient::new(&env, &state).stop();
    assert!(stopped(&other));
}

#[test]
fn pausing_and_unpausing_may_be_repeated() {
    let (env, contract) = holder();
    env.as_contract(&contract, || {
        lifecycle::unpause(&env, contract.clone());
        assert!(!lifecycle::paused(&env));
        lifecycle::pause(&env, contract.clone());
        lifecycle::pause(&env, contract.clone());
        assert!(lifecycle::paused(&env));
        lifecycle::unpause(&env, contract.clone());
        assert!(!lifecycle::paused(&env));
    });
}

/// A contract, `admin`, and the hash of code that is not on the ledger.
fn upgradable() -> (Env, Address, Address, BytesN<32>) {
    let (env, contract) = holder();
    let admin = system(&env, roles::UPGRADER, &contract);
    let code = BytesN::from_array(&env, &[7; 32]);
    (env, contract, admin, code)
}

#[test]
fn code_that_is_not_due_replaces_nothing() {
    let (env, contract, admin, code) = upgradable();
    let upgrade = || lifecycle::upgrade(&env, &admin, &code);
    assert!(!env.as_contract(&contract, upgrade));
}

#[test]
#[should_panic(expected = "Error(Storage, MissingValue)")]
fn code_that_is_due_is_looked_for() {
    let (env, contract, admin, code) = upgradable();
    SystemClient::new(&env, &admin).announce(&contract, &code);
    let upgrade = || lifecycle::upgrade(&env, &admin, &code);
    env.as_contract(&contract, upgrade);
}

#[test]
fn events_name_who_stopped_restarted_and_migrated() {
    let (env, contract) = holder();
    let operator = Address::generate(&env);
    let by = || operator.clone();
    env.as_contract(&contract, || lifecycle::init(&env, 1));
    let steps: [&dyn Fn(); 3] = [
        &|| lifecycle::pause(&env, by()),
        &|| lifecycle::unpause(&env, by()),
        &|| assert!(lifecycle::migrate(&env, 2, by())),
    ];
    let (stopped, restarted) = (Paused { operator: by() }, Unpaused { operator: by() });
    let migrated = Migrated {
        version: 2,
        operator: by(),
    };
    let events = [
        stopped.to_xdr(&env, &contract),
        restarted.to_xdr(&env, &contract),
        migrated.to_xdr(&env, &contract),
    ];
    for (step, event) in steps.into_iter().zip(events) {
        env.as_contract(&contract, step);
        assert_eq!(env.events().all().events(), [event]);
    }
}

#[test]
fn a_schema_version_is_reached_once() {
    let (env, contract) = holder();
    env.as_contract(&contract, || {
        lifecycle::init(&env, 1);
        assert!(!lifecycle::migrate(&env, 1, contract.clone()));
        assert!(lifecycle::migrate(&env, 2, contract.clone()));
        assert!(!lifecycle::migrate(&env, 2, contract.clone()));
        assert!(!lifecycle::migrate(&env, 1, contract.clone()));
        assert_eq!(lifecycle::version(&env), 2);
    });
}

#[test]
fn system_addresses_are_recognised() {
    let (env, contract) = holder();
    let state = system(&env, roles::MINTER, &contract);
    let known = |address| {
        env.as_contract(&contract, || {
            guards::is_system_address(&env, &state, address)
        })
    };
    assert!(known(&state));
    assert!(!known(&contract));
}
