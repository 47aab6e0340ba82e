//! Transactions that wait for the next ledger, under the rules of stellar-core's queue (TransactionQueue.cpp,
//! TxQueueLimiter.cpp). One per source account waits, to be replaced only by a fee bump of the same sequence number with
//! ten times its inclusion fee. The queue holds the highest bids, up to what two ledgers take. A transaction that has to leave, or
//! was applied, is banned for a while.

mod bans;
mod candidate;
mod funds;

pub use candidate::Candidate;

use bans::Bans;
use candidate::refused;
use funds::affords;
use localnet_ledger::{
    check, exceeds_transaction_limits, pick, room, BaseFees, Bid, Demand, Room, State,
};
use std::{cmp::Ordering, collections::BTreeMap};
use stellar_xdr::{
    AccountId, Hash, TransactionEnvelope, TransactionResult, TransactionResultResult,
};

/// Number of ledgers that may leave a transaction out: `TRANSACTION_QUEUE_TIMEOUT_LEDGERS` in stellar-core.
const PENDING_DEPTH: u32 = 4;

#[derive(Clone, Default)]
pub struct Queue {
    waiting: Vec<Waiting>,
    bans: Bans,
    /// Highest bid, by phase, that left for a higher one since the last ledger. Newcomers must exceed it.
    evicted: [Option<Bid>; 2],
}

#[derive(Clone)]
struct Waiting {
    candidate: Candidate,
    /// Ledger and close time it was found valid for.
    checked: (u32, u64),
    /// Ledgers that closed without it. A replacement continues the count.
    left_out: u32,
}

#[derive(Debug)]
pub enum Admission {
    Pending,
    /// This very transaction is waiting already.
    Duplicate,
    /// The source account has another one waiting, or this one is banned.
    TryAgainLater,
    Error(Box<TransactionResult>),
}

impl Queue {
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// True if a ledger has to close before the queue can take `candidate` beside all that it holds.
    pub fn is_blocked(&self, state: &State, candidate: &Candidate) -> bool {
        match self.by_source(candidate) {
            Some(at) => !self.waiting[at].candidate.includes(candidate),
            None => {
                self.waits_in_other_phase(candidate)
                    || self.room(state, candidate, None) != Room::Without(Vec::new())
            }
        }
    }

    /// Checks `candidate` against `state` for a ledger closing at `close_time`, and takes it when valid.
    pub fn offer(&mut self, state: &State, candidate: Candidate, close_time: u64) -> Admission {
        let sequence = state.sequence();
        // No later ledger takes it either, so that comes before all that asks the client to come again.
        if exceeds_transaction_limits(state, &candidate.demand) {
            if let Err(result) = check(state, &candidate.envelope, close_time) {
                return Admission::Error(result);
            }
        }
        if self.waits_in_other_phase(&candidate) || self.bans.hold(&candidate.hashes.hash, sequence)
        {
            return Admission::TryAgainLater;
        }
        let replaced = self.by_source(&candidate);
        if let Some(refusal) =
            replaced.and_then(|at| self.waiting[at].candidate.refuses(&candidate))
        {
            return refusal;
        }
        let leaving = match self.room(state, &candidate, replaced) {
            Room::Without(leaving) => leaving,
            no_room => {
                self.bans.add(candidate.hashes.hash, sequence);
                return match no_room {
                    Room::ForFee(least) => {
                        refused(TransactionResultResult::TxInsufficientFee, least)
                    }
                    _ => Admission::TryAgainLater,
                };
            }
        };
        if let Err(result) = check(state, &candidate.envelope, close_time) {
            return Admission::Error(result);
        }
        if !self.can_pay(state, &candidate, replaced) {
            return refused(TransactionResultResult::TxInsufficientBalance, 0);
        }
        let mut entry = Waiting {
            candidate,
            checked: (sequence, close_time),
            left_out: 0,
        };
        match replaced.map(|at| &mut self.waiting[at]) {
            Some(old) => {
                entry.left_out = old.left_out;
                *old = entry;
            }
            None => self.waiting.push(entry),
        }
        self.evict(&leaving, sequence);
        Admission::Pending
    }

    /// Takes out the transactions of the ledger after `state`, with the fees that it charges; the others wait on. A
    /// transaction that has become invalid when its turn comes is dropped, as is one that has waited too long.
    pub fn take(&mut self, state: &State, close_time: u64) -> (Vec<TransactionEnvelope>, BaseFees) {
        loop {
            let picked = pick(state, self.demands());
            if self.drop_invalid(&picked.taken, state, close_time) {
                continue; // there is room for others
            }
            let mut taken = picked.taken.into_iter();
            let taken = self
                .waiting
                .extract_if(.., |_| taken.next() == Some(true))
                .map(|waiting| waiting.candidate.envelope)
                .collect();
            self.pass_over(state.sequence() + 1);
            return (taken, picked.base_fees);
        }
    }

