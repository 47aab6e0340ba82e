//! Every kept release, with state, upgraded to the built wasm: nothing stored is lost, nothing paid is paid again, what was
//! pending goes on.

mod after;
mod before;
mod snapshot;
mod system;

use merit_common::roles;
use merit_testing::{released_wasm, releases, wasm, Failure};
use soroban_sdk::{BytesN, IntoVal, Val, Vec};

use system::{Contract, System, CONTRACTS};

#[test]
fn a_release_is_kept() {
    assert!(releases().contains("0.1.0"));
}

#[test]
fn the_released_code_is_not_the_built_one() {
    for Contract { name, .. } in CONTRACTS {
        assert_ne!(released_wasm("0.1.0", name), wasm(name), "{name}");
    }
}

#[test]
fn everything_survives_the_upgrade() {
    for version in releases() {
        let system = System::released(&version);
        let facts = before::fill(&system);
        let kept = snapshot::take(&system, &facts, snapshot::reserved_of_campaign);
        for contract in CONTRACTS {
            upgrade(&system, &contract);
        }
        snapshot::assert_same(
            &kept,
            &snapshot::take(&system, &facts, snapshot::reserved_of_contract),
            &version,
        );
        after::payments_go_on(&system, &facts);
        after::money_goes_on(&system, &facts);
        after::powers_go_on(&system, &facts);
    }
}

/// By the upgrader, `migrate` included, which runs once where the schema version rose and never where it didn't.
fn upgrade(system: &System, contract: &Contract) {
    let env = &system.world.env;
    let code: BytesN<32> = env
        .deployer()
        .upload_contract_wasm(wasm(contract.name).as_slice());
    let before = system.schema(contract);
    let by_upgrader = |function, args: Vec<Val>| {
        system.by_role::<()>(roles::UPGRADER, contract.name, function, args)
    };
    by_upgrader("upgrade", (code,).into_val(env)).unwrap();
    assert_eq!(system.schema(contract), before, "{}", contract.name);

    let migrated = by_upgrader("migrate", Vec::new(env));
    let refused = Err(Failure::Contract(contract.already_migrated()));
    if before == contract.schema {
        assert_eq!(migrated, refused, "{}", contract.name);
    } else {
        assert_eq!(migrated, Ok(()), "{}", contract.name);
        let again = by_upgrader("migrate", Vec::new(env));
        assert_eq!(again, refused, "{}", contract.name);
    }
    assert_eq!(
        system.schema(contract),
        contract.schema,
        "{}",
        contract.name
    );
}
