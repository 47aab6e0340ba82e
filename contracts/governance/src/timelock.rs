//! A won vote's way to its calls: it is queued, waits and runs once, or is stopped. The wait counts seconds, since ledgers close
//! faster or slower, and it has an end, so that nothing forgotten runs years later.

use soroban_sdk::{panic_with_error, Address, BytesN, Env, Val};

use crate::{
    administration,
    errors::GovernanceError,
    payload::Action,
    proposals::{self, Proposal, ProposalState},
    stops,
    storage::{self, Config},
    upgrades,
};

/// Starts the delay, and the wait of new code. Returns when it may be executed and when it is void, in Unix seconds.
pub fn queue(env: &Env, config: &Config, id: &BytesN<32>) -> (u64, u64) {
    let mut proposal = proposals::load(env, id);
    if proposal.state != ProposalState::Succeeded {
        panic_with_error!(env, GovernanceError::NotSucceeded);
    }
    let actions = storage::actions(env, id);
    let code_eta = upgrades::announce(env, config, &actions);
    let eta = env.ledger().timestamp().saturating_add(proposal.delay);
    // The grace begins when its code is due: otherwise it could be over before.
    proposal.eta = eta
        .max(code_eta)
        .max(upgrades::begin_notice(env, config, &actions));
    enter(env, id, &mut proposal, ProposalState::Queued);
    (proposal.eta, proposal.expires_at())
}

/// Announces a queued proposal's code at `admin` again. Returns when that lets it be used, in Unix seconds.
pub fn announce(env: &Env, config: &Config, id: &BytesN<32>) -> u64 {
    if proposals::load(env, id).state != ProposalState::Queued {
        panic_with_error!(env, GovernanceError::NotQueued);
    }
    let actions = storage::actions(env, id);
    upgrades::require_not_replaced(env, config, &actions);
    upgrades::announce(env, config, &actions)
}

/// Runs all actions in order, or none.
pub fn execute(env: &Env, config: &Config, id: &BytesN<32>) {
    let mut proposal = proposals::load(env, id);
    require_due(env, &proposal);
    let actions = storage::actions(env, id);
    if !stops::allow(env, config, &actions) {
        panic_with_error!(env, GovernanceError::Paused);
    }
    // Before the calls, so that nothing below can run it again.
    stops::wait_if_ended(env, config, &actions);
    enter(env, id, &mut proposal, ProposalState::Executed);
    for action in actions.iter() {
        call(env, config, &action);
    }
}

/// The proposer may cancel until the vote is over or won: then the proposal belongs to the voters.
pub fn cancel(env: &Env, id: &BytesN<32>, proposer: &Address) {
    let mut proposal = proposals::load(env, id);
    if proposal.proposer != *proposer {
        panic_with_error!(env, GovernanceError::Unauthorized);
    }
    let is_open = matches!(
        proposal.state,
        ProposalState::Pending | ProposalState::Active
    );
    if !is_open || proposal.is_passing() {
        panic_with_error!(env, GovernanceError::NotCancellable);
    }
    enter(env, id, &mut proposal, ProposalState::Canceled);
}

/// The guardian may veto a proposal at any time before it runs, as long as the settings leave that power.
pub fn veto(env: &Env, config: &Config, id: &BytesN<32>) {
    if env.ledger().timestamp() >= storage::settings(env).veto_until {
        panic_with_error!(env, GovernanceError::VetoEnded);
    }
    let mut proposal = proposals::load(env, id);
    match proposal.state {
        ProposalState::Pending
        | ProposalState::Active
        | ProposalState::Succeeded
        | ProposalState::Queued => {}
        _ => panic_with_error!(env, GovernanceError::NotCancellable),
    }
    if stops::is_recovery(env, config, &storage::actions(env, id)) {
        panic_with_error!(env, GovernanceError::NotVetoable);
    }
    enter(env, id, &mut proposal, ProposalState::Canceled);
}

fn enter(env: &Env, id: &BytesN<32>, proposal: &mut Proposal, state: ProposalState) {
    proposal.state = state;
    storage::set_proposal(env, id, proposal);
}

fn require_due(env: &Env, proposal: &Proposal) {
    match proposal.state {
        ProposalState::Queued if env.ledger().timestamp() >= proposal.eta => {}
        ProposalState::Queued => panic_with_error!(env, GovernanceError::NotDue),
        ProposalState::Expired => panic_with_error!(env, GovernanceError::Expired),
        _ => panic_with_error!(env, GovernanceError::NotQueued),
    }
}

fn call(env: &Env, config: &Config, action: &Action) {
    if action.target == env.current_contract_address() {
        return administration::run(env, config, action);
    }
    env.invoke_contract::<Val>(&action.target, &action.function, action.args.clone());
}
