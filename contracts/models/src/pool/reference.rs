//! The books as they should be. What was used is computed from the whole history of outflows.

use std::collections::BTreeMap;

use merit_testing::{DAY, LIMIT, MERCHANT_LIMIT};

pub const MERCHANTS: usize = 3;
/// Whoever names first owners; those below are owners of merchants.
pub const APPOINTER: usize = 2;
/// Contracts that may reserve.
pub const CALLERS: usize = 2;

/// Recipients: a contract wallet, a holder, one whose line takes little, one without a line, the issuer, a contract of
/// the system.
pub const RECIPIENTS: usize = 6;
pub const SMALL: usize = 2;
pub const LINELESS: usize = 3;
/// This one and those above never receive.
pub const REFUSED_FROM: usize = 4;
pub const SMALL_LINE: i128 = 150_000_000;

/// Seconds, as the contract's documentation of its limits states.
const QUARTER: u64 = 900;

pub struct Reserve {
    pub merchant: usize,
    pub left: i128,
    pub closed: bool,
}

pub struct Outflow {
    pub at: u64,
    pub merchant: usize,
    pub amount: i128,
}

#[derive(Default)]
pub struct Books {
    pub free: [i128; MERCHANTS],
    pub owners: [Option<usize>; MERCHANTS],
    /// First owners that wait: owner and time.
    pub waiting: [Option<(usize, u64)>; MERCHANTS],
    /// By caller and id.
    pub reserves: BTreeMap<(usize, usize), Reserve>,
    /// Merchant and amount by reference.
    pub grants: BTreeMap<u8, (usize, i128)>,
    pub received: [i128; RECIPIENTS],
    pub outflows: Vec<Outflow>,
    pub came_in: i128,
    pub clawed_back: i128,
    /// Those that were ever set; of a merchant or the global one.
    pub limits: BTreeMap<Option<usize>, i128>,
    /// Raises that wait: limit and time.
    pub pending: BTreeMap<Option<usize>, (i128, u64)>,
    pub pool_stopped: bool,
    pub system_stopped: bool,
    pub pool_frozen: bool,
    pub frozen: [bool; RECIPIENTS],
}

impl Books {
    pub fn stopped(&self) -> bool {
        self.pool_stopped || self.system_stopped
    }

    pub fn merchant_of(&self, caller: usize, id: usize) -> Option<usize> {
        let reserve = self.reserves.get(&(caller, id))?;
        Some(reserve.merchant)
    }

    /// Free and reserved of everybody.
    pub fn owed(&self) -> i128 {
        let reserved = self.reserves.values().map(|reserve| reserve.left);
        self.free.iter().sum::<i128>() + reserved.sum::<i128>()
    }

    /// What the pool holds.
    pub fn held(&self) -> i128 {
        let left: i128 = self.outflows.iter().map(|flow| flow.amount).sum();
        self.came_in - left - self.clawed_back
    }

    /// In force.
    pub fn limit(&self, of: Option<usize>) -> i128 {
        let first = if of.is_some() { MERCHANT_LIMIT } else { LIMIT };
        self.limits.get(&of).copied().unwrap_or(first)
    }

    fn sum(&self, of: Option<usize>, within: impl Fn(u64) -> bool) -> i128 {
        let flows = self.outflows.iter().filter(|flow| within(flow.at));
        let own = flows.filter(|flow| of.is_none_or(|of| of == flow.merchant));
        own.map(|flow| flow.amount).sum()
    }

    /// What left in the 86,400 s that end now.
    pub fn last_day(&self, of: Option<usize>, now: u64) -> i128 {
        self.sum(of, |at| at + DAY > now)
    }

    /// What counts against a limit: this quarter-hour and the 96 before.
    pub fn used(&self, of: Option<usize>, now: u64) -> i128 {
        self.sum(of, |at| at / QUARTER + 96 >= now / QUARTER)
    }

    pub fn fits(&self, merchant: usize, amount: i128, now: u64) -> bool {
        [None, Some(merchant)]
            .into_iter()
            .all(|of| amount <= (self.limit(of) - self.used(of, now)).max(0))
    }

    /// First second with room in both limits, which is now or when an outflow stops counting.
    pub fn room_at(&self, merchant: usize, amount: i128, now: u64) -> Option<u64> {
        let ends = self
            .outflows
            .iter()
            .map(|flow| (flow.at / QUARTER + 97) * QUARTER);
        let mut times: Vec<u64> = ends.filter(|end| *end > now).collect();
        times.push(now);
        times.sort_unstable();
        times
            .into_iter()
            .find(|time| self.fits(merchant, amount, *time))
    }
}
