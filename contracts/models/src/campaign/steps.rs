//! Steps of campaigns.

use arbitrary::{Result, Unstructured};
use merit_common::result::{ALREADY_SAME, LINE_FULL, NUMBER_TAKEN, PAID, TO_PAY, WALLET_CAP};
use merit_testing::{Terms, DAY};

use super::reference::{MERCHANTS, WALLETS};
use crate::draw::{draw, list, Kinds};

/// Results that only the contract itself may give.
pub const INVALID: [u8; 3] = [PAID, WALLET_CAP, LINE_FULL];

/// Terms, with times relative to the step's.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub reference: u8,
    pub merchant: usize,
    pub budget: i128,
    pub starts: i64,
    pub lasts: i64,
    pub cap: Option<i128>,
}

impl Wanted {
    /// `now` in Unix seconds.
    pub fn terms(&self, now: u64) -> Terms {
        let starts_at = now.saturating_add_signed(self.starts);
        Terms {
            reference: self.reference,
            merchant: self.merchant as u64,
            budget: self.budget,
            starts_at,
            ends_at: starts_at.saturating_add_signed(self.lasts),
            per_wallet_cap: self.cap,
        }
    }
}

/// One payment of a batch.
#[derive(Clone, Debug)]
pub struct Row {
    pub to: usize,
    pub amount: i128,
    /// `TO_PAY`, or the code that was decided before.
    pub decided: u8,
}

/// The part that is stopped from then on.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// Campaign, pool, the whole system.
    Contract(usize),
    Nothing,
}

#[derive(Clone, Debug)]
pub enum Step {
    Deposit(usize, i128),
    Create(Wanted),
    /// Uses the terms of a campaign that exists.
    CreateAgain(usize),
    AllowClawback(usize, u64),
    /// Campaign, how much more budget, and how many seconds more.
    Extend(usize, i128, i64),
    Pause(usize),
    Resume(usize),
    /// Campaign; by a stranger or a manager.
    End(usize, bool),
    /// Campaign, and whether a stranger settles it.
    Settle(usize, bool),
    Spend(usize, Vec<Row>),
    Stop(Stop),
    Wait(u64),
}

const KINDS: Kinds<Step, 12> = [
    (1, |bytes| {
        let merchant = bytes.int_in_range(0..=MERCHANTS - 1)?;
        Ok(Step::Deposit(merchant, bytes.int_in_range(1..=900)?))
    }),
    (4, |bytes| Ok(Step::Create(wanted(bytes)?))),
    (1, |bytes| Ok(Step::CreateAgain(campaign(bytes)?))),
    (2, |bytes| {
        let seconds = [0, 1, 60, 90 * DAY, 90 * DAY + 1];
        Ok(Step::AllowClawback(
            campaign(bytes)?,
            *bytes.choose(&seconds)?,
        ))
    }),
    (3, |bytes| {
        // A repeat changes nothing, and less is refused.
        let more = *bytes.choose(&[-1, 0, 0, 1, 200, 2_500])?;
        let longer = *bytes.choose(&[-1, 0, 0, 1, 60, 4_000_000_000])?;
        Ok(Step::Extend(campaign(bytes)?, more, longer))
    }),
    (2, |bytes| Ok(Step::Pause(campaign(bytes)?))),
    (2, |bytes| Ok(Step::Resume(campaign(bytes)?))),
    (2, |bytes| {
        Ok(Step::End(campaign(bytes)?, bytes.arbitrary()?))
    }),
    (2, |bytes| {
        Ok(Step::Settle(campaign(bytes)?, bytes.arbitrary()?))
    }),
    (10, |bytes| {
        Ok(Step::Spend(campaign(bytes)?, list(bytes, 0..=5, row)?))
    }),
    (1, |bytes| {
        let which = bytes.int_in_range(0..=5usize)?;
        let stop = if which < 3 {
            Stop::Contract(which)
        } else {
            Stop::Nothing
        };
        Ok(Step::Stop(stop))
    }),
    (5, |bytes| {
        let short = bytes.arbitrary()?;
        Ok(Step::Wait(
            bytes.int_in_range(0..=if short { 5 } else { 150 })?,
        ))
    }),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

fn campaign(bytes: &mut Unstructured) -> Result<usize> {
    // The first ones are there from the start.
    Ok(*bytes.choose(&[0, 0, 0, 1, 1, 1, 2, 2, 3, 4])?)
}

fn wanted(bytes: &mut Unstructured) -> Result<Wanted> {
    let cap = if bytes.arbitrary()? {
        Some(bytes.int_in_range(0..=300)?)
    } else {
        None
    };
    Ok(Wanted {
        reference: bytes.int_in_range(1..=8)?,
        merchant: bytes.int_in_range(0..=MERCHANTS - 1)?,
        budget: bytes.int_in_range(0..=800)?,
        starts: bytes.int_in_range(-50..=50)?,
        lasts: bytes.int_in_range(-5..=300)?,
        cap,
    })
}

fn row(bytes: &mut Unstructured) -> Result<Row> {
    let decided = match bytes.int_in_range(0..=31)? {
        0 => INVALID[bytes.int_in_range(0..=2usize)?],
        1..=2 => ALREADY_SAME,
        3..=4 => NUMBER_TAKEN,
        _ => TO_PAY,
    };
    let zero = bytes.ratio(1, 50)?;
    Ok(Row {
        to: bytes.int_in_range(0..=WALLETS - 1)?,
        amount: if zero {
            0
        } else {
            bytes.int_in_range(1..=120)?
        },
        decided,
    })
}
