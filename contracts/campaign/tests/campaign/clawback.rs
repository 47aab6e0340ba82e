//! The leave to take paid rewards back; `distribution` has the tests of taking them.

use merit_campaign::CampaignError;
use merit_testing::{
    campaign::{error, Spend},
    Line, Terms, World, DAY,
};

#[test]
fn a_window_is_at_most_90_days() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let invalid = error(CampaignError::InvalidWindow);
    assert_eq!(world.allow_clawback(campaign, 0), invalid);
    assert_eq!(world.allow_clawback(campaign, 90 * DAY + 1), invalid);
    assert_eq!(world.allow_clawback(campaign, 90 * DAY), Ok(()));
    assert_eq!(world.event_names(&world.campaign), ["clawback_allowed"]);
    assert_eq!(
        world.allow_clawback(campaign, 60),
        Ok(()),
        "until the first payment"
    );
    let seconds = world.campaigns().clawback_seconds(&campaign);
    assert_eq!(seconds, Some(60));
    let unknown = error(CampaignError::NotFound);
    assert_eq!(world.allow_clawback(campaign + 1, 60), unknown);
}

#[test]
fn it_is_given_before_the_first_payment_only() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    Spend::of(&to, 1).call(&world, campaign).unwrap();
    let late = error(CampaignError::AlreadyPaid);
    assert_eq!(world.allow_clawback(campaign, DAY), late);
    assert_eq!(world.campaigns().clawback_seconds(&campaign), None);
}
