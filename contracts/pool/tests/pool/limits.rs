//! Limits on money that leaves the pool per rolling 24 h.

use std::slice;

use merit_common::roles::CAMPAIGN;
use merit_pool::{PendingLimit, PoolError};
use merit_testing::{
    pool::error, Line, Outcome, World, DAY, LIMIT, MERCHANT, MERCHANT_LIMIT, RAISE_DELAY, START,
};
use soroban_sdk::Address;

const OTHER: u64 = MERCHANT + 1;
/// Seconds.
const QUARTER: u64 = 900;

/// A pool with a rich reserve of each of three merchants; merchant and campaign have the same id.
fn funded() -> (World, Address) {
    let world = World::new();
    let contract = world.holder(CAMPAIGN).clone();
    for merchant in [MERCHANT, OTHER, OTHER + 1] {
        world.deposit(merchant, 100 * LIMIT);
        let reserved = world.reserve(&contract, merchant, merchant, 100 * LIMIT);
        assert_eq!(reserved, Ok(()));
    }
    let to = world.asset.holder(Line::default());
    (world, to)
}

/// Gives merchants limits of their own, as high as before: they no longer share half of the global one.
fn know(world: &World, merchants: &[u64]) {
    for merchant in merchants {
        world.set_limit(Some(*merchant), MERCHANT_LIMIT).unwrap();
    }
}

fn pay(world: &World, merchant: u64, to: &Address, amount: i128) -> Outcome<()> {
    let contract = world.holder(CAMPAIGN);
    world
        .pay_reserve(contract, merchant, slice::from_ref(to), &[amount])
        .map(|_| ())
}

#[test]
fn a_merchant_that_used_its_limit_leaves_the_others_theirs() {
    let (world, to) = funded();
    know(&world, &[MERCHANT, OTHER, OTHER + 1]);
    assert_eq!(pay(&world, MERCHANT, &to, MERCHANT_LIMIT), Ok(()));
    let over = error(PoolError::LimitExceeded);
    assert_eq!(pay(&world, MERCHANT, &to, 1), over);
    assert_eq!(pay(&world, OTHER, &to, MERCHANT_LIMIT), Ok(()));
    // The global limit is used up by the two of them.
    assert_eq!(pay(&world, OTHER + 1, &to, 1), over);
    let global = world.pool().limit(&None);
    assert_eq!(
        (global.limit, global.used, global.remaining),
        (LIMIT, LIMIT, 0)
    );
    let last = world.pool().limit(&Some(OTHER + 1));
    assert_eq!((last.used, last.remaining), (0, 0));
}

#[test]
fn merchants_without_a_limit_of_their_own_share_half_of_the_global_one() {
    let (world, to) = funded();
    know(&world, &[OTHER]);
    assert_eq!(pay(&world, MERCHANT, &to, LIMIT / 2 - 10), Ok(()));
    assert_eq!(world.pool().limit(&Some(OTHER + 1)).remaining, 10);
    assert_eq!(world.pool().room_at(&(OTHER + 1), &10), Some(START));
    let over = error(PoolError::LimitExceeded);
    assert_eq!(pay(&world, OTHER + 1, &to, 11), over);
    assert_eq!(pay(&world, OTHER + 1, &to, 10), Ok(()));
    assert_eq!(pay(&world, OTHER + 1, &to, 1), over);
    // The other half is left to those that have one.
    assert_eq!(pay(&world, OTHER, &to, MERCHANT_LIMIT), Ok(()));
    know(&world, &[OTHER + 1]);
    assert_eq!(pay(&world, OTHER + 1, &to, 1), over);
    // An amount above half of the global limit never fits.
    assert_eq!(world.pool().room_at(&MERCHANT, &(LIMIT / 2 + 1)), None);
}

