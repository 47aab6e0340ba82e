//! Upgrades, migrations, and that use keeps every entry alive.

use merit_common::{
    lifecycle,
    roles::{REGISTRAR, UPGRADER},
    ttl::{DAY as LEDGERS_PER_DAY, INSTANCE_EXTEND_TO, PERSISTENT_EXTEND_TO},
};
use merit_distribution::DistributionError;
use merit_testing::{
    distribution::{self, Setup},
    payments, wasm, Line, Outcome, Terms, World, DAY, FIRST, MERCHANT, NUMBERS, PERIOD, START,
};
use soroban_sdk::{
    testutils::{storage::Instance as _, Address as _},
    xdr::{ScSymbol, ScVal},
    Address, Bytes, BytesN, Symbol,
};

fn upgrade(world: &World, contract: &Address, hash: &BytesN<32>) -> Outcome<()> {
    let upgrader = world.holder(UPGRADER);
    world.call(upgrader, contract, "upgrade", (hash, upgrader))
}

fn migrate(world: &World, contract: &Address) -> Outcome<()> {
    let upgrader = world.holder(UPGRADER);
    world.call(upgrader, contract, "migrate", (upgrader,))
}

/// Drops' money lies in the pool, and the lives of marks are counted from the first ledger.
#[test]
fn what_was_set_before_a_migration_stays() {
    let setup = Setup::new();
    let (world, env) = (&setup.world, setup.env());
    let (drop, planned) = setup.open_for(1);
    let registrar = world.holder(REGISTRAR);
    for name in ["pool", "token"] {
        let other = Address::generate(env);
        let hash = BytesN::from_array(env, &[1; 32]);
        let args = (registrar, Symbol::new(env, name), other, hash, 2u32, 1u32);
        let registered = world.call::<()>(registrar, &world.state, "register", args);
        assert_eq!(registered, Ok(()));
    }
    world.advance_ledgers(PERIOD);
    env.as_contract(&world.distribution, || lifecycle::init(env, 0));
    assert_eq!(migrate(world, &world.distribution), Ok(()));
    assert_eq!(setup.claim(&setup.leaf(drop, &planned, 0)), Ok(()));
    assert_eq!(world.distribution().first_number(), FIRST + NUMBERS);
}

#[test]
fn an_upgraded_wasm_continues_with_its_data() {
    let world = World::wasm("MERIT");
    let id = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let pay = |number| world.pay(id, &payments(&world.env, FIRST + number, [&to], 10));
    assert_eq!(pay(1), Ok(()));
    let contracts = [
        ("pool", &world.pool),
        ("campaign", &world.campaign),
        ("distribution", &world.distribution),
    ];
    for (name, contract) in contracts {
        let hash = upload_other_build(&world, name);
        assert_eq!(upgrade(&world, contract, &hash), Ok(()));
    }
    assert_eq!(pay(2), Ok(()));
    assert_eq!(world.reward().seq, 2);
    assert_eq!(world.pool().reserved(&world.campaign, &id), 1_000_000 - 20);
    assert_eq!(world.asset.balance(&to), 20);
}

/// The same code under another hash: an empty custom section is added to the wasm.
fn upload_other_build(world: &World, name: &str) -> BytesN<32> {
    let mut code = wasm(name);
    code.extend_from_slice(&[0, 6, 5, b'o', b't', b'h', b'e', b'r']);
    let code = Bytes::from_slice(&world.env, &code);
    world.env.deployer().upload_contract_wasm(code)
}

#[test]
fn use_keeps_everything_alive() {
    let world = World::new();
    let id = world.open_campaign(&Terms {
        ends_at: START + 1_000 * DAY,
        per_wallet_cap: Some(1_000),
        ..Terms::default()
    });
    world.allow_clawback(id, DAY).unwrap();
    let to = world.asset.holder(Line::default());
    // Each step is shorter than a TTL, all of them together are longer.
    for number in 1..=4 {
        world.advance(100 * DAY);
        // The numbers of 100 days ago have expired.
        let number = world.distribution().first_number() + number;
        let batch = payments(&world.env, number, [&to], 10);
        assert_eq!(world.pay(id, &batch), Ok(()));
        world.pool().balance(&MERCHANT);
        let reference = world.campaigns().get(&id).reference;
        assert_eq!(world.campaigns().by_reference(&reference), Some(id));
        world.deposit(MERCHANT, 1);
        for contract in [&world.pool, &world.campaign, &world.distribution] {
            assert_fresh(&world, contract);
        }
    }
}

#[test]
fn use_keeps_a_drop_alive() {
    let setup = Setup::new();
    let leaves: Vec<(Address, i128)> = setup.wallets(4).into_iter().zip([10; 4]).collect();
    let terms = distribution::Terms {
        expires_at: START + 366 * DAY,
        ..distribution::Terms::default()
    };
    let (drop, planned) = setup.open(&terms, &leaves);
    // Each step is shorter than a TTL, all of them together are longer.
    for index in 0..4 {
        setup.world.advance(90 * DAY);
        assert_eq!(setup.claim(&setup.leaf(drop, &planned, index)), Ok(()));
        assert_eq!(setup.create(&planned), Ok(drop));
        assert_fresh(&setup.world, &setup.world.distribution);
    }
    for index in 0..4 {
        let again = setup.claim(&setup.leaf(drop, &planned, index));
        assert_eq!(
            again,
            distribution::error(DistributionError::AlreadyClaimed)
        );
    }
}

/// Asserts the full TTL of the instance and of every entry but the counters of ids, which only `create` reads, and receipts
/// of numbers that have expired.
fn assert_fresh(world: &World, contract: &Address) {
    let lifetimes = world.lifetimes(contract);
    // 128 receipts in an entry.
    let first = world.distribution().first_number() / 128;
    assert!(lifetimes.len() >= 3, "an instance and some entries");
    for (key, left) in lifetimes {
        let expected = match &key {
            ScVal::LedgerKeyContractInstance => INSTANCE_EXTEND_TO,
            ScVal::Vec(Some(key)) if key[0] == symbol("LastId") || key[0] == symbol("LastDrop") => {
                continue
            }
            ScVal::Vec(Some(key)) if key[0] == symbol("Receipts") && key[2] < ScVal::U32(first) => {
                continue
            }
            _ => PERSISTENT_EXTEND_TO,
        };
        assert_eq!(left, expected, "{key:?}");
    }
}

fn symbol(name: &str) -> ScVal {
    ScVal::Symbol(ScSymbol(name.try_into().unwrap()))
}

#[test]
fn a_view_extends_the_instance() {
    let world = World::new();
    let views: [(&Address, &str); 3] = [
        (&world.pool, "total_held"),
        (&world.campaign, "version"),
        (&world.distribution, "version"),
    ];
    world.advance(30 * DAY);
    for (contract, view) in views {
        let ttl = || {
            world
                .env
                .as_contract(contract, || world.env.storage().instance().get_ttl())
        };
        assert!(ttl() <= INSTANCE_EXTEND_TO - 30 * LEDGERS_PER_DAY);
        world
            .call_unsigned::<soroban_sdk::Val>(contract, view, ())
            .unwrap();
        assert_eq!(ttl(), INSTANCE_EXTEND_TO);
    }
}
