//! Votes on this contract itself. The host refuses a call from itself, so they are carried out locally.

use soroban_sdk::{panic_with_error, BytesN, Env, Symbol, TryFromVal, Val};

use merit_common::lifecycle;

use crate::{
    classes::{self, ClassEntry},
    contract::SCHEMA,
    errors::GovernanceError,
    payload::Action,
    settings::{self, Settings},
    storage::Config,
};

/// What a vote may do here.
pub enum SelfCall {
    SetSettings(Settings),
    SetClass(ClassEntry),
    Upgrade(BytesN<32>),
    Migrate,
    Unpause,
}

/// None if there is no such function or the arguments don't fit it.
pub fn parse(env: &Env, action: &Action) -> Option<SelfCall> {
    let named = |name| action.function == Symbol::new(env, name);
    let count = action.args.len();
    if count == 1 && named("set_settings") {
        return argument(env, action).map(SelfCall::SetSettings);
    }
    if count == 1 && named("set_class") {
        return argument(env, action).map(SelfCall::SetClass);
    }
    if count == 1 && named("upgrade") {
        return argument(env, action).map(SelfCall::Upgrade);
    }
    if count == 0 && named("migrate") {
        return Some(SelfCall::Migrate);
    }
    if count == 0 && named("unpause") {
        return Some(SelfCall::Unpause);
    }
    None
}

pub fn run(env: &Env, config: &Config, action: &Action) {
    match parse(env, action) {
        Some(SelfCall::SetSettings(settings)) => settings::change(env, &settings),
        Some(SelfCall::SetClass(entry)) => classes::set(env, config, &entry),
        Some(SelfCall::Upgrade(wasm_hash)) => lifecycle::upgrade(env, &wasm_hash),
        Some(SelfCall::Migrate) => migrate(env),
        Some(SelfCall::Unpause) => lifecycle::unpause(env),
        None => panic_with_error!(env, GovernanceError::InvalidSelfCall),
    }
}

pub fn migrate(env: &Env) {
    if !lifecycle::migrate(env, SCHEMA) {
        panic_with_error!(env, GovernanceError::AlreadyMigrated);
    }
}

fn argument<T: TryFromVal<Env, Val>>(env: &Env, action: &Action) -> Option<T> {
    T::try_from_val(env, &action.args.get_unchecked(0)).ok()
}
