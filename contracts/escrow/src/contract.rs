//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{
    debts::{self, Withdrawn},
    guards, lifecycle, roles,
};
use soroban_sdk::{
    contract, contractimpl, panic_with_error, token::StellarAssetClient, Address, BytesN, Env,
    MuxedAddress, Vec,
};

use crate::{
    accounts::{self, Totals},
    errors::EscrowError,
    escrows::{self, Escrow},
    events::{Created, Disputed, Evidence, FeeSet, FeesCollected},
    milestone::Milestone,
    shares::MAX_FEE_BPS,
    storage::{self, Config},
    terms::Terms,
};

/// Layout of the stored data.
const SCHEMA: u32 = 1;

#[contract]
pub struct EscrowContract;

#[contractimpl]
impl EscrowContract {
    /// `asset` is the reward asset's SAC and `issuer` its classic issuer. `fee` in basis points.
    pub fn __constructor(
        env: Env,
        admin: Address,
        state: Address,
        asset: Address,
        issuer: Address,
        fee: u32,
    ) {
        let config = Config {
            admin,
            state,
            asset,
            issuer,
        };
        storage::init(&env, &config);
        set_fee(&env, fee);
        lifecycle::init(&env, SCHEMA);
    }

    /// Creates an escrow and moves its whole sum from `depositor`. Open to anyone. Returns the id.
    pub fn create(env: Env, depositor: Address, terms: Terms) -> u64 {
        let config = storage::open(&env);
        depositor.require_auth();
        require_running(&env, &config);
        let (id, amount) = escrows::create(&env, &config, &depositor, terms.clone());
        Created {
            id,
            depositor,
            beneficiary: terms.beneficiary,
            arbiter: terms.arbiter,
            amount,
            fee: storage::fee(&env),
            agreement: terms.agreement,
        }
        .publish(&env);
        id
    }

    /// Pays an open milestone to the beneficiary, less the fee. By the depositor, also during a dispute.
    pub fn release(env: Env, depositor: Address, id: u64, milestone: u32) {
        let config = storage::open(&env);
        depositor.require_auth();
        escrows::release(&env, &config, &depositor, id, milestone);
    }

    /// Returns all open milestones to the depositor, without a fee. Both parties sign.
    pub fn cancel(env: Env, depositor: Address, beneficiary: Address, id: u64) {
        let config = storage::open(&env);
        depositor.require_auth();
        if beneficiary != depositor {
            beneficiary.require_auth();
        }
        escrows::cancel(&env, &config, &depositor, &beneficiary, id);
    }

    /// Asks the arbiter to decide on a milestone, before its deadline. By depositor or beneficiary. Returns the Unix second
    /// from which a decision is too late.
    pub fn dispute(env: Env, party: Address, id: u64, milestone: u32, evidence: BytesN<32>) -> u64 {
        storage::open(&env);
        party.require_auth();
        let decide_by = escrows::dispute(&env, &party, id, milestone, evidence.clone());
        Disputed {
            id,
            milestone,
            party,
            evidence,
            decide_by,
        }
        .publish(&env);
        decide_by
    }

    /// Adds the hash of further evidence to an undecided dispute. By depositor or beneficiary. Only the event
    /// keeps it.
    pub fn submit_evidence(
        env: Env,
        party: Address,
        id: u64,
        milestone: u32,
        evidence: BytesN<32>,
    ) {
        storage::open(&env);
        party.require_auth();
        escrows::require_evidence_allowed(&env, &party, id, milestone);
        Evidence {
            id,
            milestone,
            party,
            evidence,
        }
        .publish(&env);
    }

    /// Splits a disputed milestone before the time to decide is over. By the arbiter. `share` is the beneficiary's, in
    /// basis points, before the fee.
    pub fn resolve(env: Env, arbiter: Address, id: u64, milestone: u32, share: u32) {
        let config = storage::open(&env);
        arbiter.require_auth();
        escrows::resolve(&env, &config, &arbiter, id, milestone, share);
    }

    /// Ends a milestone whose deadline has passed: undisputed, it is refunded; disputed, it is split by the
    /// terms' `undecided_share`. Open to anyone.
    pub fn expire(env: Env, id: u64, milestone: u32) {
        let config = storage::open(&env);
        escrows::expire(&env, &config, id, milestone);
    }

