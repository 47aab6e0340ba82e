//! Creation, claims and revocation, with the asset's own refusals.

use merit_common::{amount::MAX, ids};
use merit_testing::vesting::{error, linear, tranches, Setup, FUNDS};
use merit_testing::{land_in_every_order, Failure, Line, Subject, START};
use merit_vesting::{Created, Plan, Terms, VestingError, MAX_BATCH, MAX_HORIZON};
use soroban_sdk::{testutils::Events as _, vec as list, BytesN, Event as _, Vec};

#[test]
fn a_linear_plan_pays_nothing_before_the_cliff_and_all_at_the_end() {
    let setup = Setup::new();
    let id = setup.usual();
    assert_eq!(setup.balance(&setup.contract), 1_000);
    let nothing = error(VestingError::NothingToClaim);
    setup.world.advance(99);
    assert_eq!(setup.claim(&id), nothing);
    setup.world.advance(1);
    assert_eq!(setup.client().claimable(&id), 100);
    assert_eq!(setup.claim(&id), Ok(100));
    assert_eq!(setup.world.event_names(&setup.contract), ["claimed"]);
    assert_eq!(setup.claim(&id), nothing, "within the same second");
    setup.world.advance(899);
    assert_eq!(setup.claim(&id), Ok(899));
    setup.world.advance(1);
    assert_eq!(setup.claim(&id), Ok(1));
    setup.world.advance(10_000);
    assert_eq!(setup.claim(&id), nothing);
    assert_eq!(setup.balance(&setup.beneficiary), 1_000);
    assert_eq!(setup.balance(&setup.contract), 0);
    assert_eq!(setup.client().obligations(), 0);
}

#[test]
fn tranches_vest_at_their_times() {
    let setup = Setup::new();
    let plan = tranches(setup.env(), &[(10, 5), (20, 70), (30, 1)]);
    let id = setup.create(&setup.terms(plan)).unwrap();
    let client = setup.client();
    for (after, vested) in [
        (0, 0),
        (9, 0),
        (10, 5),
        (19, 5),
        (20, 75),
        (30, 76),
        (99, 76),
    ] {
        assert_eq!(client.vested_at(&id, &(START + after)), vested, "{after}");
    }
    setup.world.advance(25);
    assert_eq!(setup.claim(&id), Ok(75));
    setup.world.advance(5);
    assert_eq!(setup.claim(&id), Ok(1));
}

#[test]
fn a_schedule_without_length_vests_at_once() {
    let setup = Setup::new();
    let at = START + 50;
    let id = setup.create(&setup.terms(linear(7, at, at, at))).unwrap();
    assert_eq!(setup.client().vested_at(&id, &(at - 1)), 0);
    assert_eq!(setup.client().vested_at(&id, &at), 7);
}

#[test]
fn the_largest_amount_over_the_longest_time_never_overflows() {
    let setup = Setup::new();
    let (end, asset) = (START + MAX_HORIZON, &setup.world.asset);
    asset.claw_back(&setup.funder, FUNDS);
    asset.mint(&setup.funder, MAX);
    let id = setup.create(&setup.terms(linear(MAX, 0, 0, end))).unwrap();
    let client = setup.client();
    assert_eq!(client.vested_at(&id, &u64::MAX), MAX);
    let last = client.vested_at(&id, &(end - 1));
    assert!(last < MAX && last > MAX / 2);
    assert_eq!(
        setup.create(&setup.terms(linear(1, 0, 0, end))),
        error(VestingError::ObligationsOverflow)
    );
}

#[test]
fn impossible_plans_are_refused() {
    use VestingError::*;
    let setup = Setup::new();
    let env = setup.env();
    let far = START + MAX_HORIZON;
    let table: [(Plan, VestingError); 13] = [
        (linear(0, 1, 2, 3), InvalidAmount),
        (linear(-1, 1, 2, 3), InvalidAmount),
        (linear(MAX + 1, 1, 2, 3), InvalidAmount),
        (linear(i128::MAX, 1, 2, 3), InvalidAmount),
        (linear(9, 3, 2, 4), InvalidTimes),
        (linear(9, 1, 5, 4), InvalidTimes),
        (linear(9, 1, 2, far + 1), InvalidTimes),
        (tranches(env, &[]), InvalidTranches),
        (tranches(env, &many_tranches(33)), InvalidTranches),
        (tranches(env, &[(1, 5), (1, 5)]), InvalidTimes),
        (tranches(env, &[(2, 5), (1, 5)]), InvalidTimes),
        (tranches(env, &[(1, 5), (2, 0)]), InvalidAmount),
        (tranches(env, &[(1, MAX), (2, 1)]), InvalidAmount),
    ];
    for (plan, expected) in table {
        let outcome = setup.create(&setup.terms(plan.clone()));
        assert_eq!(outcome, error(expected), "{plan:?}");
    }
    assert_eq!(setup.client().obligations(), 0);
    let longest = setup.terms(tranches(env, &many_tranches(32)));
    assert!(setup.create(&longest).is_ok());
}

