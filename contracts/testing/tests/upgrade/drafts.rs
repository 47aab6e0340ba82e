//! Drafts of release 0.2.0, which this code no longer makes: they never pay, and reserved money comes back.

use merit_campaign::{CampaignError, Status};
use merit_testing::{campaign::error, payments, Line, Outcome, Terms, World, MERCHANT, START};
use soroban_sdk::{testutils::Address as _, Address, Val};

use crate::upgrade;

fn terms(reference: u8) -> Terms {
    Terms {
        reference,
        ..Terms::default()
    }
}

/// A campaign that release 0.2.0 brought here from a draft.
fn drafted(world: &World, reference: u8, steps: &[&str]) -> u64 {
    let id = world.with_terms("draft", &terms(reference)).unwrap();
    for step in steps {
        world.manage::<()>(step, id).unwrap();
    }
    id
}

fn manage(world: &World, step: &str, id: u64) -> Outcome<()> {
    world.manage::<Val>(step, id).map(|_| ())
}

#[test]
fn a_draft_never_pays_and_a_funded_campaign_gives_its_money_back() {
    let world = World::released("0.2.0");
    let Terms {
        budget, ends_at, ..
    } = Terms::default();
    world.deposit(MERCHANT, 4 * budget);
    let draft = drafted(&world, 1, &[]);
    let dropped = drafted(&world, 2, &["drop_draft"]);
    let [by_manager, by_anyone] = [3, 4].map(|reference| drafted(&world, reference, &["fund"]));
    let active = drafted(&world, 5, &["fund", "activate"]);
    upgrade(&world, None);

    let never = [
        (1, draft, Status::Draft, 0),
        (2, dropped, Status::Dropped, 0),
        (3, by_manager, Status::Funded, budget),
        (4, by_anyone, Status::Funded, budget),
    ];
    let wallet = world.asset.holder(Line::default());
    let number = world.first_number();
    let refused = error(CampaignError::InvalidTransition);
    for (reference, id, status, reserved) in never {
        let kept = world.campaigns().get(&id);
        assert_eq!((kept.status, kept.spent), (status, 0));
        assert_eq!(world.pool().reserved(&world.campaign, &id), reserved);
        let batch = payments(&world.env, number, [&wallet], 10);
        assert_eq!(world.pay(id, &batch), error(CampaignError::NotActive));
        for step in ["pause_campaign", "resume_campaign", "settle"] {
            assert_eq!(manage(&world, step, id), refused, "{step} of {status:?}");
        }
        let extended = world.extend(id, budget + 1, ends_at);
        assert_eq!(extended, error(CampaignError::InvalidTransition));
        // A caller of `create` relies on a campaign that pays.
        let created = world.create(&terms(reference));
        assert_eq!(created, error(CampaignError::ReferenceTaken));
    }
    for id in [draft, dropped] {
        assert_eq!(manage(&world, "end", id), refused);
    }
    assert_eq!(world.create(&terms(5)), Ok(active));
    let batch = payments(&world.env, number, [&wallet], 10);
    assert_eq!(world.pay(active, &batch), Ok(()));
    assert_eq!(world.asset.balance(&wallet), 10);

    assert_eq!(manage(&world, "end", by_manager), Ok(()));
    assert_eq!(world.manage::<i128>("settle", by_manager), Ok(budget));
    world.advance(ends_at - START);
    let stranger = Address::generate(&world.env);
    let args = (&stranger, by_anyone);
    let ended = world.call::<()>(&stranger, &world.campaign, "end", args);
    assert_eq!(ended, Ok(()));
    let rest = world.call::<i128>(&stranger, &world.campaign, "settle", args);
    assert_eq!(rest, Ok(budget));
    assert_eq!(world.pool().balance(&MERCHANT), 3 * budget);
}
