//! Pays a batch through `pool` and reports it.

use merit_common::{
    amount,
    batch::MAX_BATCH,
    result::{PAID, TO_PAY, WALLET_CAP},
    PoolClient,
};
use soroban_sdk::{contracttype, panic_with_error, Address, Bytes, Env, Vec};

use crate::{
    batch::Batch,
    caps::Caps,
    errors::CampaignError,
    events::Reward,
    storage::{self, Config},
};

/// The result of a paid batch, for its payer.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Spent {
    /// The value that `clawback_seconds` returns.
    pub clawback_seconds: Option<u64>,
    /// The merchant whose budget paid.
    pub merchant: u64,
    /// One byte for each payment (`merit_common::result`).
    pub results: Bytes,
}

/// Pays what is still to pay and emits the batch's `reward` event.
pub fn spend(env: &Env, config: &Config, id: u64, batch: Batch) -> Spent {
    batch.require_valid(env);
    let campaign = storage::campaign(env, id);
    campaign.require_open(env);

    let mut caps = Caps::new(env, id, campaign.per_wallet_cap);
    // In this contract's memory: a host object would be copied with every change.
    let mut results = [0; MAX_BATCH as usize];
    let results = &mut results[..batch.len() as usize];
    batch.results.copy_into_slice(results);
    let chosen = choose(env, &mut caps, &batch, results);
    let codes = pay(env, config, id, &chosen);
    let paid = merge(env, &caps, &batch, &codes, results);

    let results = Bytes::from_slice(env, results);
    Reward {
        campaign: id,
        merchant: campaign.merchant,
        seq: batch.seq,
        paid,
        numbers: batch.numbers,
        refs: batch.refs,
        results: results.clone(),
    }
    .publish(env);
    Spent {
        clawback_seconds: campaign.clawback_seconds,
        merchant: campaign.merchant,
        results,
    }
}

/// Payments that `pool` is asked to make.
struct Chosen {
    to: Vec<Address>,
    amounts: Vec<i128>,
}

/// Picks what is to pay and within the wallet caps; the rest gets its result.
fn choose(env: &Env, caps: &mut Caps, batch: &Batch, results: &mut [u8]) -> Chosen {
    if !caps.are_set() && results.iter().all(|result| *result == TO_PAY) {
        return Chosen {
            to: batch.to.clone(),
            amounts: batch.amounts.clone(),
        };
    }
    let mut chosen = Chosen {
        to: Vec::new(env),
        amounts: Vec::new(env),
    };
    for ((to, amount), result) in batch.to.iter().zip(batch.amounts.iter()).zip(results) {
        if *result != TO_PAY {
            continue;
        }
        if !caps.admit(env, &to, amount) {
            *result = WALLET_CAP;
            continue;
        }
        chosen.to.push_back(to);
        chosen.amounts.push_back(amount);
    }
    chosen
}

/// One code per chosen payment.
fn pay(env: &Env, config: &Config, id: u64, chosen: &Chosen) -> Bytes {
    if chosen.to.is_empty() {
        return Bytes::new(env);
    }
    let pool = PoolClient::new(env, &config.pool);
    let this = env.current_contract_address();
    let left = pool.reserved(&this, &id);
    let covered = amount::total(&chosen.amounts).is_some_and(|total| total <= left);
    if !covered {
        panic_with_error!(env, CampaignError::BudgetExceeded);
    }
    pool.pay(&this, &id, &chosen.to, &chosen.amounts)
}

/// Puts the pool's codes in their places and counts what was paid. Returns its sum in stroops.
fn merge(env: &Env, caps: &Caps, batch: &Batch, codes: &Bytes, results: &mut [u8]) -> i128 {
    let mut codes = codes.iter();
    let mut paid = 0;
    for ((i, amount), result) in (0u32..).zip(batch.amounts.iter()).zip(results) {
        if *result != TO_PAY {
            continue;
        }
        // The pool returns one code per payment; without one, nothing may count as paid.
        *result = codes.next().unwrap();
        if *result == PAID {
            paid += amount;
            if caps.are_set() {
                caps.record(env, &batch.to.get_unchecked(i), amount);
            }
        }
    }
    paid
}
