//! Creating campaigns: terms, budget, and that a repeated call finds the first one's campaign.

use merit_campaign::{Campaign, CampaignError, Status};
use merit_pool::PoolError;
use merit_testing::{campaign::error, Failure, Terms, World, DAY, MERCHANT, START};
use soroban_sdk::BytesN;

fn reference(world: &World, byte: u8) -> BytesN<32> {
    BytesN::from_array(&world.env, &[byte; 32])
}

#[test]
fn a_new_campaign_is_active_with_its_budget_reserved() {
    let world = World::new();
    world.deposit(MERCHANT, 1_500_000);
    let terms = Terms {
        per_wallet_cap: Some(50),
        ..Terms::default()
    };
    assert_eq!(world.create(&terms), Ok(1));
    assert_eq!(world.event_names(&world.campaign), ["campaign_created"]);
    let expected = Campaign {
        merchant: terms.merchant,
        budget: terms.budget,
        spent: 0,
        starts_at: terms.starts_at,
        ends_at: terms.ends_at,
        per_wallet_cap: Some(50),
        status: Status::Active,
        reference: reference(&world, terms.reference),
        clawback_seconds: None,
    };
    assert_eq!(world.campaigns().get(&1), expected);
    assert_eq!(
        world.campaigns().by_reference(&reference(&world, 1)),
        Some(1)
    );
    assert_eq!(world.campaigns().by_reference(&reference(&world, 2)), None);
    assert_eq!(world.pool().reserved(&world.campaign, &1), 1_000_000);
    assert_eq!(world.pool().balance(&MERCHANT), 500_000);
}

#[test]
fn the_same_call_again_returns_the_same_id() {
    let world = World::new();
    world.deposit(MERCHANT, 10_000_000);
    let terms = Terms::default();
    assert_eq!(world.create(&terms), Ok(1));
    assert_eq!(world.create(&terms), Ok(1));
    assert_eq!(world.event_names(&world.campaign), [""; 0]);
    assert_eq!(world.pool().balance(&MERCHANT), 9_000_000);
    let second = Terms {
        reference: 2,
        ..terms.clone()
    };
    assert_eq!(world.create(&second), Ok(2));
    // Even when it is over: a late retry must not look like a failure.
    world.advance(terms.ends_at - START);
    assert_eq!(world.create(&terms), Ok(1));
}

#[test]
fn other_terms_under_the_reference_are_refused() {
    let world = World::new();
    world.deposit(MERCHANT, 10_000_000);
    world.deposit(MERCHANT + 1, 10_000_000);
    let terms = Terms::default();
    world.create(&terms).unwrap();
    let others = [
        Terms {
            merchant: MERCHANT + 1,
            ..terms.clone()
        },
        Terms {
            budget: terms.budget + 1,
            ..terms.clone()
        },
        Terms {
            starts_at: START + 1,
            ..terms.clone()
        },
        Terms {
            ends_at: terms.ends_at + 1,
            ..terms.clone()
        },
        Terms {
            per_wallet_cap: Some(1),
            ..terms.clone()
        },
    ];
    for other in others {
        let outcome = world.create(&other);
        assert_eq!(outcome, error(CampaignError::ReferenceTaken), "{other:?}");
    }
}

/// Seconds to the last end that is possible.
const CENTURY: u64 = 36_600 * DAY;

#[test]
fn terms_must_make_sense() {
    let world = World::new();
    world.deposit(MERCHANT, 10_000_000);
    let terms = Terms::default();
    let window = |starts_at, ends_at| Terms {
        starts_at,
        ends_at,
        ..terms.clone()
    };
    let windows = [
        window(START + DAY, START + DAY),
        window(START + DAY, START),
        window(START - DAY, START),
        window(0, 1),
        window(START, START + CENTURY + 1),
        // In milliseconds.
        window(START, 1_000 * (START + DAY)),
        window(START, u64::MAX),
    ];
    for terms in windows {
        let outcome = world.create(&terms);
        assert_eq!(outcome, error(CampaignError::InvalidWindow), "{terms:?}");
    }
    for amount in [0, -1, i64::MAX as i128 + 1] {
        let budget = Terms {
            budget: amount,
            ..terms.clone()
        };
        let cap = Terms {
            per_wallet_cap: Some(amount),
            ..terms.clone()
        };
        for terms in [budget, cap] {
            let outcome = world.create(&terms);
            assert_eq!(outcome, error(CampaignError::InvalidAmount), "{terms:?}");
        }
    }
    // One that has begun already is fine.
    assert_eq!(world.create(&window(START - DAY, START + 1)), Ok(1));
}

#[test]
fn a_merchant_without_the_budget_gets_the_pools_error_and_keeps_its_reference() {
    let world = World::new();
    world.deposit(MERCHANT, 999_999);
    world.deposit(MERCHANT + 1, 10_000_000);
    let short = Failure::Contract(PoolError::InsufficientBalance as u32);
    assert_eq!(world.create(&Terms::default()), Err(short));
    world.deposit(MERCHANT, 1);
    assert_eq!(world.create(&Terms::default()), Ok(1));
}

#[test]
fn unknown_campaigns_are_not_found() {
    let world = World::new();
    let get = world.call_unsigned::<Campaign>(&world.campaign, "get", (1u64,));
    assert_eq!(get, error(CampaignError::NotFound));
    assert_eq!(
        world.manage::<()>("pause_campaign", 1),
        error(CampaignError::NotFound)
    );
    assert_eq!(
        world.manage::<i128>("settle", 1),
        error(CampaignError::NotFound)
    );
}

#[test]
fn campaigns_are_listed_in_pages() {
    let world = World::new();
    for reference in 1..=53 {
        let terms = Terms {
            reference,
            ..Terms::default()
        };
        world.open_campaign(&terms);
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
