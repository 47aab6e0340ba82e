//! Authorisation: every role against every function.

use merit_campaign::{CampaignError, CampaignStatus, Campaigns, CampaignsClient, Status};
use merit_common::roles::{DISTRIBUTION, MANAGER, UNPAUSER};
use merit_testing::{
    by, check, operation, view, Deployed, Failure, Row, Subject, Terms, World, DAY, MERCHANT, START,
};
use soroban_sdk::{testutils::Address as _, vec as list, Address, Bytes, BytesN, Env, Event as _};

const UNAUTHORIZED: u32 = CampaignError::Unauthorized as u32;
/// An open campaign.
const OPEN: u64 = 1;

fn campaigns() -> Deployed {
    let world = World::new();
    assert_eq!(world.open_campaign(&Terms::default()), OPEN);
    world.deposit(MERCHANT, 100);
    let contract = world.campaign.clone();
    Deployed::new(world, &contract, &["payee"])
}

type CampaignArgs = (BytesN<32>, u64, i128, u64, u64, Option<i128>);

fn terms(env: &Env) -> CampaignArgs {
    let reference = BytesN::from_array(env, &[9; 32]);
    (reference, MERCHANT, 100, START, START + DAY, None)
}

fn manage(campaigns: &Deployed, function: &str, id: u64) {
    campaigns.world.manage::<()>(function, id).unwrap();
}

fn states() -> [Row<Deployed>; 7] {
    [
        by("create", &[MANAGER], |w: &Deployed| terms(w.env())),
        by("allow_clawback", &[MANAGER], |_| (OPEN, 60u64)),
        by("pause_campaign", &[MANAGER], |_| (OPEN,)),
        by("resume_campaign", &[MANAGER], |_| (OPEN,)).after(|w| manage(w, "pause_campaign", OPEN)),
        by("extend", &[MANAGER], |_| {
            let terms = Terms::default();
            (OPEN, terms.budget + 1, terms.ends_at)
        }),
        by("end", &[MANAGER], |_| (OPEN,)),
        by("settle", &[MANAGER], |_| (OPEN,)).after(|w| manage(w, "end", OPEN)),
    ]
}

fn spending() -> [Row<Deployed>; 1] {
    [by("spend", &[DISTRIBUTION], |w: &Deployed| {
        let env = w.env();
        (
            OPEN,
            1u64,
            Bytes::from_array(env, &[0, 0, 0, 1]),
            Bytes::from_array(env, &[1; 8]),
            list![env, w.actor("payee")],
            list![env, 5i128],
            Bytes::from_array(env, &[255]),
        )
    })]
}

fn views() -> [Row<Deployed>; 5] {
    [
        view("get", |_| (OPEN,)),
        view("campaigns", |_| (0u64, 10u32)),
        view("clawback_seconds", |_| (OPEN,)),
        view("by_reference", |w: &Deployed| {
            (BytesN::from_array(w.env(), &[1; 32]),)
        }),
        view("wallet_spent", |w: &Deployed| (OPEN, w.actor("payee"))),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = states().into_iter().chain(spending()).chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("campaign", campaigns, Failure::Contract(UNAUTHORIZED), rows);
}

#[test]
fn anyone_ends_and_settles_a_campaign_after_its_window_but_must_sign() {
    let world = World::new();
    let terms = Terms::default();
    let id = world.open_campaign(&terms);
    let stranger = Address::generate(&world.env);
    let end = |id: u64| world.call::<()>(&stranger, &world.campaign, "end", (&stranger, id));
    let settle = |id: u64| world.call(&stranger, &world.campaign, "settle", (&stranger, id));
    let early = world.open_campaign(&Terms {
        reference: 2,
        ..Terms::default()
    });
    world.manage::<()>("end", early).unwrap();
    world.advance(terms.ends_at - START - 1);
    assert_eq!(end(id), Err(Failure::Contract(UNAUTHORIZED)));
    assert_eq!(settle(early), Err(Failure::Contract(UNAUTHORIZED)));
    world.advance(1);
    let unsigned = world.call_unsigned::<()>(&world.campaign, "end", (&stranger, id));
    assert_eq!(unsigned, Err(Failure::Host));
    assert_eq!(end(id), Ok(()));
    let ended = CampaignStatus {
        campaign: id,
        status: Status::Ended,
        operator: stranger.clone(),
    };
    let ended = ended.to_xdr(&world.env, &world.campaign);
    assert_eq!(world.events_of(&world.campaign), [ended]);
    for id in [early, id] {
        assert_eq!(settle(id), Ok(terms.budget));
    }
    assert_eq!(world.pool().balance(&MERCHANT), 2 * terms.budget);
}

#[test]
fn a_campaign_contract_without_its_role_reserves_nothing() {
    let world = World::new();
    world.deposit(MERCHANT, 1_000_000);
    let args = (world.admin.clone(), world.state.clone(), world.pool.clone());
    let stray = world.env.register(Campaigns, args);
    let manager = world.holder(MANAGER);
    let terms = (
        manager,
        BytesN::from_array(&world.env, &[1; 32]),
        MERCHANT,
        100i128,
        START,
        START + DAY,
        None::<i128>,
    );
    let outcome = world.call::<u64>(manager, &stray, "create", terms);
    let refused = merit_pool::PoolError::Unauthorized as u32;
    assert_eq!(outcome, Err(Failure::Contract(refused)));
    let reference = BytesN::from_array(&world.env, &[1; 32]);
    let stray = CampaignsClient::new(&world.env, &stray);
    assert_eq!(stray.by_reference(&reference), None);
}
