//! New code has a wait of its own, at `admin`. It begins when the proposal is queued, so that one vote is enough.

use merit_common::AdminClient;
use soroban_sdk::{panic_with_error, Address, BytesN, Env, Symbol, TryFromVal, Vec};

use crate::{
    errors::GovernanceError,
    payload::Action,
    stakes,
    storage::{self, Config},
};

/// Seconds (7 days) that stakers have to notice a vote on new code of this contract, and to unstake.
const NOTICE: u64 = 7 * 86_400;

/// Announces the new code of each `upgrade` among the calls. If `admin` refuses, the proposal stays won: it could not run,
/// and can be queued later. Returns the Unix second from which `admin` lets all of it be used; 0: nothing waits.
pub fn announce(env: &Env, config: &Config, actions: &Vec<Action>) -> u64 {
    let admin = AdminClient::new(env, &config.admin);
    let mut due = 0;
    for action in actions.iter() {
        let Some(new_wasm_hash) = new_code(env, &action) else {
            continue;
        };
        if announce_one(env, &admin, &action.target, &new_wasm_hash) {
            let announced = admin.announced_upgrade(&action.target);
            due = due.max(announced.map_or(0, |announced| announced.eta));
        } else if code_waits(env, config) {
            panic_with_error!(env, GovernanceError::NotAnnounced);
        }
    }
    due
}

/// Fails if other code than that of the calls is announced: a later proposal has replaced it.
pub fn require_not_replaced(env: &Env, config: &Config, actions: &Vec<Action>) {
    let admin = AdminClient::new(env, &config.admin);
    for action in actions.iter() {
        let Some(new_wasm_hash) = new_code(env, &action) else {
            continue;
        };
        let announced = admin.announced_upgrade(&action.target);
        if announced.is_some_and(|other| other.new_wasm_hash != new_wasm_hash) {
            panic_with_error!(env, GovernanceError::NotAnnounced);
        }
    }
}

/// Begins the wait of this contract's own code, if the calls replace it. Returns when that is over, in Unix seconds; 0: nothing waits.
pub fn begin_notice(env: &Env, config: &Config, actions: &Vec<Action>) -> u64 {
    let here = env.current_contract_address();
    let is_own = |action: Action| action.target == here && new_code(env, &action).is_some();
    if !actions.iter().any(is_own) || !code_waits(env, config) {
        return 0;
    }
    let wait = NOTICE.saturating_add(storage::settings(env).cooldown);
    let ends = env.ledger().timestamp().saturating_add(wait);
    // Who has unstaked under a longer cool-down leaves too.
    let ends = ends.max(stakes::all_cooled_at(env));
    storage::set_notice_ends(env, ends);
    ends
}

/// Prolongs the wait of this contract's own code by as many seconds as a vote prolongs the cool-down. A vote that shortens the
/// cool-down again doesn't shorten the wait: who has unstaked before that is still locked.
pub fn prolong_notice(env: &Env, seconds: u64) {
    if let Some(ends) = storage::notice_ends(env) {
        storage::set_notice_ends(env, ends.saturating_add(seconds));
    }
}

/// True if everybody could leave who wanted to since a vote on this contract's own code was queued, the newest one if there are
/// several. Nobody can where code doesn't wait.
pub fn could_leave(env: &Env, config: &Config) -> bool {
    let now = env.ledger().timestamp();
    !code_waits(env, config) || storage::notice_ends(env).is_some_and(|ends| now >= ends)
}

/// True from the first time on that `admin` says so: neither new code of it nor a call too deep for its answer takes that back. An
/// `admin` of a release before 0.3.0 lets nothing wait and knows no announcements: its replacement must not be held up.
pub fn code_waits(env: &Env, config: &Config) -> bool {
    if storage::notice_ends(env).is_some() {
        return true;
    }
    let delay = AdminClient::new(env, &config.admin).try_upgrade_delay();
    let waits = matches!(delay, Ok(Ok(delay)) if delay > 0);
    if waits {
        storage::set_notice_ends(env, u64::MAX);
    }
    waits
}

fn new_code(env: &Env, action: &Action) -> Option<BytesN<32>> {
    if action.function != Symbol::new(env, "upgrade") {
        return None;
    }
    BytesN::try_from_val(env, &action.args.get(0)?).ok()
}

fn announce_one(env: &Env, admin: &AdminClient, contract: &Address, hash: &BytesN<32>) -> bool {
    let operator = env.current_contract_address();
    let announced = admin.try_announce_upgrade(contract, hash, &operator);
    matches!(announced, Ok(Ok(())))
}
