use soroban_sdk::{
    symbol_short,
    testutils::{storage::Persistent as _, Ledger as _},
    Bytes, Env,
};

use super::{holder, START};
use crate::{
    amount::MAX,
    rolling::{Ring, BUCKETS, QUARTER},
    ttl,
};

const DAY: u64 = 86_400;
const LIMIT: i128 = 1_000;

fn full_at(time: u64) -> Ring {
    let mut ring = Ring::empty(time);
    assert!(ring.take(LIMIT, LIMIT));
    ring
}

#[test]
fn bursts_at_both_ends_of_a_day_never_pass_twice() {
    let end_of_quarter = START + QUARTER - 1;
    for after in [0, 1, QUARTER, DAY - 1, DAY] {
        let mut ring = full_at(end_of_quarter);
        ring.advance(end_of_quarter + after);
        assert!(!ring.take(1, LIMIT), "after {after} s");
    }
    let mut ring = full_at(end_of_quarter);
    ring.advance(end_of_quarter + DAY + 1);
    assert!(ring.take(LIMIT, LIMIT), "the next quarter-hour begins");
}

#[test]
fn room_returns_within_a_day_and_a_quarter_hour() {
    for offset in [0, 1, 450, QUARTER - 1] {
        let ring = full_at(START + offset);
        let room = ring.room_at(START + offset, 1, LIMIT).unwrap();
        assert_eq!(room, START + BUCKETS as u64 * QUARTER);
    }
}

#[test]
fn room_for_more_than_the_limit_never_comes() {
    let ring = full_at(START);
    assert_eq!(ring.room_at(START, LIMIT + 1, LIMIT), None);
    assert_eq!(Ring::empty(START).room_at(START, 1, 0), None);
    assert_eq!(Ring::empty(START).room_at(START, LIMIT, LIMIT), Some(START));
}

#[test]
fn a_cut_below_what_is_used_leaves_no_room() {
    let ring = full_at(START);
    assert_eq!(ring.remaining(LIMIT / 2), 0);
    assert!(!ring.fits(1, LIMIT / 2));
    assert!(ring.fits(LIMIT, 2 * LIMIT));
}

#[test]
fn invalid_amounts_are_never_taken() {
    let mut ring = full_at(START);
    let before = ring.clone();
    for amount in [i128::MIN, -1, 0, 1, MAX, MAX + 1, i128::MAX] {
        assert!(!ring.take(amount, LIMIT), "{amount}");
    }
    assert_eq!(ring, before);
    let mut largest = Ring::empty(START);
    assert!(largest.take(MAX, MAX));
    assert!(!largest.take(1, i128::MAX), "the sum stays an i64");
}

#[test]
fn a_clock_that_goes_back_forgets_nothing() {
    let mut ring = full_at(START);
    for now in [START - 1, START - DAY, 1, 0] {
        ring.advance(now);
        assert_eq!(ring.used(), LIMIT);
        assert!(!ring.take(1, LIMIT));
    }
    ring.advance(START + DAY);
    assert_eq!(ring.used(), LIMIT);
}

#[test]
fn a_clock_near_its_ends_never_underflows_or_overflows() {
    let early = full_at(0);
    assert_eq!(early.room_at(0, 1, LIMIT), Some(BUCKETS as u64 * QUARTER));
    let mut late = early;
    late.advance(u64::MAX);
    assert_eq!(late.used(), 0);
    assert!(late.take(LIMIT, LIMIT));
    assert_eq!(late.room_at(u64::MAX, 1, LIMIT), Some(u64::MAX));
}

#[test]
fn a_jump_of_any_length_forgets_everything_older() {
    for days in [2, 365, 36_500] {
        let mut ring = full_at(START);
        ring.advance(START + days * DAY);
        assert_eq!(ring, Ring::empty(START + days * DAY));
    }
}

/// Withdraws 1 stroop through storage and answers the CPU instructions it took.
fn withdraw(env: &Env) -> u64 {
    let key = symbol_short!("ring");
    env.cost_estimate().budget().reset_unlimited();
    let mut ring = Ring::load(env, &key);
    assert!(ring.take(1, MAX));
    ring.store(env, &key);
    env.cost_estimate().budget().cpu_instruction_cost()
}

#[test]
fn the_thousandth_withdrawal_costs_what_the_second_does() {
    let (env, contract) = holder();
    env.as_contract(&contract, || {
        withdraw(&env);
        let second = withdraw(&env);
        let mut last = second;
        for _ in 2..1_000 {
            // 80 s apart: all within one window.
            env.ledger().set_timestamp(env.ledger().timestamp() + 80);
            last = withdraw(&env);
        }
        assert!(last.abs_diff(second) * 20 <= second, "{second} -> {last}");
        let key = symbol_short!("ring");
        assert_eq!(Ring::load(&env, &key).used(), 1_000);
        let stored: Bytes = env.storage().persistent().get(&key).unwrap();
        assert_eq!(stored.len() as usize, 8 + 8 * BUCKETS);
    });
}

#[test]
fn storage_keeps_rings_apart_and_alive() {
    let (env, contract) = holder();
    env.ledger().set_max_entry_ttl(ttl::NETWORK_MAX);
    let (mine, yours) = (symbol_short!("mine"), symbol_short!("yours"));
    env.as_contract(&contract, || {
        let mut ring = Ring::load(&env, &mine);
        assert!(ring.take(7, LIMIT));
        ring.store(&env, &mine);
        assert_eq!(Ring::load(&env, &mine), ring);
        assert_eq!(Ring::load(&env, &yours), Ring::empty(START));
        env.ledger().set_sequence_number(8 * ttl::DAY);
        Ring::load(&env, &mine);
        let left = env.storage().persistent().get_ttl(&mine);
        assert_eq!(left, ttl::PERSISTENT_EXTEND_TO);
    });
}
