//! Calls that a stop lets through. Governance itself can be stopped, and the whole system can.

use merit_common::{
    lifecycle,
    roles::{PAUSER, VETOER},
    StateClient,
};
use soroban_sdk::{panic_with_error, Address, Env, Symbol, TryFromVal, Vec};

use crate::{
    errors::GovernanceError,
    payload::Action,
    storage::{self, Config},
};

/// Seconds after the end of a stop in which still only recovery runs: a guardian has this time to stop again.
pub const RESUME_DELAY: u64 = 86_400;

/// Seconds (30 days) after which governance's own stop ends by itself, counted from the first one if there are several. While it
/// lasts nobody gains votes; without an end, a guardian could stop those who have too few to dismiss it for ever.
pub const LONGEST_STOP: u64 = 30 * 86_400;

/// Seconds (44 days) from the beginning of a stop to that of the next. The time between is long enough to stake, and to activate
/// what was staked in such a time before.
pub const NEXT_STOP: u64 = 44 * 86_400;

/// Stops governance itself. Repeating it is harmless, and prolongs nothing.
pub fn pause(env: &Env, guardian: Address) {
    let now = env.ledger().timestamp();
    let running = storage::stopped_at(env).filter(|at| now < at.saturating_add(NEXT_STOP));
    match running {
        Some(at) if now >= at.saturating_add(LONGEST_STOP) => {
            panic_with_error!(env, GovernanceError::StoppedTooLong)
        }
        Some(_) => {}
        None => {
            // One that has ended by itself is still marked.
            lifecycle::unpause(env, guardian.clone());
            storage::set_stopped_at(env, now);
        }
    }
    lifecycle::pause(env, guardian);
}

/// True while governance itself is stopped: nobody gains votes.
pub fn paused(env: &Env) -> bool {
    let now = env.ledger().timestamp();
    // Code before release 0.3.0 noted no beginning.
    let has_ended = |at: u64| now >= at.saturating_add(LONGEST_STOP);
    lifecycle::paused(env) && !storage::stopped_at(env).is_some_and(has_ended)
}

fn is_stopped(env: &Env, config: &Config) -> bool {
    paused(env) || is_system_stopped(env, config)
}

/// True if these calls may run now. Recovery always may. New code, migrations and the end of a role may run while the system is
/// stopped, because they can be the cure, but not while governance itself is stopped.
pub fn allow(env: &Env, config: &Config, actions: &Vec<Action>) -> bool {
    if is_recovery(env, config, actions) {
        return true;
    }
    if paused(env) || env.ledger().timestamp() < storage::resumes_at(env) {
        return false;
    }
    let cures = |action: Action| {
        recovers(env, config, &action)
            || is_named(env, &action, "upgrade")
            || is_named(env, &action, "migrate")
            || ends_role(env, config, &action)
    };
    actions.iter().all(cures) || !is_system_stopped(env, config)
}

/// True if the calls only end stops and dismiss guardians, which no guardian may hold up.
pub fn is_recovery(env: &Env, config: &Config, actions: &Vec<Action>) -> bool {
    actions.iter().all(|action| recovers(env, config, &action))
}

/// Ends governance's own stop.
pub fn unpause(env: &Env, operator: Address) {
    if paused(env) {
        resume_later(env);
    }
    lifecycle::unpause(env, operator);
}

/// Begins the wait if these calls, which are about to run, end a stop.
pub fn wait_if_ended(env: &Env, config: &Config, actions: &Vec<Action>) {
    let ends_stop = actions
        .iter()
        .any(|action| is_named(env, &action, "unpause"));
    if ends_stop && is_stopped(env, config) {
        resume_later(env);
    }
}

fn resume_later(env: &Env) {
    let at = env.ledger().timestamp().saturating_add(RESUME_DELAY);
    storage::set_resumes_at(env, at);
}

/// A `state` that gives no answer counts as stopped: a vote must be able to replace it.
fn is_system_stopped(env: &Env, config: &Config) -> bool {
    let answer = StateClient::new(env, &config.state).try_paused();
    !matches!(answer, Ok(Ok(false)))
}

fn recovers(env: &Env, config: &Config, action: &Action) -> bool {
    if is_named(env, action, "unpause") {
        return is_of_system(env, config, &action.target);
    }
    ends_role(env, config, action) && is_guardian(env, action)
}

fn ends_role(env: &Env, config: &Config, action: &Action) -> bool {
    action.target == config.admin && is_named(env, action, "revoke_role")
}

/// Other contracts may understand something else by `unpause`.
fn is_of_system(env: &Env, config: &Config, target: &Address) -> bool {
    let known = [
        &env.current_contract_address(),
        &config.admin,
        &config.state,
    ];
    let registered = || StateClient::new(env, &config.state).try_system_addresses();
    known.contains(&target) || matches!(registered(), Ok(Ok(all)) if all.contains(target))
}

/// True if the role that the call takes away is a guardian's.
fn is_guardian(env: &Env, action: &Action) -> bool {
    let role = action.args.get(1);
    let role = role.and_then(|role| Symbol::try_from_val(env, &role).ok());
    role.is_some_and(|role| {
        [PAUSER, VETOER]
            .iter()
            .any(|name| role == Symbol::new(env, name))
    })
}

fn is_named(env: &Env, action: &Action, name: &str) -> bool {
    action.function == Symbol::new(env, name)
}
