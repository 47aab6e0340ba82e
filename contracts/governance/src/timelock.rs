//! From a won vote to its calls: queue, wait, run once; or be stopped. Each action is an operation of
//! OpenZeppelin's timelock, which counts ledgers: our delay and grace in seconds stand before it.

use merit_common::guards;
use soroban_sdk::{panic_with_error, Address, BytesN, Env, Symbol, Val, Vec};
use stellar_governance::{
    governor::ProposalState,
    timelock::{self, Operation},
};

use crate::{
    administration,
    errors::GovernanceError,
    payload::Action,
    proposals::{self, Proposal},
    storage::{self, Config},
};

/// Ledgers that OpenZeppelin's timelock waits itself.
const LEDGERS: u32 = 1;

pub fn init(env: &Env) {
    timelock::set_min_delay(env, LEDGERS);
}

/// Starts the delay. Returns when it may be executed and when it is void, in Unix seconds.
pub fn queue(env: &Env, id: &BytesN<32>) -> (u64, u64) {
    let mut proposal = proposals::load(env, id);
    if proposals::state(env, id, &proposal) != ProposalState::Succeeded {
        panic_with_error!(env, GovernanceError::NotSucceeded);
    }
    for operation in operations(env, id, &proposal).iter() {
        timelock::schedule_operation(env, &operation, LEDGERS);
    }
    let eta = env.ledger().timestamp().saturating_add(proposal.delay);
    proposal.eta = Some(eta);
    storage::set_proposal(env, id, &proposal);
    proposals::mark(env, id, ProposalState::Queued);
    (eta, eta.saturating_add(proposal.grace))
}

/// Runs all actions in order, or none.
pub fn execute(env: &Env, config: &Config, id: &BytesN<32>) {
    let proposal = proposals::load(env, id);
    require_due(env, id, &proposal);
    if !proposal
        .actions
        .iter()
        .all(|action| is_recovery(env, config, &action))
        && guards::is_stopped(env, &config.state)
    {
        panic_with_error!(env, GovernanceError::Paused);
    }
    // Before the calls, so that nothing below can run it again.
    proposals::mark(env, id, ProposalState::Executed);
    for operation in operations(env, id, &proposal).iter() {
        timelock::set_execute_operation(env, &operation);
        call(env, config, operation);
    }
}

/// By the proposer, while the vote is open and not won: then it belongs to the voters.
pub fn cancel(env: &Env, id: &BytesN<32>, proposer: &Address) {
    let proposal = proposals::load(env, id);
    if proposal.proposer != *proposer {
        panic_with_error!(env, GovernanceError::Unauthorized);
    }
    let open = proposals::state(env, id, &proposal) == ProposalState::Active;
    if !open || proposals::is_passing(env, id, &proposal) {
        panic_with_error!(env, GovernanceError::NotCancellable);
    }
    proposals::mark(env, id, ProposalState::Canceled);
}

/// By the guardian, at any time before it runs, as long as the settings leave that power.
pub fn veto(env: &Env, id: &BytesN<32>) {
    if env.ledger().timestamp() >= storage::settings(env).veto_until {
        panic_with_error!(env, GovernanceError::VetoEnded);
    }
    let proposal = proposals::load(env, id);
    match proposals::state(env, id, &proposal) {
        ProposalState::Active | ProposalState::Succeeded => {}
        ProposalState::Queued => {
            for operation in operations(env, id, &proposal).iter() {
                timelock::cancel_operation(env, &timelock::hash_operation(env, &operation));
            }
        }
        _ => panic_with_error!(env, GovernanceError::NotCancellable),
    }
    proposals::mark(env, id, ProposalState::Canceled);
}

fn require_due(env: &Env, id: &BytesN<32>, proposal: &Proposal) {
    match (proposals::state(env, id, proposal), proposal.eta) {
        (ProposalState::Queued, Some(eta)) if env.ledger().timestamp() >= eta => {}
        (ProposalState::Queued, _) => panic_with_error!(env, GovernanceError::NotDue),
        (ProposalState::Expired, _) => panic_with_error!(env, GovernanceError::Expired),
        _ => panic_with_error!(env, GovernanceError::NotQueued),
    }
}

/// What must work while stopped, or a pause could never be voted away: a target's `unpause`, and taking a role away.
fn is_recovery(env: &Env, config: &Config, action: &Action) -> bool {
    let named = |name| action.function == Symbol::new(env, name);
    named("unpause") || (action.target == config.admin && named("revoke_role"))
}

/// One operation per action, each the predecessor of the next.
fn operations(env: &Env, id: &BytesN<32>, proposal: &Proposal) -> Vec<Operation> {
    let mut predecessor = BytesN::from_array(env, &[0; 32]);
    let mut operations = Vec::new(env);
    for action in proposal.actions.iter() {
        let operation = Operation {
            target: action.target,
            function: action.function,
            args: action.args,
            predecessor,
            salt: id.clone(),
        };
        predecessor = timelock::hash_operation(env, &operation);
        operations.push_back(operation);
    }
    operations
}

fn call(env: &Env, config: &Config, operation: Operation) {
    let Operation {
        target,
        function,
        args,
        ..
    } = operation;
    if target == env.current_contract_address() {
        let action = Action {
            target,
            function,
            args,
        };
        return administration::run(env, config, &action);
    }
    env.invoke_contract::<Val>(&target, &function, args);
}
