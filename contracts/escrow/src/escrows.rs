//! Life of an escrow: created and funded, accepted, then each milestone ends on its own.

use merit_common::ids;
use soroban_sdk::{contracttype, panic_with_error, vec, Address, BytesN, Env, Vec};

use crate::{
    accounts::{self, Sums},
    errors::EscrowError,
    events::Settled,
    milestone::{Milestone, Status},
    shares::{Shares, WHOLE},
    storage::{self, Config},
    terms::{self, Terms},
};

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Escrow {
    pub depositor: Address,
    pub beneficiary: Address,
    pub arbiter: Address,
    /// The beneficiary, the arbiter or both, until they accept. Void: both have accepted, and the depositor can't leave alone.
    pub awaited: Option<Vec<Address>>,
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

    /// The signatures of depositor and beneficiary.
    pub fn require_both(&self) {
        self.depositor.require_auth();
        self.beneficiary.require_auth();
    }

    pub fn is_bound(&self) -> bool {
        self.awaited.is_none()
    }
}

/// The end of a milestone.
struct End {
    status: Status,
    /// The beneficiary's, in basis points.
    share: u32,
    /// See [`accounts::settle`].
    at_once: bool,
}

pub fn get(env: &Env, id: &BytesN<32>) -> Escrow {
    let Some(escrow) = storage::escrow(env, id) else {
        panic_with_error!(env, EscrowError::NotFound)
    };
    escrow
}

