//! The part of `pool` that campaigns use.

use soroban_sdk::{contractclient, Address, Bytes, Env, Vec};

#[contractclient(name = "PoolClient")]
#[allow(dead_code)] // Only the client that the macro makes of it is used.
pub trait Pool {
    fn reserve(env: Env, campaign_contract: Address, merchant: u64, campaign: u64, amount: i128);
    fn release(env: Env, campaign_contract: Address, campaign: u64) -> i128;
    fn pay(
        env: Env,
        campaign_contract: Address,
        campaign: u64,
        to: Vec<Address>,
        amounts: Vec<i128>,
    ) -> Bytes;
    fn reserved(env: Env, campaign: u64) -> i128;
}
