//! Life of a drop: terms and funding, its window, the sweep, and what can be read.

use merit_distribution::{DistributionError, MerkleDrop};
use merit_pool::PoolError;
use merit_testing::distribution::{error, Setup, Terms};
use merit_testing::{Failure, World, DAY, MERCHANT, START};
use soroban_sdk::Address;

const LATER: u64 = START + DAY;
const END: u64 = START + 2 * DAY;

/// Opens after a day, for a day.
fn later() -> Terms {
    Terms {
        opens_at: LATER,
        expires_at: END,
        ..Terms::default()
    }
}

/// One leaf of 100 per wallet.
fn hundreds(wallets: &[Address]) -> Vec<(Address, i128)> {
    wallets.iter().map(|wallet| (wallet.clone(), 100)).collect()
}

fn advance_to(world: &World, time: u64) {
    world.advance(time - world.env.ledger().timestamp());
}

#[test]
fn a_new_drop_holds_its_money_before_it_opens() {
    let setup = Setup::new();
    let (world, wallets) = (&setup.world, setup.wallets(3));
    let planned = setup.plan(&later(), &hundreds(&wallets));
    world.deposit(MERCHANT, 299);
    world.deposit(MERCHANT + 1, 1_000);
    let short = Err(Failure::Contract(PoolError::InsufficientBalance as u32));
    assert_eq!(setup.create(&planned), short, "only its own merchant pays");

    world.deposit(MERCHANT, 2);
    assert_eq!(setup.create(&planned), Ok(1), "a failed call left no trace");
    assert_eq!(world.event_names(&world.distribution), ["drop_created"]);
    assert_eq!(setup.reserved(1), 300);
    assert_eq!(world.pool().balance(&MERCHANT), 1);
    assert_eq!(world.pool().balance(&(MERCHANT + 1)), 1_000);
    let expected = MerkleDrop {
        merchant: MERCHANT,
        root: setup.hash(planned.tree.root()),
        total: 300,
        paid: 0,
        leaves: 3,
        opens_at: LATER,
        expires_at: END,
        swept: false,
        reference: setup.hash([1; 32]),
        opened_at: None,
        cancelled_at: None,
    };
    assert_eq!(world.distribution().drop(&1), expected);
}

#[test]
fn drops_and_campaigns_keep_their_money_apart() {
    let setup = Setup::new();
    let campaign = setup.world.open_campaign(&merit_testing::Terms::default());
    let (drop, planned) = setup.open(&Terms::default(), &hundreds(&setup.wallets(2)));
    assert_eq!(drop, campaign, "the same id on purpose");
    assert_eq!(setup.claim(&setup.leaf(drop, &planned, 0)), Ok(()));
    assert_eq!(setup.world.campaigns().get(&campaign).spent, 0);
    assert_eq!(setup.reserved(drop), 100);
    setup.world.manage::<()>("end", campaign).unwrap();
    let settled = setup.world.manage::<i128>("settle", campaign);
    assert_eq!(settled, Ok(1_000_000));
    assert_eq!(setup.claim(&setup.leaf(drop, &planned, 1)), Ok(()));
}

#[test]
fn the_same_call_again_returns_the_same_id() {
    let setup = Setup::new();
    let wallets = setup.wallets(2);
    let (drop, planned) = setup.open(&later(), &hundreds(&wallets));
    setup.world.deposit(MERCHANT, 1_000);
    assert_eq!(setup.create(&planned), Ok(drop));
    assert_eq!(
        setup.world.event_names(&setup.world.distribution),
        [""; 0],
        "nothing was created"
    );
    assert_eq!(setup.world.pool().balance(&MERCHANT), 1_000);

    // A late retry must not look like a failure, even when part was paid or all is over.
    advance_to(&setup.world, LATER);
    setup.claim(&setup.leaf(drop, &planned, 0)).unwrap();
    assert_eq!(setup.create(&planned), Ok(drop));
    advance_to(&setup.world, END);
    setup.sweep(drop).unwrap();
    assert_eq!(setup.create(&planned), Ok(drop));
}

