//! More budget and more time for a campaign that pays.

use merit_campaign::CampaignError;
use merit_common::result::PAID;
use merit_pool::PoolError;
use merit_testing::{
    campaign::{error, Spend},
    Failure, Line, Terms, World, DAY, MERCHANT, START,
};
use soroban_sdk::testutils::Ledger as _;

/// An open campaign of 1,000,000 until `END`, and 500 free.
fn open() -> (World, u64) {
    let world = World::new();
    let id = world.open_campaign(&Terms::default());
    world.deposit(MERCHANT, 500);
    (world, id)
}

const BUDGET: i128 = 1_000_000;
const END: u64 = START + 30 * DAY;

/// Free balance, reserve, budget and end.
fn facts(world: &World, id: u64) -> (i128, i128, i128, u64) {
    let campaign = world.campaigns().get(&id);
    let reserved = world.pool().reserved(&world.campaign, &id);
    let free = world.pool().balance(&MERCHANT);
    (free, reserved, campaign.budget, campaign.ends_at)
}

#[test]
fn more_budget_comes_from_the_free_balance_and_is_paid_until_the_new_end() {
    let (world, id) = open();
    assert_eq!(world.extend(id, BUDGET + 300, END + DAY), Ok(true));
    let expected = (200, BUDGET + 300, BUDGET + 300, END + DAY);
    assert_eq!(facts(&world, id), expected);
    world.advance(30 * DAY);
    let wallet = world.asset.holder(Line::default());
    let spend = Spend {
        amounts: vec![BUDGET + 300],
        ..Spend::of(&wallet, 1)
    };
    assert_eq!(spend.results(&world, id), Ok(vec![PAID]));
    assert_eq!(world.campaigns().get(&id).spent, BUDGET + 300);
}

#[test]
fn budget_and_end_are_extended_each_by_itself_also_of_a_paused_campaign() {
    let (world, id) = open();
    assert_eq!(world.extend(id, BUDGET, END + 1), Ok(true));
    assert_eq!(world.event_names(&world.campaign), ["campaign_extended"]);
    assert_eq!(facts(&world, id), (500, BUDGET, BUDGET, END + 1));
    world.manage::<()>("pause_campaign", id).unwrap();
    assert_eq!(world.extend(id, BUDGET + 1, END + 1), Ok(true));
    assert_eq!(facts(&world, id), (499, BUDGET + 1, BUDGET + 1, END + 1));
}

#[test]
fn the_same_call_again_adds_nothing_even_when_the_campaign_is_over() {
    let (world, id) = open();
    world.extend(id, BUDGET + 300, END + DAY).unwrap();
    let again = || {
        assert_eq!(world.extend(id, BUDGET + 300, END + DAY), Ok(false));
        assert_eq!(world.event_names(&world.campaign), [""; 0]);
    };
    again();
    assert_eq!(world.pool().balance(&MERCHANT), 200);
    world.advance(31 * DAY);
    again();
    world.manage::<()>("end", id).unwrap();
    again();
    assert_eq!(world.pool().balance(&MERCHANT), 200);
}

#[test]
fn a_campaign_whose_end_is_too_far_is_given_budget_but_no_time() {
    let (world, id) = open();
    let end = START + 100 * 366 * DAY;
    world.extend(id, BUDGET, end).unwrap();
    // Earlier releases had no latest end. Here the clock is turned back to make this end too far.
    world.env.ledger().set_timestamp(START - 1);
    let too_late = error(CampaignError::InvalidWindow);
    assert_eq!(world.extend(id, BUDGET + 300, end + 1), too_late);
    assert_eq!(world.extend(id, BUDGET + 300, end), Ok(true));
    assert_eq!(facts(&world, id), (200, BUDGET + 300, BUDGET + 300, end));
}

#[test]
fn neither_budget_nor_end_goes_down() {
    let (world, id) = open();
    world.extend(id, BUDGET + 300, END + DAY).unwrap();
    let before = facts(&world, id);
    let refused = error(CampaignError::Shrinks);
    assert_eq!(world.extend(id, BUDGET + 200, END + DAY), refused);
    assert_eq!(world.extend(id, BUDGET + 400, END), refused);
    let invalid = error(CampaignError::InvalidAmount);
    for budget in [0, -1, i128::from(i64::MAX) + 1] {
        assert_eq!(world.extend(id, budget, END + DAY), invalid);
    }
    assert_eq!(facts(&world, id), before);
}

#[test]
fn more_than_the_free_balance_is_refused_and_changes_nothing() {
    let (world, id) = open();
    let before = facts(&world, id);
    let short = Err(Failure::Contract(PoolError::InsufficientBalance as u32));
    assert_eq!(world.extend(id, BUDGET + 501, END + DAY), short);
    assert_eq!(facts(&world, id), before);
}

#[test]
fn what_is_over_or_ended_is_not_extended() {
    let (world, id) = open();
    assert_eq!(world.extend(99, 1, END), error(CampaignError::NotFound));
    world.advance(30 * DAY);
    let over = error(CampaignError::InvalidWindow);
    assert_eq!(world.extend(id, BUDGET + 1, END + DAY), over);
    world.manage::<()>("end", id).unwrap();
    let step = error(CampaignError::InvalidTransition);
    assert_eq!(world.extend(id, BUDGET + 1, END + DAY), step);
}

#[test]
fn the_end_moves_by_a_century_at_most() {
    let (world, id) = open();
    let last = START + 36_600 * DAY;
    for never in [last + 1, 1_000 * END, u64::MAX] {
        let outcome = world.extend(id, BUDGET, never);
        assert_eq!(outcome, error(CampaignError::InvalidWindow), "{never}");
    }
    assert_eq!(world.extend(id, BUDGET, last), Ok(true));
}

#[test]
fn a_creation_that_is_repeated_finds_its_campaign_after_extensions() {
    let (world, id) = open();
    world.extend(id, BUDGET + 100, END + 1).unwrap();
    world.extend(id, BUDGET + 200, END + 2).unwrap();
    assert_eq!(world.create(&Terms::default()), Ok(id));
    let other = Terms {
        budget: BUDGET + 200,
        ends_at: END + 2,
        ..Terms::default()
    };
    let taken = error(CampaignError::ReferenceTaken);
    assert_eq!(world.create(&other), taken);
    assert_eq!(world.pool().balance(&MERCHANT), 300);
}
