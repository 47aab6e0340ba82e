//! Steps of the asset.

use arbitrary::{Result, Unstructured};
use merit_testing::DAY;

use super::reference::{CAP, HOLDERS, MINTERS, NO_LINE, QUARTER, SYSTEM};
use crate::draw::{draw, Kinds};

/// Minters and accounts by number.
#[derive(Clone, Debug)]
pub enum Step {
    Mint {
        minter: usize,
        to: usize,
        amount: i128,
    },
    /// From, amount.
    Clawback(usize, i128),
    /// Minter, stroops per day.
    SetQuota(usize, i128),
    Freeze(usize),
    Unfreeze(usize),
    /// From, to, amount; signed by the sender.
    Transfer(usize, usize, i128),
    /// From, to, amount; signed by somebody else.
    Steal(usize, usize, i128),
    /// Holder that signs, amount.
    Burn(usize, i128),
    /// Gives a minter its role or takes it away.
    SetRole(usize, bool),
    /// Stops (true) or restarts this contract, or the system.
    Pause(bool),
    PauseSystem(bool),
    /// Seconds.
    Wait(u64),
}

const KINDS: Kinds<Step, 12> = [
    (10, |bytes| {
        Ok(Step::Mint {
            minter: minter(bytes)?,
            to: account(bytes)?,
            amount: amount(bytes)?,
        })
    }),
    (3, |bytes| {
        Ok(Step::Clawback(account(bytes)?, amount(bytes)?))
    }),
    (2, |bytes| {
        let daily = bytes.int_in_range(-1..=1_500)?;
        Ok(Step::SetQuota(minter(bytes)?, daily))
    }),
    (2, |bytes| Ok(Step::Freeze(bytes.int_in_range(0..=SYSTEM)?))),
    (3, |bytes| {
        Ok(Step::Unfreeze(bytes.int_in_range(0..=SYSTEM)?))
    }),
    (4, |bytes| {
        Ok(Step::Transfer(
            holder(bytes)?,
            holder(bytes)?,
            amount(bytes)?,
        ))
    }),
    (1, |bytes| {
        Ok(Step::Steal(holder(bytes)?, holder(bytes)?, amount(bytes)?))
    }),
    (1, |bytes| Ok(Step::Burn(holder(bytes)?, amount(bytes)?))),
    (2, |bytes| {
        Ok(Step::SetRole(minter(bytes)?, bytes.ratio(2, 3)?))
    }),
    (1, |bytes| Ok(Step::Pause(bytes.ratio(1, 3)?))),
    (1, |bytes| Ok(Step::PauseSystem(bytes.ratio(1, 3)?))),
    (5, |bytes| Ok(Step::Wait(seconds(bytes)?))),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

fn minter(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=MINTERS - 1)
}

fn holder(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=HOLDERS - 1)
}

/// Draws an account, mostly one that can hold the asset.
fn account(bytes: &mut Unstructured) -> Result<usize> {
    draw(
        bytes,
        &[
            (8, holder),
            (1, |bytes| bytes.int_in_range(NO_LINE..=SYSTEM)),
        ],
    )
}

fn amount(bytes: &mut Unstructured) -> Result<i128> {
    draw(
        bytes,
        &[
            (6, |bytes| bytes.int_in_range(1..=200)),
            (2, |bytes| bytes.int_in_range(200..=CAP)),
        ],
    )
}

fn seconds(bytes: &mut Unstructured) -> Result<u64> {
    draw(
        bytes,
        &[
            (2, |bytes| bytes.int_in_range(0..=2 * QUARTER)),
            (2, |bytes| bytes.int_in_range(DAY - 2..=DAY + 2)),
            (1, |bytes| bytes.int_in_range(0..=2 * DAY)),
        ],
    )
}
