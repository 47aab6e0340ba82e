//! Events of our own; the asset contract emits its own `mint`, `clawback` and `set_authorized` besides.

use soroban_sdk::{contractevent, Address};

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mint {
    #[topic]
    pub to: Address,
    pub minter: Address,
    /// Stroops.
    pub amount: i128,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct QuotaSet {
    #[topic]
    pub minter: Address,
    /// Stroops per rolling 24 h.
    pub daily: i128,
    pub operator: Address,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Freeze {
    #[topic]
    pub account: Address,
    pub operator: Address,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unfreeze {
    #[topic]
    pub account: Address,
    pub operator: Address,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Clawback {
    #[topic]
    pub from: Address,
    pub operator: Address,
    /// Stroops.
    pub amount: i128,
}
