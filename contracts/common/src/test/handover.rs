use soroban_sdk::testutils::{Address as _, Ledger as _};
use soroban_sdk::{Address, Env};

use super::{holder, START};
use crate::handover::{Handover, Timing, MAX_DELAY, WINDOW};

#[test]
fn opens_after_the_delay_and_closes_after_the_window() {
    let (env, _) = holder();
    let handover = Handover::announce(&env, &Address::generate(&env), 3_600);
    let at = |env: &Env, time| {
        env.ledger().set_timestamp(time);
        handover.timing(env)
    };
    let eta = START + 3_600;
    assert_eq!((handover.eta, handover.expires_at), (eta, eta + WINDOW));
    assert_eq!(at(&env, eta - 1), Timing::Early);
    assert_eq!(at(&env, eta), Timing::Open);
    assert_eq!(at(&env, eta + WINDOW - 1), Timing::Open);
    assert_eq!(at(&env, eta + WINDOW), Timing::Expired);
}

#[test]
fn an_absurd_clock_never_overflows() {
    let (env, _) = holder();
    env.ledger().set_timestamp(u64::MAX - 1);
    let handover = Handover::announce(&env, &Address::generate(&env), 3_600);
    assert_eq!(handover.eta, u64::MAX);
    assert_eq!(handover.timing(&env), Timing::Early);
}

#[test]
fn the_longest_wait_and_the_time_to_complete_are_what_is_documented() {
    const DAY: u64 = 24 * 60 * 60;
    assert_eq!((MAX_DELAY / DAY, MAX_DELAY % DAY), (90, 0));
    assert_eq!((WINDOW / DAY, WINDOW % DAY), (14, 0));
}
