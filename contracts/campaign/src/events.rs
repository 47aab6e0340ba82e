//! One event per change; `operator` is who made it.

use soroban_sdk::{contractevent, Address, Bytes, BytesN};

use crate::status::Status;

/// An active campaign was created and its budget reserved.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CampaignCreated {
    #[topic]
    pub campaign: u64,
    #[topic]
    pub merchant: u64,
    pub budget: i128,
    pub starts_at: u64,
    pub ends_at: u64,
    pub per_wallet_cap: Option<i128>,
    pub reference: BytesN<32>,
    pub operator: Address,
}

/// A campaign was extended: its budget and its end are these from now on.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CampaignExtended {
    #[topic]
    pub campaign: u64,
    pub budget: i128,
    pub ends_at: u64,
    pub operator: Address,
}

/// Each payment of the campaign may be clawed back for this many seconds.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ClawbackAllowed {
    #[topic]
    pub campaign: u64,
    pub seconds: u64,
    pub operator: Address,
}

/// A campaign was paused, resumed or ended.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CampaignStatus {
    #[topic]
    pub campaign: u64,
    pub status: Status,
    pub operator: Address,
}

/// A campaign was settled; `remainder` (stroops) went back to the merchant's balance in `pool`.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CampaignSettled {
    #[topic]
    pub campaign: u64,
    pub spent: i128,
    pub remainder: i128,
    pub operator: Address,
}

/// One batch. Payment `i` has `numbers[4i..4i+4]` (u32, big-endian), `refs[8i..8i+8]` and the result byte
/// `results[i]` (`merit_common::result`); recipients and amounts of what was paid are in the asset's
/// `transfer` events. A vector of bytes, not a map or a vector of records, since event bytes limit the batch.
#[contractevent(data_format = "vec")]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reward {
    #[topic]
    pub campaign: u64,
    pub merchant: u64,
    /// Rises by one per batch of the distribution contract.
    pub seq: u64,
    /// Sum paid in this batch, stroops.
    pub paid: i128,
    pub numbers: Bytes,
    pub refs: Bytes,
    pub results: Bytes,
}
