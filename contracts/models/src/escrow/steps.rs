//! What may happen to escrows.

use arbitrary::{Result, Unstructured};
use merit_escrow::MAX_FEE_BPS;
use merit_testing::escrow::{DEADLINE, WINDOW};

use crate::draw::{draw, list, Kinds};

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
}

const KINDS: Kinds<Step, 9> = [
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
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

fn escrow(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=3)
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
