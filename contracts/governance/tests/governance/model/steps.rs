//! What may happen, at random.

use merit_governance::FOR;
use merit_testing::DAY;
use proptest::prelude::*;

use crate::fixture::PERIOD;

#[derive(Clone, Debug)]
pub enum Step {
    Stake(usize, i128),
    Unstake(usize, i128),
    Withdraw(usize),
    /// A parameter, or another delay for this contract.
    Propose(usize, bool),
    Vote(usize, usize, u32),
    Queue(usize),
    Execute(usize),
    Cancel(usize, usize),
    Veto(usize),
    Wait(u64),
}

pub fn step() -> impl Strategy<Value = Step> {
    let who = 0..3usize;
    let which = 0..3usize;
    let period = u64::from(PERIOD) * 5;
    let seconds = prop_oneof![
        Just(5u64),
        Just(period - 5),
        Just(period + 5),
        Just(DAY),
        Just(2 * DAY),
        0..3 * DAY
    ];
    prop_oneof![
        2 => (who.clone(), -1..400i128).prop_map(|(who, amount)| Step::Stake(who, amount)),
        2 => (who.clone(), -1..700i128).prop_map(|(who, amount)| Step::Unstake(who, amount)),
        1 => who.clone().prop_map(Step::Withdraw),
        3 => (who.clone(), any::<bool>()).prop_map(|(who, own)| Step::Propose(who, own)),
        7 => (who.clone(), which.clone(), prop_oneof![4 => Just(FOR), 1 => 0..4u32])
            .prop_map(|(who, which, support)| Step::Vote(who, which, support)),
        4 => which.clone().prop_map(Step::Queue),
        4 => which.clone().prop_map(Step::Execute),
        1 => (who, which.clone()).prop_map(|(who, which)| Step::Cancel(who, which)),
        1 => which.prop_map(Step::Veto),
        6 => seconds.prop_map(Step::Wait),
    ]
}

/// The usual way of a proposal, with one step among it that may spoil it: pure chance rarely executes anything.
pub fn way() -> impl Strategy<Value = Vec<Step>> {
    let (end, margin) = (u64::from(PERIOD + 1) * 5, 0..3u64);
    let queued = prop_oneof![
        Just(DAY - 1),
        Just(DAY),
        Just(2 * DAY),
        Just(3 * DAY - 1),
        Just(3 * DAY)
    ];
    let steps =
        (0..3usize, any::<bool>(), margin, queued).prop_map(move |(who, own, margin, queued)| {
            vec![
                Step::Propose(who, own),
                Step::Vote(0, 0, FOR),
                Step::Vote(1, 0, FOR),
                Step::Wait(end),
                Step::Queue(0),
                Step::Wait(queued + margin),
                Step::Execute(0),
                Step::Execute(0),
            ]
        });
    (steps, 0..8usize, step()).prop_map(|(mut steps, at, other)| {
        steps.insert(at, other);
        steps
    })
}

pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    let part = prop_oneof![3 => step().prop_map(|step| vec![step]), 1 => way()];
    prop::collection::vec(part, 1..25).prop_map(|parts| parts.concat())
}
