//! Events of our own. `role_revoked` comes from OpenZeppelin's access_control, `paused` and `unpaused` from its pausable.

use soroban_sdk::{contractevent, Address, BytesN, Symbol};

/// A role was granted, or its expiry changed.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RoleGranted {
    #[topic]
    pub role: Symbol,
    #[topic]
    pub account: Address,
    pub caller: Address,
    /// Unix seconds; absent: never.
    pub expires_at: Option<u64>,
}

/// A stop of the whole system in `state` stops this contract from now on.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StateSet {
    #[topic]
    pub state: Address,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AdminTransferBegun {
    #[topic]
    pub admin: Address,
    pub new_admin: Address,
    /// First Unix second at which it may be accepted.
    pub eta: u64,
    /// First Unix second at which it is void.
    pub expires_at: u64,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AdminTransferCancelled {
    #[topic]
    pub admin: Address,
    pub new_admin: Address,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AdminTransferred {
    #[topic]
    pub new_admin: Address,
    pub previous_admin: Address,
}

/// New code of a contract was announced, or the end of its announcement moved.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UpgradeAnnounced {
    #[topic]
    pub contract: Address,
    pub new_wasm_hash: BytesN<32>,
    pub operator: Address,
    /// First Unix second at which the contract may be upgraded.
    pub eta: u64,
    /// First Unix second at which the announcement is void.
    pub expires_at: u64,
}

/// Announced code may not be used any more.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UpgradeCancelled {
    #[topic]
    pub contract: Address,
    pub new_wasm_hash: BytesN<32>,
    pub guardian: Address,
}
