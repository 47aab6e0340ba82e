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
use merit_testing::{releases, wasm, Failure, Outcome, World};
use soroban_sdk::{Address, BytesN, IntoVal, Val, Vec};

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
        let facts = before::fill(&system);
        let kept = snapshot::take(&system, &facts, release.reserved());
        for contract in CONTRACTS {
            upgrade(&system.world, system.address(contract.name), &contract);
        }
        snapshot::assert_same(
            &kept,
            &snapshot::take(&system, &facts, Release::Next.reserved()),
            &release.to_string(),
        );
        after::payments_go_on(&system, &facts);
        after::money_goes_on(&system, &facts);
        after::powers_go_on(&system, &facts);
    }
}

/// By the upgrader, `migrate` included, which runs once where the schema version rose and never where it didn't.
fn upgrade(world: &World, address: &Address, contract: &Contract) {
    let (env, name) = (&world.env, contract.name);
    let schema = || world.call_unsigned::<u32>(address, "version", ()).unwrap();
    let code: BytesN<32> = env.deployer().upload_contract_wasm(wasm(name).as_slice());
    let before = schema();
    replace_code(world, address, &code);
    assert_eq!(schema(), before, "{name}");

    let migrate = || -> Outcome<()> {
        let upgrader = world.holder(roles::UPGRADER);
        world.call(upgrader, address, "migrate", (upgrader,))
    };
    let refused = Err(Failure::Contract(contract.already_migrated()));
    if before < contract.schema {
        assert_eq!(migrate(), Ok(()), "{name}");
    }
    assert_eq!(migrate(), refused, "{name}");
    assert_eq!(schema(), contract.schema, "{name}");
}

/// By the upgrader. The deployed code says in which order it takes the arguments; it refuses the other order.
fn replace_code(world: &World, address: &Address, code: &BytesN<32>) {
    let upgrader = world.holder(roles::UPGRADER);
    let upgrade = |args: Vec<Val>| world.call::<()>(upgrader, address, "upgrade", args);
    let hash_first = (code, upgrader).into_val(&world.env);
    let operator_first = (upgrader, code).into_val(&world.env);
    let (right, wrong) = match world.released_as() {
        Some("0.1.0" | "0.2.0") => (operator_first, hash_first),
        _ => (hash_first, operator_first),
    };
    assert_eq!(upgrade(wrong), Err(Failure::Host));
    assert_eq!(upgrade(right), Ok(()));
}
