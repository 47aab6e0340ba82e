//! Steps of stakes and proposals.

use arbitrary::{Result, Unstructured};
use merit_testing::merit_governance::{Class, ABSTAIN, AGAINST, FOR};
use merit_testing::{
    governance::{COOLDOWN, PERIOD, VOTING_DELAY, WARM_UP},
    DAY,
};

use crate::draw::{draw, list, Kinds};

/// Kind of change that a proposal asks for.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Parameter,
    Delay,
    /// Warm-up of so many days, and some seconds.
    WarmUp(u64),
    Unpause,
    /// The class of what sets parameters.
    Class(Class),
    /// The role of the pauser.
    Dismiss,
    /// The pool's limit.
    Limit,
    /// The code of `campaign`.
    Code,
}

#[derive(Clone, Debug)]
pub enum Step {
    Stake(usize, i128),
    Activate(usize),
    Unstake(usize, i128),
    Withdraw(usize),
    /// Proposer, kind.
    Propose(usize, Kind),
    /// Staker, which newest proposal, support.
    Vote(usize, usize, u32),
    /// Staker, delegate.
    Delegate(usize, usize),
    /// Delegate, which newest proposal, support, for whom; 3 is nobody's wallet.
    VoteFor(usize, usize, u32, Vec<usize>),
    Queue(usize),
    Execute(usize),
    Cancel(usize, usize),
    Veto(usize),
    /// A staker tries a veto, which it may not.
    WrongVeto(usize, usize),
    /// Stops the system (true) or this contract.
    Pause(bool),
    Unpause,
    /// Seconds.
    Wait(u64),
    /// The usual way of a stake, with these seconds until its votes.
    Join {
        who: usize,
        amount: i128,
        wait: u64,
    },
    /// As many proposals as a staker may have open, and one more.
    Crowd(usize),
    /// A staker names a delegate, who votes for this list, with one step among it that may spoil it.
    Entrust {
        delegator: usize,
        delegate: usize,
        support: u32,
        list: Vec<usize>,
        at: usize,
        other: Box<Step>,
    },
    /// A vote ends a stop of governance or of the system, and another won proposal is tried at once and after these
    /// seconds.
    Lift {
        kind: Kind,
        system: bool,
        wait: u64,
    },
    /// The usual way of a proposal, with one step among it that may spoil it: pure chance rarely executes anything.
    Way {
        who: usize,
        kind: Kind,
        /// Vote of each staker, if it votes.
        votes: [Option<u32>; 3],
        /// Seconds between queue and execution.
        queued: u64,
        at: usize,
        other: Box<Step>,
    },
}

const SINGLE: Kinds<Step, 16> = [
    (2, |bytes| {
        Ok(Step::Stake(who(bytes)?, bytes.int_in_range(-1..=400)?))
    }),
    (1, |bytes| Ok(Step::Activate(who(bytes)?))),
    (2, |bytes| {
        Ok(Step::Unstake(who(bytes)?, bytes.int_in_range(-1..=700)?))
    }),
    (1, |bytes| Ok(Step::Withdraw(who(bytes)?))),
    (3, |bytes| Ok(Step::Propose(who(bytes)?, kind(bytes)?))),
    (7, |bytes| {
        let any = bytes.ratio(1, 5)?;
        let support = if any { bytes.int_in_range(0..=3)? } else { FOR };
        Ok(Step::Vote(who(bytes)?, which(bytes)?, support))
    }),
    (4, |bytes| Ok(Step::Queue(which(bytes)?))),
    (4, |bytes| Ok(Step::Execute(which(bytes)?))),
    (1, |bytes| Ok(Step::Cancel(who(bytes)?, which(bytes)?))),
    (1, |bytes| Ok(Step::Veto(which(bytes)?))),
    (1, |bytes| Ok(Step::Pause(bytes.arbitrary()?))),
    (1, |_| Ok(Step::Unpause)),
    (6, |bytes| Ok(Step::Wait(seconds(bytes)?))),
    (1, |bytes| Ok(Step::WrongVeto(who(bytes)?, which(bytes)?))),
    (2, |bytes| Ok(Step::Delegate(who(bytes)?, who(bytes)?))),
    (2, |bytes| {
        let support = bytes.int_in_range(0..=3)?;
        let delegators = list(bytes, 0..=5, whoever)?;
        Ok(Step::VoteFor(
            who(bytes)?,
            which(bytes)?,
            support,
            delegators,
        ))
    }),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(
        bytes,
        &[
            (12, single),
            (4, way),
            (2, join),
            (1, crowd),
            (1, lift),
            (2, entrust),
        ],
    )
}

fn single(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &SINGLE)
}

fn join(bytes: &mut Unstructured) -> Result<Step> {
    let days = bytes.int_in_range(10..=14)?;
    Ok(Step::Join {
        who: who(bytes)?,
        amount: bytes.int_in_range(1..=400)?,
        wait: days * DAY + bytes.int_in_range(0..=2)? - 1,
    })
}

fn crowd(bytes: &mut Unstructured) -> Result<Step> {
    Ok(Step::Crowd(who(bytes)?))
}