    /// Bans for a while what the ledger of this sequence has applied.
    pub fn ban_applied(&mut self, hash: Hash, ledger: u32) {
        self.bans.add(hash, ledger - 1);
    }

    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// `ledger` leaves out all that waits.
    fn pass_over(&mut self, ledger: u32) {
        self.evicted = [None; 2];
        self.bans.forget_lifted(ledger);
        let tired = self.waiting.extract_if(.., |waiting| {
            waiting.left_out += 1;
            waiting.left_out == PENDING_DEPTH
        });
        for waiting in tired {
            self.bans.add(waiting.candidate.hashes.hash, ledger);
        }
    }

    /// Drops invalid ones among the picked. True if there were any.
    fn drop_invalid(&mut self, picked: &[bool], state: &State, close_time: u64) -> bool {
        let now = (state.sequence(), close_time);
        let mut picked = picked.iter();
        let mut owed: BTreeMap<AccountId, i128> = BTreeMap::new();
        let mut dropped = false;
        let invalid = self.waiting.extract_if(.., |waiting| {
            if picked.next() != Some(&true) {
                return false;
            }
            let summary = &waiting.candidate.summary;
            let owed = owed.entry(summary.fee_source.clone()).or_default();
            // Earlier ledgers may have left a fee account enough for each of its transactions, but not for all.
            let valid = (waiting.checked == now
                || check(state, &waiting.candidate.envelope, close_time).is_ok())
                && affords(state, summary, *owed);
            if valid {
                waiting.checked = now;
                *owed += i128::from(summary.fee);
            }
            !valid
        });
        for waiting in invalid {
            self.bans.add(waiting.candidate.hashes.hash, now.0 + 1);
            dropped = true;
        }
        dropped
    }

    /// Removes those at `leaving`, the lowest bid first.
    fn evict(&mut self, leaving: &[usize], ledger: u32) {
        let Some(highest) = leaving.last() else {
            return;
        };
        let demand = &self.waiting[*highest].candidate.demand;
        self.evicted[demand.phase as usize] = Some(demand.bid);
        let mut indices = 0..;
        let evicted = self.waiting.extract_if(.., |_| {
            indices.next().is_some_and(|at| leaving.contains(&at))
        });
        for waiting in evicted {
            self.bans.add(waiting.candidate.hashes.hash, ledger);
        }
    }

    fn room(&self, state: &State, newcomer: &Candidate, replaced: Option<usize>) -> Room {
        let demand = &newcomer.demand;
        match self.evicted[demand.phase as usize] {
            Some(evicted) if demand.bid.compare_rate(&evicted) != Ordering::Greater => {
                Room::ForFee(demand.bid.least_fee_to_exceed(&evicted))
            }
            _ => room(state, self.demands(), demand, replaced),
        }
    }

    fn demands(&self) -> impl Iterator<Item = &Demand> {
        self.waiting.iter().map(|waiting| &waiting.candidate.demand)
    }

    fn by_source(&self, candidate: &Candidate) -> Option<usize> {
        let source = &candidate.summary.source;
        self.waiting
            .iter()
            .position(|waiting| waiting.candidate.summary.source == *source)
    }

    /// An account has either classic or Soroban transactions in the queue, as their source or as their fee source:
    /// `recvTransaction` in stellar-core's HerderImpl.cpp.
    fn waits_in_other_phase(&self, candidate: &Candidate) -> bool {
        let source = &candidate.summary.source;
        self.waiting.iter().any(|waiting| {
            let (summary, demand) = (&waiting.candidate.summary, &waiting.candidate.demand);
            demand.phase != candidate.demand.phase
                && (summary.source == *source || summary.fee_source == *source)
        })
    }

    /// True if the fee source can pay this fee on top of those it already owes. `replaced` no longer counts.
    fn can_pay(&self, state: &State, candidate: &Candidate, replaced: Option<usize>) -> bool {
        let summary = &candidate.summary;
        let others = self.waiting.iter().enumerate();
        let owed: i128 = others
            .filter(|(at, _)| Some(*at) != replaced)
            .map(|(_, waiting)| &waiting.candidate.summary)
            .filter(|other| other.fee_source == summary.fee_source)
            .map(|other| i128::from(other.fee))
            .sum();
        affords(state, summary, owed)
    }
}
