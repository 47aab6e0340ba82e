//! One event per change of state. The id is the first topic after the name.

use soroban_sdk::{contractevent, Address, BytesN};

/// A schedule was created and funded. Its plan is in the arguments of the call: those of 20 schedules with 32 tranches each need
/// more bytes than a transaction has for events.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Created {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub beneficiary: Address,
    pub funder: Address,
    pub total: i128,
    pub revocable: bool,
    /// The account that may revoke it, if any.
    pub revoker: Option<Address>,
    /// The funder's, which with the funder makes the id.
    pub reference: BytesN<32>,
}

/// The beneficiary received what had vested.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Claimed {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub beneficiary: Address,
    pub amount: i128,
}

/// Vesting stopped; `refunded` went back to the funder, or is owed to it if the same call has an `owed` event.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Revoked {
    #[topic]
    pub id: BytesN<32>,
    /// The revoker, or the beneficiary itself.
    pub revoker: Address,
    pub funder: Address,
    pub refunded: i128,
}

/// The schedule is offered to `to` until `expires_at` (Unix seconds).
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TransferBegun {
    #[topic]
    pub id: BytesN<32>,
    pub to: Address,
    pub expires_at: u64,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TransferCancelled {
    #[topic]
    pub id: BytesN<32>,
}

/// The schedule changed hands.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Transferred {
    #[topic]
    pub id: BytesN<32>,
    pub from: Address,
    pub to: Address,
}
