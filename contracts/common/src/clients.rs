//! The parts of `admin`, `state`, `token` and `pool` that several contracts call.

use soroban_sdk::{contractclient, contracttype, Address, Bytes, BytesN, Env, Symbol, Vec};

/// Code that a contract may replace its own with. Stored by `admin` as it is.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AnnouncedUpgrade {
    pub new_wasm_hash: BytesN<32>,
    /// First Unix second at which the contract may be upgraded.
    pub eta: u64,
    /// First Unix second at which it is void.
    pub expires_at: u64,
}

#[contractclient(name = "AdminClient")]
pub trait Admin {
    /// Position of `account` among the holders of `role`; none: it doesn't hold the role, or its grant has expired.
    fn has_role(env: Env, account: Address, role: Symbol) -> Option<u32>;

    /// True if `contract` may replace its code by this one now.
    fn upgrade_is_due(env: Env, contract: Address, new_wasm_hash: BytesN<32>) -> bool;

    /// Lets `contract` replace its code by this one after the delay. By a holder of `upgrader`.
    fn announce_upgrade(env: Env, contract: Address, new_wasm_hash: BytesN<32>, operator: Address);

    /// The announced code of a contract, unless it is void.
    fn announced_upgrade(env: Env, contract: Address) -> Option<AnnouncedUpgrade>;

    /// Seconds; 0: code may be replaced without an announcement.
    fn upgrade_delay(env: Env) -> u64;
}

#[contractclient(name = "StateClient")]
pub trait State {
    /// True while the whole system is stopped.
    fn paused(env: Env) -> bool;

    /// Addresses of the registered contracts, at most 32.
    fn system_addresses(env: Env) -> Vec<Address>;

    /// The address of an active contract; fails if there is none of this name.
    fn resolve(env: Env, name: Symbol) -> Address;
}

#[contractclient(name = "TokenClient")]
pub trait Token {
    /// True if the account is frozen, whether or not it has a trustline now.
    fn is_frozen(env: Env, account: Address) -> bool;
}

/// For contracts with the role `campaign`; `contract` is always the caller itself. Amounts are stroops.
#[contractclient(name = "PoolClient")]
pub trait Pool {
    /// Sets aside money of the merchant's free balance under an id of the contract's own.
    fn reserve(env: Env, contract: Address, merchant: u64, id: u64, amount: i128);

    /// Like `reserve`, but counts the amount against the merchant's limit now, not when it is paid.
    fn reserve_counted(env: Env, contract: Address, merchant: u64, id: u64, amount: i128);

    /// Adds money of the merchant's free balance to what is set aside.
    fn raise_reserve(env: Env, contract: Address, id: u64, amount: i128);

    /// Returns what is left to the merchant, once.
    fn release(env: Env, contract: Address, id: u64) -> i128;

    /// One byte per recipient, see [`crate::result`].
    fn pay(env: Env, contract: Address, id: u64, to: Vec<Address>, amounts: Vec<i128>) -> Bytes;

    /// The account that may withdraw the merchant's free balance.
    fn owner(env: Env, merchant: u64) -> Option<Address>;

    /// Stroops that are left in the reserve.
    fn reserved(env: Env, contract: Address, id: u64) -> i128;
}
