//! Taking paid rewards back.

use merit_common::roles::{MANAGER, REVOKER};
use soroban_sdk::Address;

use crate::{call::Outcome, World};

/// A payment to take back.
#[derive(Clone, Debug)]
pub struct PaidReward {
    pub campaign: u64,
    pub number: u32,
    pub wallet: Address,
    pub amount: i128,
    /// Unix seconds.
    pub paid_at: u64,
}

impl World {
    /// A manager allows clawbacks for this many seconds.
    pub fn allow_clawback(&self, campaign: u64, seconds: u64) -> Outcome<()> {
        let manager = self.holder(MANAGER);
        let args = (manager, campaign, seconds);
        self.call(manager, &self.campaign, "allow_clawback", args)
    }

    /// Takes a payment back.
    pub fn claw_back(&self, paid: &PaidReward) -> Outcome<()> {
        let operator = self.holder(REVOKER);
        let args = (
            operator,
            paid.campaign,
            paid.number,
            &paid.wallet,
            paid.amount,
            paid.paid_at,
        );
        self.call(operator, &self.distribution, "clawback", args)
    }
}