#[test]
fn another_drop_needs_another_reference() {
    let setup = Setup::new();
    let wallets = setup.wallets(3);
    let leaves = hundreds(&wallets);
    setup.open(&later(), &leaves);
    setup.world.deposit(MERCHANT, 1_000);
    setup.world.deposit(MERCHANT + 1, 1_000);
    let mut more = leaves.clone();
    more[2].1 += 1;
    let change = |what: &str| {
        let mut terms = later();
        let mut leaves = leaves.as_slice();
        match what {
            "merchant" => terms.merchant += 1,
            "total" => terms.surplus += 1,
            "opening" => terms.opens_at += 1,
            "expiry" => terms.expires_at += 1,
            // With the same total.
            "root" => (leaves, terms.surplus) = (&more, -1),
            _ => (leaves, terms.surplus) = (&leaves[..2], 100),
        }
        setup.create(&setup.plan(&terms, leaves))
    };
    for what in ["merchant", "total", "opening", "expiry", "root", "leaves"] {
        let taken = error(DistributionError::ReferenceTaken);
        assert_eq!(change(what), taken, "{what}");
    }
    let second = Terms {
        reference: 2,
        ..later()
    };
    assert_eq!(setup.create(&setup.plan(&second, &leaves)), Ok(2));
}

#[test]
fn terms_are_checked() {
    let setup = Setup::new();
    setup.world.deposit(MERCHANT, 1_000);
    let leaves = hundreds(&setup.wallets(1));
    let create = |surplus, opens_at, expires_at| {
        let terms = Terms {
            surplus,
            opens_at,
            expires_at,
            ..Terms::default()
        };
        setup.create(&setup.plan(&terms, &leaves))
    };
    for surplus in [-100, -101, i128::from(i64::MAX) - 99] {
        let invalid = error(DistributionError::InvalidAmount);
        assert_eq!(create(surplus, START, END), invalid, "{surplus}");
    }
    let year = START + 366 * DAY;
    let windows = [
        (END, END),
        (END, END - 1),
        (START - 2, START - 1),
        (START - 1, START),
        (START, year + 1),
        (START, u64::MAX),
    ];
    for (opens_at, expires_at) in windows {
        let invalid = error(DistributionError::InvalidWindow);
        assert_eq!(create(0, opens_at, expires_at), invalid, "{expires_at}");
    }
    let manager = setup.world.holder(merit_common::roles::MANAGER);
    let hash = setup.hash([3; 32]);
    let args = (manager, &hash, MERCHANT, &hash, 100i128, 0u32, START, END);
    let contract = &setup.world.distribution;
    let empty = setup.world.call(manager, contract, "create_drop", args);
    assert_eq!(empty, error::<u64>(DistributionError::Empty));
    assert_eq!(create(0, 0, year), Ok(1), "open since long, for a year");
}

#[test]
fn it_pays_from_its_opening_until_just_before_its_expiry() {
    let setup = Setup::new();
    let (drop, planned) = setup.open(&later(), &hundreds(&setup.wallets(3)));
    let claim = |index| setup.claim(&setup.leaf(drop, &planned, index));
    let unopened = error(DistributionError::DropNotOpen);
    advance_to(&setup.world, LATER - 1);
    assert_eq!(claim(0), unopened);
    assert_eq!(setup.claim_for(&setup.leaf(drop, &planned, 0)), unopened);
    advance_to(&setup.world, LATER);
    assert_eq!(claim(0), Ok(()));
    advance_to(&setup.world, END - 1);
    assert_eq!(claim(1), Ok(()));
    advance_to(&setup.world, END);
    let expired = error(DistributionError::DropExpired);
    assert_eq!(claim(2), expired);
    assert_eq!(setup.claim_for(&setup.leaf(drop, &planned, 2)), expired);
}

#[test]
fn what_is_left_goes_back_once_after_expiry() {
    let setup = Setup::new();
    let (world, wallets) = (&setup.world, setup.wallets(3));
    let (drop, planned) = setup.open(&later(), &hundreds(&wallets));
    advance_to(world, LATER);
    setup.claim(&setup.leaf(drop, &planned, 1)).unwrap();
    advance_to(world, END - 1);
    let early = error(DistributionError::DropNotExpired);
    assert_eq!(setup.sweep(drop), early);
    advance_to(world, END);
    assert_eq!(setup.sweep(drop), Ok(200));
    assert_eq!(world.event_names(&world.distribution), ["drop_swept"]);
    assert_eq!(world.pool().balance(&MERCHANT), 200);
    assert_eq!(setup.reserved(drop), 0);

    let again = error(DistributionError::AlreadySwept);
    assert_eq!(setup.sweep(drop), again);
    let expired = error(DistributionError::DropExpired);
    assert_eq!(setup.claim(&setup.leaf(drop, &planned, 0)), expired);
    assert_eq!(world.pool().balance(&MERCHANT), 200);
    let swept = world.distribution().drop(&drop);
    assert_eq!((swept.paid, swept.swept), (100, true));
    let unknown = error(DistributionError::DropNotFound);
    assert_eq!(setup.sweep(drop + 1), unknown);
}