fn many_tranches(count: u64) -> std::vec::Vec<(u64, i128)> {
    (1..=count).map(|time| (time, 1)).collect()
}

#[test]
fn addresses_that_would_lose_the_money_are_refused() {
    let setup = Setup::new();
    let world = &setup.world;
    let table = [
        &setup.contract,
        &world.asset.sac,
        &world.asset.issuer,
        &world.pool,
        &world.state,
    ];
    for account in table {
        let terms = Terms {
            beneficiary: account.clone(),
            ..setup.terms(linear(9, 1, 2, 3))
        };
        let refused = error(VestingError::RefusedBeneficiary);
        assert_eq!(setup.create(&terms), refused, "{account:?}");
    }
}

#[test]
fn a_batch_is_created_as_a_whole_with_one_transfer() {
    let setup = Setup::new();
    let env = setup.env();
    let good = || setup.terms(linear(10, 1, 2, 3));
    let bad = setup.terms(linear(10, 3, 2, 1));
    let batch = |count: u32| Vec::from_iter(env, (0..count).map(|_| good()));
    let wrong = error(VestingError::InvalidBatch);
    assert_eq!(setup.create_batch(&batch(0)), wrong);
    assert_eq!(setup.create_batch(&batch(MAX_BATCH + 1)), wrong);
    let times = error(VestingError::InvalidTimes);
    assert_eq!(setup.create_batch(&list![env, good(), bad]), times);
    assert_eq!(setup.client().obligations(), 0);

    let three = batch(3);
    let created = setup.create_batch(&three).unwrap();
    assert_eq!(
        setup.world.event_names(&setup.contract),
        ["created", "created", "created"]
    );
    assert_eq!(
        setup.world.event_names(&setup.world.asset.sac),
        ["transfer"]
    );
    let references = three.iter().map(|terms| terms.reference);
    let ids = references.map(|reference| ids::of(env, &setup.funder, &reference));
    assert_eq!(created, Vec::from_iter(env, ids));
    assert_eq!(setup.client().obligations(), 30);
    assert!(setup.create_batch(&batch(MAX_BATCH)).is_ok());
}

#[test]
fn a_creation_s_event_names_revoker_and_reference() {
    let setup = Setup::new();
    let env = setup.env();
    for revoker in [Some(setup.revoker.clone()), None] {
        let terms = Terms {
            revoker: revoker.clone(),
            ..setup.terms(linear(10, 1, 2, 3))
        };
        let id = setup.create(&terms).unwrap();
        let event = Created {
            id,
            beneficiary: terms.beneficiary,
            funder: setup.funder.clone(),
            total: 10,
            revocable: revoker.is_some(),
            revoker,
            reference: terms.reference,
        };
        assert_eq!(
            env.events().all().filter_by_contract(&setup.contract),
            [event.to_xdr(env, &setup.contract)]
        );
    }
}

#[test]
fn a_reference_is_used_once_by_each_funder() {
    let setup = Setup::new();
    let env = setup.env();
    let terms = setup.terms(linear(10, 1, 2, 3));
    let taken = error(VestingError::ReferenceTaken);
    let twice = list![env, terms.clone(), terms.clone()];
    assert_eq!(setup.create_batch(&twice), taken);
    let id = setup.create(&terms).unwrap();
    let taken = error(VestingError::ReferenceTaken);
    assert_eq!(setup.create(&terms), taken);
    setup.world.advance(100);
    assert_eq!(setup.claim(&id), Ok(10));
    assert_eq!(setup.create(&terms), taken);
    let other = setup.person();
    setup.world.asset.mint(&other, 10);
    let client = setup.client().mock_all_auths();
    assert_ne!(client.create(&other, &list![env, terms]), list![env, id]);
}

/// Holds also if all of them create for one beneficiary.
#[test]
fn creations_touch_the_same_entries_in_any_order() {
    let funders = ["funder", "stranger", "manager", "minter"];
    land_in_every_order(Setup::new, funders.len(), |setup, index| {
        let funder = setup.actor(funders[index]);
        let terms = Terms {
            reference: BytesN::from_array(setup.env(), &[7; 32]),
            ..setup.terms(linear(10, 1, 2, 3))
        };
        setup.world.asset.mint(&funder, 10);
        let client = setup.client().mock_all_auths();
        client.create(&funder, &list![setup.env(), terms]);
    });
}

#[test]
fn a_batch_whose_sum_overflows_is_refused() {
    let setup = Setup::new();
    let half = || setup.terms(linear(MAX / 2 + 1, 1, 2, 3));
    let batch = list![setup.env(), half(), half()];
    let outcome = setup.create_batch(&batch);
    assert_eq!(outcome, error(VestingError::InvalidAmount));
}