#[test]
fn a_counted_reserve_counts_when_it_is_made_and_not_again() {
    let (world, to) = funded();
    know(&world, &[MERCHANT]);
    world.deposit(MERCHANT, LIMIT);
    let contract = world.holder(CAMPAIGN);
    let reserve = |id: u64, amount: i128| {
        let args = (contract, MERCHANT, id, amount);
        world.call::<()>(contract, &world.pool, "reserve_counted", args)
    };
    let over = error(PoolError::LimitExceeded);
    assert_eq!(reserve(901, MERCHANT_LIMIT + 1), over);
    assert_eq!(reserve(901, 300), Ok(()));
    assert_eq!(world.event_names(&world.pool), ["reserved"]);
    let used = || {
        let of = |merchant| world.pool().limit(&merchant).used;
        (of(Some(MERCHANT)), of(None))
    };
    assert_eq!(used(), (300, 0));
    // The merchant's other payments use the rest up, and don't hold up what was set aside.
    assert_eq!(pay(&world, MERCHANT, &to, MERCHANT_LIMIT - 299), over);
    assert_eq!(pay(&world, MERCHANT, &to, MERCHANT_LIMIT - 300), Ok(()));
    assert_eq!(reserve(902, 1), over);
    let pay_counted = |amount| {
        let to = slice::from_ref(&to);
        world.pay_reserve(contract, 901, to, &[amount]).map(|_| ())
    };
    assert_eq!(pay_counted(100), Ok(()));
    assert_eq!(used(), (MERCHANT_LIMIT, MERCHANT_LIMIT - 200));
    // A limit of 0 stops it all the same.
    world.set_limit(Some(MERCHANT), 0).unwrap();
    assert_eq!(pay_counted(100), over);
    // Released, it stays counted until the day has passed.
    assert_eq!(world.release(contract, 901), Ok(200));
    assert_eq!(used().0, MERCHANT_LIMIT);
    assert_eq!(pay_counted(1), error(PoolError::ReserveClosed));
}

#[test]
fn the_global_limit_counts_payments_from_a_counted_reserve() {
    let (world, to) = funded();
    know(&world, &[MERCHANT, OTHER]);
    world.deposit(MERCHANT, LIMIT);
    let contract = world.holder(CAMPAIGN);
    let args = (contract, MERCHANT, 901u64, 300i128);
    world
        .call::<()>(contract, &world.pool, "reserve_counted", args)
        .unwrap();
    world.set_limit(None, 1_000).unwrap();
    assert_eq!(pay(&world, OTHER, &to, 800), Ok(()));
    let pay_counted = |amount| world.pay_reserve(contract, 901, slice::from_ref(&to), &[amount]);
    assert_eq!(pay_counted(201), error(PoolError::LimitExceeded));
    assert!(pay_counted(200).is_ok());
    assert_eq!(world.pool().limit(&None).remaining, 0);
}

#[test]
fn room_comes_back_when_the_quarter_hour_leaves_the_window() {
    let (world, to) = funded();
    // Used at the last second of a quarter-hour: gone 24 h 1 s after.
    world.advance(QUARTER - 1);
    assert_eq!(pay(&world, MERCHANT, &to, MERCHANT_LIMIT), Ok(()));
    world.advance(DAY);
    assert_eq!(
        pay(&world, MERCHANT, &to, 1),
        error(PoolError::LimitExceeded)
    );
    world.advance(1);
    assert_eq!(pay(&world, MERCHANT, &to, MERCHANT_LIMIT), Ok(()));
}

#[test]
fn no_24_hours_pass_more_than_the_limit() {
    let (world, to) = funded();
    // Bursts around every boundary that 24 h or 96 buckets could leave open.
    let steps = [
        QUARTER - 1,
        DAY - QUARTER,
        1,
        QUARTER - 1,
        1,
        DAY - 1,
        1,
        QUARTER,
        DAY / 2,
        DAY / 2,
        DAY + QUARTER,
    ];
    let mut paid: Vec<(u64, i128)> = Vec::new();
    for step in steps {
        world.advance(step);
        let now = world.env.ledger().timestamp();
        let room = world.pool().limit(&Some(MERCHANT)).remaining;
        if room > 0 {
            assert_eq!(pay(&world, MERCHANT, &to, room), Ok(()));
            paid.push((now, room));
        }
        let window = paid.iter().filter(|(at, _)| at + DAY > now);
        let sum: i128 = window.map(|(_, amount)| amount).sum();
        assert!(sum <= MERCHANT_LIMIT, "{sum} in the 24 h before {now}");
    }
    assert!(paid.len() >= 3, "the limit must not stay used up");
}

