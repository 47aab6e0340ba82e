//! Epochs: only the payer that opened the newest one may pay, and only a payer that knows of every payment so far can open one.

use merit_common::result::PAID;
use soroban_sdk::{contracttype, panic_with_error, Bytes, BytesN, Env};

use crate::{
    errors::DistributionError,
    fingerprint::{self, Budget, Fingerprint},
    numbers::{self, TOPS},
    payments::Keys,
    storage,
};

/// The record that a payer has to know before it pays. It is one entry, which every batch writes.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Batches {
    /// Rises by one with every opening; 0 before the first.
    pub epoch: u64,
    /// Number of the newest batch; 0 before the first.
    pub seq: u64,
    /// Payments made since the deployment, or since the migration from a release before 0.3.0.
    pub paid: u64,
    /// Fingerprint of these payments: see `fingerprint.rs`.
    pub fingerprint: BytesN<128>,
    /// Highest number in any batch, of each period whose marks may be alive: see `numbers.rs`. No such mark lies above it.
    pub tops: BytesN<32>,
}

/// Begins a new epoch. Refuses a payer that names another epoch or other payments: it doesn't know all that was paid, or
/// believes what never was.
pub fn open(env: &Env, epoch: u64, paid: u64, fingerprint: &BytesN<128>) -> Batches {
    let mut batches = of_epoch(env, epoch);
    if batches.paid != paid {
        panic_with_error!(env, DistributionError::WrongPaid);
    }
    if batches.fingerprint != *fingerprint {
        panic_with_error!(env, DistributionError::WrongFingerprint);
    }
    batches.epoch += 1;
    storage::set_batches(env, &batches);
    batches
}

/// Refuses any epoch but the newest, and every payer before the first epoch is opened.
pub fn require_epoch(env: &Env, epoch: u64) -> Batches {
    if epoch == 0 {
        panic_with_error!(env, DistributionError::WrongEpoch);
    }
    of_epoch(env, epoch)
}

fn of_epoch(env: &Env, epoch: u64) -> Batches {
    let batches = storage::batches(env);
    if batches.epoch != epoch {
        panic_with_error!(env, DistributionError::WrongEpoch);
    }
    batches
}

impl Batches {
    /// The state before the first opening.
    pub fn first(env: &Env, seq: u64) -> Self {
        Batches {
            epoch: 0,
            seq,
            paid: 0,
            fingerprint: fingerprint::none(env),
            tops: BytesN::from_array(env, &[0; TOPS]),
        }
    }

    /// Number for a new batch, from 1.
    pub fn next_seq(&self) -> u64 {
        self.seq + 1
    }

    /// Counts the batch of that number with its results.
    pub fn record(mut self, env: &Env, budget: &Budget, keys: &Keys, results: &Bytes) {
        self.seq += 1;
        let mut fingerprint = Fingerprint::of(&self.fingerprint);
        let mut tops = self.tops.to_array();
        for ((number, reference), result) in keys.iter().zip(results.iter()) {
            numbers::raise_top(&mut tops, number);
            if result == PAID {
                self.paid += 1;
                fingerprint.add(env, budget, number, reference);
            }
        }
        self.fingerprint = fingerprint.to_bytes(env);
        self.tops = BytesN::from_array(env, &tops);
        storage::set_batches(env, &self);
    }
}
