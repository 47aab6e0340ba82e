//! The state machine, as a table, and the return of the remainder.

use merit_campaign::{CampaignError, Status};
use merit_common::result::PAID;
use merit_testing::{campaign::error, payments, Line, Outcome, Terms, World, FIRST, MERCHANT};
use soroban_sdk::contracttype;

#[contracttype]
enum Key {
    Campaign(u64),
}

/// Steps that bring a new campaign to each status. The upgrade tests make drafts with release 0.2.0's wasm.
const PATHS: [(Status, &[&str]); 4] = [
    (Status::Active, &[]),
    (Status::Paused, &["pause_campaign"]),
    (Status::Ended, &["end"]),
    (Status::Settled, &["end", "settle"]),
];

/// A campaign of its own that took this path.
fn at(world: &World, reference: u8, path: &[&str]) -> u64 {
    let id = world.open_campaign(&Terms {
        reference,
        ..Terms::default()
    });
    for step in path {
        manage(world, step, id).unwrap();
    }
    id
}

#[test]
fn every_step_from_every_status() {
    let steps: [(&str, &[(Status, Status)]); 4] = [
        ("pause_campaign", &[(Status::Active, Status::Paused)]),
        ("resume_campaign", &[(Status::Paused, Status::Active)]),
        (
            "end",
            &[
                (Status::Active, Status::Ended),
                (Status::Paused, Status::Ended),
            ],
        ),
        ("settle", &[(Status::Ended, Status::Settled)]),
    ];
    let world = World::new();
    let mut reference = 0;
    for (from, path) in PATHS {
        for (step, allowed) in steps {
            reference += 1;
            let id = at(&world, reference, path);
            assert_eq!(world.campaigns().get(&id).status, from);

            let outcome = manage(&world, step, id);
            let to = allowed.iter().find(|(before, _)| *before == from);
            match to {
                Some((_, to)) => {
                    assert_eq!(outcome, Ok(()), "{step} from {from:?}");
                    assert_eq!(world.event_names(&world.campaign).len(), 1);
                    assert_eq!(world.campaigns().get(&id).status, *to);
                }
                None => {
                    let refused = error(CampaignError::InvalidTransition);
                    assert_eq!(outcome, refused, "{step} from {from:?}");
                    assert_eq!(world.campaigns().get(&id).status, from);
                }
            }
        }
    }
}

/// A manager's step; what it returns is checked elsewhere.
fn manage(world: &World, step: &str, id: u64) -> Outcome<()> {
    world.manage::<soroban_sdk::Val>(step, id).map(|_| ())
}

#[test]
fn the_table_of_steps_is_complete() {
    use Status::*;
    let all = [Draft, Funded, Active, Paused, Ended, Settled, Dropped];
    let listed = [
        (Funded, Ended),
        (Active, Paused),
        (Paused, Active),
        (Active, Ended),
        (Paused, Ended),
        (Ended, Settled),
    ];
    for from in all {
        for to in all {
            let expected = listed.contains(&(from, to));
            assert_eq!(from.may_become(to), expected, "{from:?} to {to:?}");
        }
    }
}

#[test]
fn only_an_active_campaign_pays() {
    let world = World::new();
    let to = world.asset.holder(Line::default());
    for (reference, (status, path)) in (1..).zip(PATHS) {
        let id = at(&world, reference, path);
        let outcome = world.pay(id, &payments(&world.env, FIRST + 1, [&to], 10));
        if status == Status::Active {
            assert_eq!(outcome, Ok(()));
        } else {
            assert_eq!(outcome, error(CampaignError::NotActive), "{status:?}");
        }
    }
    assert_eq!(world.asset.balance(&to), 10);
}

#[test]
fn settling_returns_the_remainder_exactly_once() {
    let world = World::new();
    let id = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let batch = payments(&world.env, FIRST + 1, &[to.clone(), to], 100_000);
    assert_eq!(world.results(id, &batch), [PAID, PAID]);
    world.manage::<()>("end", id).unwrap();
    assert_eq!(world.campaigns().get(&id).spent, 200_000);

    assert_eq!(world.manage::<i128>("settle", id), Ok(800_000));
    assert_eq!(world.event_names(&world.campaign), ["campaign_settled"]);
    assert_eq!(world.pool().balance(&MERCHANT), 800_000);
    assert_eq!(world.pool().reserved(&world.campaign, &id), 0);
    assert_eq!(world.campaigns().get(&id).spent, 200_000);

    let again = error(CampaignError::InvalidTransition);
    assert_eq!(world.manage::<i128>("settle", id), again);
    assert_eq!(world.pool().balance(&MERCHANT), 800_000);
}

#[test]
fn a_spent_budget_settles_to_nothing() {
    let world = World::new();
    let id = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    world
        .pay(id, &payments(&world.env, FIRST + 1, &[to], 1_000_000))
        .unwrap();
    world.manage::<()>("end", id).unwrap();
    assert_eq!(world.manage::<i128>("settle", id), Ok(0));
    assert_eq!(world.campaigns().get(&id).spent, 1_000_000);
}

#[test]
fn what_release_0_2_0_drafted_has_spent_nothing_and_is_not_created_again() {
    let drafts: [(Status, &[&str]); 3] = [
        (Status::Draft, &["end", "settle"]),
        (Status::Dropped, &["end", "settle"]),
        (Status::Funded, &[]),
    ];
    let world = World::new();
    for (reference, (status, path)) in (1..).zip(drafts) {
        // The path leaves the reserve that such a campaign has.
        let id = at(&world, reference, path);
        let mut campaign = world.campaigns().get(&id);
        campaign.status = status;
        world.env.as_contract(&world.campaign, || {
            let storage = world.env.storage().persistent();
            storage.set(&Key::Campaign(id), &campaign);
        });
        let kept = world.campaigns().get(&id);
        assert_eq!((kept.status, kept.spent), (status, 0));
        let again = world.create(&Terms {
            reference,
            ..Terms::default()
        });
        assert_eq!(again, error(CampaignError::ReferenceTaken), "{status:?}");
    }
}
