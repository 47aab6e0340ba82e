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

/// Refuses a batch that is empty or too large.
pub fn require_size(env: &Env, payments: &Vec<Payment>) {
    if payments.is_empty() {
        panic_with_error!(env, DistributionError::Empty);
    }
    if payments.len() > MAX_BATCH {
        panic_with_error!(env, DistributionError::TooMany);
    }
}

impl Payment {
    /// Refuses a malformed payment, or one whose number isn't above the `last` one of its batch.
    pub fn require_valid(&self, env: &Env, last: Option<u32>) {
        if !amount::is_valid(self.amount) {
            panic_with_error!(env, DistributionError::InvalidAmount);
        }
        if self.reference.to_array() == UNPAID {
            panic_with_error!(env, DistributionError::InvalidReference);
        }
        if last >= Some(self.number) {
            panic_with_error!(env, DistributionError::NumbersNotRising);
        }
    }
}
