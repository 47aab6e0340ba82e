//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{
    clients::AnnouncedUpgrade,
    handover::{Handover, Timing, MAX_DELAY},
    lifecycle, roles as role_names, ttl, StateClient,
};
use soroban_sdk::{contract, contractimpl, panic_with_error, Address, BytesN, Env, Symbol, Vec};
use stellar_access::access_control;

use crate::{
    errors::AdminError,
    events::{
        AdminTransferBegun, AdminTransferCancelled, AdminTransferred, RoleGranted, StateSet,
        UpgradeAnnounced, UpgradeCancelled,
    },
    roles, storage, transfer, upgrades,
};

const SCHEMA_VERSION: u32 = 1;

#[contract]
pub struct AdminContract;

#[contractimpl]
impl AdminContract {
    /// `transfer_delay`: seconds between announcing and accepting a new admin; `upgrade_delay`: seconds between announcing
    /// and using new code of any contract, 0: it needs no announcement. Both at most 90 days, and fixed from now on.
    pub fn __constructor(env: Env, admin: Address, transfer_delay: u64, upgrade_delay: u64) {
        if transfer_delay.max(upgrade_delay) > MAX_DELAY {
            panic_with_error!(&env, AdminError::InvalidDelay);
        }
        access_control::set_admin(&env, &admin);
        storage::set_transfer_delay(&env, transfer_delay);
        storage::set_upgrade_delay(&env, upgrade_delay);
        lifecycle::init(&env, SCHEMA_VERSION);
    }

    pub fn get_admin(env: Env) -> Option<Address> {
        ttl::extend_instance(&env);
        storage::admin(&env)
    }

    /// Position of `account` among the grants of `role`; none: it doesn't hold the role, or its grant has expired.
    pub fn has_role(env: Env, account: Address, role: Symbol) -> Option<u32> {
        ttl::extend_instance(&env);
        roles::find(&env, &account, &role)
    }

    /// Unix second at which the grant ends; none: never, or no grant.
    pub fn role_expiry(env: Env, account: Address, role: Symbol) -> Option<u64> {
        ttl::extend_instance(&env);
        storage::expiry(&env, &account, &role)
    }

    /// Roles that were granted to somebody (at most 256).
    pub fn get_existing_roles(env: Env) -> Vec<Symbol> {
        ttl::extend_instance(&env);
        access_control::get_existing_roles(&env)
    }

    /// Grants of `role`, expired ones included: the number of positions.
    pub fn get_role_member_count(env: Env, role: Symbol) -> u32 {
        ttl::extend_instance(&env);
        access_control::get_role_member_count(&env, &role)
    }

    /// The account whose grant is at position `index`, also if the grant has expired. Fails if there is no such position.
    pub fn get_role_member(env: Env, role: Symbol, index: u32) -> Address {
        ttl::extend_instance(&env);
        access_control::get_role_member(&env, &role, index)
    }

    /// Holders at positions `start .. start + limit` (limit 1 to 100), without expired ones.
    pub fn members(env: Env, role: Symbol, start: u32, limit: u32) -> Vec<Address> {
        ttl::extend_instance(&env);
        roles::members(&env, &role, start, limit)
    }

    /// Makes this contract stop when the registry `state` stops the whole system. By the admin; works while paused.
    pub fn set_state(env: Env, state: Address) {
        ttl::extend_instance(&env);
        require_admin(&env);
        // If it isn't a registry, this fails now and not at the next grant.
        StateClient::new(&env, &state).paused();
        storage::set_state(&env, &state);
        StateSet { state }.publish(&env);
    }

    /// The registry whose stop of the whole system stops this contract too.
    pub fn state(env: Env) -> Option<Address> {
        ttl::extend_instance(&env);
        storage::state(&env)
    }

    /// Grants `role` without an end, also if it had one. `caller`: the admin. Works while the whole system is stopped.
    pub fn grant_role(env: Env, account: Address, role: Symbol, caller: Address) {
        grant(&env, account, role, None, caller);
    }

