//! One event per change of state; the asset contract emits its own `transfer` and `burn` besides.

use soroban_sdk::{contractevent, Address, BytesN};

/// An item was created, or its terms changed.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ItemSet {
    #[topic]
    pub merchant: u64,
    #[topic]
    pub item: u64,
    /// Stroops per unit.
    pub price: i128,
    pub price_version: u32,
    pub active: bool,
    /// Seconds.
    pub fulfil_within: u64,
    /// Seconds.
    pub cancel_within: u64,
    /// Most units for one wallet; 0 or none: no limit.
    pub wallet_limit: Option<u32>,
    pub operator: Address,
}

/// A manager set the stock.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StockSet {
    #[topic]
    pub merchant: u64,
    #[topic]
    pub item: u64,
    pub stock: u32,
    pub operator: Address,
}

/// A wallet redeemed: `amount` is locked, `quantity` is taken from the stock.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Redeem {
    #[topic]
    pub wallet: Address,
    #[topic]
    pub item: u64,
    pub merchant: u64,
    pub quantity: u32,
    /// Stroops, price times quantity.
    pub amount: i128,
    pub price_version: u32,
    /// Unix seconds. Until then the wallet may cancel on its own, so nothing should be handed over before it's fulfilled.
    pub cancel_until: u64,
    /// Unix seconds. From then on anyone may refund it.
    pub deadline: u64,
    pub reference: BytesN<32>,
}

/// The locked tokens were burned.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RedemptionFulfilled {
    #[topic]
    pub wallet: Address,
    #[topic]
    pub reference: BytesN<32>,
    pub operator: Address,
    pub amount: i128,
}

/// The wallet or an operator cancelled it: the stock went back, and so did the tokens unless the same call has an `owed` event.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RedemptionCancelled {
    #[topic]
    pub wallet: Address,
    #[topic]
    pub reference: BytesN<32>,
    pub caller: Address,
    pub amount: i128,
}

/// Nobody fulfilled it in time: the stock went back, and so did the tokens unless the same call has an `owed` event.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RedemptionExpired {
    #[topic]
    pub wallet: Address,
    #[topic]
    pub reference: BytesN<32>,
    pub amount: i128,
}
