//! Every kept release, with state, upgraded to the built wasm: nothing stored is lost, nothing paid is paid again, what was
//! pending goes on.

mod after;
mod before;
mod beside;
mod distribution;
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
    let by_upgrader = |function, args: Vec<Val>| -> Outcome<()> {
        let holder = world.holder(roles::UPGRADER);
        let mut all = args;
        all.push_front(holder.to_val());
        world.call(holder, address, function, all)
    };
    let code: BytesN<32> = env.deployer().upload_contract_wasm(wasm(name).as_slice());
    let before = schema();
    by_upgrader("upgrade", (code,).into_val(env)).unwrap();
    assert_eq!(schema(), before, "{name}");

    let refused = Err(Failure::Contract(contract.already_migrated()));
    if before < contract.schema {
        assert_eq!(by_upgrader("migrate", Vec::new(env)), Ok(()), "{name}");
    }
    assert_eq!(by_upgrader("migrate", Vec::new(env)), refused, "{name}");
    assert_eq!(schema(), contract.schema, "{name}");
}
