//! Rules of drops.

use merit_common::result::{LINE_FULL, NOT_AUTHORIZED, NO_TRUSTLINE, PAID, REFUSED};
use merit_distribution::DistributionError;
use merit_pool::PoolError;
use merit_testing::{Failure, Outcome};

use super::{
    books::{Books, ISSUER},
    error,
    steps::Twist,
};

/// The whole history of one drop.
pub struct Drop {
    pub merchant: usize,
    pub total: i128,
    /// Wallets with amounts.
    pub leaves: Vec<(usize, i128)>,
    /// Unix seconds, as `expires`.
    pub opens: u64,
    pub expires: u64,
    /// Leaf numbers, in the order they were paid.
    pub paid: Vec<usize>,
    pub swept: Option<i128>,
}

impl Drop {
    pub fn paid(&self) -> i128 {
        self.paid.iter().map(|leaf| self.leaves[*leaf].1).sum()
    }

    pub fn left(&self) -> i128 {
        self.total - self.paid() - self.swept.unwrap_or(0)
    }
}

impl Books {
    /// Returns the id.
    pub fn create_drop(&mut self, drop: Drop) -> Outcome<u64> {
        self.require_running()?;
        if drop.total <= 0 {
            return error(DistributionError::InvalidAmount);
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
        if now < entry.opens {
            return error(DistributionError::DropNotOpen);
        }
        if now >= entry.expires {
            return error(DistributionError::DropExpired);
        }
        if entry.swept.is_some() {
            return error(DistributionError::DropCancelled);
        }
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
        self.pay_leaf(drop, leaf)
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

    /// Returns the total.
    pub fn cancel(&mut self, drop: usize, now: u64) -> Outcome<i128> {
        self.require_running()?;
        let Some(entry) = self.drops.get(drop) else {
            return error(DistributionError::DropNotFound);
        };
        if entry.swept.is_some() {
            return error(DistributionError::AlreadySwept);
        }
        if now >= entry.opens {
            return error(DistributionError::DropOpened);
        }
        self.require_pool()?;
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
        self.require_pool()?;
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
