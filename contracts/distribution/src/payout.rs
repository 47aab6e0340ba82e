//! Decides what of a batch is still to pay, has `campaign` pay it, and marks what was paid; takes a payment back.

use merit_common::{
    batch::MAX_BATCH,
    result::{ALREADY_SAME, NUMBER_TAKEN, PAID, TO_PAY},
};
use soroban_sdk::{Address, Bytes, Env, Vec};

use crate::{
    campaign::CampaignClient,
    cells::{self, Cells, REF, UNPAID},
    payment::{self, Payment},
    receipts::{self, Paid},
    storage::{self, Config},
    token::TokenClient,
};

const MAX: usize = MAX_BATCH as usize;

/// Refuses a malformed batch; a payment that can't be made fails no other.
pub fn pay(env: &Env, config: &Config, campaign: u64, payments: &Vec<Payment>) {
    payment::require_size(env, payments);
    let batch = Batch::of(env, campaign, payments);
    let campaigns = CampaignClient::new(env, &config.campaign);
    let results = campaigns.spend(
        &env.current_contract_address(),
        &campaign,
        &storage::next_seq(env),
        &Bytes::from_slice(env, batch.numbers().as_flattened()),
        &Bytes::from_slice(env, batch.refs().as_flattened()),
        &batch.to,
        &batch.amounts,
        &Bytes::from_slice(env, &batch.results[..batch.len]),
    );
    batch.mark_paid(env, campaign, &results);
    if campaigns.clawback_seconds(&campaign).is_some() {
        receipts::keep(env, campaign, payments, &results);
    }
}

/// Burns what a payment brought its wallet. The receipt goes first; a refusal by `token` undoes both.
pub fn claw_back(env: &Env, config: &Config, operator: &Address, paid: &Paid) {
    let seconds = CampaignClient::new(env, &config.campaign).clawback_seconds(&paid.campaign);
    receipts::redeem(env, paid, seconds);
    TokenClient::new(env, &config.token(env)).clawback(operator, &paid.wallet, &paid.amount);
}

/// A batch in the layout of `campaign.spend`. Bytes are gathered in this contract's memory: a host object would be
/// copied with every payment.
struct Batch {
    len: usize,
    /// Big-endian.
    numbers: [[u8; 4]; MAX],
    refs: [[u8; REF]; MAX],
    to: Vec<Address>,
    amounts: Vec<i128>,
    results: [u8; MAX],
}

impl Batch {
    /// Of at most 60 payments, read once: taking one apart costs more than all else here.
    fn of(env: &Env, campaign: u64, payments: &Vec<Payment>) -> Self {
        let mut batch = Batch {
            len: 0,
            numbers: [[0; 4]; MAX],
            refs: [UNPAID; MAX],
            to: Vec::new(env),
            amounts: Vec::new(env),
            results: [TO_PAY; MAX],
        };
        let mut marks = cells::marks(env, campaign);
        let mut last = None;
        for payment in payments.iter() {
            payment.require_valid(env, last);
            last = Some(payment.number);
            batch.push(payment, &mut marks);
        }
        batch
    }

    fn push(&mut self, payment: Payment, marks: &mut Cells<REF>) {
        let reference = payment.reference.to_array();
        self.results[self.len] = decide(marks.get(payment.number), reference);
        self.numbers[self.len] = payment.number.to_be_bytes();
        self.refs[self.len] = reference;
        self.to.push_back(payment.to);
        self.amounts.push_back(payment.amount);
        self.len += 1;
    }

    fn numbers(&self) -> &[[u8; 4]] {
        &self.numbers[..self.len]
    }

    fn refs(&self) -> &[[u8; REF]] {
        &self.refs[..self.len]
    }

    fn mark_paid(&self, env: &Env, campaign: u64, results: &Bytes) {
        let mut marks = cells::marks(env, campaign);
        let payments = self.numbers().iter().zip(self.refs());
        for ((number, reference), result) in payments.zip(results.iter()) {
            if result == PAID {
                marks.set(u32::from_be_bytes(*number), reference);
            }
        }
        marks.store();
    }
}

fn decide(marked: [u8; REF], reference: [u8; REF]) -> u8 {
    match marked {
        UNPAID => TO_PAY,
        marked if marked == reference => ALREADY_SAME,
        _ => NUMBER_TAKEN,
    }
}
