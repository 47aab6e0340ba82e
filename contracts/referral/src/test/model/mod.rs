//! Random operation sequences against a model that remembers everything.

mod pair;
mod reference;

use std::format;

use proptest::prelude::*;

use super::{CLAWBACK, DAY, WINDOW};
use crate::rewards::CLAIM_WINDOW;
use pair::Pair;

const PEOPLE: usize = 5;
/// Of merchant 0 and 1: bonus of the referrer, of the newcomer, cap, budget.
const TERMS: [[i128; 4]; 2] = [[100, 40, 250, 500], [70, 0, 140, 300]];

#[derive(Clone, Debug)]
enum Step {
    Enrol(usize),
    Bind { newcomer: usize, referrer: usize },
    Fund { merchant: usize, amount: i128 },
    Qualify { merchant: usize, newcomer: usize },
    Revoke(usize),
    Expire(usize),
    Claim { account: usize, newcomer: usize },
    Settle(usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let person = || 0..PEOPLE;
    let merchant = || 0..2usize;
    let seconds = prop_oneof![0..DAY, (CLAWBACK - 1)..(CLAWBACK + 2)];
    prop_oneof![
        2 => person().prop_map(Step::Enrol),
        7 => (person(), person()).prop_map(|(newcomer, referrer)| Step::Bind { newcomer, referrer }),
        3 => (merchant(), -1..301i128).prop_map(|(merchant, amount)| Step::Fund { merchant, amount }),
        6 => (merchant(), person())
            .prop_map(|(merchant, newcomer)| Step::Qualify { merchant, newcomer }),
        1 => person().prop_map(Step::Revoke),
        3 => person().prop_map(Step::Expire),
        5 => (person(), person()).prop_map(|(account, newcomer)| Step::Claim { account, newcomer }),
        1 => merchant().prop_map(Step::Settle),
        3 => seconds.prop_map(Step::Wait),
        2 => prop_oneof![Just(WINDOW), Just(CLAIM_WINDOW)].prop_map(Step::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bindings_rewards_and_funds_follow_the_model(steps in prop::collection::vec(step(), 1..50)) {
        let mut pair = Pair::new();
        for step in &steps {
            pair.apply(step).map_err(|cause| TestCaseError::fail(format!("{step:?}: {cause}")))?;
        }
    }
}
