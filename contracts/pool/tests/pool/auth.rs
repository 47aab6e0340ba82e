//! Who may call what: every role against every function.

use merit_common::roles::{CAMPAIGN, LIMITER, MANAGER, PAUSER, TREASURER, UNPAUSER, UPGRADER};
use merit_pool::{Pool, PoolError};
use merit_testing::{Failure, Guarded, Outcome, World, LIMIT, MERCHANT};
use soroban_sdk::{testutils::Address as _, vec as list, Address, BytesN, IntoVal, Val, Vec};

const UNAUTHORIZED: u32 = PoolError::Unauthorized as u32;

#[test]
fn only_the_role_gets_in() {
    let world = World::new();
    let env = &world.env;
    world.deposit(MERCHANT, 1_000);
    let merchant: Val = MERCHANT.into_val(env);
    let campaign: Val = 77u64.into_val(env);
    let amount: Val = 100i128.into_val(env);
    let owner = Address::generate(env);
    let payee = Address::generate(env);
    let code = env.upload(Pool);
    let nobody: Val = None::<u64>.into_val(env);
    let limit: Val = (LIMIT - 1).into_val(env);
    let to: Val = list![env, payee].to_val();
    let amounts: Val = list![env, 10i128].to_val();
    let already = Err(Failure::Contract(PoolError::AlreadyMigrated as u32));
    let table: [(&str, &str, Vec<Val>, Outcome<()>); 9] = [
        (
            "set_owner",
            MANAGER,
            list![env, merchant, owner.to_val()],
            Ok(()),
        ),
        (
            "reserve",
            CAMPAIGN,
            list![env, merchant, campaign, amount],
            Ok(()),
        ),
        ("pay", CAMPAIGN, list![env, campaign, to, amounts], Ok(())),
        ("release", CAMPAIGN, list![env, campaign], Ok(())),
        ("set_limit", LIMITER, list![env, nobody, limit], Ok(())),
        ("pause", PAUSER, list![env], Ok(())),
        ("unpause", UNPAUSER, list![env], Ok(())),
        ("migrate", UPGRADER, list![env], already),
        ("upgrade", UPGRADER, list![env, code.to_val()], Ok(())),
    ];
    for (function, role, args, expected) in table {
        let outcome = world.assert_guarded(&Guarded {
            contract: &world.pool,
            function,
            role,
            unauthorized: UNAUTHORIZED,
            args,
        });
        assert_eq!(outcome.map(|_| ()), expected, "{function}");
    }
}

#[test]
fn only_a_treasurer_grants_and_signs_the_transfer_too() {
    let world = World::new();
    let env = &world.env;
    let treasurer = world.holder(TREASURER);
    world.asset.mint(treasurer, 1_000);
    let outcome = world.assert_guarded(&Guarded {
        contract: &world.pool,
        function: "grant",
        role: TREASURER,
        unauthorized: UNAUTHORIZED,
        args: list![
            env,
            MERCHANT.into_val(env),
            100i128.into_val(env),
            BytesN::from_array(env, &[1; 32]).to_val()
        ],
    });
    // The signature covers the grant, not the transfer below it.
    assert_eq!(outcome.map(|_| ()), Err(Failure::Host));
    assert_eq!(world.treasury_grant(MERCHANT, 100, 1), Ok(true));
}

#[test]
fn only_the_depositor_can_deposit_its_money() {
    let world = World::new();
    let from = Address::generate(&world.env);
    let thief = Address::generate(&world.env);
    world.asset.mint(&from, 100);
    let args = (&from, MERCHANT, 100i128);
    let stolen = world.call::<()>(&thief, &world.pool, "deposit", args);
    assert_eq!(stolen, Err(Failure::Host));
    assert_eq!(world.deposit_from(&from, MERCHANT, 100), Ok(()));
}

#[test]
fn only_the_owner_withdraws() {
    let world = World::new();
    world.deposit(MERCHANT, 1_000);
    let owner = Address::generate(&world.env);
    let other = Address::generate(&world.env);
    let withdraw = |caller: &Address, merchant: u64| world.withdraw(caller, merchant, caller, 100);
    let refused = Err(Failure::Contract(UNAUTHORIZED));
    assert_eq!(withdraw(&owner, MERCHANT), refused, "no owner yet");

    let manager = world.holder(MANAGER);
    for (merchant, owner) in [(MERCHANT, &owner), (MERCHANT + 1, &other)] {
        world.set_owner(merchant, owner).unwrap();
    }
    assert_eq!(withdraw(&other, MERCHANT), refused);
    assert_eq!(withdraw(manager, MERCHANT), refused);
    let unsigned = (&owner, MERCHANT, &owner, 100i128);
    let unsigned = world.call_unsigned::<()>(&world.pool, "withdraw", unsigned);
    assert_eq!(unsigned, Err(Failure::Host));
    assert_eq!(withdraw(&owner, MERCHANT), Ok(()));
}
