//! New code has a wait of its own, at `admin`. It begins when the proposal is queued, so that one vote is enough.

use merit_common::AdminClient;
use soroban_sdk::{panic_with_error, Address, BytesN, Env, Symbol, TryFromVal, Vec};

use crate::{errors::GovernanceError, payload::Action, storage::Config};

/// Announces the new code of each `upgrade` among the calls. If `admin` refuses, the proposal stays won: it could not run,
/// and can be queued later.
pub fn announce(env: &Env, config: &Config, actions: &Vec<Action>) {
    let admin = AdminClient::new(env, &config.admin);
    for action in actions.iter() {
        let Some(new_wasm_hash) = new_code(env, &action) else {
            continue;
        };
        if !announce_one(env, &admin, &action.target, &new_wasm_hash) && has_to_wait(&admin) {
            panic_with_error!(env, GovernanceError::NotAnnounced);
        }
    }
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

/// An `admin` of a release before 0.3.0 lets nothing wait and knows no announcements: its replacement must not be held up.
fn has_to_wait(admin: &AdminClient) -> bool {
    matches!(admin.try_upgrade_delay(), Ok(Ok(delay)) if delay > 0)
}
