//! A batch as `distribution` hands it over: one list per field, so that it becomes the event unchanged.

use merit_common::{
    amount,
    batch::MAX_BATCH,
    result::{ALREADY_SAME, NUMBER_TAKEN, TO_PAY},
};
use soroban_sdk::{panic_with_error, Address, Bytes, Env, Vec};

use crate::errors::CampaignError;

pub struct Batch {
    pub seq: u64,
    /// 4 B each, u32 big-endian.
    pub numbers: Bytes,
    /// 8 B each.
    pub refs: Bytes,
    pub to: Vec<Address>,
    /// Stroops.
    pub amounts: Vec<i128>,
    /// 1 B each: [`TO_PAY`], or what `distribution` has decided.
    pub results: Bytes,
}

impl Batch {
    pub fn len(&self) -> u32 {
        self.to.len()
    }

    /// Refuses lists of different lengths, bad amounts, and results that only this contract may give.
    pub fn require_valid(&self, env: &Env) {
        let len = self.len();
        if len > MAX_BATCH {
            panic_with_error!(env, CampaignError::TooMany);
        }
        let same = self.amounts.len() == len
            && self.results.len() == len
            && self.numbers.len() == 4 * len
            && self.refs.len() == 8 * len;
        if !same {
            panic_with_error!(env, CampaignError::LengthMismatch);
        }
        if !self.amounts.iter().all(amount::is_valid) {
            panic_with_error!(env, CampaignError::InvalidAmount);
        }
        let decided = [TO_PAY, ALREADY_SAME, NUMBER_TAKEN];
        if !self.results.iter().all(|code| decided.contains(&code)) {
            panic_with_error!(env, CampaignError::InvalidResult);
        }
    }
}
