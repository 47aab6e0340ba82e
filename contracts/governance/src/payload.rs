//! The calls of a proposal.

use soroban_sdk::{
    contracttype, panic_with_error, xdr::ToXdr, Address, BytesN, Env, String, Symbol, Val, Vec,
};

use crate::{administration, errors::GovernanceError, storage::Config};

/// Most calls of one proposal.
pub const MAX_ACTIONS: u32 = 5;
/// Most bytes of all calls as XDR. Events repeat them, and a transaction's events have 16,384 B.
pub const MAX_PAYLOAD: u32 = 4_096;
/// Most bytes of a description.
pub const MAX_DESCRIPTION: u32 = 1_024;

/// One call, with this contract as the caller.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Action {
    pub target: Address,
    pub function: Symbol,
    pub args: Vec<Val>,
}

pub fn require_valid(env: &Env, config: &Config, actions: &Vec<Action>, description: &String) {
    if actions.is_empty() || actions.len() > MAX_ACTIONS {
        panic_with_error!(env, GovernanceError::InvalidPayload);
    }
    if actions.to_xdr(env).len() > MAX_PAYLOAD {
        panic_with_error!(env, GovernanceError::InvalidPayload);
    }
    if description.len() > MAX_DESCRIPTION {
        panic_with_error!(env, GovernanceError::DescriptionTooLong);
    }
    for action in actions.iter() {
        require_target(env, config, &action);
    }
}

fn require_target(env: &Env, config: &Config, action: &Action) {
    // As the asset's caller this contract could send the stakes away.
    if action.target == config.asset {
        panic_with_error!(env, GovernanceError::RefusedTarget);
    }
    if action.target == env.current_contract_address() && !administration::accepts(env, action) {
        panic_with_error!(env, GovernanceError::InvalidSelfCall);
    }
}

/// Identifies a proposal: SHA-256 of proposer (XDR), actions (XDR) and description. The proposer is part of it, or
/// somebody could propose the same first and cancel it.
pub fn id(
    env: &Env,
    proposer: &Address,
    actions: &Vec<Action>,
    description: &String,
) -> BytesN<32> {
    let mut content = proposer.to_xdr(env);
    content.append(&actions.to_xdr(env));
    content.append(&description.to_bytes());
    env.crypto().sha256(&content).to_bytes()
}
