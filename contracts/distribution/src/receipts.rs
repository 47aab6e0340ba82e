//! Receipts of payments, for campaigns that allow a clawback: 16 bytes per number. An entry per payment would not
//! fit into a transaction beside 60 transfers.

use merit_common::result::PAID;
use soroban_sdk::{panic_with_error, xdr::ToXdr, Address, Bytes, Env};

use crate::{
    cells::{Cells, Entries},
    errors::DistributionError,
    payments::{Keys, Payments},
    storage,
};

/// Bytes of a receipt; enough that nobody finds another payment with the same ones.
const WIDTH: usize = 16;
/// Not paid while a clawback was allowed, or clawed back.
const NONE: [u8; WIDTH] = [0; WIDTH];

/// A payment that was made.
pub struct Paid {
    pub campaign: u64,
    pub number: u32,
    pub wallet: Address,
    /// Stroops.
    pub amount: i128,
    /// Close time of its ledger, Unix seconds.
    pub paid_at: u64,
}

struct ReceiptEntries {
    campaign: u64,
}

type Receipts<'a> = Cells<'a, ReceiptEntries, WIDTH>;

impl Entries for ReceiptEntries {
    fn load(&self, env: &Env, chunk: u32) -> Option<Bytes> {
        storage::receipts(env, self.campaign, chunk)
    }

    fn save(&self, env: &Env, chunk: u32, cells: &Bytes) {
        storage::set_receipts(env, self.campaign, chunk, cells);
    }
}

/// Keeps a receipt of each payment that was just made.
pub fn keep(env: &Env, campaign: u64, keys: &Keys, payments: &Payments, results: &Bytes) {
    let mut receipts = Receipts::new(env, ReceiptEntries { campaign });
    let rows = payments.to.iter().zip(payments.amounts.iter());
    for (((number, _), (wallet, amount)), code) in keys.iter().zip(rows).zip(results.iter()) {
        if code != PAID {
            continue;
        }
        let paid = Paid {
            campaign,
            number,
            wallet,
            amount,
            paid_at: env.ledger().timestamp(),
        };
        receipts.set(paid.number, &paid.receipt(env));
    }
    receipts.store();
}

/// Gives up the receipt of a payment, so that it is clawed back once. `seconds` is its campaign's window.
pub fn redeem(env: &Env, paid: &Paid, seconds: Option<u64>) {
    let campaign = paid.campaign;
    let mut receipts = Receipts::new(env, ReceiptEntries { campaign });
    let (Some(seconds), true) = (seconds, receipts.get(paid.number) == paid.receipt(env)) else {
        panic_with_error!(env, DistributionError::NoReceipt)
    };
    if env.ledger().timestamp() >= paid.paid_at.saturating_add(seconds) {
        panic_with_error!(env, DistributionError::ClawbackOver);
    }
    receipts.set(paid.number, &NONE);
    receipts.store();
}

impl Paid {
    /// First 16 bytes of the SHA-256 over all but the campaign, which is part of the entry's key.
    fn receipt(&self, env: &Env) -> [u8; WIDTH] {
        let mut bytes = Bytes::from_array(env, &self.number.to_be_bytes());
        bytes.extend_from_array(&self.amount.to_be_bytes());
        bytes.extend_from_array(&self.paid_at.to_be_bytes());
        bytes.append(&self.wallet.clone().to_xdr(env));
        let hash = env.crypto().sha256(&bytes).to_array();
        let mut receipt = NONE;
        receipt.copy_from_slice(&hash[..WIDTH]);
        receipt
    }
}
