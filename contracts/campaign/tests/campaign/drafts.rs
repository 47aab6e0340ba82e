//! Campaigns that are drafted, funded and activated one after the other, and what each step does to the money.

use merit_campaign::{Campaign, CampaignError, Status};
use merit_pool::PoolError;
use merit_testing::{Failure, Outcome, Terms, World, MERCHANT, START};
use soroban_sdk::{testutils::Address as _, Address, BytesN};

fn error<T>(error: CampaignError) -> Outcome<T> {
    Err(Failure::Contract(error as u32))
}

fn status(world: &World, id: u64) -> Status {
    world.campaigns().get(&id).status
}

fn reserved(world: &World, id: u64) -> i128 {
    world.pool().reserved(&world.campaign, &id)
}

#[test]
fn a_draft_becomes_active_step_by_step_and_its_money_moves_once() {
    let world = World::new();
    let terms = Terms::default();
    assert_eq!(world.draft(&terms), Ok(1), "without any money");
    assert_eq!(world.event_names(&world.campaign), ["campaign_drafted"]);
    let expected = Campaign {
        merchant: terms.merchant,
        budget: terms.budget,
        spent: 0,
        starts_at: terms.starts_at,
        ends_at: terms.ends_at,
        per_wallet_cap: terms.per_wallet_cap,
        status: Status::Draft,
        reference: BytesN::from_array(&world.env, &[terms.reference; 32]),
        clawback_seconds: None,
    };
    assert_eq!(world.campaigns().get(&1), expected);

    world.deposit(MERCHANT, terms.budget - 1);
    let short = Failure::Contract(PoolError::InsufficientBalance as u32);
    assert_eq!(world.manage::<()>("fund", 1), Err(short));
    assert_eq!(status(&world, 1), Status::Draft);
    world.deposit(MERCHANT, 1);
    world.manage::<()>("fund", 1).unwrap();
    assert_eq!(world.event_names(&world.campaign), ["campaign_status"]);
    assert_eq!(status(&world, 1), Status::Funded);
    assert_eq!(reserved(&world, 1), terms.budget);
    assert_eq!(world.pool().balance(&MERCHANT), 0);

    world.manage::<()>("activate", 1).unwrap();
    assert_eq!(world.event_names(&world.campaign), ["campaign_status"]);
    assert_eq!(status(&world, 1), Status::Active);
    assert_eq!(reserved(&world, 1), terms.budget);
}

#[test]
fn a_dropped_draft_costs_its_merchant_nothing_and_stays_dropped() {
    let world = World::new();
    let terms = Terms::default();
    world.deposit(MERCHANT, terms.budget);
    let id = world.draft(&terms).unwrap();
    world.manage::<()>("drop_draft", id).unwrap();
    assert_eq!(world.event_names(&world.campaign), ["campaign_status"]);
    assert_eq!(world.pool().balance(&MERCHANT), terms.budget);
    let dropped = world.campaigns().get(&id);
    assert_eq!((dropped.status, dropped.spent), (Status::Dropped, 0));
    let refused = error(CampaignError::InvalidTransition);
    assert_eq!(world.manage::<()>("fund", id), refused);
    assert_eq!(world.draft(&terms), Ok(id), "the same draft, still dropped");
    assert_eq!(status(&world, id), Status::Dropped);
}

#[test]
fn a_funded_campaign_that_never_opens_gives_its_money_back() {
    let world = World::new();
    let terms = Terms::default();
    world.deposit(MERCHANT, 2 * terms.budget);
    let second = Terms {
        reference: 2,
        ..terms.clone()
    };
    let (by_manager, by_anyone) = (world.draft(&terms).unwrap(), world.draft(&second).unwrap());
    for id in [by_manager, by_anyone] {
        world.manage::<()>("fund", id).unwrap();
    }
    world.manage::<()>("end", by_manager).unwrap();
    let rest = world.manage::<i128>("settle", by_manager);
    assert_eq!(rest, Ok(terms.budget));

    world.advance(terms.ends_at - START);
    let stranger = Address::generate(&world.env);
    let args = (&stranger, by_anyone);
    world
        .call::<()>(&stranger, &world.campaign, "end", args)
        .unwrap();
    let rest = world.manage::<i128>("settle", by_anyone);
    assert_eq!(rest, Ok(terms.budget));
    assert_eq!(world.pool().balance(&MERCHANT), 2 * terms.budget);
}

#[test]
fn a_reference_belongs_to_one_campaign_however_it_was_created() {
    let world = World::new();
    world.deposit(MERCHANT, 10_000_000);
    let terms = Terms::default();
    let id = world.draft(&terms).unwrap();
    assert_eq!(world.draft(&terms), Ok(id));
    assert_eq!(world.event_names(&world.campaign), [""; 0]);
    let other = Terms {
        budget: terms.budget + 1,
        ..terms.clone()
    };
    let taken = error(CampaignError::ReferenceTaken);
    assert_eq!(world.draft(&other), taken);
    // Who calls `create` relies on an active campaign.
    for step in ["fund", "activate"] {
        assert_eq!(world.create(&terms), taken, "before {step}");
        world.manage::<()>(step, id).unwrap();
    }
    assert_eq!(world.create(&terms), Ok(id));

    let at_once = Terms {
        reference: 2,
        ..terms
    };
    let created = world.create(&at_once).unwrap();
    assert_eq!(world.draft(&at_once), Ok(created));
    assert_eq!(status(&world, created), Status::Active);
}

#[test]
fn a_draft_has_the_bounds_of_a_campaign_and_is_not_funded_too_late() {
    let world = World::new();
    let terms = Terms::default();
    world.deposit(MERCHANT, terms.budget);
    let empty = Terms {
        budget: 0,
        ..terms.clone()
    };
    assert_eq!(world.draft(&empty), error(CampaignError::InvalidAmount));
    let over = Terms {
        ends_at: START,
        ..terms.clone()
    };
    assert_eq!(world.draft(&over), error(CampaignError::InvalidWindow));
    let id = world.draft(&terms).unwrap();
    world.advance(terms.ends_at - START);
    let late = world.manage::<()>("fund", id);
    assert_eq!(late, error(CampaignError::InvalidWindow));
    assert_eq!(world.pool().balance(&MERCHANT), terms.budget);
}

#[test]
fn campaigns_are_listed_in_pages() {
    let world = World::new();
    for reference in 1..=53 {
        let terms = Terms {
            reference,
            ..Terms::default()
        };
        world.draft(&terms).unwrap();
    }
    let ids = |after, limit| {
        let page = world.campaigns().campaigns(&after, &limit);
        page.iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(ids(0, 2), [1, 2]);
    assert_eq!(ids(0, u32::MAX), (1..=50).collect::<Vec<_>>());
    assert_eq!(ids(50, 50), [51, 52, 53]);
    assert!(ids(53, 50).is_empty() && ids(u64::MAX, u32::MAX).is_empty());
    let page = world.campaigns().campaigns(&0, &1);
    let first = page.get(0).unwrap();
    assert_eq!(first, (1, world.campaigns().get(&1)));
}
