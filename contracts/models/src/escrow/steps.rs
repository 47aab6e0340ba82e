//! Steps of escrows.

use arbitrary::{Result, Unstructured};
use merit_testing::escrow::{DEADLINE, LONG, WINDOW};
use merit_testing::merit_escrow::MAX_FEE_BPS;

use crate::draw::{draw, list, Kinds};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Who {
    Depositor,
    Beneficiary,
    Arbiter,
    Stranger,
}

/// A function that some party may call.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    Accept,
    Release,
    Dispute,
    Evidence,
    Resolve,
    Split,
    Extend,
}

/// Calls, each with a party that may not make it alone.
const WRONG: [(Call, Who); 18] = [
    (Call::Accept, Who::Depositor),
    (Call::Accept, Who::Stranger),
    (Call::Release, Who::Beneficiary),
    (Call::Release, Who::Arbiter),
    (Call::Release, Who::Stranger),
    (Call::Dispute, Who::Arbiter),
    (Call::Dispute, Who::Stranger),
    (Call::Evidence, Who::Arbiter),
    (Call::Evidence, Who::Stranger),
    (Call::Resolve, Who::Depositor),
    (Call::Resolve, Who::Beneficiary),
    (Call::Resolve, Who::Stranger),
    (Call::Split, Who::Depositor),
    (Call::Split, Who::Beneficiary),
    (Call::Split, Who::Arbiter),
    (Call::Extend, Who::Depositor),
    (Call::Extend, Who::Beneficiary),
    (Call::Extend, Who::Stranger),
];

#[derive(Clone, Debug)]
pub enum Step {
    /// Stroops of each milestone with the seconds until its deadline.
    Create(Vec<(i128, u64)>),
    /// Escrow, by the beneficiary; otherwise by the arbiter.
    Accept(usize, bool),
    /// Escrow and milestone, from 0.
    Release(usize, usize),
    /// Escrow, milestone, by the depositor.
    Dispute(usize, usize, bool),
    /// Escrow, milestone, share in basis points.
    Resolve(usize, usize, u32),
    Expire(usize, usize),
    /// Escrow, signed by the beneficiary too.
    Cancel(usize, bool),
    /// Escrow, milestone, share in basis points. Both sign.
    Split(usize, usize, u32),
    /// Escrow, milestone, seconds from now. Both sign.
    Extend(usize, usize, u64),
    SetFee(u32),
    Collect(i128),
    /// Seconds.
    Wait(u64),
    /// Escrow, milestone, by the depositor.
    Evidence(usize, usize, bool),
    /// Signed by nobody, for this account.
    Withdraw(Who),
    /// The issuer freezes or unfreezes a party, or the contract.
    Freeze(Option<Who>, bool),
    /// This contract is stopped, or runs again.
    Stop(bool),
    /// The system is stopped, or runs again.
    StopSystem(bool),
    /// Somebody calls who may not: escrow, milestone.
    Wrong(Call, Who, usize, usize),
}

const KINDS: Kinds<Step, 18> = [
    (3, |bytes| Ok(Step::Create(list(bytes, 1..=3, part)?))),
    (4, |bytes| {
        Ok(Step::Accept(escrow(bytes)?, bytes.arbitrary()?))
    }),
    (3, |bytes| {
        Ok(Step::Release(escrow(bytes)?, milestone(bytes)?))
    }),
    (4, |bytes| {
        Ok(Step::Dispute(
            escrow(bytes)?,
            milestone(bytes)?,
            bytes.arbitrary()?,
        ))
    }),
    (4, |bytes| {
        let share = bytes.int_in_range(0..=10_000)?;
        Ok(Step::Resolve(escrow(bytes)?, milestone(bytes)?, share))
    }),
    (4, |bytes| {
        Ok(Step::Expire(escrow(bytes)?, milestone(bytes)?))
    }),
    (1, |bytes| {
        Ok(Step::Cancel(escrow(bytes)?, bytes.arbitrary()?))
    }),
    (2, |bytes| {
        let share = bytes.int_in_range(0..=10_001)?;
        Ok(Step::Split(escrow(bytes)?, milestone(bytes)?, share))
    }),
    (2, |bytes| {
        Ok(Step::Extend(
            escrow(bytes)?,
            milestone(bytes)?,
            length(bytes)?,
        ))
    }),
    (1, |bytes| {
        Ok(Step::SetFee(bytes.int_in_range(0..=MAX_FEE_BPS + 1)?))
    }),
    (1, |bytes| Ok(Step::Collect(bytes.int_in_range(1..=2_000)?))),
    (3, |bytes| Ok(Step::Wait(seconds(bytes)?))),
    (2, |bytes| {
        Ok(Step::Evidence(
            escrow(bytes)?,
            milestone(bytes)?,
            bytes.arbitrary()?,
        ))
    }),
    (3, |bytes| {
        let whose = [
            Who::Depositor,
            Who::Beneficiary,
            Who::Beneficiary,
            Who::Arbiter,
        ];
        Ok(Step::Withdraw(*bytes.choose(&whose)?))
    }),
    (3, |bytes| {
        let whom = [
            Some(Who::Depositor),
            Some(Who::Beneficiary),
            Some(Who::Beneficiary),
            None,
        ];
        let whom = *bytes.choose(&whom)?;
        // A frozen contract shows little else.
        let frozen = bytes.ratio(1, if whom.is_some() { 2 } else { 4 })?;
        Ok(Step::Freeze(whom, frozen))
    }),
    (1, |bytes| Ok(Step::Stop(bytes.ratio(1, 3)?))),
    (1, |bytes| Ok(Step::StopSystem(bytes.ratio(1, 3)?))),
    (2, |bytes| {
        let (call, who) = *bytes.choose(&WRONG)?;
        Ok(Step::Wrong(call, who, escrow(bytes)?, milestone(bytes)?))
    }),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

/// Draws an escrow, mostly one that is there.
fn escrow(bytes: &mut Unstructured) -> Result<usize> {
    Ok(*bytes.choose(&[0, 1, 2, 3, 0, 0, 1, 2])?)
}

fn milestone(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=2)
}

/// Small ones as well: there rounding shows.
fn amount(bytes: &mut Unstructured) -> Result<i128> {
    draw(
        bytes,
        &[
            (1, |bytes| bytes.int_in_range(1..=99)),
            (1, |bytes| bytes.int_in_range(1..=999_999)),
        ],
    )
}

fn part(bytes: &mut Unstructured) -> Result<(i128, u64)> {
    Ok((amount(bytes)?, length(bytes)?))
}

/// Seconds to a deadline: shorter and longer than the arbiter's time, and around it.
fn length(bytes: &mut Unstructured) -> Result<u64> {
    let lengths = [DEADLINE, DEADLINE, WINDOW - 1, WINDOW, WINDOW + 1, LONG];
    Ok(*bytes.choose(&lengths)?)
}

fn seconds(bytes: &mut Unstructured) -> Result<u64> {
    draw(
        bytes,
        &[
            (2, |bytes| bytes.int_in_range(0..=DEADLINE)),
            (2, |_| Ok(WINDOW)),
            (1, |_| Ok(LONG)),
        ],
    )
}
