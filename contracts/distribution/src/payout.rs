//! Decides which payments of a batch are still to be made, has `campaign` make them, and marks them; takes a payment back.

use merit_common::{
    batch::MAX_BATCH,
    result::{ALREADY_SAME, NUMBER_TAKEN, PAID, TO_PAY},
};
use soroban_sdk::{panic_with_error, Bytes, Env};

use crate::{
    batches,
    campaign::CampaignClient,
    errors::DistributionError,
    fingerprint::Budget,
    marks::{self, Marks, UNPAID},
    payments::{Keys, Payments},
    receipts::{self, Paid},
    storage::Config,
    token::TokenClient,
};

/// Refuses a payer of another epoch, and a malformed batch; a payment that can't be made fails no other.
pub fn pay(env: &Env, config: &Config, epoch: u64, budget: &Budget, payments: &Payments) {
    let campaign = budget.campaign;
    let batches = batches::require_epoch(env, epoch);
    let periods = config.periods(env);
    let keys = payments.require_valid(env, periods);
    let mut marks = marks::of(env, campaign, periods);
    let mut results = [TO_PAY; MAX_BATCH as usize];
    let results = &mut results[..keys.len()];
    decide(&mut marks, &keys, results);

    let spent = CampaignClient::new(env, &config.campaign).spend(
        &env.current_contract_address(),
        &campaign,
        &batches.next_seq(),
        &payments.numbers,
        &payments.references,
        &payments.to,
        &payments.amounts,
        &Bytes::from_slice(env, results),
    );
    if spent.merchant != budget.merchant {
        panic_with_error!(env, DistributionError::WrongMerchant);
    }
    mark_paid(&mut marks, &keys, &spent.results);
    batches.record(env, budget, &keys, &spent.results);
    if spent.clawback_seconds.is_some() {
        receipts::keep(env, campaign, &keys, payments, &spent.results);
    }
}

/// Burns what a payment brought its wallet. The receipt goes first; a refusal by `token` undoes both.
pub fn claw_back(env: &Env, config: &Config, paid: &Paid) {
    let seconds = CampaignClient::new(env, &config.campaign).clawback_seconds(&paid.campaign);
    receipts::redeem(env, paid, seconds);
    TokenClient::new(env, &config.token(env)).clawback(
        &env.current_contract_address(),
        &paid.wallet,
        &paid.amount,
    );
}

/// Sets the result of payments whose number was paid before.
fn decide(marks: &mut Marks, keys: &Keys, results: &mut [u8]) {
    for ((number, reference), result) in keys.iter().zip(results) {
        *result = match marks.get(number) {
            UNPAID => TO_PAY,
            marked if marked == *reference => ALREADY_SAME,
            _ => NUMBER_TAKEN,
        };
    }
}

fn mark_paid(marks: &mut Marks, keys: &Keys, results: &Bytes) {
    for ((number, reference), result) in keys.iter().zip(results.iter()) {
        if result == PAID {
            marks.set(number, reference);
        }
    }
    marks.store();
}
