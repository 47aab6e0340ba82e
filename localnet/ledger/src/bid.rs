//! A transaction's bid to get into a ledger. Bids are compared by their inclusion fee per operation.

use crate::{fees, frame::Frame};
use std::cmp::Ordering;

/// Factor on a queued transaction's rate that its replacement must bid: `FEE_MULTIPLIER` in stellar-core.
const REPLACEMENT: i128 = 10;

/// Stroops.
#[derive(Clone, Copy, Debug)]
pub struct Bid {
    pub(crate) inclusion_fee: i64,
    /// Part of the full fee, but not of the bid.
    pub(crate) resource_fee: i64,
    /// Number of operations, at least 1; a fee bump is one more.
    pub(crate) operations: i64,
}

impl Bid {
    pub(crate) fn of(frame: &Frame) -> Bid {
        Bid {
            inclusion_fee: fees::inclusion_fee(frame),
            resource_fee: fees::resource_fee(frame),
            operations: fees::fee_units(frame),
        }
    }

    /// Compares like `feeRate3WayCompare` in stellar-core's SurgePricingUtils.cpp.
    pub fn compare_rate(&self, other: &Bid) -> Ordering {
        self.scaled_to(other).cmp(&other.scaled_to(self))
    }

    /// Stroops per operation, rounded down.
    pub(crate) fn rate(&self) -> i64 {
        self.inclusion_fee / self.operations
    }

    /// The lowest full fee with which this transaction replaces `queued`, as `canReplaceByFee` in stellar-core's
    /// TransactionQueue.cpp reports it.
    pub fn least_fee_to_replace(&self, queued: &Bid) -> i64 {
        let per = i128::from(queued.operations);
        self.full_fee((queued.scaled_to(self) * REPLACEMENT + per - 1) / per)
    }

    /// The lowest full fee with which this transaction has a higher rate than `other`.
    pub fn least_fee_to_exceed(&self, other: &Bid) -> i64 {
        self.full_fee(other.scaled_to(self) / i128::from(other.operations) + 1)
    }

    /// The inclusion fee, multiplied by the operations of `other`: compares rates without a division.
    fn scaled_to(&self, other: &Bid) -> i128 {
        i128::from(self.inclusion_fee) * i128::from(other.operations)
    }

    fn full_fee(&self, inclusion_fee: i128) -> i64 {
        i64::try_from(inclusion_fee + i128::from(self.resource_fee)).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests;
