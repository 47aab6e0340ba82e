use merit_common::{amount, batch::MAX_BATCH};
use soroban_sdk::{contracttype, panic_with_error, Address, BytesN, Env, Vec};

use crate::{cells::UNPAID, errors::DistributionError};

/// One reward to pay.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Payment {
    /// Unique within its campaign.
    pub number: u32,
    /// Whose reward it is; not all zeros.
    pub reference: BytesN<8>,
    pub to: Address,
    /// Stroops.
    pub amount: i128,
}

/// Refuses a batch that is empty, too large or malformed.
pub fn require_valid(env: &Env, payments: &Vec<Payment>) {
    if payments.is_empty() {
        panic_with_error!(env, DistributionError::Empty);
    }
    if payments.len() > MAX_BATCH {
        panic_with_error!(env, DistributionError::TooMany);
    }
    let mut last = None;
    for payment in payments.iter() {
        if !amount::is_valid(payment.amount) {
            panic_with_error!(env, DistributionError::InvalidAmount);
        }
        if payment.reference.to_array() == UNPAID {
            panic_with_error!(env, DistributionError::InvalidReference);
        }
        if last >= Some(payment.number) {
            panic_with_error!(env, DistributionError::NumbersNotRising);
        }
        last = Some(payment.number);
    }
}
