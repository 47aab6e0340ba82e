//! Classes of calls, by the agreement that they need. A call that isn't listed needs the most.

use soroban_sdk::{contracttype, panic_with_error, Address, Env, Symbol, Vec};

use crate::{
    errors::GovernanceError,
    events::ClassSet,
    payload::Action,
    settings::{Rules, Settings},
    storage::{self, Config},
};

/// Most entries that a deployment may list; a vote can add more.
const MAX_ENTRIES: u32 = 32;

#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum Class {
    /// Limits, quotas, parameters.
    Parameter = 0,
    /// Money.
    Treasury = 1,
    /// Code, roles, this contract's own settings, and everything else.
    Upgrade = 2,
}

/// Class of one function of one contract.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ClassEntry {
    pub target: Address,
    pub function: Symbol,
    pub class: Class,
}

/// Stores the deployment's table.
pub fn init(env: &Env, config: &Config, table: &Vec<ClassEntry>) {
    if table.len() > MAX_ENTRIES {
        panic_with_error!(env, GovernanceError::InvalidPayload);
    }
    for entry in table.iter() {
        set(env, config, &entry);
    }
}

/// Called by the constructor and by votes.
pub fn set(env: &Env, config: &Config, entry: &ClassEntry) {
    if is_fixed(env, config, &entry.target) {
        panic_with_error!(env, GovernanceError::FixedClass);
    }
    storage::set_class(env, &entry.target, &entry.function, entry.class);
    ClassSet {
        target: entry.target.clone(),
        function: entry.function.clone(),
        class: entry.class,
    }
    .publish(env);
}

pub fn of(env: &Env, config: &Config, target: &Address, function: &Symbol) -> Class {
    if is_fixed(env, config, target) {
        return Class::Upgrade;
    }
    storage::class(env, target, function).unwrap_or(Class::Upgrade)
}

/// The highest quorum and the highest majority that any of the actions needs.
pub fn strictest(env: &Env, config: &Config, settings: &Settings, actions: &Vec<Action>) -> Rules {
    let none = Rules {
        quorum_bps: 0,
        threshold_bps: 0,
    };
    actions.iter().fold(none, |so_far, action| {
        let rules = settings.rules(of(env, config, &action.target, &action.function));
        Rules {
            quorum_bps: so_far.quorum_bps.max(rules.quorum_bps),
            threshold_bps: so_far.threshold_bps.max(rules.threshold_bps),
        }
    })
}

/// True if the calls of a contract always need the highest class. A vote that changes roles or this contract can do everything,
/// so no table may make it cheaper.
fn is_fixed(env: &Env, config: &Config, target: &Address) -> bool {
    *target == env.current_contract_address() || *target == config.admin
}
