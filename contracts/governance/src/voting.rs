//! One vote per address, weighed by its stake at the proposal's snapshot.

use soroban_sdk::{panic_with_error, Address, BytesN, Env};

use crate::{
    errors::GovernanceError,
    history,
    proposals::{self, Proposal, ProposalState},
    storage,
};

pub const AGAINST: u32 = 0;
pub const FOR: u32 = 1;
pub const ABSTAIN: u32 = 2;

/// Counts a vote. Returns its weight in stroops and the last ledger of the vote.
pub fn vote(env: &Env, voter: &Address, id: &BytesN<32>, support: u32) -> (i128, u32) {
    let mut proposal = proposals::load(env, id);
    if proposal.state != ProposalState::Active {
        panic_with_error!(env, GovernanceError::NotActive);
    }
    if support > ABSTAIN {
        panic_with_error!(env, GovernanceError::InvalidVote);
    }
    if storage::has_voted(env, id, voter) {
        panic_with_error!(env, GovernanceError::AlreadyVoted);
    }
    let weight = history::at(env, voter, proposal.snapshot);
    if weight == 0 {
        panic_with_error!(env, GovernanceError::NoVotes);
    }
    let had_quorum = proposal.has_quorum();
    count(&mut proposal, support, weight);
    if !had_quorum && proposal.has_quorum() {
        extend(env, &mut proposal);
    }
    storage::set_proposal(env, id, &proposal);
    storage::set_voted(env, id, voter);
    (weight, proposal.vote_end)
}

/// Sums stay in range: together they are at most all votes at the snapshot.
fn count(proposal: &mut Proposal, support: u32, weight: i128) {
    let sum = match support {
        AGAINST => &mut proposal.against,
        FOR => &mut proposal.in_favour,
        _ => &mut proposal.abstain,
    };
    *sum += weight;
}

/// Who brings the quorum in the last minute leaves the others time to answer.
fn extend(env: &Env, proposal: &mut Proposal) {
    let extension = proposal
        .late_extension
        .unwrap_or_else(|| storage::settings(env).late_extension);
    let least = env.ledger().sequence().saturating_add(extension);
    proposal.vote_end = proposal.vote_end.max(least);
}
