//! The parts of `admin` and `state` that every other contract calls.

use soroban_sdk::{contractclient, Address, Env, Symbol, Vec};

#[contractclient(name = "AdminClient")]
pub trait Admin {
    /// True while `account` holds `role` and the grant has not expired.
    fn has_role(env: Env, role: Symbol, account: Address) -> bool;
}

#[contractclient(name = "StateClient")]
pub trait State {
    /// True while the whole system is stopped.
    fn paused(env: Env) -> bool;

    /// Addresses of the registered contracts, at most 32.
    fn system_addresses(env: Env) -> Vec<Address>;
}
