//! Who may call what: every role against every function.

use merit_common::roles::{DISTRIBUTOR, PAUSER, UNPAUSER, UPGRADER};
use merit_distribution::{Distribution, DistributionError};
use merit_testing::{payments, Failure, Guarded, Line, Terms, World};
use soroban_sdk::{vec as list, IntoVal, Val};

const UNAUTHORIZED: u32 = DistributionError::Unauthorized as u32;

#[test]
fn only_the_role_gets_in() {
    let world = World::native();
    let env = &world.env;
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let batch = payments(env, 1, &[to], 10);
    let code = env.upload(Distribution);
    let already = Err(Failure::Contract(DistributionError::AlreadyMigrated as u32));
    let table = [
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
fn a_signature_for_another_batch_does_not_count() {
    let world = World::native();
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
    let world = World::native();
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
