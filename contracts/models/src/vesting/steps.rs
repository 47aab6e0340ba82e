//! Steps of schedules.

use arbitrary::{Result, Unstructured};
use merit_testing::OFFER_WINDOW;

use super::{entry::Shape, reference::PEOPLE};
use crate::draw::{draw, list, Kinds};

/// A schedule to create.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Times are seconds after the step's.
    pub shape: Shape,
    pub who: usize,
    pub revocable: bool,
}

/// The part that is stopped from then on.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    Contract,
    System,
    Nothing,
}

/// The account that the issuer freezes.
#[derive(Clone, Copy, Debug)]
pub enum Whom {
    Contract,
    Funder,
    Person(usize),
}

#[derive(Clone, Debug)]
pub enum Step {
    Create(Vec<Wanted>),
    Claim(usize),
    Revoke(usize),
    /// Schedule, by its beneficiary or another.
    Renounce(usize, bool),
    /// Pays the funder the money that it is owed.
    Withdraw,
    /// Schedule, by its beneficiary or another, to whom.
    Begin(usize, bool, usize),
    /// Schedule, by its beneficiary or another.
    Cancel(usize, bool),
    /// Schedule, by the person that it was offered to or another.
    Accept(usize, bool),
    Stop(Stop),
    Freeze(Whom, bool),
    /// A person closes its trustline and opens another one.
    RenewLine(usize),
    /// The issuer takes stroops from the contract.
    ClawBack(i128),
    /// Seconds.
    Wait(u64),
}

const KINDS: Kinds<Step, 13> = [
    (4, |bytes| Ok(Step::Create(list(bytes, 0..=3, wanted)?))),
    (8, |bytes| Ok(Step::Claim(schedule(bytes)?))),
    (3, |bytes| Ok(Step::Revoke(schedule(bytes)?))),
    (2, |bytes| {
        Ok(Step::Renounce(schedule(bytes)?, mostly(bytes)?))
    }),
    (2, |_| Ok(Step::Withdraw)),
    (4, |bytes| {
        Ok(Step::Begin(
            schedule(bytes)?,
            mostly(bytes)?,
            person(bytes)?,
        ))
    }),
    (1, |bytes| {
        Ok(Step::Cancel(schedule(bytes)?, mostly(bytes)?))
    }),
    (4, |bytes| {
        Ok(Step::Accept(schedule(bytes)?, mostly(bytes)?))
    }),
    (1, |bytes| {
        let stop = [
            Stop::Contract,
            Stop::System,
            Stop::Nothing,
            Stop::Nothing,
            Stop::Nothing,
        ];
        Ok(Step::Stop(*bytes.choose(&stop)?))
    }),
    (2, |bytes| {
        let whom = [Whom::Contract, Whom::Funder, Whom::Person(0)];
        Ok(Step::Freeze(*bytes.choose(&whom)?, bytes.ratio(1, 3)?))
    }),
    (1, |_| Ok(Step::RenewLine(0))),
    (1, |bytes| {
        // Mostly nothing: a contract that is short shows little else.
        let some = bytes.ratio(1, 4)?;
        Ok(Step::ClawBack(if some {
            bytes.int_in_range(1..=999)?
        } else {
            0
        }))
    }),
    (6, |bytes| {
        let lengths = [1, 100, OFFER_WINDOW - 1, OFFER_WINDOW];
        let chosen = bytes.ratio(1, 3)?;
        Ok(Step::Wait(if chosen {
            *bytes.choose(&lengths)?
        } else {
            seconds(bytes, 200)?
        }))
    }),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

fn schedule(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=4)
}

fn mostly(bytes: &mut Unstructured) -> Result<bool> {
    bytes.ratio(5, 6)
}

fn person(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=PEOPLE - 1)
}

fn wanted(bytes: &mut Unstructured) -> Result<Wanted> {
    Ok(Wanted {
        shape: draw(bytes, &[(2, plan), (1, parts)])?,
        who: person(bytes)?,
        revocable: bytes.arbitrary()?,
    })
}

/// Small totals as well: there rounding shows.
fn plan(bytes: &mut Unstructured) -> Result<Shape> {
    let total = draw(
        bytes,
        &[
            (1, |bytes| bytes.int_in_range(1..=9)),
            (2, |bytes| bytes.int_in_range(1..=5_000)),
            (1, |_| Ok(1_000_003)),
        ],
    )?;
    let mut times = [time(bytes)?, time(bytes)?, time(bytes)?];
    if !bytes.ratio(1, 16)? {
        times.sort_unstable();
    }
    let total = if bytes.ratio(1, 32)? { 0 } else { total };
    Ok(Shape::Linear(total, times))
}

fn parts(bytes: &mut Unstructured) -> Result<Shape> {
    let mut parts = list(bytes, 0..=5, |bytes| {
        Ok((time(bytes)?, bytes.int_in_range(1..=500)?))
    })?;
    if !bytes.ratio(1, 16)? {
        parts.sort_unstable();
        parts.dedup_by_key(|part| part.0);
    }
    Ok(Shape::Parts(parts))
}

fn time(bytes: &mut Unstructured) -> Result<u64> {
    seconds(bytes, 600)
}

/// On a grid, so that steps often fall on the very second of a tranche, a cliff or an end.
fn seconds(bytes: &mut Unstructured, most: u64) -> Result<u64> {
    Ok(bytes.int_in_range(0..=most)? / 20 * 20)
}
