//! Pays a batch through `pool` and reports it.

use merit_common::{
    amount,
    result::{PAID, TO_PAY, WALLET_CAP},
    PoolClient,
};
use soroban_sdk::{panic_with_error, Address, Bytes, Env, Vec};

use crate::{
    batch::Batch,
    caps::Caps,
    errors::CampaignError,
    events::Reward,
    storage::{self, Config},
};

/// Pays what is still to pay and emits the batch's `reward` event. Answers the final results.
pub fn spend(env: &Env, config: &Config, id: u64, batch: Batch) -> Bytes {
    batch.require_valid(env);
    let campaign = storage::campaign(env, id);
    campaign.require_open(env);

    let mut caps = Caps::new(env, id, campaign.per_wallet_cap);
    let mut results = batch.results.clone();
    let chosen = choose(env, &mut caps, &batch, &mut results);
    let codes = pay(env, config, id, &chosen);
    let paid = merge(env, &caps, &batch, &codes, &mut results);

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
    results
}

/// Payments that `pool` is asked to make.
struct Chosen {
    to: Vec<Address>,
    amounts: Vec<i128>,
}

/// Picks what is to pay and within the wallet caps; the rest gets its result.
fn choose(env: &Env, caps: &mut Caps, batch: &Batch, results: &mut Bytes) -> Chosen {
    let mut chosen = Chosen {
        to: Vec::new(env),
        amounts: Vec::new(env),
    };
    for (i, (to, amount)) in (0u32..).zip(batch.to.iter().zip(batch.amounts.iter())) {
        if results.get(i) != Some(TO_PAY) {
            continue;
        }
        if !caps.admit(env, &to, amount) {
            results.set(i, WALLET_CAP);
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

/// Puts the pool's codes in their places and counts what was paid. Answers its sum in stroops.
fn merge(env: &Env, caps: &Caps, batch: &Batch, codes: &Bytes, results: &mut Bytes) -> i128 {
    let mut codes = codes.iter();
    let mut paid = 0;
    for (i, (to, amount)) in (0u32..).zip(batch.to.iter().zip(batch.amounts.iter())) {
        if results.get(i) != Some(TO_PAY) {
            continue;
        }
        // The pool answers one code per payment; without one, nothing may count as paid.
        let code = codes.next().unwrap();
        results.set(i, code);
        if code == PAID {
            paid += amount;
            caps.record(env, &to, amount);
        }
    }
    paid
}
