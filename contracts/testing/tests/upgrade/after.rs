//! The flows that began before the upgrade, and their limits, go on after it.

use merit_common::{
    result::{ALREADY_SAME, NUMBER_TAKEN, PAID, WALLET_CAP as OVER_CAP},
    roles,
};
use merit_testing::{
    payment, payments, Failure, Line, Payment, Terms, DAY, LIMIT, MERCHANT, RAISE_DELAY,
};
use soroban_sdk::{token::StellarAssetClient, Address, Symbol};

use crate::{
    before::{self, Facts, AMOUNT, CUT, MINTED, OTHER_MERCHANT, QUOTA, WALLET_CAP, WITHDRAWN},
    system::System,
};

/// Error codes that callers know.
const ADMIN_UNAUTHORIZED: u32 = 10_000;
const QUOTA_EXCEEDED: u32 = 12_005;
const LIMIT_EXCEEDED: u32 = 13_040;
const LIMIT_NOT_DUE: u32 = 13_042;
const INVALID_TRANSITION: u32 = 14_013;
const NOT_ACTIVE: u32 = 14_020;
const NUMBER_EXPIRED: u32 = 15_015;
const WRONG_PAID: u32 = 15_018;

pub fn payments_go_on(system: &System, facts: &Facts) {
    let world = &system.world;
    let env = &world.env;
    let budget = Terms::default().budget;
    let spent = 4 * AMOUNT;
    assert_eq!(
        world.pool().reserved(&world.campaign, &facts.campaign),
        budget - spent
    );

    // Payments are counted: who names another count opens no epoch.
    let batches = world.distribution().batches();
    assert_eq!(batches.seq, 3);
    let ignorant = world.open_epoch(batches.epoch, batches.paid + 1);
    assert_eq!(ignorant, Err(Failure::Contract(WRONG_PAID)));
    let opened = world.open_epoch(batches.epoch, batches.paid);
    assert_eq!(opened, Ok(batches.epoch + 1));

    let again = payments(env, facts.first, &facts.paid[..3], AMOUNT);
    let other = Payment {
        reference: merit_testing::reference(env, 999),
        ..payment(env, facts.first + 300, &facts.wallet, AMOUNT)
    };
    let number = world.first_number();
    let new = payment(env, number + 301, &facts.wallet, AMOUNT);
    if facts.first == number {
        assert_eq!(world.results(facts.campaign, &again), [ALREADY_SAME; 3]);
        let mixed = [other, new];
        assert_eq!(world.results(facts.campaign, &mixed), [NUMBER_TAKEN, PAID]);
    } else {
        // Payments numbered by a release before 0.3.0 are never paid again, whether they were or not.
        let unpaid = payments(env, facts.first + 3, &facts.paid[..1], AMOUNT);
        for old in [again, unpaid, vec![other.clone()], vec![other, new.clone()]] {
            let expired = Err(Failure::Contract(NUMBER_EXPIRED));
            assert_eq!(world.pay(facts.campaign, &old), expired);
        }
        assert_eq!(world.results(facts.campaign, &[new]), [PAID]);
    }
    assert_eq!(world.asset.balance(&facts.wallet), 2 * AMOUNT);
    let left = budget - spent - AMOUNT;
    assert_eq!(
        world.pool().reserved(&world.campaign, &facts.campaign),
        left
    );

    let over = payment(env, number + 1, &facts.wallet, WALLET_CAP - AMOUNT + 1);
    let rest = payment(env, number + 2, &facts.wallet, WALLET_CAP - AMOUNT);
    let batch = [over, rest];
    assert_eq!(world.results(facts.capped, &batch), [OVER_CAP, PAID]);
}