/// Creates an escrow and takes its whole money. Returns the id and the stroops.
pub fn create(env: &Env, config: &Config, depositor: &Address, terms: Terms) -> (BytesN<32>, i128) {
    let (milestones, total, fee) = terms::check(env, config, depositor, &terms);
    let id = ids::of(env, depositor, &terms.reference);
    if storage::escrow(env, &id).is_some() {
        panic_with_error!(env, EscrowError::ReferenceTaken);
    }
    let mut escrow = Escrow {
        depositor: depositor.clone(),
        awaited: Some(vec![env, terms.beneficiary.clone(), terms.arbiter.clone()]),
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
    storage::set_escrow(env, &id, &escrow);
    accounts::pull(env, config, depositor, total);
    (id, total)
}

/// Notes that `party` accepted the terms. Returns whether the escrow is bound now.
pub fn accept(env: &Env, party: &Address, id: &BytesN<32>) -> bool {
    let mut escrow = get(env, id);
    require_some_held(env, &escrow);
    let mut awaited = escrow.awaited.unwrap_or(vec![env]);
    let Some(index) = awaited.first_index_of(party) else {
        panic_with_error!(env, EscrowError::NotAwaited)
    };
    awaited.remove(index);
    escrow.awaited = Some(awaited).filter(|awaited| !awaited.is_empty());
    storage::set_escrow(env, id, &escrow);
    escrow.is_bound()
}

/// The depositor gives a milestone to the beneficiary, also during a dispute.
pub fn release(env: &Env, config: &Config, id: &BytesN<32>, mut escrow: Escrow, index: u32) {
    accounts::require_unfrozen(env, config, &escrow.depositor);
    let end = End {
        status: Status::Released,
        share: WHOLE,
        at_once: true,
    };
    finish(env, config, id, &mut escrow, index, end);
}

/// Both parties split a milestone, also during a dispute.
pub fn split(
    env: &Env,
    config: &Config,
    id: &BytesN<32>,
    mut escrow: Escrow,
    index: u32,
    share: u32,
) {
    for party in [&escrow.depositor, &escrow.beneficiary] {
        accounts::require_unfrozen(env, config, party);
    }
    let end = End {
        status: Status::Split,
        share,
        at_once: true,
    };
    finish(env, config, id, &mut escrow, index, end);
}

/// Ends the escrow: every open milestone goes back to the depositor.
pub fn cancel(env: &Env, config: &Config, id: &BytesN<32>, mut escrow: Escrow) {
    require_some_held(env, &escrow);
    for index in 0..escrow.milestones.len() {
        if milestone(env, &escrow, index).is_open() {
            let end = End {
                status: Status::Refunded,
                share: 0,
                at_once: true,
            };
            finish(env, config, id, &mut escrow, index, end);
        }
    }
}

/// Both parties move the deadline of a milestone.
pub fn extend(env: &Env, id: &BytesN<32>, mut escrow: Escrow, index: u32, deadline: u64) {
    let mut milestone = milestone(env, &escrow, index);
    if milestone.status != Status::Held {
        panic_with_error!(env, EscrowError::InvalidTransition);
    }
    terms::require_deadline(env, deadline);
    if deadline <= milestone.deadline {
        panic_with_error!(env, EscrowError::InvalidDeadline);
    }
    milestone.deadline = deadline;
    escrow.milestones.set(index, milestone);
    storage::set_escrow(env, id, &escrow);
}

/// Stops the milestone's clock and starts the arbiter's. Returns until when the arbiter may decide.
pub fn dispute(
    env: &Env,
    party: &Address,
    id: &BytesN<32>,
    index: u32,
    evidence: BytesN<32>,
) -> u64 {
    let mut escrow = get(env, id);
    escrow.require_party(env, party);
    if !escrow.is_bound() {
        panic_with_error!(env, EscrowError::NotAccepted);
    }
    let mut milestone = milestone(env, &escrow, index);
    let now = env.ledger().timestamp();
    let decide_by = require(env, milestone.dispute(now, escrow.dispute_window, evidence));
    escrow.milestones.set(index, milestone);
    storage::set_escrow(env, id, &escrow);
    decide_by
}

/// A party adds to an undecided dispute.
pub fn require_evidence_allowed(env: &Env, party: &Address, id: &BytesN<32>, index: u32) {
    let escrow = get(env, id);
    escrow.require_party(env, party);
    let milestone = milestone(env, &escrow, index);
    require(env, milestone.require_undecided(env.ledger().timestamp()));
}

/// The arbiter splits a disputed milestone.
pub fn resolve(
    env: &Env,
    config: &Config,
    id: &BytesN<32>,
    mut escrow: Escrow,
    index: u32,
    share: u32,
) {
    let undecided = milestone(env, &escrow, index).require_undecided(env.ledger().timestamp());
    require(env, undecided);
    let end = End {
        status: Status::Split,
        share,
        at_once: false,
    };
    finish(env, config, id, &mut escrow, index, end);
}

/// Does what a passed deadline leads to.
pub fn expire(env: &Env, config: &Config, id: &BytesN<32>, index: u32) {
    let mut escrow = get(env, id);
    let expired = milestone(env, &escrow, index).expired(env.ledger().timestamp());
    let status = require(env, expired);
    let share = match status {
        Status::Split => escrow.undecided_share,
        _ => 0,
    };
    let end = End {
        status,
        share,
        at_once: false,
    };
    finish(env, config, id, &mut escrow, index, end);
}

/// The only way out of an open milestone: gives its shares and makes it final.
fn finish(env: &Env, config: &Config, id: &BytesN<32>, escrow: &mut Escrow, index: u32, end: End) {
    let mut milestone = milestone(env, escrow, index);
    require(env, milestone.require_open());
    if end.share > WHOLE {
        panic_with_error!(env, EscrowError::InvalidShare);
    }
    let shares = Shares::of(milestone.amount, end.share, escrow.fee);
    milestone.status = end.status;
    escrow.milestones.set(index, milestone);
    escrow.sums.settle(&shares);
    storage::set_escrow(env, id, escrow);
    let (beneficiary, depositor) = (&escrow.beneficiary, &escrow.depositor);
    accounts::settle(env, config, beneficiary, depositor, &shares, end.at_once);
    Settled {
        id: id.clone(),
        milestone: index,
        status: end.status,
        released: shares.released,
        refunded: shares.refunded,
        fee: shares.fee,
    }
    .publish(env);
}

fn milestone(env: &Env, escrow: &Escrow, index: u32) -> Milestone {
    let Some(milestone) = escrow.milestones.get(index) else {
        panic_with_error!(env, EscrowError::NoMilestone)
    };
    milestone
}

fn require_some_held(env: &Env, escrow: &Escrow) {
    if escrow.sums.held == 0 {
        panic_with_error!(env, EscrowError::InvalidTransition);
    }
}

fn require<T>(env: &Env, result: Result<T, EscrowError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic_with_error!(env, error),
    }
}
