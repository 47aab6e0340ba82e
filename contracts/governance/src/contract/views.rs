//! Entry points that only read.

use merit_common::lifecycle;
use soroban_sdk::{contractimpl, token::TokenClient, Address, BytesN, Env, Vec};

use super::{Governance, GovernanceArgs, GovernanceClient};
use crate::{
    delegation, history,
    payload::Action,
    proposals::{self, Proposal},
    settings::Settings,
    stakes::{Cooling, Warming},
    stops, storage,
};

#[contractimpl]
impl Governance {
    /// Votes of a staker, in stroops.
    pub fn staked(env: Env, staker: Address) -> i128 {
        storage::open(&env);
        history::now(&env, &staker)
    }

    /// Votes of all, in stroops.
    pub fn total_staked(env: Env) -> i128 {
        storage::open(&env);
        history::now(&env, &env.current_contract_address())
    }

    /// The stake that a staker can activate, now or later.
    pub fn warming(env: Env, staker: Address) -> Option<Warming> {
        storage::open(&env);
        storage::warming(&env, &staker)
    }

    /// Stroops staked but not activated, of all.
    pub fn total_warming(env: Env) -> i128 {
        storage::open(&env);
        let total = storage::warming(&env, &env.current_contract_address());
        total.map_or(0, |warming| warming.amount)
    }

    /// The stake that a staker can withdraw, now or later.
    pub fn cooling(env: Env, staker: Address) -> Option<Cooling> {
        storage::open(&env);
        storage::cooling(&env, &staker)
    }

    /// Stroops unstaked but not withdrawn, of all.
    pub fn total_cooling(env: Env) -> i128 {
        storage::open(&env);
        let total = storage::cooling(&env, &env.current_contract_address());
        total.map_or(0, |cooling| cooling.amount)
    }

    /// Stroops that this contract holds: at least what has votes, warms up and cools down.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        TokenClient::new(&env, &config.asset).balance(&env.current_contract_address())
    }

    pub fn settings(env: Env) -> Settings {
        storage::open(&env);
        storage::settings(&env)
    }

    /// A proposal with its state as of now.
    pub fn proposal(env: Env, id: BytesN<32>) -> Option<Proposal> {
        storage::open(&env);
        proposals::find(&env, &id)
    }

    /// The calls of a proposal; empty if there is no such proposal.
    pub fn actions(env: Env, id: BytesN<32>) -> Vec<Action> {
        storage::open(&env);
        storage::actions(&env, &id)
    }

    pub fn has_voted(env: Env, id: BytesN<32>, voter: Address) -> bool {
        storage::open(&env);
        storage::has_voted(&env, &id, &voter)
    }

    /// The delegate that an account has named, if any.
    pub fn get_delegate(env: Env, account: Address) -> Option<Address> {
        storage::open(&env);
        delegation::get(&env, &account)
    }

    /// True while this contract itself is stopped.
    pub fn paused(env: Env) -> bool {
        storage::open(&env);
        stops::paused(&env)
    }

    /// Schema version of the stored data.
    pub fn version(env: Env) -> u32 {
        storage::open(&env);
        lifecycle::version(&env)
    }
}
