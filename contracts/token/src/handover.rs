//! The administration of the asset leaves this contract in two steps with a delay, so that people can object.

use merit_common::handover::{Handover, Timing};
use soroban_sdk::{panic_with_error, Address, Env};

use crate::{asset, errors::TokenError, storage};

/// Announces `new_admin`; replaces an earlier proposal and starts the delay anew.
pub fn propose(env: &Env, new_admin: &Address) -> Handover {
    let handover = Handover::announce(env, new_admin, storage::handover_delay(env));
    storage::set_handover(env, &handover);
    handover
}

/// Makes the proposed address the admin of the asset contract. This contract has no power over it afterwards.
pub fn execute(env: &Env) -> Address {
    let handover = pending(env);
    match handover.timing(env) {
        Timing::Early => panic_with_error!(env, TokenError::HandoverEarly),
        Timing::Expired => panic_with_error!(env, TokenError::HandoverExpired),
        Timing::Open => {}
    }
    storage::remove_handover(env);
    asset::set_admin(env, &handover.to);
    handover.to
}

pub fn cancel(env: &Env) -> Address {
    let handover = pending(env);
    storage::remove_handover(env);
    handover.to
}

fn pending(env: &Env) -> Handover {
    storage::handover(env).unwrap_or_else(|| panic_with_error!(env, TokenError::NoHandover))
}