#[test]
fn a_clock_that_stands_or_jumps_breaks_nothing() {
    let (world, to) = funded();
    assert_eq!(pay(&world, MERCHANT, &to, 10), Ok(()));
    assert_eq!(pay(&world, MERCHANT, &to, 10), Ok(()));
    assert_eq!(world.pool().limit(&Some(MERCHANT)).used, 20);
    world.advance(100 * DAY);
    assert_eq!(world.pool().limit(&Some(MERCHANT)).used, 0);
    assert_eq!(pay(&world, MERCHANT, &to, MERCHANT_LIMIT), Ok(()));
}

#[test]
fn a_cut_acts_at_once_and_counts_what_was_used() {
    let (world, to) = funded();
    assert_eq!(pay(&world, MERCHANT, &to, 100), Ok(()));
    assert_eq!(world.set_limit(Some(MERCHANT), 60), Ok(()));
    assert_eq!(world.event_names(&world.pool), ["limit_set"]);
    let status = world.pool().limit(&Some(MERCHANT));
    assert_eq!((status.limit, status.used, status.remaining), (60, 100, 0));
    assert_eq!(
        pay(&world, MERCHANT, &to, 1),
        error(PoolError::LimitExceeded)
    );
    assert_eq!(pay(&world, OTHER, &to, 1), Ok(()));
    // A global cut to 0 stops everybody.
    assert_eq!(world.set_limit(None, 0), Ok(()));
    assert_eq!(pay(&world, OTHER, &to, 1), error(PoolError::LimitExceeded));
}

#[test]
fn a_raise_waits() {
    let (world, to) = funded();
    let raised = 2 * MERCHANT_LIMIT;
    assert_eq!(
        world.apply_limit(Some(MERCHANT)),
        error(PoolError::NoPendingLimit)
    );
    assert_eq!(world.set_limit(Some(MERCHANT), raised), Ok(()));
    assert_eq!(world.event_names(&world.pool), ["limit_queued"]);
    assert_eq!(world.pool().limit(&Some(MERCHANT)).limit, MERCHANT_LIMIT);
    let pending = PendingLimit {
        limit: raised,
        eta: START + RAISE_DELAY,
    };
    assert_eq!(world.pool().pending_limit(&Some(MERCHANT)), Some(pending));

    world.advance(RAISE_DELAY - 1);
    assert_eq!(
        world.apply_limit(Some(MERCHANT)),
        error(PoolError::LimitNotDue)
    );
    assert_eq!(
        pay(&world, MERCHANT, &to, MERCHANT_LIMIT + 1),
        error(PoolError::LimitExceeded)
    );
    world.advance(1);
    assert_eq!(world.apply_limit(Some(MERCHANT)), Ok(()));
    assert_eq!(world.pool().pending_limit(&Some(MERCHANT)), None);
    assert_eq!(pay(&world, MERCHANT, &to, MERCHANT_LIMIT + 1), Ok(()));
    assert_eq!(
        world.apply_limit(Some(MERCHANT)),
        error(PoolError::NoPendingLimit)
    );
}

#[test]
fn a_cut_drops_the_raise_and_a_new_raise_waits_again() {
    let (world, _) = funded();
    world.set_limit(None, LIMIT + 1).unwrap();
    world.advance(RAISE_DELAY);
    world.set_limit(None, LIMIT + 2).unwrap();
    assert_eq!(world.apply_limit(None), error(PoolError::LimitNotDue));
    world.advance(RAISE_DELAY);
    world.set_limit(None, LIMIT - 1).unwrap();
    assert_eq!(world.apply_limit(None), error(PoolError::NoPendingLimit));
    assert_eq!(world.pool().limit(&None).limit, LIMIT - 1);
}

