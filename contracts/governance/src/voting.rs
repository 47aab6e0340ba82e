//! One vote per address, weighed by its stake at the proposal's snapshot.

use soroban_sdk::{contracttype, panic_with_error, Address, BytesN, Env};
use stellar_governance::{
    governor::{self, storage::ProposalCore, ProposalState},
    votes,
};

use crate::{errors::GovernanceError, proposals, settings::WHOLE, stakes, storage};

pub const AGAINST: u32 = governor::VOTE_AGAINST;
pub const FOR: u32 = governor::VOTE_FOR;
pub const ABSTAIN: u32 = governor::VOTE_ABSTAIN;

/// Votes so far, in stroops, and the ledgers of the vote.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tally {
    pub in_favour: i128,
    pub against: i128,
    pub abstain: i128,
    /// Ledger whose stakes count.
    pub snapshot: u32,
    /// Last ledger of the vote.
    pub vote_end: u32,
}

/// Counts a vote. Returns its weight in stroops and the last ledger of the vote.
pub fn vote(env: &Env, voter: &Address, id: &BytesN<32>, support: u32) -> (i128, u32) {
    let proposal = proposals::load(env, id);
    if proposals::state(env, id, &proposal) != ProposalState::Active {
        panic_with_error!(env, GovernanceError::NotActive);
    }
    if support > ABSTAIN {
        panic_with_error!(env, GovernanceError::InvalidVote);
    }
    if governor::has_voted(env, id, voter) {
        panic_with_error!(env, GovernanceError::AlreadyVoted);
    }
    let quorum = proposal.quorum.unsigned_abs();
    let snapshot = governor::check_proposal_state(env, id, quorum);
    let weight = votes::get_votes_at_checkpoint(env, voter, snapshot);
    if weight == 0 {
        panic_with_error!(env, GovernanceError::NoVotes);
    }
    let had_quorum = governor::quorum_reached(env, id, quorum);
    governor::count_vote(env, id, voter, support, weight);
    let reached_now = !had_quorum && governor::quorum_reached(env, id, quorum);
    (stakes::stroops(weight), end(env, id, reached_now))
}

/// Who brings the quorum in the last minute leaves the others time to answer.
fn end(env: &Env, id: &BytesN<32>, reached_now: bool) -> u32 {
    let core = governor::get_proposal_core(env, id);
    if !reached_now {
        return core.vote_end;
    }
    let extension = storage::settings(env).late_extension;
    let vote_end = core
        .vote_end
        .max(env.ledger().sequence().saturating_add(extension));
    storage::set_core(env, id, &ProposalCore { vote_end, ..core });
    vote_end
}

/// `bps` of `supply`, rounded up, but not less than `floor`. In stroops.
pub fn quorum(supply: u128, bps: u32, floor: i128) -> i128 {
    let share = (supply * u128::from(bps)).div_ceil(u128::from(WHOLE));
    stakes::stroops(share).max(floor)
}

pub fn tally(env: &Env, id: &BytesN<32>) -> Tally {
    proposals::load(env, id);
    let core = governor::get_proposal_core(env, id);
    let counts = governor::get_proposal_vote_counts(env, id);
    Tally {
        in_favour: stakes::stroops(counts.for_votes),
        against: stakes::stroops(counts.against_votes),
        abstain: stakes::stroops(counts.abstain_votes),
        snapshot: core.vote_snapshot,
        vote_end: core.vote_end,
    }
}
