//! Life of an escrow: created and funded, then each milestone ends on its own.

use soroban_sdk::{contracttype, panic_with_error, Address, BytesN, Env, Vec};

use crate::{
    accounts::{self, Sums},
    errors::EscrowError,
    events::Settled,
    milestone::{Milestone, Status},
    shares::{Shares, WHOLE},
    storage::{self, Config},
    terms::{self, Terms},
};

/// Longest page.
const MAX_PAGE: u32 = 100;

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Escrow {
    pub depositor: Address,
    pub beneficiary: Address,
    pub arbiter: Address,
    /// Hash of what the parties agreed on.
    pub agreement: BytesN<32>,
    /// Platform's fee in basis points, as it was at creation.
    pub fee: u32,
    /// Seconds that the arbiter gets for a decision.
    pub dispute_window: u64,
    /// Beneficiary's share in basis points if the arbiter doesn't decide in time.
    pub undecided_share: u32,
    pub milestones: Vec<Milestone>,
    pub sums: Sums,
}

impl Escrow {
    pub fn require_party(&self, env: &Env, account: &Address) {
        if *account != self.depositor && *account != self.beneficiary {
            panic_with_error!(env, EscrowError::Unauthorized);
        }
    }
}

pub fn get(env: &Env, id: u64) -> Escrow {
    let Some(escrow) = storage::escrow(env, id) else {
        panic_with_error!(env, EscrowError::NotFound)
    };
    escrow
}

pub fn milestone(env: &Env, escrow: &Escrow, index: u32) -> Milestone {
    let Some(milestone) = escrow.milestones.get(index) else {
        panic_with_error!(env, EscrowError::NoMilestone)
    };
    milestone
}

/// Creates an escrow and takes its whole money. Returns the id and the stroops.
pub fn create(env: &Env, config: &Config, depositor: &Address, terms: Terms) -> (u64, i128) {
    let (milestones, total, fee) = terms::check(env, config, depositor, &terms);
    let id = storage::next_id(env);
    let mut escrow = Escrow {
        depositor: depositor.clone(),
        beneficiary: terms.beneficiary,
        arbiter: terms.arbiter,
        agreement: terms.agreement,
        fee,
        dispute_window: terms.dispute_window,
        undecided_share: terms.undecided_share,
        milestones,
        sums: Sums::default(),
    };
    escrow.sums.deposit(total);
    storage::set_escrow(env, id, &escrow);
    for party in [depositor, &escrow.beneficiary, &escrow.arbiter] {
        storage::add_party(env, party, id);
    }
    accounts::pull(env, config, depositor, total);
    (id, total)
}

/// The depositor gives a milestone to the beneficiary, also during a dispute.
pub fn release(env: &Env, config: &Config, depositor: &Address, id: u64, index: u32) {
    let mut escrow = get(env, id);
    if escrow.depositor != *depositor {
        panic_with_error!(env, EscrowError::Unauthorized);
    }
    finish(env, config, id, &mut escrow, index, Status::Released, WHOLE);
}

/// Both parties end the escrow: every open milestone goes back to the depositor.
pub fn cancel(env: &Env, config: &Config, depositor: &Address, beneficiary: &Address, id: u64) {
    let mut escrow = get(env, id);
    if escrow.depositor != *depositor || escrow.beneficiary != *beneficiary {
        panic_with_error!(env, EscrowError::Unauthorized);
    }
    if escrow.sums.held == 0 {
        panic_with_error!(env, EscrowError::InvalidTransition);
    }
    for index in 0..escrow.milestones.len() {
        if milestone(env, &escrow, index).is_open() {
            finish(env, config, id, &mut escrow, index, Status::Refunded, 0);
        }
    }
}

/// Stops the milestone's clock and starts the arbiter's. Returns until when the arbiter may decide.
pub fn dispute(env: &Env, party: &Address, id: u64, index: u32, evidence: BytesN<32>) -> u64 {
    let mut escrow = get(env, id);
    escrow.require_party(env, party);
    let mut milestone = milestone(env, &escrow, index);
    let now = env.ledger().timestamp();
    match milestone.dispute(now, escrow.dispute_window, evidence) {
        Ok(decide_by) => {
            escrow.milestones.set(index, milestone);
            storage::set_escrow(env, id, &escrow);
            decide_by
        }
        Err(error) => panic_with_error!(env, error),
    }
}

/// A party adds to an undecided dispute.
pub fn require_evidence_allowed(env: &Env, party: &Address, id: u64, index: u32) {
    let escrow = get(env, id);
    escrow.require_party(env, party);
    let milestone = milestone(env, &escrow, index);
    require(env, milestone.require_undecided(env.ledger().timestamp()));
}

/// The arbiter splits a disputed milestone; `share` is the beneficiary's, in basis points.
pub fn resolve(env: &Env, config: &Config, arbiter: &Address, id: u64, index: u32, share: u32) {
    let mut escrow = get(env, id);
    if escrow.arbiter != *arbiter {
        panic_with_error!(env, EscrowError::Unauthorized);
    }
    if share > WHOLE {
        panic_with_error!(env, EscrowError::InvalidShare);
    }
    let undecided = milestone(env, &escrow, index).require_undecided(env.ledger().timestamp());
    require(env, undecided);
    finish(env, config, id, &mut escrow, index, Status::Split, share);
}

/// Does what a passed deadline leads to.
pub fn expire(env: &Env, config: &Config, id: u64, index: u32) {
    let mut escrow = get(env, id);
    let expired = milestone(env, &escrow, index).expired(env.ledger().timestamp());
    let to = require(env, expired);
    let share = match to {
        Status::Split => escrow.undecided_share,
        _ => 0,
    };
    finish(env, config, id, &mut escrow, index, to, share);
}

/// Ids of the escrows that `account` is a party of, at positions `start .. start + limit`.
pub fn page(env: &Env, account: &Address, start: u32, limit: u32) -> Vec<u64> {
    if limit == 0 || limit > MAX_PAGE {
        panic_with_error!(env, EscrowError::InvalidPage);
    }
    let end = storage::count(env, account).min(start.saturating_add(limit));
    let mut ids = Vec::new(env);
    for position in start..end {
        if let Some(id) = storage::party_at(env, account, position) {
            ids.push_back(id);
        }
    }
    ids
}

/// The only way out of an open milestone: pays its shares and makes it final.
fn finish(
    env: &Env,
    config: &Config,
    id: u64,
    escrow: &mut Escrow,
    index: u32,
    status: Status,
    share: u32,
) {
    let mut milestone = milestone(env, escrow, index);
    require(env, milestone.require_open());
    let shares = Shares::of(milestone.amount, share, escrow.fee);
    milestone.status = status;
    escrow.milestones.set(index, milestone);
    escrow.sums.settle(&shares);
    storage::set_escrow(env, id, escrow);
    accounts::settle(env, config, &escrow.beneficiary, &escrow.depositor, &shares);
    Settled {
        id,
        milestone: index,
        status,
        released: shares.released,
        refunded: shares.refunded,
        fee: shares.fee,
    }
    .publish(env);
}

fn require<T>(env: &Env, result: Result<T, EscrowError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic_with_error!(env, error),
    }
}
