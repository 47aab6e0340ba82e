//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{amount, guards, lifecycle, roles, ttl};
use soroban_sdk::{contract, contractimpl, panic_with_error, Address, Env};

use crate::{
    asset,
    errors::TokenError,
    events::{Clawback, Freeze, Mint, QuotaSet, Unfreeze},
    storage::{self, Config},
    supply::{self, Quota},
};

const SCHEMA_VERSION: u32 = 1;

#[contract]
pub struct TokenContract;

#[contractimpl]
impl TokenContract {
    /// `admin`, `state`: those contracts. `asset`: the reward asset's contract (SAC), whose admin this contract must
    /// become. `cap`: most stroops that may exist.
    pub fn __constructor(env: Env, admin: Address, state: Address, asset: Address, cap: i128) {
        if !amount::is_valid(cap) {
            panic_with_error!(&env, TokenError::InvalidAmount);
        }
        let config = Config {
            admin,
            state,
            asset,
            cap,
        };
        storage::set_config(&env, &config);
        lifecycle::init(&env, SCHEMA_VERSION);
    }

    /// Mints `amount` stroops to `to`, within the minter's quota and the cap. Role `minter`. Never to a contract of the
    /// system, which could not account for them, nor to the asset contract, where they would be nobody's.
    pub fn mint(env: Env, minter: Address, to: Address, amount: i128) {
        enter_running(&env, roles::MINTER, &minter);
        refuse_system_address(&env, &to);
        if to == storage::asset(&env) {
            panic_with_error!(&env, TokenError::SystemAddress);
        }
        supply::mint(&env, &minter, &to, amount);
        Mint { to, minter, amount }.publish(&env);
    }

    /// Sets how many stroops `minter` may mint per rolling 24 h, at once. Role `limiter`. A cut works while paused.
    pub fn set_quota(env: Env, operator: Address, minter: Address, daily: i128) {
        enter(&env, roles::LIMITER, &operator);
        if daily > storage::quota(&env, &minter) {
            require_running(&env);
        }
        supply::set_quota(&env, &minter, daily);
        QuotaSet {
            minter,
            daily,
            operator,
        }
        .publish(&env);
    }

    pub fn quota(env: Env, minter: Address) -> Quota {
        ttl::extend_instance(&env);
        supply::quota(&env, &minter)
    }

    /// Freezes an account's balance, and what the system's contracts hold for it, until `unfreeze`. It stays frozen if it closes
    /// its trustline, and can be frozen without one; repeat the call to freeze a line that it opens later. Role `freezer`. Works
    /// while paused: a thief doesn't wait. Never a contract of the system: what it holds belongs to others.
    pub fn freeze(env: Env, operator: Address, account: Address) {
        enter(&env, roles::FREEZER, &operator);
        refuse_system_address(&env, &account);
        storage::set_frozen(&env, &account);
        asset::set_authorized(&env, &account, false);
        Freeze { account, operator }.publish(&env);
    }

    /// Ends the freeze of an account. Role `freezer`.
    pub fn unfreeze(env: Env, operator: Address, account: Address) {
        enter_running(&env, roles::FREEZER, &operator);
        storage::remove_frozen(&env, &account);
        asset::set_authorized(&env, &account, true);
        Unfreeze { account, operator }.publish(&env);
    }

    /// True if the account was frozen, or its trustline is: the system's contracts then pay it nothing.
    pub fn is_frozen(env: Env, account: Address) -> bool {
        ttl::extend_instance(&env);
        storage::is_frozen(&env, &account) || asset::is_deauthorized(&env, &account)
    }

    /// Burns `amount` stroops of what `from` holds. Role `clawback`. Never from a contract of the system: what it holds
    /// belongs to others.
    pub fn clawback(env: Env, operator: Address, from: Address, amount: i128) {
        enter_running(&env, roles::CLAWBACK, &operator);
        refuse_system_address(&env, &from);
        supply::clawback(&env, &from, amount);
        Clawback {
            from,
            operator,
            amount,
        }
        .publish(&env);
    }

    /// Most stroops that may exist.
    pub fn cap(env: Env) -> i128 {
        ttl::extend_instance(&env);
        storage::cap(&env)
    }

    /// Stroops minted minus clawed back.
    pub fn minted(env: Env) -> i128 {
        ttl::extend_instance(&env);
        storage::minted(&env)
    }

    /// The reward asset's contract (SAC).
    pub fn asset(env: Env) -> Address {
        ttl::extend_instance(&env);
        storage::asset(&env)
    }
}

lifecycle! {
    TokenContract, TokenError, storage::open;
    /// Stops this contract. Role `pauser`.
    pause,
    unpause, paused,
    /// Works while paused: it may be the remedy.
    upgrade,
    migrate(SCHEMA_VERSION), version,
}

fn enter(env: &Env, role: &str, operator: &Address) {
    if !guards::authorize(env, &storage::open(env), role, operator) {
        panic_with_error!(env, TokenError::Unauthorized);
    }
}

fn enter_running(env: &Env, role: &str, operator: &Address) {
    enter(env, role, operator);
    require_running(env);
}

fn require_running(env: &Env) {
    if guards::is_stopped(env, &storage::state_contract(env)) {
        panic_with_error!(env, TokenError::Paused);
    }
}

fn refuse_system_address(env: &Env, account: &Address) {
    if guards::is_system_address(env, &storage::state_contract(env), account) {
        panic_with_error!(env, TokenError::SystemAddress);
    }
}
