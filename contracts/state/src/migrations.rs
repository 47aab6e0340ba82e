//! Which data migrations ran, per contract: each once, in order, from 1.

use soroban_sdk::{panic_with_error, Env, Symbol};

use crate::{errors::StateError, registry, storage};

pub fn record(env: &Env, name: &Symbol, version: u32) {
    registry::get(env, name);
    if storage::migration(env, name).checked_add(1) != Some(version) {
        panic_with_error!(env, StateError::MigrationOutOfOrder);
    }
    storage::set_migration(env, name, version);
}