    /// Pays an account what it couldn't receive before. Open to anyone. Returns the amount in stroops.
    pub fn withdraw(env: Env, account: Address) -> i128 {
        let config = storage::open(&env);
        let amount = accounts::withdraw(&env, &config, &account);
        Withdrawn { account, amount }.publish(&env);
        amount
    }

    /// Sets the fee of new escrows, in basis points. Role `limiter`.
    pub fn set_fee(env: Env, operator: Address, fee: u32) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::LIMITER, &operator);
        require_running(&env, &config);
        set_fee(&env, fee);
        FeeSet { fee }.publish(&env);
    }

    /// Sends earned fees to `to`, which may be a muxed account (SEP-41). Role `treasurer`.
    pub fn collect_fees(env: Env, treasurer: Address, to: MuxedAddress, amount: i128) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::TREASURER, &treasurer);
        require_running(&env, &config);
        accounts::collect_fees(&env, &config, &to, amount);
        FeesCollected {
            treasurer,
            to: to.address(),
            to_muxed_id: to.id(),
            amount,
        }
        .publish(&env);
    }

    /// The escrow; `NotFound` if there is none.
    pub fn get(env: Env, id: u64) -> Escrow {
        storage::open(&env);
        escrows::get(&env, id)
    }

    pub fn milestone(env: Env, id: u64, milestone: u32) -> Milestone {
        storage::open(&env);
        escrows::milestone(&env, &escrows::get(&env, id), milestone)
    }

    /// Number of escrows in which the account is depositor, beneficiary or arbiter.
    pub fn count(env: Env, account: Address) -> u32 {
        storage::open(&env);
        storage::count(&env, &account)
    }

    /// Ids of these escrows at positions `start .. start + limit` (limit 1 to 100), oldest first.
    pub fn ids(env: Env, account: Address, start: u32, limit: u32) -> Vec<u64> {
        storage::open(&env);
        escrows::page(&env, &account, start, limit)
    }

    /// The last id that was given out; 0 if none was.
    pub fn last_id(env: Env) -> u64 {
        storage::open(&env);
        storage::last_id(&env)
    }

    /// Stroops that `withdraw` would pay the account.
    pub fn owed(env: Env, account: Address) -> i128 {
        storage::open(&env);
        debts::owed(&env, &account)
    }

    /// Fee of new escrows, basis points.
    pub fn fee(env: Env) -> u32 {
        storage::open(&env);
        storage::fee(&env)
    }

    /// Sums over all escrows.
    pub fn totals(env: Env) -> Totals {
        storage::open(&env);
        storage::totals(&env)
    }

    /// What the contract holds according to the asset contract, stroops: at least what is held, owed and earned
    /// in fees, unless the asset was clawed back.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        StellarAssetClient::new(&env, &config.asset).balance(&env.current_contract_address())
    }

    /// Stops new escrows and the platform's fees. Role `pauser`.
    pub fn pause(env: Env, guardian: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::PAUSER, &guardian);
        lifecycle::pause(&env);
    }

    /// Ends this contract's own stop. Role `unpauser`.
    pub fn unpause(env: Env, operator: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UNPAUSER, &operator);
        lifecycle::unpause(&env);
    }

    /// True while this contract itself is stopped; `state` knows about the whole system.
    pub fn paused(env: Env) -> bool {
        storage::open(&env);
        lifecycle::paused(&env)
    }

    /// Replaces the code. Role `upgrader`. The new code's `migrate` runs next.
    pub fn upgrade(env: Env, operator: Address, wasm_hash: BytesN<32>) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UPGRADER, &operator);
        lifecycle::upgrade(&env, &wasm_hash);
    }

    /// Brings the stored data to this code's schema version, once. Role `upgrader`.
    pub fn migrate(env: Env, operator: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UPGRADER, &operator);
        if !lifecycle::migrate(&env, SCHEMA) {
            panic_with_error!(&env, EscrowError::AlreadyMigrated);
        }
    }

    /// Schema version of the stored data.
    pub fn version(env: Env) -> u32 {
        storage::open(&env);
        lifecycle::version(&env)
    }
}

fn set_fee(env: &Env, fee: u32) {
    if fee > MAX_FEE_BPS {
        panic_with_error!(env, EscrowError::FeeTooHigh);
    }
    storage::set_fee(env, fee);
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, EscrowError::Unauthorized);
    }
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, EscrowError::Paused);
    }
}
