//! Calls of the campaign contract, each signed for exactly one invocation.

use merit_campaign::{CampaignError, Spent};
use merit_common::{
    result::TO_PAY,
    roles::{DISTRIBUTION, MANAGER},
};
use soroban_sdk::{Address, Bytes, BytesN, Env, TryFromVal, Val, Vec};

use crate::{Failure, Outcome, Terms, World};

pub fn error<T>(code: CampaignError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}

/// Arguments of `spend`, well-formed until a test changes one.
pub struct Spend {
    pub numbers: std::vec::Vec<u8>,
    pub refs: std::vec::Vec<u8>,
    pub to: std::vec::Vec<Address>,
    pub amounts: std::vec::Vec<i128>,
    pub results: std::vec::Vec<u8>,
}

impl Spend {
    pub fn of(to: &Address, count: usize) -> Self {
        Spend {
            numbers: vec![1; 4 * count],
            refs: vec![1; 8 * count],
            to: vec![to.clone(); count],
            amounts: vec![1; count],
            results: vec![TO_PAY; count],
        }
    }

    /// Called as the distribution contract would. Returns the results.
    pub fn results(self, world: &World, id: u64) -> Outcome<std::vec::Vec<u8>> {
        let spent = self.call(world, id)?;
        Ok(spent.results.iter().collect())
    }

    /// Called as the distribution contract would.
    pub fn call(self, world: &World, id: u64) -> Outcome<Spent> {
        let env = &world.env;
        let bytes = |bytes: &[u8]| Bytes::from_slice(env, bytes);
        let distribution = world.holder(DISTRIBUTION);
        let args = (
            distribution,
            id,
            1u64,
            bytes(&self.numbers),
            bytes(&self.refs),
            Vec::from_slice(env, &self.to),
            Vec::from_slice(env, &self.amounts),
            bytes(&self.results),
        );
        world.call(distribution, &world.campaign, "spend", args)
    }
}

impl World {
    pub fn create(&self, terms: &Terms) -> Outcome<u64> {
        self.with_terms("create", terms)
    }

    /// Calls a function that takes a campaign's terms.
    pub fn with_terms(&self, function: &str, terms: &Terms) -> Outcome<u64> {
        let manager = self.holder(MANAGER);
        let args = (
            manager,
            BytesN::from_array(&self.env, &[terms.reference; 32]),
            terms.merchant,
            terms.budget,
            terms.starts_at,
            terms.ends_at,
            terms.per_wallet_cap,
        );
        self.call(manager, &self.campaign, function, args)
    }

    /// A funded merchant with an open campaign.
    pub fn open_campaign(&self, terms: &Terms) -> u64 {
        self.deposit(terms.merchant, terms.budget);
        self.create(terms).unwrap()
    }

    /// Extends the campaign to these totals: stroops, and Unix seconds of the end.
    pub fn extend(&self, campaign: u64, budget: i128, ends_at: u64) -> Outcome<bool> {
        let manager = self.holder(MANAGER);
        let args = (manager, campaign, budget, ends_at);
        self.call(manager, &self.campaign, "extend", args)
    }

    /// A manager's call on a campaign: pause, resume, end, settle.
    pub fn manage<T>(&self, function: &str, campaign: u64) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let manager = self.holder(MANAGER);
        self.call(manager, &self.campaign, function, (manager, campaign))
    }
}
