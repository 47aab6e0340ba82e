//! Constructor, upgrade, migration and own pause, the same in every contract. No authorisation here:
//! the entry points have checked it.

use soroban_sdk::{contractevent, symbol_short, Address, BytesN, Env, Symbol};
use stellar_contract_utils::upgradeable::{self, get_schema_version, set_schema_version};

use crate::AdminClient;

/// Instance: `bool`, under the key of OpenZeppelin's `pausable`, whose own functions would bring along errors that
/// nothing here raises.
const PAUSED: (Symbol,) = (symbol_short!("Paused"),);

/// This contract is stopped, or the whole system if it is `state`.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Paused {
    pub operator: Address,
}

/// This contract runs again, or the whole system if it is `state`.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unpaused {
    pub operator: Address,
}

/// Stored data now has the layout of this schema version.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Migrated {
    pub version: u32,
    pub operator: Address,
}

/// Records the schema version that a constructor writes.
pub fn init(env: &Env, schema_version: u32) {
    set_schema_version(env, schema_version);
}

/// Schema version of the stored data. Between `upgrade` and `migrate` it is behind that of the code.
pub fn version(env: &Env) -> u32 {
    get_schema_version(env)
}

/// Replaces the code when this invocation ends, if `admin` says that it was announced and has waited; the host emits the
/// event. False, and nothing changes, if not.
#[must_use]
pub fn upgrade(env: &Env, admin: &Address, new_wasm_hash: &BytesN<32>) -> bool {
    let contract = env.current_contract_address();
    let is_due = AdminClient::new(env, admin).upgrade_is_due(&contract, new_wasm_hash);
    if is_due {
        replace_code(env, new_wasm_hash);
    }
    is_due
}

/// Without asking whether it is due: for `admin` itself, which the host doesn't let call itself, and for contracts that
/// know no `admin`.
pub fn replace_code(env: &Env, new_wasm_hash: &BytesN<32>) {
    upgradeable::upgrade(env, new_wasm_hash);
}

/// Marks the data as migrated to `schema_version`. False, and nothing changes, if it already was:
/// the caller refuses then, so each migration runs once.
#[must_use]
pub fn migrate(env: &Env, schema_version: u32, operator: Address) -> bool {
    if get_schema_version(env) >= schema_version {
        return false;
    }
    set_schema_version(env, schema_version);
    Migrated {
        version: schema_version,
        operator,
    }
    .publish(env);
    true
}

/// Stops this contract. Repeating it is harmless, so a guardian may retry blindly.
pub fn pause(env: &Env, operator: Address) {
    if !paused(env) {
        env.storage().instance().set(&PAUSED, &true);
        Paused { operator }.publish(env);
    }
}

/// Lets this contract run again. Repeating it is harmless.
pub fn unpause(env: &Env, operator: Address) {
    if paused(env) {
        env.storage().instance().set(&PAUSED, &false);
        Unpaused { operator }.publish(env);
    }
}

/// True while this contract is stopped on its own; see [`crate::guards::is_stopped`] for the whole system.
pub fn paused(env: &Env) -> bool {
    env.storage().instance().get(&PAUSED).unwrap_or(false)
}