#[test]
fn a_drop_can_be_cancelled_until_it_opens() {
    let setup = Setup::new();
    let (world, wallets) = (&setup.world, setup.wallets(3));
    let (drop, planned) = setup.open(&later(), &hundreds(&wallets));
    let second = Terms {
        reference: 2,
        ..later()
    };
    let (kept, in_time) = setup.open(&second, &hundreds(&wallets));
    advance_to(world, LATER - 1);
    assert_eq!(setup.cancel(drop), Ok(300));
    assert_eq!(world.event_names(&world.distribution), ["drop_cancelled"]);
    assert_eq!(world.pool().balance(&MERCHANT), 300);
    assert_eq!((setup.reserved(drop), setup.reserved(kept)), (0, 300));
    let cancelled = world.distribution().drop(&drop);
    assert_eq!((cancelled.paid, cancelled.swept), (0, true));

    let again = error(DistributionError::AlreadySwept);
    assert_eq!(setup.cancel(drop), again);
    advance_to(world, LATER);
    let gone = error(DistributionError::DropCancelled);
    assert_eq!(setup.claim(&setup.leaf(drop, &planned, 0)), gone);
    assert_eq!(setup.claim_for(&setup.leaf(drop, &planned, 0)), gone);
    let late = error(DistributionError::DropOpened);
    assert_eq!(setup.cancel(kept), late);
    assert_eq!(setup.claim(&setup.leaf(kept, &in_time, 0)), Ok(()));
    advance_to(world, END);
    assert_eq!(setup.sweep(drop), again);
    assert_eq!(setup.sweep(kept), Ok(200));
    let unknown = error(DistributionError::DropNotFound);
    assert_eq!(setup.cancel(kept + 1), unknown);
    // A late retry of the creation moves nothing, and doesn't pass for a drop that pays.
    assert_eq!(
        setup.create(&planned),
        error(DistributionError::DropCancelled)
    );
    assert_eq!(world.pool().balance(&MERCHANT), 500);
}

#[test]
fn a_drop_opens_a_day_after_its_creation_at_the_earliest() {
    let setup = Setup::with_open_delay(DAY);
    assert_eq!(setup.world.distribution().open_delay(), DAY);
    let leaves = hundreds(&setup.wallets(1));
    setup.world.deposit(MERCHANT, 100);
    setup.world.advance(7);
    let create = |opens_at| {
        let terms = Terms {
            opens_at,
            ..Terms::default()
        };
        setup.create(&setup.plan(&terms, &leaves))
    };
    for opens_at in [0, START, setup.now(), setup.now() + DAY - 1] {
        let early = error(DistributionError::OpensTooSoon);
        assert_eq!(create(opens_at), early, "{opens_at}");
    }
    assert_eq!(create(setup.now() + DAY), Ok(1));
}

#[test]
fn the_merchants_owner_alone_opens_a_drop_early() {
    let setup = Setup::with_open_delay(DAY);
    let (world, wallets) = (&setup.world, setup.wallets(3));
    let [owner, other] = [&wallets[1], &wallets[2]];
    world.first_owner(MERCHANT, owner);
    world.first_owner(MERCHANT + 1, other);
    let now = setup.now();
    let terms = Terms {
        opens_at: now + DAY,
        ..Terms::default()
    };
    let (drop, planned) = setup.open(&terms, &hundreds(&wallets));
    let claim = || setup.claim(&setup.leaf(drop, &planned, 0));
    assert_eq!(claim(), error(DistributionError::DropNotOpen));
    let unauthorized = error(DistributionError::Unauthorized);
    assert_eq!(setup.open_early(other, drop), unauthorized);
    let manager = world.holder(merit_common::roles::MANAGER);
    assert_eq!(setup.open_early(manager, drop), unauthorized);

    world.advance(5);
    assert_eq!(setup.open_early(owner, drop), Ok(()));
    assert_eq!(world.event_names(&world.distribution), ["drop_opened"]);
    assert_eq!(world.distribution().drop(&drop).opened_at, Some(now + 5));
    assert_eq!(claim(), Ok(()));
    // A manager's late cancellation and a retry of the creation see an open drop.
    assert_eq!(setup.cancel(drop), error(DistributionError::DropOpened));
    assert_eq!(setup.create(&planned), Ok(drop));
    assert_eq!(setup.open_early(owner, drop), Ok(()), "again");
    assert_eq!(world.event_names(&world.distribution), [""; 0]);
    assert_eq!(world.distribution().drop(&drop).opened_at, Some(now + 5));

    let unknown = error(DistributionError::DropNotFound);
    assert_eq!(setup.open_early(owner, drop + 1), unknown);
    assert_eq!(setup.end(drop), Ok(200));
    let gone = error(DistributionError::DropCancelled);
    assert_eq!(setup.open_early(owner, drop), gone);
}

