//! Constructor, upgrade, migration and own pause, the same in every contract, and the entry points of most: they check the
//! authorisation, the functions here don't.

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

/// Replaces the code without asking `admin` whether it is due: for `admin` itself, which the host doesn't let call itself,
/// and for contracts that know no `admin`.
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

/// Adds those of these entry points that are listed: `pause`, `unpause`, `paused`, `upgrade`, `migrate(SCHEMA)` and `version`.
/// `pause` has its text before it. A text before `unpause` or `paused` replaces the usual one, one before `upgrade` follows it.
/// `$open` is a `fn(&Env) -> Address` that keeps the instance alive and returns the address of `admin`.
#[macro_export]
macro_rules! lifecycle {
    (
        $contract:ident, $error:ident, $open:expr;
        $($(#[$doc:meta])* $function:ident $(($schema:expr))?),+ $(,)?
    ) => {
        $($crate::lifecycle! { @$function ($contract, $error, $open $(, $schema)?) $(#[$doc])* })+
    };
    (@pause ($contract:ident, $error:ident, $open:expr) $(#[$doc:meta])+) => {
        #[soroban_sdk::contractimpl]
        impl $contract {
            $(#[$doc])+
            pub fn pause(env: soroban_sdk::Env, guardian: soroban_sdk::Address) {
                $crate::lifecycle!(@require_role $open, $error, &env, $crate::roles::PAUSER, &guardian);
                $crate::lifecycle::pause(&env, guardian);
            }
        }
    };
    (@unpause $of:tt) => {
        $crate::lifecycle! {
            @unpause $of
            /// Ends this contract's own stop. Role `unpauser`.
        }
    };
    (@unpause ($contract:ident, $error:ident, $open:expr) $(#[$doc:meta])+) => {
        #[soroban_sdk::contractimpl]
        impl $contract {
            $(#[$doc])+
            pub fn unpause(env: soroban_sdk::Env, operator: soroban_sdk::Address) {
                $crate::lifecycle!(@require_role $open, $error, &env, $crate::roles::UNPAUSER, &operator);
                $crate::lifecycle::unpause(&env, operator);
            }
        }
    };
    (@paused $of:tt) => {
        $crate::lifecycle! {
            @paused $of
            /// True while this contract itself is stopped; `state` knows about the whole system.
        }
    };
    (@paused ($contract:ident, $error:ident, $open:expr) $(#[$doc:meta])+) => {
        #[soroban_sdk::contractimpl]
        impl $contract {
            $(#[$doc])+
            pub fn paused(env: soroban_sdk::Env) -> bool {
                $crate::ttl::extend_instance(&env);
                $crate::lifecycle::paused(&env)
            }
        }
    };
    (@upgrade ($contract:ident, $error:ident, $open:expr) $(#[$doc:meta])*) => {
        #[soroban_sdk::contractimpl]
        impl $contract {
            /// Replaces the code by announced code (`admin.announce_upgrade`). Role `upgrader`. The new code's `migrate` runs next.
            $(#[$doc])*
            pub fn upgrade(
                env: soroban_sdk::Env,
                new_wasm_hash: soroban_sdk::BytesN<32>,
                operator: soroban_sdk::Address,
            ) {
                let admin = $crate::lifecycle!(@require_role $open, $error, &env, $crate::roles::UPGRADER, &operator);
                if !$crate::lifecycle::upgrade(&env, &admin, &new_wasm_hash) {
                    soroban_sdk::panic_with_error!(&env, $error::UpgradeNotDue);
                }
            }
        }
    };
    (@migrate ($contract:ident, $error:ident, $open:expr, $schema:expr)) => {
        #[soroban_sdk::contractimpl]
        impl $contract {
            /// Brings the stored data to this code's schema version, once. Role `upgrader`.
            pub fn migrate(env: soroban_sdk::Env, operator: soroban_sdk::Address) {
                $crate::lifecycle!(@require_role $open, $error, &env, $crate::roles::UPGRADER, &operator);
                if !$crate::lifecycle::migrate(&env, $schema, operator) {
                    soroban_sdk::panic_with_error!(&env, $error::AlreadyMigrated);
                }
            }
        }
    };
    (@version ($contract:ident, $error:ident, $open:expr)) => {
        #[soroban_sdk::contractimpl]
        impl $contract {
            /// Schema version of the stored data.
            pub fn version(env: soroban_sdk::Env) -> u32 {
                $crate::ttl::extend_instance(&env);
                $crate::lifecycle::version(&env)
            }
        }
    };
    (@require_role $open:expr, $error:ident, $env:expr, $role:expr, $operator:expr) => {{
        let open: fn(&soroban_sdk::Env) -> soroban_sdk::Address = $open;
        let admin = open($env);
        if !$crate::guards::authorize($env, &admin, $role, $operator) {
            soroban_sdk::panic_with_error!($env, $error::Unauthorized);
        }
        admin
    }};
}
