//! One vote per address, weighed by its stake at the proposal's snapshot, by itself or by its delegate.

use soroban_sdk::{panic_with_error, Address, BytesN, Env, Vec};

use crate::{
    delegation,
    errors::GovernanceError,
    events::Voted,
    history,
    proposals::{self, Proposal, ProposalState},
    storage,
};

pub const AGAINST: u32 = 0;
pub const FOR: u32 = 1;
pub const ABSTAIN: u32 = 2;

/// Accounts for which a delegate may vote in one call, which then emits half of what a transaction may. The rest leaves room for
/// stakers with a long history, whose votes take more entries to find.
pub const MAX_DELEGATORS: u32 = 25;

/// Counts a vote. Returns its weight in stroops.
pub fn vote(env: &Env, voter: Address, id: BytesN<32>, support: u32) -> i128 {
    let proposal = load_open(env, &id, support);
    if storage::has_voted(env, &id, &voter) {
        panic_with_error!(env, GovernanceError::AlreadyVoted);
    }
    let weight = history::at(env, &voter, proposal.snapshot);
    if weight == 0 {
        panic_with_error!(env, GovernanceError::NoVotes);
    }
    storage::set_voted(env, &id, &voter);
    let votes = Vec::from_array(env, [(voter, weight)]);
    record(env, id, proposal, support, None, votes)
}

/// Counts the votes of those who have named `delegate` and haven't voted. Leaves the others out: nobody can make it fail for
/// all by voting or taking the right back. Returns the weight of all in stroops.
pub fn vote_for(
    env: &Env,
    delegate: Address,
    id: BytesN<32>,
    support: u32,
    delegators: Vec<Address>,
) -> i128 {
    if delegators.len() > MAX_DELEGATORS {
        panic_with_error!(env, GovernanceError::TooManyDelegators);
    }
    let proposal = load_open(env, &id, support);
    let mut votes = Vec::new(env);
    for delegator in delegators {
        let is_named = delegation::lasts_since(env, &delegator, &delegate, proposal.snapshot);
        if !is_named || storage::has_voted(env, &id, &delegator) {
            continue;
        }
        let weight = history::at(env, &delegator, proposal.snapshot);
        if weight > 0 {
            storage::set_voted(env, &id, &delegator);
            votes.push_back((delegator, weight));
        }
    }
    if votes.is_empty() {
        panic_with_error!(env, GovernanceError::NothingToCast);
    }
    record(env, id, proposal, support, Some(delegate), votes)
}

fn load_open(env: &Env, id: &BytesN<32>, support: u32) -> Proposal {
    let proposal = proposals::load(env, id);
    if proposal.state != ProposalState::Active {
        panic_with_error!(env, GovernanceError::NotActive);
    }
    if support > ABSTAIN {
        panic_with_error!(env, GovernanceError::InvalidVote);
    }
    proposal
}

/// Adds votes of voters, in stroops, to the proposal, and publishes them. Returns their sum.
fn record(
    env: &Env,
    id: BytesN<32>,
    mut proposal: Proposal,
    support: u32,
    delegate: Option<Address>,
    votes: Vec<(Address, i128)>,
) -> i128 {
    let total = votes.iter().map(|(_, weight)| weight).sum();
    let had_quorum = proposal.has_quorum();
    count(&mut proposal, support, total);
    if !had_quorum && proposal.has_quorum() {
        extend(env, &mut proposal);
    }
    storage::set_proposal(env, &id, &proposal);
    for (voter, weight) in votes {
        Voted {
            id: id.clone(),
            voter,
            support,
            weight,
            vote_end: proposal.vote_end,
            delegate: delegate.clone(),
        }
        .publish(env);
    }
    total
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

/// Prolongs the vote, so that others have time to answer a quorum that is reached in the last minute.
fn extend(env: &Env, proposal: &mut Proposal) {
    let extension = proposal
        .late_extension
        .unwrap_or_else(|| storage::settings(env).late_extension);
    let least = env.ledger().sequence().saturating_add(extension);
    proposal.vote_end = proposal.vote_end.max(least);
}
