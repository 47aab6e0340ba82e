//! A transaction that is offered to the queue.

use super::Admission;
use crate::envelope::Summary;
use localnet_ledger::{transaction_hashes, Demand, State, TxHashes};
use stellar_xdr::{
    TransactionEnvelope, TransactionResult, TransactionResultExt, TransactionResultResult,
};

#[derive(Clone)]
pub struct Candidate {
    pub envelope: TransactionEnvelope,
    pub hashes: TxHashes,
    pub summary: Summary,
    pub demand: Demand,
}

impl Candidate {
    pub fn of(state: &State, envelope: TransactionEnvelope) -> Self {
        Candidate {
            hashes: transaction_hashes(&state.network_id, &envelope),
            summary: Summary::of(&envelope),
            demand: Demand::of(state, &envelope),
            envelope,
        }
    }

    /// True if `other` is this very transaction, or the one inside this fee bump.
    pub fn includes(&self, other: &Candidate) -> bool {
        let hash = &other.hashes.hash;
        self.hashes.hash == *hash || self.hashes.inner.as_ref() == Some(hash)
    }

    /// The answer to a newcomer of the same source account, unless it may replace this one.
    pub fn refuses(&self, newcomer: &Candidate) -> Option<Admission> {
        if self.includes(newcomer) {
            return Some(Admission::Duplicate);
        }
        let (own, other) = (&self.summary, &newcomer.summary);
        if other.sequence < own.sequence {
            return Some(refused(TransactionResultResult::TxBadSeq, 0));
        }
        if !other.fee_bump || other.sequence != own.sequence {
            return Some(Admission::TryAgainLater);
        }
        let least = newcomer.demand.bid.least_fee_to_replace(&self.demand.bid);
        (other.fee < least).then(|| refused(TransactionResultResult::TxInsufficientFee, least))
    }
}

/// `fee` is what a result of this kind reports, in stroops.
pub fn refused(result: TransactionResultResult, fee: i64) -> Admission {
    Admission::Error(Box::new(TransactionResult {
        fee_charged: fee,
        result,
        ext: TransactionResultExt::V0,
    }))
}
