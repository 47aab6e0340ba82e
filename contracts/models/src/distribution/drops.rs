//! Rules of drops.

use merit_common::result::{LINE_FULL, NOT_AUTHORIZED, NO_TRUSTLINE, PAID, REFUSED};
use merit_testing::merit_distribution::DistributionError;
use merit_testing::merit_pool::PoolError;
use merit_testing::{Failure, Outcome};

use super::{
    books::{Books, ISSUER, OPEN_DELAY},
    error,
    steps::Twist,
};

/// The whole history of one drop.
pub struct Drop {
    pub merchant: usize,
    pub total: i128,
    /// Wallets with amounts.
    pub leaves: Vec<(usize, i128)>,
    /// Unix seconds, as all that follow.
    pub created: u64,
    pub opens: u64,
    pub expires: u64,
    /// Time at which its merchant's owner opened it.
    pub opened: Option<u64>,
    /// Leaf numbers, in the order they were paid.
    pub paid: Vec<usize>,
    /// Time at which the first of them was paid.
    pub first_paid: Option<u64>,
    pub swept: Option<i128>,
    pub cancelled: bool,
}

impl Drop {
    pub fn paid(&self) -> i128 {
        self.paid.iter().map(|leaf| self.leaves[*leaf].1).sum()
    }

    pub fn left(&self) -> i128 {
        self.total - self.paid() - self.swept.unwrap_or(0)
    }
}

impl Drop {
    fn require_open(&self, now: u64) -> Outcome<()> {
        if now < self.opens && self.opened.is_none() {
            return error(DistributionError::DropNotOpen);
        }
        if now >= self.expires {
            return error(DistributionError::DropExpired);
        }
        if self.swept.is_some() {
            return error(DistributionError::DropCancelled);
        }
        Ok(())
    }
}

impl Books {
    /// Returns the id.
    pub fn create_drop(&mut self, drop: Drop) -> Outcome<u64> {
        self.require_running()?;
        if drop.total <= 0 {
            return error(DistributionError::InvalidAmount);
        }
        if drop.opens < drop.created + OPEN_DELAY {
            return error(DistributionError::OpensTooSoon);
        }
        self.require_pool()?;
        self.take(drop.merchant, drop.total)?;
        self.drops.push(drop);
        Ok(self.drops.len() as u64)
    }

    pub fn claim(&mut self, drop: usize, leaf: usize, twist: Twist, now: u64) -> Outcome<()> {
        self.require_running()?;
        let Some(entry) = self.drops.get(drop) else {
            return error(DistributionError::DropNotFound);
        };
        let leaf = leaf % entry.leaves.len();
        entry.require_open(now)?;
        match twist {
            Twist::Nothing => {}
            Twist::Index if leaf + 1 == entry.leaves.len() => {
                return error(DistributionError::IndexOutOfRange)
            }
            // A tree of one leaf has the same empty proof under any reference.
            Twist::ProofOfAnother if entry.leaves.len() == 1 => {}
            _ => return error(DistributionError::InvalidProof),
        }
        if entry.paid.contains(&leaf) {
            return error(DistributionError::AlreadyClaimed);
        }
        self.pay_leaf(drop, leaf)?;
        self.drops[drop].first_paid.get_or_insert(now);
        Ok(())
    }

    fn pay_leaf(&mut self, drop: usize, leaf: usize) -> Outcome<()> {
        self.require_pool()?;
        let entry = &self.drops[drop];
        let (wallet, amount) = entry.leaves[leaf];
        if wallet != ISSUER && amount > entry.left() {
            return Err(Failure::Contract(PoolError::ReserveShort as u32));
        }
        match self.receives(wallet, amount) {
            PAID => {}
            NO_TRUSTLINE => return error(DistributionError::NoTrustline),
            NOT_AUTHORIZED => return error(DistributionError::NotAuthorized),
            LINE_FULL => return error(DistributionError::LineFull),
            REFUSED => return error(DistributionError::RefusedRecipient),
            _ => return error(DistributionError::PaymentFailed),
        }
        self.drops[drop].paid.push(leaf);
        Ok(())
    }

    /// The owner of every merchant opens the drop.
    pub fn open_early(&mut self, drop: usize, now: u64) -> Outcome<()> {
        self.require_running()?;
        let Some(entry) = self.drops.get_mut(drop) else {
            return error(DistributionError::DropNotFound);
        };
        let waits = now < entry.opens && entry.opened.is_none();
        let opened = entry.opened.or(waits.then_some(now));
        let before = std::mem::replace(&mut entry.opened, opened);
        let open = entry.require_open(now);
        if open.is_err() {
            entry.opened = before;
        }
        open
    }

    /// A guardian ends a drop at any time, a manager while it is neither open nor stopped. Returns what wasn't paid.
    pub fn cancel(&mut self, drop: usize, by_guardian: bool, now: u64) -> Outcome<i128> {
        if !by_guardian {
            self.require_running()?;
        }
        let Some(entry) = self.drops.get(drop) else {
            return error(DistributionError::DropNotFound);
        };
        if entry.swept.is_some() {
            return error(DistributionError::AlreadySwept);
        }
        if !by_guardian && (now >= entry.opens || entry.opened.is_some()) {
            return error(DistributionError::DropOpened);
        }
        self.drops[drop].cancelled = true;
        Ok(self.close(drop))
    }

    /// Returns the rest.
    pub fn sweep(&mut self, drop: usize, now: u64) -> Outcome<i128> {
        self.require_running()?;
        let Some(entry) = self.drops.get(drop) else {
            return error(DistributionError::DropNotFound);
        };
        if entry.swept.is_some() {
            return error(DistributionError::AlreadySwept);
        }
        if now < entry.expires {
            return error(DistributionError::DropNotExpired);
        }
        Ok(self.close(drop))
    }

    fn close(&mut self, drop: usize) -> i128 {
        let entry = &mut self.drops[drop];
        let rest = entry.left();
        entry.swept = Some(rest);
        self.free[entry.merchant] += rest;
        rest
    }
}
