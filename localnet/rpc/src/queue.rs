//! Transactions that wait for the next ledger, under the rules of stellar-core's queue (TransactionQueue.cpp): one per
//! source account, to be replaced only by a fee bump of the same sequence number with ten times its inclusion fee.

use crate::envelope::Summary;
use localnet_ledger::{check, pick, transaction_hashes, BaseFees, Demand, State, TxHashes};
use std::collections::BTreeMap;
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountEntryExtensionV1Ext, AccountId, LedgerEntryData,
    LedgerKey, LedgerKeyAccount, TransactionEnvelope, TransactionResult, TransactionResultExt,
    TransactionResultResult,
};

/// Transactions the queue holds; more would only pile up in manual mode.
const CAPACITY: usize = 5_000;

#[derive(Default)]
pub struct Queue {
    waiting: Vec<Waiting>,
}

struct Waiting {
    envelope: TransactionEnvelope,
    hashes: TxHashes,
    summary: Summary,
    demand: Demand,
    /// Ledger and close time it was found valid for.
    checked: (u32, u64),
}

#[derive(Debug)]
pub enum Admission {
    Pending,
    /// This very transaction is waiting already.
    Duplicate,
    /// The source account has another one waiting, or the queue is full.
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

    /// Whether `envelope` has to wait until the queue has become a ledger: another transaction uses its source account.
    pub fn is_blocked(&self, envelope: &TransactionEnvelope, network: &State) -> bool {
        let source = Summary::of(envelope).source;
        self.by_source(&source).is_some_and(|at| {
            !self.waiting[at].is(&transaction_hashes(&network.network_id, envelope))
        })
    }

    /// Checks `envelope` against `state` for a ledger closing at `close_time`, and takes it when valid.
    pub fn offer(
        &mut self,
        state: &State,
        envelope: TransactionEnvelope,
        close_time: u64,
    ) -> Admission {
        let summary = Summary::of(&envelope);
        let demand = Demand::of(state, &envelope);
        let queued = self.by_source(&summary.source);
        if let Some(at) = queued {
            let hashes = transaction_hashes(&state.network_id, &envelope);
            if let Some(refusal) = self.waiting[at].refuses(&summary, &demand, &hashes) {
                return refusal;
            }
        } else if self.waiting.len() >= CAPACITY {
            return Admission::TryAgainLater;
        }
        let hashes = match check(state, &envelope, close_time) {
            Ok(hashes) => hashes,
            Err(result) => return Admission::Error(result),
        };
        if !self.can_pay(state, &summary, queued) {
            return Admission::Error(refused(TransactionResultResult::TxInsufficientBalance, 0));
        }
        let entry = Waiting {
            demand,
            envelope,
            hashes,
            summary,
            checked: (state.sequence(), close_time),
        };
        match queued {
            Some(at) => self.waiting[at] = entry,
            None => self.waiting.push(entry),
        }
        Admission::Pending
    }

    /// Takes out what goes into the ledger after `state`, with what that ledger charges; the rest waits on. What has
    /// become invalid when its turn comes is dropped.
    pub fn take(&mut self, state: &State, close_time: u64) -> (Vec<TransactionEnvelope>, BaseFees) {
        loop {
            let picked = pick(state, self.waiting.iter().map(|waiting| &waiting.demand));
            if self.drop_invalid(&picked.taken, state, close_time) {
                continue; // there is room for others
            }
            let mut taken = picked.taken.into_iter();
            let taken = self
                .waiting
                .extract_if(.., |_| taken.next() == Some(true))
                .map(|waiting| waiting.envelope)
                .collect();
            return (taken, picked.base_fees);
        }
    }

    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Whether one of the picked had to go.
    fn drop_invalid(&mut self, picked: &[bool], state: &State, close_time: u64) -> bool {
        let now = (state.sequence(), close_time);
        let (before, mut picked) = (self.waiting.len(), picked.iter());
        let mut owed: BTreeMap<AccountId, i128> = BTreeMap::new();
        self.waiting.retain_mut(|waiting| {
            if picked.next() != Some(&true) {
                return true;
            }
            let owed = owed.entry(waiting.summary.fee_source.clone()).or_default();
            // Earlier ledgers may have left a fee account enough for each of its transactions, but not for all.
            let valid = (waiting.checked == now
                || check(state, &waiting.envelope, close_time).is_ok())
                && affords(state, &waiting.summary, *owed);
            if valid {
                waiting.checked = now;
                *owed += i128::from(waiting.summary.fee);
            }
            valid
        });
        self.waiting.len() < before
    }