#[test]
fn a_funder_without_the_money_creates_nothing() {
    let setup = Setup::new();
    let outcome = setup.create(&setup.terms(linear(FUNDS + 1, 1, 2, 3)));
    assert_eq!(outcome, Err(Failure::Contract(10)), "the asset's own error");
    assert_eq!(setup.client().obligations(), 0);
}

#[test]
fn a_revocation_returns_the_unvested_part_and_nothing_vested() {
    let setup = Setup::new();
    let id = setup.usual();
    setup.world.advance(400);
    assert_eq!(setup.claim(&id), Ok(400));
    setup.world.advance(100);
    assert_eq!(setup.revoke(&id), Ok(500));
    assert_eq!(setup.withdraw(&setup.funder), Ok(500));
    assert_eq!(setup.balance(&setup.funder), FUNDS - 500);
    assert_eq!(setup.client().vested_at(&id, &setup.now()), 500);
    setup.world.advance(10_000);
    assert_eq!(
        setup.client().vested_at(&id, &setup.now()),
        500,
        "vesting has stopped"
    );
    assert_eq!(setup.claim(&id), Ok(100), "what had vested stays due");
    assert_eq!(setup.client().obligations(), 0);
    assert_eq!(setup.revoke(&id), error(VestingError::AlreadyRevoked));
}

#[test]
fn a_beneficiary_gives_up_what_has_not_vested() {
    let setup = Setup::new();
    let terms = Terms {
        revoker: None,
        ..setup.terms(linear(100, START, START, START + 100))
    };
    let id = setup.create(&terms).unwrap();
    setup.world.advance(40);
    let owner = &setup.beneficiary;
    assert_eq!(setup.call(owner, "revoke", (owner, &id)), Ok(60i128));
    assert_eq!(setup.world.event_names(&setup.contract), ["revoked"]);
    assert_eq!(setup.balance(&setup.funder), FUNDS - 40);
    assert_eq!(setup.claim(&id), Ok(40));
}

#[test]
fn a_revocation_needs_a_revoker_and_something_unvested() {
    let setup = Setup::new();
    let terms = setup.terms(linear(100, START, START, START + 10));
    let fixed = Terms {
        revoker: None,
        ..setup.terms(terms.plan.clone())
    };
    let fixed = setup.create(&fixed).unwrap();
    assert_eq!(setup.revoke(&fixed), error(VestingError::Unauthorized));
    let vested = setup.create(&terms).unwrap();
    setup.world.advance(10);
    assert_eq!(setup.revoke(&vested), error(VestingError::FullyVested));
}

#[test]
fn a_revocation_before_the_cliff_returns_everything() {
    let setup = Setup::new();
    let id = setup.usual();
    setup.world.advance(99);
    assert_eq!(setup.revoke(&id), Ok(1_000));
    setup.world.advance(10_000);
    assert_eq!(setup.claim(&id), error(VestingError::NothingToClaim));
}

#[test]
fn a_recipient_that_refuses_loses_nothing() {
    let setup = Setup::new();
    let world = &setup.world;
    let account = world.asset.holder(Line::default());
    let terms = Terms {
        beneficiary: account.clone(),
        ..setup.terms(linear(1_000, START, START, START + 1_000))
    };
    let id = setup.create(&terms).unwrap();
    world.advance(500);
    let frozen = Line {
        authorized: false,
        ..Line::default()
    };
    let full = Line {
        limit: 499,
        ..Line::default()
    };
    for (line, refusal) in [
        (frozen, VestingError::AccountFrozen),
        (full, VestingError::RecipientRefused),
    ] {
        world.asset.put_line(&account, line);
        assert_eq!(setup.claim(&id), error(refusal));
        assert_eq!(setup.client().get(&id).released, 0);
    }
    world.asset.put_line(&account, Line::default());
    assert_eq!(setup.claim(&id), Ok(500));
}

#[test]
fn a_frozen_or_clawed_back_contract_says_so() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let id = setup.usual();
    setup.world.advance(500);
    asset.set_authorized(&setup.contract, false);
    assert_eq!(setup.claim(&id), error(VestingError::ContractFrozen));
    asset.set_authorized(&setup.contract, true);
    asset.claw_back(&setup.contract, 501);
    assert_eq!(setup.claim(&id), error(VestingError::ContractShort));
    asset.mint(&setup.contract, 1);
    assert_eq!(setup.claim(&id), Ok(500));
}

#[test]
fn unknown_ids_are_refused() {
    let setup = Setup::new();
    let none = BytesN::from_array(setup.env(), &[9; 32]);
    let missing = error::<i128>(VestingError::NotFound);
    assert_eq!(setup.claim(&none), missing);
    assert_eq!(setup.revoke(&none), missing);
    for function in ["get", "claimable"] {
        let args = (none.clone(),);
        let view = setup
            .world
            .call_unsigned::<i128>(&setup.contract, function, args);
        assert_eq!(view, missing, "{function}");
    }
}