#[test]
fn a_guardian_ends_a_drop_at_any_time() {
    let setup = Setup::new();
    let (world, wallets) = (&setup.world, setup.wallets(3));
    let stops = [&world.distribution, &world.pool, &world.state];
    for (reference, stopped) in (1..).zip(stops) {
        let terms = Terms {
            reference,
            ..Terms::default()
        };
        let (drop, planned) = setup.open(&terms, &hundreds(&wallets));
        setup.claim(&setup.leaf(drop, &planned, 0)).unwrap();
        let before = world.pool().balance(&MERCHANT);
        world.pause(stopped);
        assert_eq!(setup.end(drop), Ok(200));
        assert_eq!(world.event_names(&world.distribution), ["drop_cancelled"]);
        world.unpause(stopped);
        assert_eq!(world.pool().balance(&MERCHANT), before + 200);
        assert_eq!(setup.reserved(drop), 0);
        let gone = error(DistributionError::DropCancelled);
        assert_eq!(setup.claim(&setup.leaf(drop, &planned, 1)), gone);
        assert_eq!(
            setup.create(&planned),
            error(DistributionError::DropCancelled)
        );
        assert_eq!(setup.end(drop), error(DistributionError::AlreadySwept));
        let ended = world.distribution().drop(&drop);
        assert_eq!((ended.paid, ended.swept), (100, true));
        assert_eq!(ended.cancelled_at, Some(setup.now()));
    }
}

/// A stolen key of the managers: the guardian has a day to see its drops, and ends them before they pay anybody.
#[test]
fn a_thief_of_the_managers_key_is_paid_by_no_drop() {
    let setup = Setup::with_open_delay(DAY);
    let (world, thieves) = (&setup.world, setup.wallets(2));
    let terms = Terms {
        opens_at: START + DAY,
        ..Terms::default()
    };
    let (drop, planned) = setup.open(&terms, &hundreds(&thieves));
    advance_to(world, START + DAY - 1);
    let waits = error(DistributionError::DropNotOpen);
    assert_eq!(setup.claim(&setup.leaf(drop, &planned, 0)), waits);
    assert_eq!(setup.end(drop), Ok(200));
    advance_to(world, START + DAY);
    let gone = error(DistributionError::DropCancelled);
    assert_eq!(setup.claim(&setup.leaf(drop, &planned, 0)), gone);
    assert_eq!(world.pool().balance(&MERCHANT), 200);
}

#[test]
fn drops_are_listed_in_pages() {
    let setup = Setup::new();
    let wallets = setup.wallets(1);
    for reference in 1..=53 {
        let terms = Terms {
            reference,
            ..Terms::default()
        };
        setup.open(&terms, &hundreds(&wallets));
    }
    let client = setup.world.distribution();
    let ids = |after, limit| -> Vec<u64> {
        let page = client.drops(&after, &limit);
        page.iter()
            .map(|(id, drop)| {
                assert_eq!(drop, client.drop(&id));
                id
            })
            .collect()
    };
    assert_eq!(ids(0, 2), [1, 2]);
    assert_eq!(ids(2, 2), [3, 4]);
    assert_eq!(ids(0, u32::MAX), Vec::from_iter(1..=50));
    assert_eq!(ids(50, u32::MAX), [51, 52, 53]);
    assert_eq!(ids(53, 10), [0; 0]);
    assert_eq!(ids(u64::MAX, 10), [0; 0]);
    assert_eq!(ids(0, 0), [0; 0]);
}

#[test]
fn an_unknown_drop_is_an_error_of_every_view() {
    let setup = Setup::new();
    let contract = &setup.world.distribution;
    let unknown = DistributionError::DropNotFound;
    let world = &setup.world;
    let drop = world.call_unsigned::<MerkleDrop>(contract, "drop", (1u64,));
    assert_eq!(drop, error(unknown));
    let claimed = world.call_unsigned::<bool>(contract, "is_claimed", (1u64, 0u32));
    assert_eq!(claimed, error(unknown));
    let claims = world.call_unsigned::<soroban_sdk::Bytes>(contract, "claims", (1u64, 0u32));
    assert_eq!(claims, error(unknown));
}
