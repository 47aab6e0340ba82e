//! Entry points that only read.

use merit_common::lifecycle;
use soroban_sdk::{
    contractimpl, panic_with_error, token::TokenClient, Address, BytesN, Env, Symbol, Vec,
};
use stellar_governance::governor::{self, ProposalState};

use super::{Governance, GovernanceArgs, GovernanceClient};
use crate::{
    classes::{self, Class},
    errors::GovernanceError,
    proposals::{self, Proposal},
    settings::Settings,
    stakes::{self, Cooling},
    storage,
    voting::{self, Tally},
};

const MAX_PAGE: u32 = 100;

#[contractimpl]
impl Governance {
    /// Stroops staked by one, which are its votes on proposals made in later ledgers.
    pub fn staked(env: Env, staker: Address) -> i128 {
        storage::open(&env);
        stakes::of(&env, &staker)
    }

    /// Stroops staked by all.
    pub fn total_staked(env: Env) -> i128 {
        storage::open(&env);
        stakes::total(&env)
    }

    /// What a staker can withdraw later or now.
    pub fn cooling(env: Env, staker: Address) -> Option<Cooling> {
        storage::open(&env);
        storage::cooling(&env, &staker)
    }

    /// Stroops unstaked but not withdrawn, of all.
    pub fn total_cooling(env: Env) -> i128 {
        storage::open(&env);
        storage::total_cooling(&env)
    }

    /// What this contract holds according to the asset contract, stroops: at least stakes and what cools down.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        TokenClient::new(&env, &config.asset).balance(&env.current_contract_address())
    }

    pub fn settings(env: Env) -> Settings {
        storage::open(&env);
        storage::settings(&env)
    }

    /// Class of a call.
    pub fn class_of(env: Env, target: Address, function: Symbol) -> Class {
        let config = storage::open(&env);
        classes::of(&env, &config, &target, &function)
    }

    pub fn proposal(env: Env, id: BytesN<32>) -> Option<Proposal> {
        storage::open(&env);
        storage::proposal(&env, &id)
    }

    pub fn proposal_count(env: Env) -> u32 {
        storage::open(&env);
        storage::proposal_count(&env)
    }

    /// Ids of the proposals `start .. start + limit` (limit 1 to 100), oldest first.
    pub fn proposals(env: Env, start: u32, limit: u32) -> Vec<BytesN<32>> {
        storage::open(&env);
        if limit == 0 || limit > MAX_PAGE {
            panic_with_error!(&env, GovernanceError::InvalidPage);
        }
        let end = storage::proposal_count(&env).min(start.saturating_add(limit));
        let ids = (start..end).filter_map(|index| storage::proposal_at(&env, index));
        Vec::from_iter(&env, ids)
    }

    /// Active, Defeated, Succeeded, Queued, Executed, Canceled (also by veto) or Expired.
    pub fn proposal_state(env: Env, id: BytesN<32>) -> ProposalState {
        storage::open(&env);
        proposals::state(&env, &id, &proposals::load(&env, &id))
    }

    pub fn tally(env: Env, id: BytesN<32>) -> Tally {
        storage::open(&env);
        voting::tally(&env, &id)
    }

    pub fn has_voted(env: Env, id: BytesN<32>, voter: Address) -> bool {
        storage::open(&env);
        governor::has_voted(&env, &id, &voter)
    }

    /// True while this contract itself is stopped; `state` knows about the whole system.
    pub fn paused(env: Env) -> bool {
        storage::open(&env);
        lifecycle::paused(&env)
    }

    /// Schema version of the stored data.
    pub fn version(env: Env) -> u32 {
        storage::open(&env);
        lifecycle::version(&env)
    }
}
