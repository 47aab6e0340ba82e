//! Every kept release, with state, upgraded to the built wasm: nothing stored is lost, nothing paid is paid again, what was
//! pending goes on.

mod after;
mod before;
mod beside;
mod interface;
mod release;
mod snapshot;
mod system;

use merit_common::roles;
use merit_testing::{releases, wasm, Failure, Guarded, World};
use soroban_sdk::{Address, BytesN, IntoVal, Vec};

use release::Release;
use system::{Contract, System, CONTRACTS};

#[test]
fn a_release_is_kept() {
    assert!(releases().contains("0.1.0"));
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

/// By the upgrader and nobody else, `migrate` included, which runs once where the schema version rose and never where it
/// didn't.
fn upgrade(world: &World, address: &Address, contract: &Contract) {
    let (env, name) = (&world.env, contract.name);
    let schema = || world.call_unsigned::<u32>(address, "version", ()).unwrap();
    let guarded = |function, args| -> Result<(), Failure> {
        let call = Guarded {
            contract: address,
            function,
            role: roles::UPGRADER,
            unauthorized: contract.unauthorized(),
            args,
        };
        world.assert_guarded(&call).map(|value| value.into_val(env))
    };
    let migrate = || guarded("migrate", Vec::new(env));
    let code: BytesN<32> = env.deployer().upload_contract_wasm(wasm(name).as_slice());
    let before = schema();
    guarded("upgrade", Vec::from_array(env, [code.to_val()])).unwrap();
    assert_eq!(schema(), before, "{name}");

    let refused = Err(Failure::Contract(contract.already_migrated()));
    if before < contract.schema {
        assert_eq!(migrate(), Ok(()), "{name}");
    }
    assert_eq!(migrate(), refused, "{name}");
    assert_eq!(schema(), contract.schema, "{name}");
}
