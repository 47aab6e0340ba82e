//! Decides what of a batch is still to pay, has `campaign` pay it, and marks what was paid; takes a payment back.

use merit_common::result::{ALREADY_SAME, NUMBER_TAKEN, PAID, TO_PAY};
use soroban_sdk::{Address, Bytes, Env, Vec};

use crate::{
    campaign::CampaignClient,
    cells::{self, REF, UNPAID},
    payment::Payment,
    receipts::{self, Paid},
    storage::{self, Config},
    token::TokenClient,
};

pub fn pay(env: &Env, config: &Config, campaign: u64, payments: &Vec<Payment>) {
    let batch = Batch::of(env, campaign, payments);
    let campaigns = CampaignClient::new(env, &config.campaign);
    let results = campaigns.spend(
        &env.current_contract_address(),
        &campaign,
        &storage::next_seq(env),
        &batch.numbers,
        &batch.refs,
        &batch.to,
        &batch.amounts,
        &batch.results,
    );
    mark_paid(env, campaign, payments, &results);
    if campaigns.clawback_seconds(&campaign).is_some() {
        receipts::keep(env, campaign, payments, &results);
    }
}

/// Burns what a payment brought its wallet. The receipt goes first; a refusal by `token` undoes both.
pub fn claw_back(env: &Env, config: &Config, operator: &Address, paid: &Paid) {
    let seconds = CampaignClient::new(env, &config.campaign).clawback_seconds(&paid.campaign);
    receipts::redeem(env, paid, seconds);
    TokenClient::new(env, &config.token).clawback(operator, &paid.wallet, &paid.amount);
}

/// A batch in the layout of `campaign.spend`.
struct Batch {
    numbers: Bytes,
    refs: Bytes,
    to: Vec<Address>,
    amounts: Vec<i128>,
    results: Bytes,
}

impl Batch {
    fn of(env: &Env, campaign: u64, payments: &Vec<Payment>) -> Self {
        let mut batch = Batch {
            numbers: Bytes::new(env),
            refs: Bytes::new(env),
            to: Vec::new(env),
            amounts: Vec::new(env),
            results: Bytes::new(env),
        };
        let mut marks = cells::marks(env, campaign);
        for payment in payments.iter() {
            let reference = payment.reference.to_array();
            batch
                .results
                .push_back(decide(marks.get(payment.number), reference));
            batch
                .numbers
                .extend_from_array(&payment.number.to_be_bytes());
            batch.refs.extend_from_array(&reference);
            batch.to.push_back(payment.to);
            batch.amounts.push_back(payment.amount);
        }
        batch
    }
}

fn decide(marked: [u8; REF], reference: [u8; REF]) -> u8 {
    match marked {
        UNPAID => TO_PAY,
        marked if marked == reference => ALREADY_SAME,
        _ => NUMBER_TAKEN,
    }
}

fn mark_paid(env: &Env, campaign: u64, payments: &Vec<Payment>, results: &Bytes) {
    let mut marks = cells::marks(env, campaign);
    for (payment, code) in payments.iter().zip(results.iter()) {
        if code == PAID {
            marks.set(payment.number, &payment.reference.to_array());
        }
    }
    marks.store();
}
