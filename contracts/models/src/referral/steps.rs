//! Steps of referrals.

use arbitrary::{Result, Unstructured};
use merit_testing::{
    referral::{CLAIM_WINDOW, CLAWBACK, WINDOW},
    DAY,
};

use super::reference::{LONGEST, MERCHANTS, PEOPLE, TERMS};
use crate::draw::{draw, Kinds};

/// The new end of a programme.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// Seconds from where it was.
    By(i64),
    /// Seconds from now.
    At(u64),
}

/// Merchants and people by number.
#[derive(Clone, Debug)]
pub enum Step {
    Enrol(usize),
    /// Newcomer, referrer.
    Bind(usize, usize),
    SetProgramme {
        merchant: usize,
        /// Index into [`TERMS`].
        terms: usize,
        end: End,
        other_sponsor: bool,
    },
    Fund(usize, i128),
    Qualify {
        merchant: usize,
        newcomer: usize,
    },
    /// Enrols the referrer, binds and qualifies.
    Refer {
        newcomer: usize,
        referrer: usize,
        merchant: usize,
    },
    /// Merchant, newcomer.
    Revoke(usize, usize),
    Claim {
        merchant: usize,
        account: usize,
        newcomer: usize,
    },
    /// Merchant, newcomer.
    Expire(usize, usize),
    /// Waits so many seconds, then expires somebody's reward.
    Lapse(usize, usize, u64),
    Settle(usize),
    /// Sponsor that signs, merchant.
    Leave(usize, usize),
    /// Pays a sponsor the money that it is owed.
    Withdraw(usize),
    /// Freezes (true) or frees somebody's wallet, or a sponsor's.
    Freeze(usize, bool),
    FreezeSponsor(usize, bool),
    /// The asset's admin takes from what the contract holds, or gives it back.
    ClawBack(i128),
    Refill,
    /// Stops (true) or restarts this contract, or the system.
    Pause(bool),
    PauseSystem(bool),
    /// Seconds.
    Wait(u64),
}

const KINDS: Kinds<Step, 19> = [
    (2, |bytes| Ok(Step::Enrol(person(bytes)?))),
    (4, |bytes| Ok(Step::Bind(person(bytes)?, person(bytes)?))),
    (2, |bytes| {
        Ok(Step::SetProgramme {
            merchant: merchant(bytes)?,
            terms: bytes.int_in_range(0..=TERMS.len() - 1)?,
            end: end(bytes)?,
            other_sponsor: bytes.ratio(1, 4)?,
        })
    }),
    (3, |bytes| {
        Ok(Step::Fund(merchant(bytes)?, bytes.int_in_range(-1..=300)?))
    }),
    (5, |bytes| {
        Ok(Step::Qualify {
            merchant: merchant(bytes)?,
            newcomer: person(bytes)?,
        })
    }),
    (6, |bytes| {
        Ok(Step::Refer {
            newcomer: person(bytes)?,
            referrer: person(bytes)?,
            merchant: merchant(bytes)?,
        })
    }),
    (3, |bytes| {
        Ok(Step::Revoke(merchant(bytes)?, person(bytes)?))
    }),
    (7, |bytes| {
        Ok(Step::Claim {
            merchant: merchant(bytes)?,
            account: person(bytes)?,
            newcomer: person(bytes)?,
        })
    }),
    (3, |bytes| draw(bytes, &ENDINGS)),
    (2, |bytes| Ok(Step::Settle(merchant(bytes)?))),
    (1, |bytes| {
        let sponsor = usize::from(bytes.ratio(1, 5)?);
        Ok(Step::Leave(sponsor, merchant(bytes)?))
    }),
    (1, |bytes| Ok(Step::Withdraw(bytes.int_in_range(0..=1)?))),
    (1, |bytes| {
        let which = bytes.int_in_range(0..=1)?;
        Ok(Step::FreezeSponsor(which, bytes.ratio(1, 3)?))
    }),
    (2, |bytes| {
        Ok(Step::Freeze(person(bytes)?, bytes.ratio(1, 3)?))
    }),
    (1, |bytes| Ok(Step::ClawBack(bytes.int_in_range(1..=300)?))),
    (2, |_| Ok(Step::Refill)),
    (1, |bytes| Ok(Step::Pause(bytes.ratio(1, 3)?))),
    (1, |bytes| Ok(Step::PauseSystem(bytes.ratio(1, 3)?))),
    (5, |bytes| Ok(Step::Wait(seconds(bytes)?))),
];

const ENDINGS: Kinds<Step, 2> = [
    (2, |bytes| {
        Ok(Step::Expire(merchant(bytes)?, person(bytes)?))
    }),
    (1, |bytes| {
        let last = CLAWBACK + CLAIM_WINDOW;
        let seconds = [CLAIM_WINDOW, last - 1, last];
        Ok(Step::Lapse(
            merchant(bytes)?,
            person(bytes)?,
            *bytes.choose(&seconds)?,
        ))
    }),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

fn merchant(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=MERCHANTS - 1)
}

fn person(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=PEOPLE - 1)
}

fn end(bytes: &mut Unstructured) -> Result<End> {
    draw(
        bytes,
        &[
            (4, |bytes| {
                Ok(End::By(bytes.int_in_range(-1..=1)? * DAY as i64))
            }),
            (3, |_| Ok(End::At(WINDOW))),
            (1, |bytes| {
                Ok(End::At(bytes.int_in_range(LONGEST - 1..=LONGEST + 1)?))
            }),
        ],
    )
}

fn seconds(bytes: &mut Unstructured) -> Result<u64> {
    draw(
        bytes,
        &[
            (4, |bytes| bytes.int_in_range(0..=DAY)),
            (4, |bytes| bytes.int_in_range(CLAWBACK - 1..=CLAWBACK + 1)),
            (1, |_| Ok(WINDOW - CLAWBACK)),
        ],
    )
}
