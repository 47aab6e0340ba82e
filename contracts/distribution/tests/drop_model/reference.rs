//! What should happen: computed from the history, no running results.

use merit_distribution::DistributionError;
use merit_pool::PoolError;
use merit_testing::{Failure, Outcome};

use crate::{
    common::error,
    steps::{Twist, LINELESS, MERCHANTS, SMALL, SMALL_LIMIT},
};

/// The whole history of one drop.
pub struct Entry {
    pub merchant: usize,
    pub total: i128,
    pub leaves: Vec<(usize, i128)>,
    pub opens: u64,
    pub expires: u64,
    /// Leaf numbers, in the order they were paid.
    pub paid: Vec<usize>,
    pub swept: Option<i128>,
}

impl Entry {
    pub fn paid(&self) -> i128 {
        self.paid.iter().map(|leaf| self.leaves[*leaf].1).sum()
    }

    pub fn left(&self) -> i128 {
        self.total - self.paid() - self.swept.unwrap_or(0)
    }
}

#[derive(Default)]
pub struct Model {
    /// Seconds after the start; so are all times.
    pub now: u64,
    pub drops: Vec<Entry>,
    pub deposited: [i128; MERCHANTS],
}

impl Model {
    /// Balance that the merchant may use otherwise.
    pub fn free(&self, merchant: usize) -> i128 {
        let own = self.drops.iter().filter(|drop| drop.merchant == merchant);
        let bound: i128 = own.map(|drop| drop.total - drop.swept.unwrap_or(0)).sum();
        self.deposited[merchant] - bound
    }

    /// What a wallet received in all.
    pub fn received(&self, wallet: usize) -> i128 {
        let paid = |drop: &Entry| -> i128 {
            let leaves = drop.paid.iter().map(|leaf| drop.leaves[*leaf]);
            leaves
                .filter(|leaf| leaf.0 == wallet)
                .map(|leaf| leaf.1)
                .sum()
        };
        self.drops.iter().map(paid).sum()
    }

    /// Answers the id.
    pub fn create(&mut self, drop: Entry) -> Outcome<i128> {
        if drop.total <= 0 {
            return error(DistributionError::InvalidAmount);
        }
        if drop.total > self.free(drop.merchant) {
            let short = PoolError::InsufficientBalance as u32;
            return Err(Failure::Contract(short));
        }
        self.drops.push(drop);
        Ok(self.drops.len() as i128)
    }

    pub fn claim(&mut self, drop: usize, leaf: usize, twist: Twist) -> Outcome<i128> {
        let Some(entry) = self.drops.get(drop) else {
            return error(DistributionError::DropNotFound);
        };
        if self.now < entry.opens {
            return error(DistributionError::DropNotOpen);
        }
        if self.now >= entry.expires {
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
        self.pay(drop, leaf)
    }

    fn pay(&mut self, drop: usize, leaf: usize) -> Outcome<i128> {
        let entry = &self.drops[drop];
        let (wallet, amount) = entry.leaves[leaf];
        if amount > entry.left() {
            return Err(Failure::Contract(PoolError::ReserveShort as u32));
        }
        if wallet == LINELESS {
            return error(DistributionError::NoTrustline);
        }
        if wallet == SMALL && self.received(SMALL) + amount > SMALL_LIMIT {
            return error(DistributionError::LineFull);
        }
        self.drops[drop].paid.push(leaf);
        Ok(0)
    }

    /// Answers the rest.
    pub fn cancel(&mut self, drop: usize) -> Outcome<i128> {
        let now = self.now;
        let Some(entry) = self.drops.get_mut(drop) else {
            return error(DistributionError::DropNotFound);
        };
        if entry.swept.is_some() {
            return error(DistributionError::AlreadySwept);
        }
        if now >= entry.opens {
            return error(DistributionError::DropOpened);
        }
        entry.swept = Some(entry.total);
        Ok(entry.total)
    }

    /// Answers the rest.
    pub fn sweep(&mut self, drop: usize) -> Outcome<i128> {
        let now = self.now;
        let Some(entry) = self.drops.get_mut(drop) else {
            return error(DistributionError::DropNotFound);
        };
        if entry.swept.is_some() {
            return error(DistributionError::AlreadySwept);
        }
        if now < entry.expires {
            return error(DistributionError::DropNotExpired);
        }
        let rest = entry.left();
        entry.swept = Some(rest);
        Ok(rest)
    }
}