pub fn money_goes_on(system: &System, facts: &Facts) {
    let world = &system.world;
    // A campaign can be extended, and the same reference finds it, and its grant.
    let Terms {
        budget, ends_at, ..
    } = Terms::default();
    world.deposit(MERCHANT, 1);
    let extended = world.extend(facts.campaign, budget + 1, ends_at + DAY);
    assert_eq!(extended, Ok(true));
    assert_eq!(world.create(&Terms::default()), Ok(facts.campaign));
    assert_eq!(world.treasury_grant(OTHER_MERCHANT, 5_000, 1), Ok(false));

    let number = world.first_number();
    let fresh = [payment(&world.env, number, &facts.wallet, AMOUNT)];
    let refused = Err(Failure::Contract(NOT_ACTIVE));
    assert_eq!(world.pay(facts.paused, &fresh), refused);
    world.manage::<()>("resume_campaign", facts.paused).unwrap();
    assert_eq!(world.results(facts.paused, &fresh), [PAID]);
    let closed = Err(Failure::Contract(INVALID_TRANSITION));
    assert_eq!(world.manage::<i128>("settle", facts.settled), closed);

    // Amounts from before the upgrade still count.
    let over = before::withdraw(system, facts, CUT - WITHDRAWN + 1);
    assert_eq!(over, Err(Failure::Contract(LIMIT_EXCEEDED)));
    before::withdraw(system, facts, CUT - WITHDRAWN).unwrap();
    world.manage::<()>("end", facts.campaign).unwrap();
    let before = world.pool().balance(&MERCHANT);
    let rest: i128 = world.manage("settle", facts.campaign).unwrap();
    assert_eq!(rest, budget + 1 - 5 * AMOUNT);
    assert_eq!(world.pool().balance(&MERCHANT), before + rest);
}

pub fn powers_go_on(system: &System, facts: &Facts) {
    let world = &system.world;
    let apply = || world.call_unsigned::<()>(&world.pool, "apply_limit", (None::<u64>,));
    assert_eq!(apply(), Err(Failure::Contract(LIMIT_NOT_DUE)));
    mint_the_rest(system);
    frozen_stays_frozen(system, facts);

    world.advance(DAY);
    world
        .call::<()>(&facts.heir, &world.admin, "accept_transfer", ())
        .unwrap();
    let admin: Option<Address> = system.view("admin", "get_admin", ());
    assert_eq!(admin.as_ref(), Some(&facts.heir));

    world.advance(RAISE_DELAY - DAY);
    apply().unwrap();
    assert_eq!(world.pool().limit(&None).limit, 2 * LIMIT);
    // A new administrator of the asset, announced by an older release, is void.
    let sac = StellarAssetClient::new(&world.env, &world.asset.sac);
    assert_eq!(sac.admin(), world.token);
    let execute = || system.by_role::<()>(roles::UPGRADER, "token", "execute_sac_admin", ());
    assert_eq!(execute(), Err(Failure::Host), "there is no such function");

    let minter = Symbol::new(&world.env, roles::MINTER);
    let position = || system.view::<Option<u32>>("admin", "has_role", (&facts.temporary, &minter));
    assert!(position().is_some());
    world.advance(DAY);
    assert!(position().is_none());
    // Releases before 0.3.0 made its holders the admins of `minter`.
    let limiter = world.holder(roles::LIMITER);
    let grant = (limiter, &minter, limiter);
    let granted = world.call::<()>(limiter, &world.admin, "grant_role", grant);
    assert_eq!(granted, Err(Failure::Contract(ADMIN_UNAUTHORIZED)));
}

/// The stop and the used quota survived.
fn mint_the_rest(system: &System) {
    let to = system.world.asset.holder(Line::default());
    let mint = |amount: i128| system.by_role::<()>(roles::MINTER, "token", "mint", (&to, amount));
    assert!(mint(1).is_err());
    system
        .by_role::<()>(roles::UNPAUSER, "token", "unpause", ())
        .unwrap();
    let over = Err(Failure::Contract(QUOTA_EXCEEDED));
    assert_eq!(mint(QUOTA - MINTED + 1), over);
    mint(QUOTA - MINTED).unwrap();
    assert_eq!(system.view::<i128>("token", "minted", ()), QUOTA);
}

fn frozen_stays_frozen(system: &System, facts: &Facts) {
    let world = &system.world;
    let sac = StellarAssetClient::new(&world.env, &world.asset.sac);
    assert!(!sac.authorized(&facts.paid[1]));
    system
        .by_role::<()>(roles::FREEZER, "token", "unfreeze", (&facts.paid[1],))
        .unwrap();
    assert!(sac.authorized(&facts.paid[1]));
}
