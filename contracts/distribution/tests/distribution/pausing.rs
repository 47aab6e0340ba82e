//! Stopping one contract or the whole system stops what changes state, and nothing else.

use merit_campaign::CampaignError;
use merit_common::roles::{
    CAMPAIGN, DISTRIBUTION, DISTRIBUTOR, LIMITER, MANAGER, REVOKER, TREASURER, UNPAUSER,
};
use merit_distribution::DistributionError;
use merit_pool::PoolError;
use merit_testing::{
    distribution::error, payments, Failure, Line, Outcome, Terms, World, DAY, FIRST, MERCHANT,
    START,
};
use soroban_sdk::{
    testutils::Address as _, vec as list, Address, Bytes, BytesN, IntoVal, Val, Vec,
};

/// A call that changes state: who makes it, and the contract's code while stopped.
struct Change<'a> {
    contract: &'a Address,
    function: &'static str,
    caller: Option<Address>,
    paused: u32,
    args: Vec<Val>,
}

/// Every entry point that must stop but `distribution.pay`, with a campaign `id` and a merchant whose owner is `owner`.
fn changes<'a>(world: &'a World, id: u64, owner: &Address) -> std::vec::Vec<Change<'a>> {
    let env = &world.env;
    let id: Val = id.into_val(env);
    let merchant: Val = MERCHANT.into_val(env);
    let amount: Val = 10i128.into_val(env);
    let reference: Val = BytesN::from_array(env, &[9; 32]).to_val();
    let payee = world.asset.holder(Line::default());
    let to: Val = list![env, payee.clone()].to_val();
    let amounts: Val = list![env, 10i128].to_val();
    let window: [Val; 2] = [START.into_val(env), (START + DAY).into_val(env)];
    let none: Val = ().into_val(env);
    let bytes = |bytes: &[u8]| Bytes::from_slice(env, bytes).to_val();
    let spend = list![
        env,
        id,
        1u64.into_val(env),
        bytes(&[1; 4]),
        bytes(&[1; 8]),
        to,
        amounts,
        bytes(&[255])
    ];
    let create = list![env, reference, merchant, amount, window[0], window[1], none];
    let leaves: Val = 1u32.into_val(env);
    let create_drop =
        list![env, reference, merchant, reference, amount, leaves, window[0], window[1]];
    let claim = list![env, id, leaves, amount, list![env, reference].to_val()];
    let clawback = list![env, id, leaves, owner.to_val(), amount, id];
    let mut claim_for = claim.clone();
    claim_for.push_front(owner.to_val());

    let pool = |function, role: &str, args| Change {
        contract: &world.pool,
        function,
        caller: Some(world.holder(role).clone()),
        paused: PoolError::Paused as u32,
        args,
    };
    let campaign = |function, role: &str, args| Change {
        contract: &world.campaign,
        function,
        caller: Some(world.holder(role).clone()),
        paused: CampaignError::Paused as u32,
        args,
    };
    let distribution = |function, role: &str, args| Change {
        contract: &world.distribution,
        function,
        caller: Some(world.holder(role).clone()),
        paused: DistributionError::Paused as u32,
        args,
    };
    vec![
        pool("grant", TREASURER, list![env, merchant, amount, reference]),
        pool("reserve", CAMPAIGN, list![env, merchant, id, amount]),
        pool(
            "reserve_counted",
            CAMPAIGN,
            list![env, merchant, id, amount],
        ),
        pool("pay", CAMPAIGN, list![env, id, to, amounts]),
        pool("raise_reserve", CAMPAIGN, list![env, id, amount]),
        Change {
            caller: Some(owner.clone()),
            ..pool(
                "withdraw",
                MANAGER,
                list![env, merchant, payee.to_val(), amount],
            )
        },
        Change {
            caller: None,
            ..pool("apply_limit", LIMITER, list![env, none])
        },
        pool("restore_limit", UNPAUSER, list![env, none]),
        pool("apply_owner", MANAGER, list![env, merchant]),
        campaign("create", MANAGER, create),
        campaign("allow_clawback", MANAGER, list![env, id, id]),
        campaign("pause_campaign", MANAGER, list![env, id]),
        campaign("resume_campaign", MANAGER, list![env, id]),
        campaign("extend", MANAGER, list![env, id, amount, id]),
        campaign("end", MANAGER, list![env, id]),
        campaign("settle", MANAGER, list![env, id]),
        campaign("spend", DISTRIBUTION, spend),
        distribution("clawback", REVOKER, clawback),
        distribution("create_drop", MANAGER, create_drop),
        distribution("cancel_drop", MANAGER, list![env, id]),
        Change {
            caller: Some(owner.clone()),
            ..distribution("open_drop", MANAGER, list![env, id])
        },
        distribution("claim_for", DISTRIBUTOR, claim_for),
        Change {
            caller: Some(owner.clone()),
            ..distribution("claim", DISTRIBUTOR, claim)
        },
        Change {
            caller: None,
            ..distribution("sweep", DISTRIBUTOR, list![env, id])
        },
    ]
}

