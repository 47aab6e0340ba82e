//! A proposal and its states.

use soroban_sdk::{contracttype, panic_with_error, Address, BytesN, Env, String, Vec};
use stellar_governance::{
    governor::{self, storage::ProposalCore, ProposalState},
    votes,
};

use crate::{
    classes,
    errors::GovernanceError,
    payload::{self, Action},
    settings::WHOLE,
    storage::{self, Config},
    voting,
};

/// Ledgers after the vote (14 days) in which a won proposal may be queued. Afterwards it is void.
pub const QUEUE_WINDOW: u32 = 14 * merit_common::ttl::DAY;

/// What is voted on, with the terms that were in force when it was made. Votes and their ledgers are kept by
/// OpenZeppelin's governor, see `tally`.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proposal {
    pub proposer: Address,
    pub actions: Vec<Action>,
    /// Keccak-256 of the description, which is in the `proposed` event.
    pub description_hash: BytesN<32>,
    /// Votes for and abstentions that it needs, stroops.
    pub quorum: i128,
    /// Votes for that it needs, in basis points of for and against.
    pub threshold_bps: u32,
    /// Seconds between queue and execution.
    pub delay: u64,
    /// Seconds that it may then be executed.
    pub grace: u64,
    /// Unix second from which it may be executed; void until it is queued.
    pub eta: Option<u64>,
}

impl Proposal {
    /// First Unix second at which it may no longer be executed.
    pub fn expires_at(&self) -> Option<u64> {
        self.eta.map(|eta| eta.saturating_add(self.grace))
    }
}

/// Opens a vote at once. Votes and quorum are those of the ledger before: nothing that happens in or after this
/// ledger can change them.
pub fn propose(
    env: &Env,
    config: &Config,
    proposer: &Address,
    actions: Vec<Action>,
    description: &String,
) -> (BytesN<32>, Proposal, ProposalCore) {
    payload::require_valid(env, config, &actions, description);
    let settings = storage::settings(env);
    let ledger = env.ledger().sequence();
    let snapshot = ledger - 1;
    let votes = votes::get_votes_at_checkpoint(env, proposer, snapshot);
    if votes < settings.proposal_threshold.unsigned_abs() {
        panic_with_error!(env, GovernanceError::BelowThreshold);
    }
    let description_hash = env.crypto().keccak256(&description.to_bytes()).to_bytes();
    let id = payload::id(env, proposer, &actions, &description_hash);
    if storage::proposal(env, &id).is_some() {
        panic_with_error!(env, GovernanceError::ProposalExists);
    }
    let rules = classes::strictest(env, config, &settings, &actions);
    let supply = votes::get_total_supply_at_checkpoint(env, snapshot);
    let proposal = Proposal {
        proposer: proposer.clone(),
        actions,
        description_hash,
        quorum: voting::quorum(supply, rules.quorum_bps, settings.quorum_floor),
        threshold_bps: rules.threshold_bps,
        delay: settings.delay,
        grace: settings.grace,
        eta: None,
    };
    let core = ProposalCore {
        proposer: proposer.clone(),
        vote_snapshot: snapshot,
        vote_end: ledger + settings.voting_period,
        state: ProposalState::Pending,
    };
    storage::add_proposal(env, &id, &proposal, &core);
    (id, proposal, core)
}

pub fn load(env: &Env, id: &BytesN<32>) -> Proposal {
    storage::proposal(env, id).unwrap_or_else(|| panic_with_error!(env, GovernanceError::NotFound))
}

/// OpenZeppelin's states, with our majority and our ends in time.
pub fn state(env: &Env, id: &BytesN<32>, proposal: &Proposal) -> ProposalState {
    match governor::get_proposal_state(env, id, proposal.quorum.unsigned_abs()) {
        ProposalState::Succeeded if !has_majority(env, id, proposal) => ProposalState::Defeated,
        ProposalState::Succeeded if queue_is_closed(env, id) => ProposalState::Expired,
        ProposalState::Queued if is_over(env, proposal) => ProposalState::Expired,
        other => other,
    }
}

/// True if it would win if the vote ended now.
pub fn is_passing(env: &Env, id: &BytesN<32>, proposal: &Proposal) -> bool {
    governor::quorum_reached(env, id, proposal.quorum.unsigned_abs())
        && governor::tally_succeeded(env, id)
        && has_majority(env, id, proposal)
}

pub fn mark(env: &Env, id: &BytesN<32>, state: ProposalState) {
    let core = governor::get_proposal_core(env, id);
    storage::set_core(env, id, &ProposalCore { state, ..core });
}

fn has_majority(env: &Env, id: &BytesN<32>, proposal: &Proposal) -> bool {
    let counts = governor::get_proposal_vote_counts(env, id);
    let cast = counts.for_votes + counts.against_votes;
    counts.for_votes * u128::from(WHOLE) >= cast * u128::from(proposal.threshold_bps)
}

fn queue_is_closed(env: &Env, id: &BytesN<32>) -> bool {
    let end = governor::get_proposal_deadline(env, id);
    env.ledger().sequence() > end.saturating_add(QUEUE_WINDOW)
}

fn is_over(env: &Env, proposal: &Proposal) -> bool {
    let now = env.ledger().timestamp();
    proposal.expires_at().is_some_and(|end| now >= end)
}
