//! The amount that has vested at a time: pure arithmetic on stroops and Unix seconds.

use merit_common::amount;
use soroban_sdk::{contracttype, Vec};

use crate::errors::VestingError;

/// Most tranches of one plan.
pub const MAX_TRANCHES: u32 = 32;

/// Latest end, seconds from now: 100 years. A time in milliseconds by mistake would lock money for ever.
pub const MAX_HORIZON: u64 = 100 * 31_557_600;

/// The total vests evenly from `start` to `end`, but nothing of it before `cliff`.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Linear {
    /// Stroops.
    pub total: i128,
    /// Unix seconds, like `cliff` and `end`.
    pub start: u64,
    pub cliff: u64,
    pub end: u64,
}

/// An amount that vests at one moment.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tranche {
    /// Unix seconds.
    pub time: u64,
    /// Stroops.
    pub amount: i128,
}

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Plan {
    Linear(Linear),
    /// 1 to 32, with rising times.
    Tranches(Vec<Tranche>),
}

impl Plan {
    /// Checks times and amounts; returns the total in stroops.
    pub fn check(&self, now: u64) -> Result<i128, VestingError> {
        let (total, end) = match self {
            Plan::Linear(linear) => (linear.check()?, linear.end),
            Plan::Tranches(tranches) => check_tranches(tranches)?,
        };
        if end > now.saturating_add(MAX_HORIZON) {
            return Err(VestingError::InvalidTimes);
        }
        Ok(total)
    }

    /// Stroops vested at `time`, rounded down: 0 at first, never falling, the whole total from the end on.
    pub fn vested(&self, time: u64) -> i128 {
        match self {
            Plan::Linear(linear) => linear.vested(time),
            Plan::Tranches(tranches) => tranches
                .iter()
                .take_while(|tranche| tranche.time <= time)
                .map(|tranche| tranche.amount)
                .sum(),
        }
    }
}

impl Linear {
    fn check(&self) -> Result<i128, VestingError> {
        if !amount::is_valid(self.total) {
            return Err(VestingError::InvalidAmount);
        }
        if self.start > self.cliff || self.cliff > self.end {
            return Err(VestingError::InvalidTimes);
        }
        Ok(self.total)
    }

    fn vested(&self, time: u64) -> i128 {
        if time < self.cliff {
            return 0;
        }
        if time >= self.end {
            return self.total;
        }
        // cliff <= time < end: the divisor is above 0, and a product of 63 and 64 bits fits an i128.
        self.total * i128::from(time - self.start) / i128::from(self.end - self.start)
    }
}

/// Total and time of the last tranche.
fn check_tranches(tranches: &Vec<Tranche>) -> Result<(i128, u64), VestingError> {
    if tranches.is_empty() || tranches.len() > MAX_TRANCHES {
        return Err(VestingError::InvalidTranches);
    }
    let mut total = 0;
    let mut last: Option<u64> = None;
    for tranche in tranches.iter() {
        if last.is_some_and(|last| tranche.time <= last) {
            return Err(VestingError::InvalidTimes);
        }
        if !amount::is_valid(tranche.amount) {
            return Err(VestingError::InvalidAmount);
        }
        total = amount::add(total, tranche.amount).ok_or(VestingError::InvalidAmount)?;
        last = Some(tranche.time);
    }
    Ok((total, last.unwrap_or(0)))
}
