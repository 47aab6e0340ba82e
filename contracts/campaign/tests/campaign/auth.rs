//! Who may call what: every role against every function.

use merit_campaign::{CampaignError, Campaigns, CampaignsClient};
use merit_common::roles::{DISTRIBUTION, MANAGER, PAUSER, UNPAUSER, UPGRADER};
use merit_testing::{Failure, Guarded, Outcome, Terms, World, DAY, MERCHANT, START};
use soroban_sdk::{
    testutils::Address as _, vec as list, Address, Bytes, BytesN, IntoVal, Val, Vec,
};

const UNAUTHORIZED: u32 = CampaignError::Unauthorized as u32;

#[test]
fn only_the_role_gets_in() {
    let world = World::new();
    let env = &world.env;
    let id: Val = world.open_campaign(&Terms::default()).into_val(env);
    world.deposit(MERCHANT, 1_000_100);
    let drafts = [2, 3].map(|reference| {
        let terms = Terms {
            reference,
            ..Terms::default()
        };
        world.draft(&terms).unwrap()
    });
    let [draft, unwanted] = drafts.map(|draft| draft.into_val(env));
    let terms_under = |reference: u8| -> Vec<Val> {
        list![
            env,
            BytesN::from_array(env, &[reference; 32]).to_val(),
            MERCHANT.into_val(env),
            100i128.into_val(env),
            START.into_val(env),
            (START + DAY).into_val(env),
            None::<i128>.into_val(env),
        ]
    };
    let (terms, drafted) = (terms_under(9), terms_under(10));
    let payee = Address::generate(env);
    let batch: Vec<Val> = list![
        env,
        id,
        1u64.into_val(env),
        Bytes::from_array(env, &[0, 0, 0, 1]).to_val(),
        Bytes::from_array(env, &[1; 8]).to_val(),
        list![env, payee].to_val(),
        list![env, 5i128].to_val(),
        Bytes::from_array(env, &[255]).to_val(),
    ];
    let code = env.upload(Campaigns);
    let already = Err(Failure::Contract(CampaignError::AlreadyMigrated as u32));
    let table: [(&str, &str, Vec<Val>, Outcome<()>); 14] = [
        ("create", MANAGER, terms, Ok(())),
        ("draft", MANAGER, drafted, Ok(())),
        ("fund", MANAGER, list![env, draft], Ok(())),
        ("activate", MANAGER, list![env, draft], Ok(())),
        ("drop_draft", MANAGER, list![env, unwanted], Ok(())),
        (
            "allow_clawback",
            MANAGER,
            list![env, id, 60u64.into_val(env)],
            Ok(()),
        ),
        ("spend", DISTRIBUTION, batch, Ok(())),
        ("pause_campaign", MANAGER, list![env, id], Ok(())),
        ("resume_campaign", MANAGER, list![env, id], Ok(())),
        ("end", MANAGER, list![env, id], Ok(())),
        ("settle", MANAGER, list![env, id], Ok(())),
        ("pause", PAUSER, list![env], Ok(())),
        ("unpause", UNPAUSER, list![env], Ok(())),
        ("migrate", UPGRADER, list![env], already),
    ];
    for (function, role, args, expected) in table {
        assert_eq!(
            guarded(&world, function, role, args),
            expected,
            "{function}"
        );
    }
    let args = list![env, code.to_val()];
    assert_eq!(guarded(&world, "upgrade", UPGRADER, args), Ok(()));
}

fn guarded(world: &World, function: &str, role: &'static str, args: Vec<Val>) -> Outcome<()> {
    world
        .assert_guarded(&Guarded {
            contract: &world.campaign,
            function,
            role,
            unauthorized: UNAUTHORIZED,
            args,
        })
        .map(|_| ())
}

#[test]
fn anyone_ends_a_campaign_after_its_window_but_must_sign() {
    let world = World::new();
    let terms = Terms::default();
    let id = world.open_campaign(&terms);
    let stranger = Address::generate(&world.env);
    let end = |id: u64| world.call::<()>(&stranger, &world.campaign, "end", (&stranger, id));
    world.advance(terms.ends_at - START - 1);
    assert_eq!(end(id), Err(Failure::Contract(UNAUTHORIZED)));
    world.advance(1);
    let unsigned = world.call_unsigned::<()>(&world.campaign, "end", (&stranger, id));
    assert_eq!(unsigned, Err(Failure::Host));
    assert_eq!(end(id), Ok(()));
    // Settling stays with the manager.
    let settle = world.call::<i128>(&stranger, &world.campaign, "settle", (&stranger, id));
    assert_eq!(settle, Err(Failure::Contract(UNAUTHORIZED)));
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
