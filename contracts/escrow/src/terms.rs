//! The terms that a depositor asks for, and their bounds.

use merit_common::amount;
use soroban_sdk::{contracttype, panic_with_error, Address, BytesN, Env, Vec};

use crate::{
    accounts,
    errors::EscrowError,
    milestone::{Milestone, Status},
    shares::WHOLE,
    storage::{self, Config},
};

const DAY: u64 = 86_400;

/// Most milestones of one escrow.
pub const MAX_MILESTONES: u32 = 16;
/// Latest deadline, seconds from now: ten years. A time in milliseconds by mistake would lock the money.
pub const MAX_HORIZON: u64 = 3_650 * DAY;
/// Seconds that the arbiter gets, at least and at most.
pub const MIN_WINDOW: u64 = DAY;
pub const MAX_WINDOW: u64 = 90 * DAY;

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Part {
    /// Stroops.
    pub amount: i128,
    /// Unix seconds.
    pub deadline: u64,
}

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Terms {
    /// The depositor chooses it and uses it once. Depositor and reference make the escrow's id.
    pub reference: BytesN<32>,
    pub beneficiary: Address,
    pub arbiter: Address,
    /// 1 to 16.
    pub parts: Vec<Part>,
    /// Hash of what the parties agreed on.
    pub agreement: BytesN<32>,
    /// Seconds that the arbiter gets for a decision, 1 to 90 days.
    pub dispute_window: u64,
    /// Beneficiary's share in basis points if the arbiter doesn't decide in time: 0 refunds the depositor.
    pub undecided_share: u32,
    /// Highest platform fee in basis points that the depositor accepts.
    pub max_fee: u32,
}

/// Checks the terms; returns the milestones, their sum in stroops and the fee in basis points.
pub fn check(
    env: &Env,
    config: &Config,
    depositor: &Address,
    terms: &Terms,
) -> (Vec<Milestone>, i128, u32) {
    let parties = [depositor, &terms.beneficiary, &terms.arbiter];
    if parties[0] == parties[1] || parties[0] == parties[2] || parties[1] == parties[2] {
        panic_with_error!(env, EscrowError::InvalidParties);
    }
    let refused = accounts::refused(env, config);
    accounts::require_recipient(env, &refused, depositor);
    accounts::require_recipient(env, &refused, &terms.beneficiary);
    if !(MIN_WINDOW..=MAX_WINDOW).contains(&terms.dispute_window) {
        panic_with_error!(env, EscrowError::InvalidWindow);
    }
    if terms.undecided_share > WHOLE {
        panic_with_error!(env, EscrowError::InvalidShare);
    }
    let fee = storage::fee(env);
    if fee > terms.max_fee {
        panic_with_error!(env, EscrowError::FeeNotAccepted);
    }
    let (milestones, total) = milestones(env, &terms.parts);
    (milestones, total, fee)
}

fn milestones(env: &Env, parts: &Vec<Part>) -> (Vec<Milestone>, i128) {
    if parts.is_empty() || parts.len() > MAX_MILESTONES {
        panic_with_error!(env, EscrowError::InvalidMilestones);
    }
    let mut milestones = Vec::new(env);
    let mut total = 0;
    for part in parts.iter() {
        require_deadline(env, part.deadline);
        let sum = amount::add(total, part.amount).filter(|_| amount::is_valid(part.amount));
        let Some(sum) = sum else {
            panic_with_error!(env, EscrowError::InvalidAmount)
        };
        total = sum;
        milestones.push_back(Milestone {
            amount: part.amount,
            deadline: part.deadline,
            status: Status::Held,
            decide_by: None,
            evidence: None,
        });
    }
    (milestones, total)
}

pub fn require_deadline(env: &Env, deadline: u64) {
    let now = env.ledger().timestamp();
    if deadline <= now || deadline > now.saturating_add(MAX_HORIZON) {
        panic_with_error!(env, EscrowError::InvalidDeadline);
    }
}
