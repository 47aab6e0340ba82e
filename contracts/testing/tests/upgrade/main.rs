//! Every kept release, with state, upgraded to the built wasm: nothing stored is lost, nothing paid is paid again, what was
//! pending goes on.

mod after;
mod before;
mod beside;
mod distribution;
mod drafts;
mod interface;
mod release;
mod snapshot;
mod system;

use merit_common::roles;
use merit_testing::{other_code, releases, wasm, Failure, Outcome, World};
use soroban_sdk::{Address, IntoVal, Val};

use release::Release;
use system::{Contract, System, CONTRACTS};

#[test]
fn releases_are_kept() {
    for version in ["0.1.0", "0.2.0"] {
        assert!(releases().contains(version), "{version}");
    }
}

#[test]
fn everything_survives_the_upgrade() {
    for release in Release::all() {
        let system = System::of(&release);
        let facts = before::fill(&system, &release);
        let kept = snapshot::take(&system, &facts, &release);
        upgrade(&system.world, None);
        snapshot::assert_same(
            &kept,
            &snapshot::take(&system, &facts, &Release::Next),
            &release.to_string(),
        );
        after::payments_go_on(&system, &facts);
        after::money_goes_on(&system, &facts);
        after::powers_go_on(&system, &facts);
    }
}

/// All contracts of the world and one beside them, by the upgrader.
fn upgrade(world: &World, beside: Option<(&Address, &Contract)>) {
    let all = replace_all_code(world, beside);
    for (address, contract) in all {
        migrate(world, address, contract);
        if world.released_as().is_some() {
            waits(world, address, contract);
        }
    }
}

/// From now on its code has to be announced, and waits as long as a transfer of the admin; or nobody replaces it.
fn waits(world: &World, address: &Address, contract: &Contract) {
    let upgrader = world.holder(roles::UPGRADER);
    let args = (other_code(&world.env), upgrader);
    let replaced = world.call::<()>(upgrader, address, "upgrade", args);
    let refused = contract.not_due.map_or(Failure::Host, Failure::Contract);
    assert_eq!(replaced, Err(refused), "{}", contract.name);
}

/// In the order of `docs/operations.md`: `admin` last, because the released code of the others asks the released `admin`.
fn replace_all_code<'a>(
    world: &'a World,
    beside: Option<(&'a Address, &'a Contract)>,
) -> Vec<(&'a Address, &'a Contract)> {
    let in_world = CONTRACTS.iter().map(|contract| {
        let address = system::address(world, contract.name);
        (address, contract)
    });
    let mut all: Vec<_> = in_world.chain(beside).collect();
    all.sort_by_key(|(_, contract)| contract.name == "admin");
    for (address, contract) in &all {
        replace_code(world, address, contract);
        if world.released_as().is_some() && contract.name != "admin" {
            refuses_roles(world, address);
        }
    }
    all
}

/// Nobody has a role at it, as its new code doesn't understand the released `admin`.
fn refuses_roles(world: &World, address: &Address) {
    for (role, function) in [(roles::PAUSER, "pause"), (roles::UPGRADER, "migrate")] {
        let holder = world.holder(role);
        let refused = world.call::<()>(holder, address, function, (holder,));
        assert_eq!(refused, Err(Failure::Host));
    }
}

/// The deployed code says in which order it takes the arguments; it refuses the other order.
fn replace_code(world: &World, address: &Address, contract: &Contract) {
    let (env, name) = (&world.env, contract.name);
    let code = env.deployer().upload_contract_wasm(wasm(name).as_slice());
    let before = schema(world, address);
    let upgrader = world.holder(roles::UPGRADER);
    let upgrade =
        |args: soroban_sdk::Vec<Val>| world.call::<()>(upgrader, address, "upgrade", args);
    let hash_first = (&code, upgrader).into_val(env);
    let operator_first = (upgrader, &code).into_val(env);
    let (right, wrong) = match world.released_as() {
        Some("0.1.0" | "0.2.0") => (operator_first, hash_first),
        _ => (hash_first, operator_first),
    };
    assert_eq!(upgrade(wrong), Err(Failure::Host), "{name}");
    assert_eq!(upgrade(right), Ok(()), "{name}");
    assert_eq!(schema(world, address), before, "{name}");
}

/// Migrates once if the schema version rose, and never if it didn't.
fn migrate(world: &World, address: &Address, contract: &Contract) {
    let name = contract.name;
    let migrate = || -> Outcome<()> {
        let upgrader = world.holder(roles::UPGRADER);
        world.call(upgrader, address, "migrate", (upgrader,))
    };
    if schema(world, address) < contract.schema {
        assert_eq!(migrate(), Ok(()), "{name}");
    }
    assert_eq!(migrate(), Err(contract.already_migrated()), "{name}");
    assert_eq!(schema(world, address), contract.schema, "{name}");
}

fn schema(world: &World, address: &Address) -> u32 {
    world.call_unsigned(address, "version", ()).unwrap()
}
