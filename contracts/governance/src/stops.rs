//! What a stop lets through. Governance itself can be stopped, and the whole system can.

use merit_common::{lifecycle, StateClient};
use soroban_sdk::{Env, Symbol, Vec};

use crate::{
    payload::Action,
    storage::{self, Config},
};

/// Seconds after the end of a stop in which still only recovery runs: a guardian has this time to stop again.
pub const RESUME_DELAY: u64 = 86_400;

/// True while nobody may gain votes.
pub fn is_stopped(env: &Env, config: &Config) -> bool {
    lifecycle::paused(env) || is_system_stopped(env, config)
}

/// True if these calls may run now. Recovery always may. New code and migrations may run while the system is stopped,
/// because they can be the cure, but not while governance itself is stopped.
pub fn allow(env: &Env, config: &Config, actions: &Vec<Action>) -> bool {
    if is_recovery(env, config, actions) {
        return true;
    }
    if lifecycle::paused(env) || env.ledger().timestamp() < storage::resumes_at(env) {
        return false;
    }
    let cures = |action: Action| {
        recovers(env, config, &action)
            || is_named(env, &action, "upgrade")
            || is_named(env, &action, "migrate")
    };
    actions.iter().all(cures) || !is_system_stopped(env, config)
}

/// True if the calls only end stops and take roles away. Otherwise no vote could end a stop or dismiss a guardian.
pub fn is_recovery(env: &Env, config: &Config, actions: &Vec<Action>) -> bool {
    actions.iter().all(|action| recovers(env, config, &action))
}

/// Ends governance's own stop.
pub fn unpause(env: &Env) {
    if lifecycle::paused(env) {
        resume_later(env);
    }
    lifecycle::unpause(env);
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
    is_named(env, action, "unpause")
        || (action.target == config.admin && is_named(env, action, "revoke_role"))
}

fn is_named(env: &Env, action: &Action, name: &str) -> bool {
    action.function == Symbol::new(env, name)
}
