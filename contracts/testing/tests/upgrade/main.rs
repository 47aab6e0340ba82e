//! Every kept release, with state, upgraded to the built wasm: nothing stored is lost, nothing paid is paid again, what was
//! pending goes on.

mod after;
mod before;
mod interface;
mod snapshot;
mod system;

use merit_common::roles;
use merit_testing::{releases, wasm, Failure, Guarded};
use soroban_sdk::{BytesN, IntoVal, Vec};

use system::{Contract, System, CONTRACTS};

#[test]
fn a_release_is_kept() {
    assert!(releases().contains("0.1.0"));
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

/// By the upgrader and nobody else, `migrate` included, which runs once where the schema version rose and never where it
/// didn't.
fn upgrade(system: &System, contract: &Contract) {
    let env = &system.world.env;
    let code: BytesN<32> = env
        .deployer()
        .upload_contract_wasm(wasm(contract.name).as_slice());
    let before = system.schema(contract);
    guarded(
        system,
        contract,
        "upgrade",
        Vec::from_array(env, [code.to_val()]),
    )
    .unwrap();
    assert_eq!(system.schema(contract), before, "{}", contract.name);

    let migrated = guarded(system, contract, "migrate", Vec::new(env));
    let refused = Err(Failure::Contract(contract.already_migrated()));
    if before == contract.schema {
        assert_eq!(migrated, refused, "{}", contract.name);
    } else {
        assert_eq!(migrated, Ok(()), "{}", contract.name);
        let again = guarded(system, contract, "migrate", Vec::new(env));
        assert_eq!(again, refused, "{}", contract.name);
    }
    assert_eq!(
        system.schema(contract),
        contract.schema,
        "{}",
        contract.name
    );
}

fn guarded(
    system: &System,
    contract: &Contract,
    function: &str,
    args: Vec<soroban_sdk::Val>,
) -> Result<(), Failure> {
    let call = Guarded {
        contract: system.address(contract.name),
        function,
        role: roles::UPGRADER,
        unauthorized: contract.unauthorized(),
        args,
    };
    let outcome = system.world.assert_guarded(&call);
    outcome.map(|value| value.into_val(&system.world.env))
}