    fn by_source(&self, source: &AccountId) -> Option<usize> {
        self.waiting
            .iter()
            .position(|waiting| waiting.summary.source == *source)
    }

    /// Whether the fee source can pay this fee on top of those it already owes. `replaced` no longer counts.
    fn can_pay(&self, state: &State, summary: &Summary, replaced: Option<usize>) -> bool {
        let owed: i128 = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(at, waiting)| {
                Some(*at) != replaced && waiting.summary.fee_source == summary.fee_source
            })
            .map(|(_, waiting)| i128::from(waiting.summary.fee))
            .sum();
        affords(state, summary, owed)
    }
}

impl Waiting {
    fn is(&self, hashes: &TxHashes) -> bool {
        self.hashes.hash == hashes.hash || self.hashes.inner.as_ref() == Some(&hashes.hash)
    }

    /// What a newcomer of the same source account hears, unless it may take this one's place.
    fn refuses(&self, newcomer: &Summary, demand: &Demand, hashes: &TxHashes) -> Option<Admission> {
        if self.is(hashes) {
            return Some(Admission::Duplicate);
        }
        if newcomer.sequence < self.summary.sequence {
            return Some(Admission::Error(refused(
                TransactionResultResult::TxBadSeq,
                0,
            )));
        }
        if !newcomer.fee_bump || newcomer.sequence != self.summary.sequence {
            return Some(Admission::TryAgainLater);
        }
        let least = demand.bid.least_fee_to_replace(&self.demand.bid);
        (newcomer.fee < least)
            .then(|| Admission::Error(refused(TransactionResultResult::TxInsufficientFee, least)))
    }
}

fn refused(result: TransactionResultResult, fee_charged: i64) -> Box<TransactionResult> {
    Box::new(TransactionResult {
        fee_charged,
        result,
        ext: TransactionResultExt::V0,
    })
}

/// Whether the fee source, which has passed the ledger's own check alone, can pay on top of what it owes.
fn affords(state: &State, summary: &Summary, owed: i128) -> bool {
    owed == 0
        || i128::from(available_balance(state, &summary.fee_source))
            >= owed + i128::from(summary.fee)
}

/// Stroops that an account can spend: above its reserve and its selling liabilities.
fn available_balance(state: &State, account: &AccountId) -> i64 {
    let key = LedgerKey::Account(LedgerKeyAccount {
        account_id: account.clone(),
    });
    let Some(LedgerEntryData::Account(entry)) = state.get(&key).map(|stored| &stored.entry.data)
    else {
        return 0;
    };
    let (selling, sponsoring, sponsored) = obligations(entry);
    let entries = 2 + i64::from(entry.num_sub_entries) + sponsoring - sponsored;
    entry.balance - entries * i64::from(state.header.base_reserve) - selling
}

fn obligations(entry: &AccountEntry) -> (i64, i64, i64) {
    let AccountEntryExt::V1(v1) = &entry.ext else {
        return (0, 0, 0);
    };
    let selling = v1.liabilities.selling;
    match &v1.ext {
        AccountEntryExtensionV1Ext::V0 => (selling, 0, 0),
        AccountEntryExtensionV1Ext::V2(v2) => (
            selling,
            i64::from(v2.num_sponsoring),
            i64::from(v2.num_sponsored),
        ),
    }
}
