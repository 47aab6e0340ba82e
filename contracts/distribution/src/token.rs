//! The part of `token` that `distribution` uses.

use soroban_sdk::{contractclient, Address, Env};

#[contractclient(name = "TokenClient")]
#[allow(dead_code)] // Only the client that the macro makes of it is used.
pub trait Token {
    /// Burns `amount` stroops of what `from` holds. Role `clawback`.
    fn clawback(env: Env, operator: Address, from: Address, amount: i128);
}