#[test]
fn a_forgotten_raise_is_void() {
    let (world, _) = funded();
    world.set_limit(None, LIMIT + 1).unwrap();
    world.set_limit(Some(MERCHANT), MERCHANT_LIMIT + 1).unwrap();
    world.advance(RAISE_DELAY + 14 * DAY - 1);
    assert_eq!(world.apply_limit(None), Ok(()), "in the last second");
    world.advance(1);
    let late = world.apply_limit(Some(MERCHANT));
    assert_eq!(late, error(PoolError::LimitExpired));
    assert_eq!(world.pool().limit(&Some(MERCHANT)).limit, MERCHANT_LIMIT);
    // It is asked for anew.
    world.set_limit(Some(MERCHANT), MERCHANT_LIMIT + 1).unwrap();
    world.advance(RAISE_DELAY);
    assert_eq!(world.apply_limit(Some(MERCHANT)), Ok(()));
}

#[test]
fn restating_the_limit_drops_a_waiting_raise() {
    let (world, _) = funded();
    world.set_limit(None, LIMIT + 1).unwrap();
    world.set_limit(None, LIMIT).unwrap();
    assert_eq!(world.pool().pending_limit(&None), None);
    assert_eq!(world.pool().limit(&None).limit, LIMIT);
}

#[test]
fn a_limit_must_be_an_amount_or_zero() {
    let (world, _) = funded();
    for limit in [-1, i128::MIN, i64::MAX as i128 + 1] {
        assert_eq!(
            world.set_limit(None, limit),
            error(PoolError::InvalidAmount)
        );
    }
}

#[test]
fn room_at_shows_when_an_amount_will_fit() {
    let (world, to) = funded();
    let room_at = |amount: i128| world.pool().room_at(&MERCHANT, &amount);
    assert_eq!(room_at(MERCHANT_LIMIT), Some(START));
    assert_eq!(room_at(MERCHANT_LIMIT + 1), None);

    pay(&world, MERCHANT, &to, MERCHANT_LIMIT - 10).unwrap();
    world.advance(QUARTER);
    pay(&world, MERCHANT, &to, 10).unwrap();
    // 97 quarter-hours after the one in which it was used.
    let first = START + 97 * QUARTER;
    assert_eq!(room_at(1), Some(first));
    assert_eq!(room_at(MERCHANT_LIMIT - 10), Some(first));
    assert_eq!(room_at(MERCHANT_LIMIT), Some(first + QUARTER));

    // True to the second: refused just before, paid then.
    world.advance(first - 1 - world.env.ledger().timestamp());
    assert!(pay(&world, MERCHANT, &to, 1).is_err());
    world.advance(1);
    assert_eq!(pay(&world, MERCHANT, &to, MERCHANT_LIMIT - 10), Ok(()));
}

#[test]
fn room_at_waits_for_the_global_limit_too() {
    let (world, to) = funded();
    know(&world, &[MERCHANT, OTHER, OTHER + 1]);
    pay(&world, OTHER, &to, MERCHANT_LIMIT).unwrap();
    world.advance(QUARTER);
    pay(&world, OTHER + 1, &to, MERCHANT_LIMIT).unwrap();
    let room_at = |amount: i128| world.pool().room_at(&MERCHANT, &amount);
    assert_eq!(room_at(1), Some(START + 97 * QUARTER));
    world.set_limit(None, 5).unwrap();
    assert_eq!(room_at(6), None);
    let zero = world.call_unsigned::<Option<u64>>(&world.pool, "room_at", (MERCHANT, 0i128));
    assert_eq!(zero, error(PoolError::InvalidAmount));
}

#[test]
fn a_cut_is_undone_at_once_by_another_role() {
    let (world, to) = funded();
    let limit = |of| world.pool().limit(&of).limit;
    assert_eq!(world.restore_limit(None), error(PoolError::NoCut));
    world.set_limit(None, LIMIT).unwrap();
    assert_eq!(world.restore_limit(None), error(PoolError::NoCut));
    // A thief cuts in several steps: the value before the first one counts.
    for cut in [LIMIT / 2, 1, 0] {
        world.set_limit(None, cut).unwrap();
    }
    assert_eq!(pay(&world, OTHER, &to, 1), error(PoolError::LimitExceeded));
    assert_eq!(world.restore_limit(None), Ok(()));
    assert_eq!(world.event_names(&world.pool), ["limit_set"]);
    assert_eq!(limit(None), LIMIT);
    assert_eq!(pay(&world, OTHER, &to, 1), Ok(()));
    assert_eq!(world.restore_limit(None), error(PoolError::NoCut));
    // While stopped, nothing is restored.
    world.set_limit(None, 0).unwrap();
    world.pause(&world.pool);
    assert_eq!(world.restore_limit(None), error(PoolError::Paused));
}

