//! Who may call what: every role against every function.

use merit_common::roles::{CLAWBACK, DISTRIBUTOR, MANAGER, PAUSER, UNPAUSER, UPGRADER};
use merit_distribution::{Distribution, DistributionError};
use merit_testing::{
    distribution::{self, Planned, Setup},
    payments, Failure, Guarded, Line, Outcome, Terms, World, DAY, MERCHANT, ROLES, START,
};
use soroban_sdk::{vec as list, Address, IntoVal, Val, Vec};

const UNAUTHORIZED: u32 = DistributionError::Unauthorized as u32;

/// An open drop of 100 to each of two wallets.
fn two_leaves() -> (Setup, u64, Planned) {
    let setup = Setup::new();
    let leaves: std::vec::Vec<_> = setup.wallets(2).into_iter().zip([100; 2]).collect();
    let (drop, planned) = setup.open(&distribution::Terms::default(), &leaves);
    (setup, drop, planned)
}

/// Wallet, drop, index, amount, proof of a leaf.
fn claim_args(setup: &Setup, drop: u64, planned: &Planned, index: usize) -> Vec<Val> {
    let claim = setup.leaf(drop, planned, index);
    let proof = setup.hashes(&claim.proof);
    (claim.wallet, drop, claim.index, claim.amount, proof).into_val(setup.env())
}

#[test]
fn only_the_role_gets_in() {
    let (setup, drop, planned) = two_leaves();
    let (world, env) = (&setup.world, setup.env());
    let campaign = world.open_campaign(&Terms::default());
    world.deposit(MERCHANT, 10);
    let to = world.asset.holder(Line::default());
    let batch = payments(env, 1, &[to], 10);
    let code = env.upload(Distribution);
    let already = Err(Failure::Contract(DistributionError::AlreadyMigrated as u32));
    let table: [(&str, &str, Vec<Val>, Outcome<()>); 9] = [
        (
            "create_drop",
            MANAGER,
            list![
                env,
                setup.hash([2; 32]).to_val(),
                MERCHANT.into_val(env),
                setup.hash([3; 32]).to_val(),
                10i128.into_val(env),
                1u32.into_val(env),
                START.into_val(env),
                (START + DAY).into_val(env),
            ],
            Ok(()),
        ),
        (
            "cancel_drop",
            MANAGER,
            (drop,).into_val(env),
            Err(Failure::Contract(DistributionError::DropOpened as u32)),
        ),
        (
            "clawback",
            CLAWBACK,
            (campaign, 1u32, &planned.leaves[0].0, 10i128, START).into_val(env),
            Err(Failure::Contract(DistributionError::NoReceipt as u32)),
        ),
        (
            "claim_for",
            DISTRIBUTOR,
            claim_args(&setup, drop, &planned, 0),
            Ok(()),
        ),
        (
            "pay",
            DISTRIBUTOR,
            list![env, campaign.into_val(env), batch.to_val()],
            Ok(()),
        ),
        ("pause", PAUSER, list![env], Ok(())),
        ("unpause", UNPAUSER, list![env], Ok(())),
        ("migrate", UPGRADER, list![env], already),
        ("upgrade", UPGRADER, list![env, code.to_val()], Ok(())),
    ];
    for (function, role, args, expected) in table {
        let outcome = world.assert_guarded(&Guarded {
            contract: &world.distribution,
            function,
            role,
            unauthorized: UNAUTHORIZED,
            args,
        });
        assert_eq!(outcome.map(|_: Val| ()), expected, "{function}");
    }
}

#[test]
fn only_the_wallet_claims_its_leaf_itself() {
    let (setup, drop, planned) = two_leaves();
    let (world, args) = (&setup.world, claim_args(&setup, drop, &planned, 0));
    let contract = &world.distribution;
    let unsigned = world.call_unsigned::<()>(contract, "claim", args.clone());
    assert_eq!(unsigned, Err(Failure::Host));
    let neighbour = &planned.leaves[1].0;
    let holders = ROLES.map(|role| world.holder(role));
    for other in holders.into_iter().chain([neighbour]) {
        let signed = world.call::<()>(other, contract, "claim", args.clone());
        assert_eq!(signed, Err(Failure::Host), "{other:?}");
    }
    // The wallet's signature for one leaf doesn't move another.
    let wallet = &planned.leaves[0].0;
    let other = claim_args(&setup, drop, &planned, 1);
    let signed = world.call_signed_for::<()>(wallet, contract, "claim", other, args.clone());
    assert_eq!(signed, Err(Failure::Host));
    assert_eq!(world.call(wallet, contract, "claim", args), Ok(()));
}

#[test]
fn anyone_sweeps_and_the_money_goes_to_the_merchant() {
    let (setup, drop, planned) = two_leaves();
    setup.claim(&setup.leaf(drop, &planned, 0)).unwrap();
    setup.world.advance(30 * DAY);
    assert_eq!(setup.sweep(drop), Ok(100));
    let pool = setup.world.pool();
    assert_eq!(pool.balance(&MERCHANT), 100);
}

#[test]
fn nobody_signs_for_the_pool_or_the_contract() {
    let (setup, drop, planned) = two_leaves();
    setup.claim(&setup.leaf(drop, &planned, 0)).unwrap();
    let auths = setup.env().auths();
    let signers: std::vec::Vec<&Address> = auths.iter().map(|(signer, _)| signer).collect();
    assert_eq!(signers, [&planned.leaves[0].0]);
    assert!(auths[0].1.sub_invocations.is_empty());
}

#[test]
fn a_signature_for_another_batch_does_not_count() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let signed = payments(&world.env, 1, [&to], 10);
    let sent = payments(&world.env, 1, &[to], 1_000);
    let distributor = world.holder(DISTRIBUTOR);
    let outcome = world.call_signed_for::<()>(
        distributor,
        &world.distribution,
        "pay",
        (distributor, campaign, &signed),
        (distributor, campaign, &sent),
    );
    assert_eq!(outcome, Err(Failure::Host));
}

#[test]
fn an_expired_distributor_is_out() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    world.grant_role_until(
        DISTRIBUTOR,
        &world.root,
        world.env.ledger().timestamp() + 60,
    );
    let pay = |number| {
        let batch = payments(&world.env, number, [&to], 10);
        let args = (&world.root, campaign, &batch);
        world.call::<()>(&world.root, &world.distribution, "pay", args)
    };
    assert_eq!(pay(1), Ok(()));
    world.advance(60);
    assert_eq!(pay(2), Err(Failure::Contract(UNAUTHORIZED)));
}