fn make(world: &World, change: &Change) -> Outcome<()> {
    let mut args = change.args.clone();
    let Some(caller) = &change.caller else {
        let outcome = world.call_unsigned::<Val>(change.contract, change.function, args);
        return outcome.map(|_| ());
    };
    args.push_front(caller.to_val());
    world
        .call::<Val>(caller, change.contract, change.function, args)
        .map(|_| ())
}

/// A world with one open campaign and an owner of the merchant's balance.
fn running() -> (World, u64, Address) {
    let world = World::new();
    let owner = Address::generate(&world.env);
    world.first_owner(MERCHANT, &owner);
    let id = world.open_campaign(&Terms::default());
    (world, id, owner)
}

/// Asserts that every change is refused, or every one of a single contract.
fn assert_stopped(world: &World, id: u64, owner: &Address, only: Option<&Address>) {
    let changes = changes(world, id, owner).into_iter();
    for change in changes.filter(|change| only.is_none_or(|only| only == change.contract)) {
        let stopped = Err(Failure::Contract(change.paused));
        assert_eq!(make(world, &change), stopped, "{}", change.function);
    }
    if only.is_none_or(|only| *only == world.distribution) {
        // Signed for other arguments than its own.
        let batch = payments(&world.env, FIRST + 1, [owner], 10);
        assert_eq!(world.pay(id, &batch), error(DistributionError::Paused));
    }
}

#[test]
fn a_stopped_contract_changes_nothing() {
    let (world, id, owner) = running();
    for contract in [&world.pool, &world.campaign, &world.distribution] {
        world.pause(contract);
        assert_stopped(&world, id, &owner, Some(contract));
        world.unpause(contract);
    }
    let to = world.asset.holder(Line::default());
    let batch = payments(&world.env, FIRST + 1, &[to], 10);
    assert_eq!(world.pay(id, &batch), Ok(()));
}

#[test]
fn a_stopped_system_changes_nothing() {
    let (world, id, owner) = running();
    world.pause(&world.state);
    assert_stopped(&world, id, &owner, None);
    // No contract is stopped on its own.
    assert!(!world.pool().paused());
    assert!(!world.campaigns().paused());
    assert!(!world.distribution().paused());

    world.unpause(&world.state);
    let to = world.asset.holder(Line::default());
    assert_eq!(
        world.pay(id, &payments(&world.env, FIRST + 1, &[to], 10)),
        Ok(())
    );
}

#[test]
fn a_stopped_pool_stops_payouts_with_its_own_error() {
    let (world, id, _) = running();
    world.pause(&world.pool);
    let to = world.asset.holder(Line::default());
    let batch = payments(&world.env, FIRST + 1, &[to], 10);
    let stopped = Failure::Contract(PoolError::Paused as u32);
    assert_eq!(world.pay(id, &batch), Err(stopped));
    world.unpause(&world.pool);
    assert_eq!(world.pay(id, &batch), Ok(()));
}

#[test]
fn deposits_cuts_owners_and_views_stay_open() {
    let (world, id, owner) = running();
    for contract in [
        &world.pool,
        &world.campaign,
        &world.distribution,
        &world.state,
    ] {
        world.pause(contract);
    }
    world.deposit(MERCHANT, 25);
    assert_eq!(world.pool().balance(&MERCHANT), 25);
    world.set_limit(None, 3).unwrap();
    assert_eq!(world.pool().limit(&None).limit, 3);
    let heir = Address::generate(&world.env);
    world.set_owner(&owner, MERCHANT, &heir).unwrap();
    assert_eq!(world.campaigns().get(&id).budget, 1_000_000);
    // A payer can open an epoch after a stop.
    assert_eq!(world.open_epoch(0, 0), Ok(1));
    assert_eq!(world.distribution().batches().epoch, 1);
    assert!(world.pool().paused() && world.campaigns().paused());
    assert!(world.distribution().paused());
}