fn lift(bytes: &mut Unstructured) -> Result<Step> {
    Ok(Step::Lift {
        kind: kind(bytes)?,
        system: bytes.arbitrary()?,
        wait: DAY + bytes.int_in_range(0..=2)? - 1,
    })
}

fn entrust(bytes: &mut Unstructured) -> Result<Step> {
    Ok(Step::Entrust {
        delegator: who(bytes)?,
        delegate: who(bytes)?,
        support: bytes.int_in_range(0..=2)?,
        list: list(bytes, 1..=5, whoever)?,
        at: bytes.int_in_range(0..=5)?,
        other: Box::new(single(bytes)?),
    })
}

fn way(bytes: &mut Unstructured) -> Result<Step> {
    let lengths = [DAY - 1, DAY, 2 * DAY, 3 * DAY - 1, 3 * DAY];
    Ok(Step::Way {
        who: who(bytes)?,
        kind: kind(bytes)?,
        votes: [support(bytes)?, support(bytes)?, support(bytes)?],
        queued: *bytes.choose(&lengths)? + bytes.int_in_range(0..=2)?,
        at: bytes.int_in_range(0..=8)?,
        other: Box::new(single(bytes)?),
    })
}

/// Draws a vote, mostly for the proposal.
fn support(bytes: &mut Unstructured) -> Result<Option<u32>> {
    let supports = [
        Some(FOR),
        Some(FOR),
        Some(FOR),
        Some(ABSTAIN),
        Some(AGAINST),
        None,
    ];
    Ok(*bytes.choose(&supports)?)
}

impl Step {
    /// The single steps of a way; another step is its own.
    pub fn parts(&self) -> Vec<Step> {
        if let Step::Join { who, amount, wait } = *self {
            return vec![
                Step::Stake(who, amount),
                Step::Wait(wait),
                Step::Activate(who),
            ];
        }
        if let Step::Crowd(who) = *self {
            return vec![Step::Propose(who, Kind::Parameter); 4];
        }
        if let Step::Lift { kind, system, wait } = *self {
            return lifted(kind, system, wait);
        }
        if let Step::Entrust {
            delegator,
            delegate,
            support,
            list,
            at,
            other,
        } = self.clone()
        {
            let mut steps = vec![
                Step::Delegate(delegator, delegate),
                Step::Propose(0, Kind::Parameter),
                Step::Wait(u64::from(VOTING_DELAY + 1) * 5),
                Step::VoteFor(delegate, 0, support, list),
                Step::Vote(delegator, 0, FOR),
            ];
            steps.insert(at, *other);
            return steps;
        }
        let Step::Way {
            who,
            kind,
            votes,
            queued,
            at,
            other,
        } = self.clone()
        else {
            return vec![self.clone()];
        };
        let begin = u64::from(VOTING_DELAY + 1) * 5;
        let mut steps = vec![Step::Propose(who, kind), Step::Wait(begin)];
        let votes = (0..).zip(votes);
        steps.extend(votes.filter_map(|(who, vote)| Some(Step::Vote(who, 0, vote?))));
        steps.extend([
            Step::Wait(u64::from(PERIOD + 1) * 5),
            Step::Queue(0),
            Step::Wait(queued),
            Step::Execute(0),
            Step::Execute(0),
        ]);
        steps.insert(at.min(steps.len()), *other);
        steps
    }
}

fn lifted(kind: Kind, system: bool, wait: u64) -> Vec<Step> {
    let mut steps = vec![
        Step::Propose(0, Kind::Unpause),
        Step::Propose(0, kind),
        Step::Wait(u64::from(VOTING_DELAY + 1) * 5),
    ];
    let votes = (0..3).flat_map(|who| [Step::Vote(who, 0, FOR), Step::Vote(who, 1, FOR)]);
    steps.extend(votes);
    steps.extend([
        Step::Wait(u64::from(PERIOD + 1) * 5),
        Step::Queue(0),
        Step::Queue(1),
        Step::Wait(DAY),
        Step::Pause(system),
        Step::Execute(0),
        Step::Execute(1),
        Step::Execute(0),
        Step::Wait(wait),
        Step::Execute(0),
    ]);
    steps
}

fn who(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=2)
}

/// A staker, or nobody's wallet.
fn whoever(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=3)
}

fn which(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=2)
}

fn kind(bytes: &mut Unstructured) -> Result<Kind> {
    let kinds = [
        Kind::Parameter,
        Kind::Parameter,
        Kind::Delay,
        Kind::WarmUp(10),
        Kind::WarmUp(14),
        Kind::Unpause,
        Kind::Class(Class::Upgrade),
        Kind::Class(Class::Treasury),
        Kind::Class(Class::Parameter),
        Kind::Dismiss,
        Kind::Limit,
        Kind::Limit,
        Kind::Code,
    ];
    Ok(*bytes.choose(&kinds)?)
}

fn seconds(bytes: &mut Unstructured) -> Result<u64> {
    let period = u64::from(PERIOD) * 5;
    let lengths = [
        5,
        period - 5,
        period + 5,
        DAY,
        2 * DAY,
        WARM_UP,
        COOLDOWN,
        30 * DAY,
    ];
    if bytes.ratio(1, 6)? {
        return bytes.int_in_range(0..=3 * DAY);
    }
    Ok(*bytes.choose(&lengths)?)
}
