//! One event per change of state. A payout has none here: the asset's `transfer` events and the paying
//! contract's `reward` or `claim` event show it, and more bytes of events would make batches smaller.

use soroban_sdk::{contractevent, Address, BytesN};

/// Somebody added to a merchant's balance.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Deposit {
    #[topic]
    pub merchant: u64,
    pub from: Address,
    pub amount: i128,
}

/// A treasurer added to a merchant's balance from its own funds.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Grant {
    #[topic]
    pub merchant: u64,
    pub treasurer: Address,
    pub amount: i128,
    pub reference: BytesN<32>,
}

/// `owner` may now withdraw the merchant's free balance.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OwnerSet {
    #[topic]
    pub merchant: u64,
    pub owner: Address,
    /// The owner before, who handed over. Absent: a first owner.
    pub operator: Option<Address>,
}

/// An account was named as the merchant's first owner: it may accept from `eta` and before `expires_at` (Unix seconds).
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OwnerQueued {
    #[topic]
    pub merchant: u64,
    pub owner: Address,
    pub operator: Address,
    pub eta: u64,
    pub expires_at: u64,
}

/// The owner, `operator`, hands over to `owner` if this accepts before `expires_at` (Unix seconds).
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OwnerOffered {
    #[topic]
    pub merchant: u64,
    pub owner: Address,
    pub operator: Address,
    pub expires_at: u64,
}

/// `owner`, who was named, doesn't become the merchant's owner.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OwnerCancelled {
    #[topic]
    pub merchant: u64,
    pub owner: Address,
    pub operator: Address,
}

/// The owner took free balance out.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Withdraw {
    #[topic]
    pub merchant: u64,
    pub owner: Address,
    pub to: Address,
    /// Id of the muxed account that it went to. Absent: a plain address.
    pub to_muxed_id: Option<u64>,
    pub amount: i128,
}

/// Free balance became the budget, or a part of the budget, of `contract`'s campaign or drop `id`.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reserved {
    #[topic]
    pub merchant: u64,
    #[topic]
    pub contract: Address,
    #[topic]
    pub id: u64,
    pub amount: i128,
}

/// The rest of the budget of `contract`'s campaign or drop `id` went back to the merchant's free balance.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Released {
    #[topic]
    pub merchant: u64,
    #[topic]
    pub contract: Address,
    #[topic]
    pub id: u64,
    pub amount: i128,
}

/// The limit is now in force. `merchant` is void for the global limit.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LimitSet {
    #[topic]
    pub merchant: Option<u64>,
    pub limit: i128,
    /// The account that cut or restored it. Absent: a raise was applied, which anyone may do.
    pub operator: Option<Address>,
}

/// A raise waits until `eta` (Unix seconds), and is void 14 days later. `merchant` is void for the global limit.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LimitQueued {
    #[topic]
    pub merchant: Option<u64>,
    pub limit: i128,
    pub eta: u64,
    pub operator: Address,
}
