//! Votes on this contract itself. The host refuses a call from itself, so they are carried out locally.

use soroban_sdk::{panic_with_error, Address, BytesN, Env, Symbol, TryFromVal, Val};

use merit_common::lifecycle;

use crate::{
    classes::{self, ClassEntry},
    contract::SCHEMA,
    errors::GovernanceError,
    payload::Action,
    settings::{self, Settings},
    stops,
    storage::Config,
    upgrades,
};

/// The functions of this contract that a vote may call.
enum Function {
    SetSettings,
    SetClass,
    Upgrade,
    Migrate,
    Unpause,
}

/// False if there is no such function or the arguments don't fit it.
pub fn accepts(env: &Env, action: &Action) -> bool {
    match function(env, action) {
        Some(Function::SetSettings) => argument::<Settings>(env, action).is_some(),
        Some(Function::SetClass) => argument::<ClassEntry>(env, action).is_some(),
        Some(Function::Upgrade) => argument::<BytesN<32>>(env, action).is_some(),
        Some(Function::Migrate | Function::Unpause) => true,
        None => false,
    }
}

pub fn run(env: &Env, config: &Config, action: &Action) {
    match function(env, action) {
        Some(Function::SetSettings) => settings::change(env, require_argument(env, action)),
        Some(Function::SetClass) => classes::set(env, config, &require_argument(env, action)),
        Some(Function::Upgrade) => upgrade(env, config, &require_argument(env, action)),
        Some(Function::Migrate) => migrate(env, config, env.current_contract_address()),
        Some(Function::Unpause) => stops::unpause(env, env.current_contract_address()),
        None => panic_with_error!(env, GovernanceError::InvalidSelfCall),
    }
}

fn function(env: &Env, action: &Action) -> Option<Function> {
    let named = |name| action.function == Symbol::new(env, name);
    match action.args.len() {
        0 if named("migrate") => Some(Function::Migrate),
        0 if named("unpause") => Some(Function::Unpause),
        1 if named("set_settings") => Some(Function::SetSettings),
        1 if named("set_class") => Some(Function::SetClass),
        1 if named("upgrade") => Some(Function::Upgrade),
        _ => None,
    }
}

/// Only a vote may do this: a thief of the admin's key could replace `admin`, which says when code is due.
fn upgrade(env: &Env, config: &Config, new_wasm_hash: &BytesN<32>) {
    if !upgrades::could_leave(env, config) || !lifecycle::upgrade(env, &config.admin, new_wasm_hash)
    {
        panic_with_error!(env, GovernanceError::UpgradeNotDue);
    }
}

/// From schema version 2 on, this contract remembers that new code waits.
pub fn migrate(env: &Env, config: &Config, operator: Address) {
    upgrades::code_waits(env, config);
    if !lifecycle::migrate(env, SCHEMA, operator) {
        panic_with_error!(env, GovernanceError::AlreadyMigrated);
    }
}

fn argument<T: TryFromVal<Env, Val>>(env: &Env, action: &Action) -> Option<T> {
    T::try_from_val(env, &action.args.get_unchecked(0)).ok()
}

/// The code may have been replaced since the proposal was made, and may take other arguments.
fn require_argument<T: TryFromVal<Env, Val>>(env: &Env, action: &Action) -> T {
    argument(env, action)
        .unwrap_or_else(|| panic_with_error!(env, GovernanceError::InvalidSelfCall))
}
