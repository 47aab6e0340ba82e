//! The part of `campaign` that `distribution` uses.

#![allow(clippy::too_many_arguments)] // One list per field: it is the layout of the `reward` event.

use soroban_sdk::{contractclient, contracttype, Address, Bytes, Env, Vec};

/// The result of `campaign.spend`.
#[contracttype]
pub struct Spent {
    pub clawback_seconds: Option<u64>,
    pub merchant: u64,
    pub results: Bytes,
}

#[contractclient(name = "CampaignClient")]
#[allow(dead_code)] // Only the client that the macro makes of it is used.
pub trait Campaign {
    fn spend(
        env: Env,
        distribution: Address,
        id: u64,
        seq: u64,
        numbers: Bytes,
        refs: Bytes,
        to: Vec<Address>,
        amounts: Vec<i128>,
        results: Bytes,
    ) -> Spent;

    fn clawback_seconds(env: Env, id: u64) -> Option<u64>;
}