    /// Like `grant_role`, with an end, or another end, in Unix seconds.
    pub fn grant_role_until(
        env: Env,
        account: Address,
        role: Symbol,
        expires_at: u64,
        caller: Address,
    ) {
        grant(&env, account, role, Some(expires_at), caller);
    }

    /// Takes `role` from `account`. `caller`: the admin. Works while paused: taking a stolen key's power away must never
    /// wait.
    pub fn revoke_role(env: Env, account: Address, role: Symbol, caller: Address) {
        ttl::extend_instance(&env);
        require_admin_is(&env, &caller);
        roles::revoke(&env, &account, &role, &caller);
    }

    /// Gives up the caller's own role.
    pub fn renounce_role(env: Env, role: Symbol, caller: Address) {
        ttl::extend_instance(&env);
        caller.require_auth();
        roles::revoke(&env, &caller, &role, &caller);
    }

    /// Announces a new admin, who may accept after the delay and within 14 days from then.
    pub fn begin_transfer(env: Env, new_admin: Address) {
        enter_running(&env);
        let admin = require_admin(&env);
        let Handover {
            eta, expires_at, ..
        } = transfer::begin(&env, &admin, &new_admin);
        AdminTransferBegun {
            admin,
            new_admin,
            eta,
            expires_at,
        }
        .publish(&env);
    }

    /// Makes the announced account the admin. By that account.
    pub fn accept_transfer(env: Env) {
        enter_running(&env);
        let pending = transfer::pending(&env);
        pending.to.require_auth();
        let previous_admin = current_admin(&env);
        transfer::accept(&env, &pending);
        AdminTransferred {
            new_admin: pending.to,
            previous_admin,
        }
        .publish(&env);
    }

    /// Withdraws the announced transfer. By the admin. Works while paused.
    pub fn cancel_transfer(env: Env) {
        ttl::extend_instance(&env);
        let admin = require_admin(&env);
        let pending = transfer::pending(&env);
        storage::remove_transfer(&env);
        AdminTransferCancelled {
            admin,
            new_admin: pending.to,
        }
        .publish(&env);
    }

    /// The announced transfer, unless it is void.
    pub fn pending_transfer(env: Env) -> Option<Handover> {
        ttl::extend_instance(&env);
        storage::transfer(&env).filter(|pending| pending.timing(&env) != Timing::Expired)
    }

    /// Seconds between announcing and accepting a new admin.
    pub fn transfer_delay(env: Env) -> u64 {
        ttl::extend_instance(&env);
        storage::transfer_delay(&env)
    }

    /// Announces code that `contract` may replace its own with, after the delay and within 60 days from then. Other code
    /// takes the place of what was announced for the contract, and waits anew; the same code keeps its `eta` and gets a
    /// later end. Role `upgrader`. Works while paused: new code may be the remedy.
    pub fn announce_upgrade(
        env: Env,
        contract: Address,
        new_wasm_hash: BytesN<32>,
        operator: Address,
    ) {
        ttl::extend_instance(&env);
        require_role(&env, role_names::UPGRADER, &operator);
        let Some(upgrade) = upgrades::announce(&env, &contract, new_wasm_hash) else {
            return;
        };
        UpgradeAnnounced {
            contract,
            new_wasm_hash: upgrade.new_wasm_hash,
            operator,
            eta: upgrade.eta,
            expires_at: upgrade.expires_at,
        }
        .publish(&env);
    }

    /// Withdraws what was announced for `contract`. Role `pauser`, or the admin. Works while paused.
    pub fn cancel_upgrade(env: Env, contract: Address, guardian: Address) {
        ttl::extend_instance(&env);
        require_role_or_admin(&env, role_names::PAUSER, &guardian);
        let AnnouncedUpgrade { new_wasm_hash, .. } = upgrades::cancel(&env, &contract);
        UpgradeCancelled {
            contract,
            new_wasm_hash,
            guardian,
        }
        .publish(&env);
    }

    /// The announced code of a contract, unless it is void.
    pub fn announced_upgrade(env: Env, contract: Address) -> Option<AnnouncedUpgrade> {
        ttl::extend_instance(&env);
        upgrades::find(&env, &contract)
    }

