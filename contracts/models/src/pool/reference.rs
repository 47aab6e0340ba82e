//! The books as they should be. Usage of a limit is computed from the whole history of outflows.

use std::collections::BTreeMap;

use merit_testing::{DAY, LIMIT, MERCHANT_LIMIT};

pub const MERCHANTS: usize = 3;
/// The operator that names first owners; those below are owners of merchants.
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
    /// True if it counted against its merchant's limit when it was made.
    pub counted: bool,
}

/// Money that left the pool.
pub struct Outflow {
    pub at: u64,
    pub merchant: usize,
    pub amount: i128,
    /// True if it came from a reserve that had counted before.
    pub counted: bool,
}

#[derive(Default)]
pub struct Books {
    pub free: [i128; MERCHANTS],
    pub owners: [Option<usize>; MERCHANTS],
    /// The named owner that hasn't accepted, and the time from which it may.
    pub waiting: [Option<(usize, u64)>; MERCHANTS],
    /// Reserves by caller and id.
    pub reserves: BTreeMap<(usize, usize), Reserve>,
    /// Merchant and amount by reference.
    pub grants: BTreeMap<u8, (usize, i128)>,
    pub received: [i128; RECIPIENTS],
    pub outflows: Vec<Outflow>,
    /// Amounts that counted against a merchant's limit when they were set aside: time, merchant and amount.
    pub set_aside: Vec<(u64, usize, i128)>,
    pub came_in: i128,
    pub clawed_back: i128,
    /// Limits that were ever set, of a merchant or the global one.
    pub limits: BTreeMap<Option<usize>, i128>,
    /// Every cut since the last restoring that no raise has undone: its time, and the limit before, which is none for a
    /// merchant without its own.
    pub cuts: BTreeMap<Option<usize>, Vec<(u64, Option<i128>)>>,
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

    /// Free and reserved of everybody.
    pub fn owed(&self) -> i128 {
        let reserved = self.reserves.values().map(|reserve| reserve.left);
        self.free.iter().sum::<i128>() + reserved.sum::<i128>()
    }

    /// Balance of the pool.
    pub fn held(&self) -> i128 {
        let left: i128 = self.outflows.iter().map(|flow| flow.amount).sum();
        self.came_in - left - self.clawed_back
    }

    /// Limit in force.
    pub fn limit(&self, of: Option<usize>) -> i128 {
        let first = if of.is_some() { MERCHANT_LIMIT } else { LIMIT };
        self.limits.get(&of).copied().unwrap_or(first)
    }

    /// Sum that counts against a limit: globally whatever left; of a merchant, what it set aside to be
    /// counted at once, and what left from elsewhere.
    fn sum(&self, of: Option<usize>, within: impl Fn(u64) -> bool) -> i128 {
        let flows = self.outflows.iter().filter(|flow| within(flow.at));
        let Some(of) = of else {
            return flows.map(|flow| flow.amount).sum();
        };
        let own = flows.filter(|flow| flow.merchant == of && !flow.counted);
        let aside = self.set_aside.iter();
        let aside = aside.filter(|(at, merchant, _)| within(*at) && *merchant == of);
        own.map(|flow| flow.amount).sum::<i128>() + aside.map(|(.., amount)| amount).sum::<i128>()
    }

    /// Most that a merchant may fill of the global limit: those without their own limit share half of it.
    pub fn global_bound(&self, merchant: usize) -> i128 {
        let share = if self.limits.contains_key(&Some(merchant)) {
            1
        } else {
            2
        };
        self.limit(None) / share
    }

    /// The sum over the 86,400 s that end now.
    pub fn last_day(&self, of: Option<usize>, now: u64) -> i128 {
        self.sum(of, |at| at + DAY > now)
    }

    /// The sum over this quarter-hour and the 96 before.
    pub fn used(&self, of: Option<usize>, now: u64) -> i128 {
        self.sum(of, |at| at / QUARTER + 96 >= now / QUARTER)
    }

    /// Room in the global limit for a merchant.
    pub fn global_room(&self, merchant: usize, now: u64) -> i128 {
        (self.global_bound(merchant) - self.used(None, now)).max(0)
    }

    pub fn own_room(&self, of: Option<usize>, now: u64) -> i128 {
        (self.limit(of) - self.used(of, now)).max(0)
    }

    /// True if a merchant may pay this now; an amount that counted before only needs a limit above 0.
    pub fn fits(&self, merchant: usize, amount: i128, counted: bool, now: u64) -> bool {
        let own = match counted {
            true => self.limit(Some(merchant)) > 0,
            false => amount <= self.own_room(Some(merchant), now),
        };
        own && amount <= self.global_room(merchant, now)
    }

    /// First second with room in both limits, which is now or when something stops counting.
    pub fn room_at(&self, merchant: usize, amount: i128, now: u64) -> Option<u64> {
        let flows = self.outflows.iter().map(|flow| flow.at);
        let counted = flows.chain(self.set_aside.iter().map(|(at, ..)| *at));
        let ends = counted.map(|at| (at / QUARTER + 97) * QUARTER);
        let mut times: Vec<u64> = ends.filter(|end| *end > now).collect();
        times.push(now);
        times.sort_unstable();
        times
            .into_iter()
            .find(|time| self.fits(merchant, amount, false, *time))
    }
}
