//! Random operations on drops against a plain model, on native code and on the built wasm:
//! each leaf is paid at most once, paid + swept + left = funded, a wrong proof never pays, and nothing is paid
//! before opening or from expiry on.

#[path = "../common/mod.rs"]
mod common;
mod pair;
mod reference;
mod steps;

use common::Setup;
use pair::Pair;
use proptest::prelude::*;
use steps::{step, Step, MERCHANTS};

fn follow(setup: Setup, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut pair = Pair::new(setup);
    // Something to create drops with.
    for merchant in 0..MERCHANTS {
        pair.deposit(merchant, 500);
    }
    for step in steps {
        let (real, expected) = pair.apply(step);
        prop_assert_eq!(real, expected, "{:?}", step);
        pair.check()?;
    }
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn drops_follow_the_model(steps in prop::collection::vec(step(), 1..40)) {
        follow(Setup::new(), &steps)?;
    }
}

proptest! {
    #![proptest_config(config(6))]

    #[test]
    fn the_wasm_follows_the_model(steps in prop::collection::vec(step(), 10..30)) {
        follow(Setup::wasm(), &steps)?;
    }
}