    /// True if `contract` may replace its code by this one now.
    pub fn upgrade_is_due(env: Env, contract: Address, new_wasm_hash: BytesN<32>) -> bool {
        ttl::extend_instance(&env);
        upgrades::is_due(&env, &contract, &new_wasm_hash)
    }

    /// Seconds between announcing and using new code; 0: it needs no announcement.
    pub fn upgrade_delay(env: Env) -> u64 {
        ttl::extend_instance(&env);
        storage::upgrade_delay(&env)
    }

    /// Stops this contract. Role `pauser`.
    pub fn pause(env: Env, guardian: Address) {
        ttl::extend_instance(&env);
        require_role(&env, role_names::PAUSER, &guardian);
        lifecycle::pause(&env, guardian);
    }

    /// Ends this contract's own stop. Role `unpauser`, or the admin: while paused nobody could be granted the role.
    pub fn unpause(env: Env, operator: Address) {
        ttl::extend_instance(&env);
        require_role_or_admin(&env, role_names::UNPAUSER, &operator);
        lifecycle::unpause(&env, operator);
    }

    pub fn paused(env: Env) -> bool {
        ttl::extend_instance(&env);
        lifecycle::paused(&env)
    }

    /// Replaces the code by announced code (`announce_upgrade`). Role `upgrader`. The new code's `migrate` runs next.
    pub fn upgrade(env: Env, new_wasm_hash: BytesN<32>, operator: Address) {
        ttl::extend_instance(&env);
        require_role(&env, role_names::UPGRADER, &operator);
        if !upgrades::is_due(&env, &env.current_contract_address(), &new_wasm_hash) {
            panic_with_error!(&env, AdminError::UpgradeNotDue);
        }
        lifecycle::replace_code(&env, &new_wasm_hash);
    }

    /// Brings the stored data to this code's schema version, once. Role `upgrader`.
    pub fn migrate(env: Env, operator: Address) {
        ttl::extend_instance(&env);
        require_role(&env, role_names::UPGRADER, &operator);
        if !lifecycle::migrate(&env, SCHEMA_VERSION, operator) {
            panic_with_error!(&env, AdminError::AlreadyMigrated);
        }
    }

    /// Schema version of the stored data.
    pub fn version(env: Env) -> u32 {
        ttl::extend_instance(&env);
        lifecycle::version(&env)
    }
}

fn enter_unpaused(env: &Env) {
    ttl::extend_instance(env);
    if lifecycle::paused(env) {
        panic_with_error!(env, AdminError::Paused);
    }
}

fn enter_running(env: &Env) {
    enter_unpaused(env);
    require_system_running(env);
}

fn require_system_running(env: &Env) {
    if storage::state(env).is_some_and(|state| StateClient::new(env, &state).paused()) {
        panic_with_error!(env, AdminError::Paused);
    }
}

fn current_admin(env: &Env) -> Address {
    storage::admin(env).unwrap_or_else(|| panic_with_error!(env, AdminError::Unauthorized))
}

fn require_admin(env: &Env) -> Address {
    let admin = current_admin(env);
    admin.require_auth();
    admin
}

fn require_admin_is(env: &Env, caller: &Address) {
    caller.require_auth();
    if current_admin(env) != *caller {
        panic_with_error!(env, AdminError::Unauthorized);
    }
}

fn require_role(env: &Env, role: &str, operator: &Address) {
    operator.require_auth();
    if !roles::holds(env, operator, role) {
        panic_with_error!(env, AdminError::Unauthorized);
    }
}

fn require_role_or_admin(env: &Env, role: &str, operator: &Address) {
    if storage::admin(env).as_ref() == Some(operator) {
        operator.require_auth();
    } else {
        require_role(env, role, operator);
    }
}

/// Also during a stop of the whole system, since new keys must be able to replace stolen ones then.
fn grant(env: &Env, account: Address, role: Symbol, expires_at: Option<u64>, caller: Address) {
    enter_unpaused(env);
    require_admin_is(env, &caller);
    roles::grant(env, &account, &role, expires_at);
    RoleGranted {
        role,
        account,
        caller,
        expires_at,
    }
    .publish(env);
}
