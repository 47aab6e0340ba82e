//! The admin changes hands in two steps: announced by the old one, accepted by the new one after the delay.

use merit_common::handover::{Handover, Timing};
use soroban_sdk::{panic_with_error, Address, Env};

use crate::{errors::AdminError, storage};

/// Announces `new_admin`; replaces an earlier announcement and starts the delay anew.
pub fn begin(env: &Env, admin: &Address, new_admin: &Address) -> Handover {
    if admin == new_admin {
        panic_with_error!(env, AdminError::SameAdmin);
    }
    let transfer = Handover::announce(env, new_admin, storage::transfer_delay(env));
    storage::set_transfer(env, &transfer);
    transfer
}

/// The announced transfer, also one that is early or void.
pub fn pending(env: &Env) -> Handover {
    storage::transfer(env).unwrap_or_else(|| panic_with_error!(env, AdminError::NoTransfer))
}

/// Makes the announced account the admin, if the time is right.
pub fn accept(env: &Env, transfer: &Handover) {
    match transfer.timing(env) {
        Timing::Early => panic_with_error!(env, AdminError::TransferEarly),
        Timing::Expired => panic_with_error!(env, AdminError::TransferExpired),
        Timing::Open => {}
    }
    storage::remove_transfer(env);
    storage::set_admin(env, &transfer.to);
}
