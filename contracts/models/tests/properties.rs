//! Random sequences on every contract and its model. MERIT_CASES multiplies how many.

use std::{env, panic};

use merit_models::{play, Model};
use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, TestCaseError, TestRunner},
};

/// Plays `cases` sequences of up to `bytes` bytes.
fn check<M: Model>(cases: u32, bytes: usize) {
    let times =
        env::var("MERIT_CASES").map_or(1, |times| times.parse().expect("MERIT_CASES is a number"));
    let config = Config {
        cases: cases * times,
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&vec(any::<u8>(), 0..bytes), |bytes| {
        panic::catch_unwind(|| play::<M>(&bytes)).map_err(|cause| {
            TestCaseError::fail(cause.downcast_ref::<String>().cloned().unwrap_or_default())
        })
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

macro_rules! properties {
    ($($name:ident: $model:ty, $cases:expr, $bytes:expr;)*) => {
        $(
            #[test]
            fn $name() {
                check::<$model>($cases, $bytes);
            }
        )*
    };
}

properties! {
    admin: merit_models::admin::Roles, 200, 200;
    campaign: merit_models::campaign::Campaigns, 200, 200;
    distribution: merit_models::distribution::Distribution, 200, 200;
    escrow: merit_models::escrow::Escrows, 200, 250;
    governance: merit_models::governance::Governance, 200, 100;
    pool: merit_models::pool::Pool, 200, 200;
    redemption: merit_models::redemption::Redeemed, 200, 250;
    referral: merit_models::referral::Referrals, 200, 200;
    state: merit_models::state::Registry, 200, 250;
    token: merit_models::token::Tokens, 200, 250;
    vesting: merit_models::vesting::Schedules, 200, 150;
}
