//! Steps of the pool.

use arbitrary::{Result, Unstructured};
use merit_testing::{DAY, MERCHANT_LIMIT, OFFER_WINDOW, RAISE_DELAY};

use super::reference::{APPOINTER, CALLERS, MERCHANTS, RECIPIENTS};
use crate::draw::{draw, list, Kinds};

/// The part that is stopped from then on.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    Pool,
    System,
    Nothing,
}

#[derive(Clone, Debug)]
pub enum Step {
    /// Merchant, amount.
    Deposit(usize, i128),
    /// Merchant, amount, reference.
    Grant(usize, i128, u8),
    /// Operator, merchant, owner. The operator is an owner of some merchant, or the [`APPOINTER`].
    SetOwner(usize, usize, usize),
    /// Owner, merchant.
    ApplyOwner(usize, usize),
    /// Merchant.
    CancelOwner(usize),
    /// Owner, merchant, recipient, amount.
    Withdraw(usize, usize, usize, i128),
    /// Caller, merchant, id, amount, and whether it counts at once.
    Reserve(usize, usize, usize, i128, bool),
    /// Caller, id, amount.
    RaiseReserve(usize, usize, i128),
    /// Caller, id.
    Release(usize, usize),
    /// Caller, id, recipients with amounts.
    Pay(usize, usize, Vec<(usize, i128)>),
    /// Merchant, or none for the global one; limit.
    SetLimit(Option<usize>, i128),
    ApplyLimit(Option<usize>),
    RestoreLimit(Option<usize>),
    Stop(Stop),
    /// The issuer freezes (true) or frees a recipient, or the pool.
    Freeze(Option<usize>, bool),
    /// The issuer takes from the pool.
    ClawBack(i128),
    /// Seconds.
    Wait(u64),
}

const KINDS: Kinds<Step, 17> = [
    (2, |bytes| {
        Ok(Step::Deposit(merchant(bytes)?, amount(bytes)?))
    }),
    (1, |bytes| {
        // Few amounts, so that the same grant comes again.
        let amount = i128::from(bytes.int_in_range(0..=2u8)?) * 1_000;
        Ok(Step::Grant(
            merchant(bytes)?,
            amount,
            bytes.int_in_range(1..=3)?,
        ))
    }),
    (2, |bytes| {
        Ok(Step::SetOwner(
            one_of(bytes, 1 + APPOINTER)?,
            merchant(bytes)?,
            one_of(bytes, 2)?,
        ))
    }),
    (2, |bytes| {
        Ok(Step::ApplyOwner(one_of(bytes, 2)?, merchant(bytes)?))
    }),
    (1, |bytes| Ok(Step::CancelOwner(merchant(bytes)?))),
    (4, |bytes| {
        let owner = usize::from(bytes.ratio(1, 6)?);
        Ok(Step::Withdraw(
            owner,
            merchant(bytes)?,
            recipient(bytes)?,
            amount(bytes)?,
        ))
    }),
    (2, |bytes| {
        Ok(Step::Reserve(
            caller(bytes)?,
            merchant(bytes)?,
            id(bytes)?,
            amount(bytes)?,
            bytes.ratio(1, 2)?,
        ))
    }),
    (2, |bytes| {
        Ok(Step::RaiseReserve(
            caller(bytes)?,
            id(bytes)?,
            amount(bytes)?,
        ))
    }),
    (1, |bytes| Ok(Step::Release(caller(bytes)?, id(bytes)?))),
    (8, |bytes| {
        let rows = list(bytes, 0..=4, |bytes| {
            Ok((recipient(bytes)?, amount(bytes)?))
        })?;
        Ok(Step::Pay(caller(bytes)?, id(bytes)?, rows))
    }),
    (3, |bytes| Ok(Step::SetLimit(scope(bytes)?, limit(bytes)?))),
    (2, |bytes| Ok(Step::ApplyLimit(scope(bytes)?))),
    (1, |bytes| Ok(Step::RestoreLimit(scope(bytes)?))),
    (1, |bytes| {
        let stop = [
            Stop::Pool,
            Stop::System,
            Stop::Nothing,
            Stop::Nothing,
            Stop::Nothing,
        ];
        Ok(Step::Stop(*bytes.choose(&stop)?))
    }),
    (1, |bytes| {
        let what = [None, Some(0), Some(1)];
        Ok(Step::Freeze(*bytes.choose(&what)?, bytes.ratio(1, 3)?))
    }),
    (1, |bytes| {
        // Mostly little: a pool without money shows little else.
        let large = bytes.ratio(1, 8)?;
        Ok(Step::ClawBack(if large { 4_000_000_000 } else { 7 }))
    }),
    (6, |bytes| Ok(Step::Wait(seconds(bytes)?))),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

fn one_of(bytes: &mut Unstructured, count: usize) -> Result<usize> {
    bytes.int_in_range(0..=count - 1)
}

fn merchant(bytes: &mut Unstructured) -> Result<usize> {
    one_of(bytes, MERCHANTS)
}

fn recipient(bytes: &mut Unstructured) -> Result<usize> {
    // The first two take anything.
    Ok(one_of(bytes, 2 * RECIPIENTS)?.saturating_sub(RECIPIENTS))
}

fn caller(bytes: &mut Unstructured) -> Result<usize> {
    Ok(usize::from(bytes.ratio(1, 2 * CALLERS as u8)?))
}

fn id(bytes: &mut Unstructured) -> Result<usize> {
    one_of(bytes, MERCHANTS + 1)
}

fn scope(bytes: &mut Unstructured) -> Result<Option<usize>> {
    // Mostly the global one.
    let among = MERCHANTS + 4;
    Ok(one_of(bytes, among)?.checked_sub(among - MERCHANTS))
}

/// Around quarters of a merchant's limit, so that limits are met exactly, and small ones.
fn amount(bytes: &mut Unstructured) -> Result<i128> {
    draw(
        bytes,
        &[
            (1, |bytes| bytes.int_in_range(0..=99)),
            (2, |bytes| bytes.int_in_range(1..=MERCHANT_LIMIT / 4)),
            (3, |bytes| {
                let quarters = bytes.int_in_range(1..=5)?;
                Ok(quarters * MERCHANT_LIMIT / 4 + bytes.int_in_range(-1..=1)?)
            }),
        ],
    )
}

fn limit(bytes: &mut Unstructured) -> Result<i128> {
    draw(
        bytes,
        &[
            (1, |bytes| bytes.int_in_range(-1..=1)),
            (4, |bytes| {
                let quarters: i128 = bytes.int_in_range(1..=12)?;
                Ok(quarters * MERCHANT_LIMIT / 4)
            }),
        ],
    )
}

/// Around the lengths that matter: quarter-hour, day, the day's 97 quarter-hours, a raise's delay and end.
fn seconds(bytes: &mut Unstructured) -> Result<u64> {
    draw(
        bytes,
        &[
            (2, |bytes| bytes.int_in_range(0..=900)),
            (2, |bytes| bytes.int_in_range(0..=DAY)),
            (3, |bytes| {
                let lengths = [
                    900,
                    DAY - 900,
                    DAY,
                    DAY + OFFER_WINDOW,
                    DAY + 900,
                    RAISE_DELAY,
                    RAISE_DELAY,
                    OFFER_WINDOW,
                ];
                let length = *bytes.choose(&lengths)?;
                Ok(length + bytes.int_in_range(0..=2)? - 1)
            }),
        ],
    )
}
