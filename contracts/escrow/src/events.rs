//! One event per change of state. The id is the first topic after the name.

use soroban_sdk::{contractevent, Address, BytesN, Vec};

use crate::{milestone::Status, terms::Part};

/// An escrow was created and funded with `amount` stroops.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Created {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub depositor: Address,
    #[topic]
    pub beneficiary: Address,
    pub arbiter: Address,
    pub amount: i128,
    /// Basis points.
    pub fee: u32,
    pub agreement: BytesN<32>,
    /// The milestones.
    pub parts: Vec<Part>,
    /// Seconds that the arbiter gets for a decision.
    pub dispute_window: u64,
    /// Beneficiary's share in basis points if the arbiter doesn't decide in time.
    pub undecided_share: u32,
    /// The depositor's, which with the depositor makes the id.
    pub reference: BytesN<32>,
}

/// Beneficiary or arbiter accepted the terms. `bound`: both have.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Accepted {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub party: Address,
    pub bound: bool,
}

/// Both parties moved a milestone's deadline (Unix seconds).
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Extended {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub milestone: u32,
    pub deadline: u64,
}

/// A milestone waits for the arbiter until `decide_by` (Unix seconds).
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Disputed {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub milestone: u32,
    pub party: Address,
    pub evidence: BytesN<32>,
    pub decide_by: u64,
}

/// A party added evidence to a dispute. Only its hash is public.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Evidence {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub milestone: u32,
    pub party: Address,
    pub evidence: BytesN<32>,
}

/// A milestone reached a final state. The three parts are its amount.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Settled {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub milestone: u32,
    pub status: Status,
    /// The beneficiary's share.
    pub released: i128,
    /// The depositor's share.
    pub refunded: i128,
    /// The platform's fee.
    pub fee: i128,
}

/// New escrows pay this fee, in basis points.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FeeSet {
    pub fee: u32,
    pub operator: Address,
}

/// Earned fees went to `to`.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FeesCollected {
    pub treasurer: Address,
    pub to: Address,
    /// Id of the muxed account that it went to. Absent: a plain address.
    pub to_muxed_id: Option<u64>,
    pub amount: i128,
}