#[test]
fn a_restored_merchant_without_a_limit_of_its_own_has_none_again() {
    let (world, _) = funded();
    world.set_limit(Some(MERCHANT), 0).unwrap();
    assert_eq!(world.restore_limit(Some(MERCHANT)), Ok(()));
    assert_eq!(world.pool().limit(&Some(MERCHANT)).limit, MERCHANT_LIMIT);
    // It shares half of the global limit as before.
    assert_eq!(world.pool().room_at(&MERCHANT, &(LIMIT / 2 + 1)), None);
}

#[test]
fn an_old_cut_and_one_before_a_raise_stay() {
    let (world, _) = funded();
    world.set_limit(None, LIMIT / 2).unwrap();
    world.advance(14 * DAY);
    assert_eq!(world.restore_limit(None), error(PoolError::NoCut));
    world.set_limit(None, LIMIT / 4).unwrap();
    world.advance(14 * DAY - 1);
    assert_eq!(world.restore_limit(None), Ok(()), "in the last second");
    assert_eq!(world.pool().limit(&None).limit, LIMIT / 2);

    world.set_limit(None, LIMIT / 4).unwrap();
    raise(&world, None, LIMIT / 2);
    assert_eq!(world.restore_limit(None), error(PoolError::NoCut));
}

/// A thief that may cut may also raise.
#[test]
fn a_raise_by_a_stroop_makes_no_cut_final() {
    let (world, _) = funded();
    for of in [None, Some(MERCHANT)] {
        let before = world.pool().limit(&of).limit;
        for cut in [before / 2, 2, 0] {
            world.set_limit(of, cut).unwrap();
        }
        raise(&world, of, 1);
        // This undoes the cut from 2 to 0, and no other.
        raise(&world, of, 3);
        assert_eq!(world.restore_limit(of), Ok(()));
        assert_eq!(world.pool().limit(&of).limit, before);
        assert_eq!(world.restore_limit(of), error(PoolError::NoCut));
    }
}

fn raise(world: &World, of: Option<u64>, limit: i128) {
    world.set_limit(of, limit).unwrap();
    world.advance(RAISE_DELAY);
    world.apply_limit(of).unwrap();
}

/// A deliberate cut of two weeks ago, or one of a stroop that nobody noticed, hides no later one.
#[test]
fn a_cut_is_undone_within_14_days_also_after_an_older_one() {
    let (world, _) = funded();
    world.set_limit(None, LIMIT - 1).unwrap();
    world.advance(13 * DAY);
    world.set_limit(None, 0).unwrap();
    world.advance(DAY);
    assert_eq!(world.restore_limit(None), Ok(()));
    assert_eq!(world.pool().limit(&None).limit, LIMIT - 1);
}

#[test]
fn no_number_of_cuts_pushes_out_what_the_limit_was_before() {
    let (world, _) = funded();
    for cut in 1..=40 {
        world.set_limit(None, LIMIT - cut).unwrap();
        world.advance(60);
    }
    world.set_limit(None, 0).unwrap();
    assert_eq!(world.restore_limit(None), Ok(()));
    assert_eq!(world.pool().limit(&None).limit, LIMIT);
    for cut in 1..=40 {
        world.set_limit(None, LIMIT - cut).unwrap();
    }
    world.advance(14 * DAY - 1);
    world.set_limit(None, 0).unwrap();
    world.advance(DAY);
    assert_eq!(world.restore_limit(None), Ok(()));
    // Sixteen cuts are kept. All later ones count as part of the sixteenth, which this undoes.
    assert_eq!(world.pool().limit(&None).limit, LIMIT - 15);
}
