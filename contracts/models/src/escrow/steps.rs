//! What may happen to escrows.

use arbitrary::{Result, Unstructured};
use merit_escrow::MAX_FEE_BPS;
use merit_testing::escrow::{DEADLINE, WINDOW};

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
    Release,
    Dispute,
    Evidence,
    Resolve,
    Cancel,
}

/// Who may not call what; nobody may cancel alone.
const WRONG: [(Call, Who); 13] = [
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
    (Call::Cancel, Who::Depositor),
    (Call::Cancel, Who::Beneficiary),
    (Call::Cancel, Who::Stranger),
];

#[derive(Clone, Debug)]
pub enum Step {
    Create(Vec<i128>),
    /// Escrow and milestone, from 0.
    Release(usize, usize),
    /// Escrow, milestone, by the depositor.
    Dispute(usize, usize, bool),
    /// Escrow, milestone, share in basis points.
    Resolve(usize, usize, u32),
    Expire(usize, usize),
    Cancel(usize),
    SetFee(u32),
    Collect(i128),
    /// Seconds.
    Wait(u64),
    /// Escrow, milestone, by the depositor.
    Evidence(usize, usize, bool),
    /// By nobody, for this account.
    Withdraw(Who),
    /// By the issuer: a party, or the contract. Or it ends.
    Freeze(Option<Who>, bool),
    /// Of this contract, or it ends.
    Stop(bool),
    /// Of the system, or it ends.
    StopSystem(bool),
    /// By somebody who may not: escrow, milestone.
    Wrong(Call, Who, usize, usize),
}

const KINDS: Kinds<Step, 15> = [
    (3, |bytes| Ok(Step::Create(list(bytes, 1..=3, amount)?))),
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
    (1, |bytes| Ok(Step::Cancel(escrow(bytes)?))),
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

/// Mostly one that is there.
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

fn seconds(bytes: &mut Unstructured) -> Result<u64> {
    draw(
        bytes,
        &[
            (1, |bytes| bytes.int_in_range(0..=DEADLINE)),
            (1, |_| Ok(WINDOW)),
        ],
    )
}
