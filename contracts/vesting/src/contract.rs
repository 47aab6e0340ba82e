//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{
    debts::{self, Withdrawn},
    guards,
    handover::Handover,
    lifecycle, roles,
};
use soroban_sdk::{
    contract, contractimpl, panic_with_error, token::StellarAssetClient, vec, Address, BytesN, Env,
    Vec,
};

use crate::{
    errors::VestingError,
    events::{Claimed, Created, Revoked, TransferBegun, TransferCancelled, Transferred},
    funds, owners,
    schedules::{self, Schedule, Terms, MAX_BATCH},
    storage::{self, Config},
};

/// Layout of the stored data.
const SCHEMA: u32 = 1;

#[contract]
pub struct Vesting;

#[contractimpl]
impl Vesting {
    /// `asset` is the reward asset's SAC and `issuer` its classic issuer.
    pub fn __constructor(
        env: Env,
        admin: Address,
        state: Address,
        asset: Address,
        issuer: Address,
    ) {
        let config = Config {
            admin,
            state,
            asset,
            issuer,
        };
        storage::init(&env, &config);
        lifecycle::init(&env, SCHEMA);
    }

    /// Creates a schedule and moves its total from `funder`. Open to anyone. Returns the id.
    pub fn create(env: Env, funder: Address, terms: Terms) -> u64 {
        create(&env, &funder, &vec![&env, terms])
    }

    /// Creates up to `max_batch` schedules with one transfer. Returns the first id; the others follow it.
    pub fn create_batch(env: Env, funder: Address, batch: Vec<Terms>) -> u64 {
        create(&env, &funder, &batch)
    }

    /// Pays the beneficiary what has vested since the last claim. Open to anyone, also while paused. Returns
    /// the stroops.
    pub fn claim(env: Env, id: u64) -> i128 {
        let config = storage::open(&env);
        let (beneficiary, amount) = schedules::claim(&env, &config, id);
        Claimed {
            id,
            beneficiary,
            amount,
        }
        .publish(&env);
        amount
    }

    /// Stops vesting and returns the unvested part to the funder, once; a funder that can't receive it is owed it. Only
    /// the schedule's revoker, also while paused. The result is the amount in stroops.
    pub fn revoke(env: Env, revoker: Address, id: u64) -> i128 {
        let config = storage::open(&env);
        revoker.require_auth();
        let (funder, refunded) = schedules::revoke(&env, &config, &revoker, id);
        Revoked {
            id,
            revoker,
            funder,
            refunded,
        }
        .publish(&env);
        refunded
    }

    /// Pays an account what it couldn't receive before. Open to anyone, also while paused. Returns the amount in stroops.
    pub fn withdraw(env: Env, account: Address) -> i128 {
        let config = storage::open(&env);
        let amount = funds::withdraw(&env, &config, &account);
        Withdrawn { account, amount }.publish(&env);
        amount
    }

    /// Offers the schedule to `to` for 14 days. Only the beneficiary; replaces an earlier offer.
    pub fn begin_transfer(env: Env, beneficiary: Address, id: u64, to: Address) {
        let config = storage::open(&env);
        beneficiary.require_auth();
        require_running(&env, &config);
        let transfer = schedules::begin_transfer(&env, &config, &beneficiary, id, &to);
        TransferBegun {
            id,
            to,
            expires_at: transfer.expires_at,
        }
        .publish(&env);
    }

    /// Takes the offer back. Only the beneficiary, also while paused.
    pub fn cancel_transfer(env: Env, beneficiary: Address, id: u64) {
        storage::open(&env);
        beneficiary.require_auth();
        schedules::cancel_transfer(&env, &beneficiary, id);
        TransferCancelled { id }.publish(&env);
    }

    /// Makes `to`, who was offered the schedule, its beneficiary. What has vested and wasn't claimed goes along.
    pub fn accept_transfer(env: Env, to: Address, id: u64) {
        let config = storage::open(&env);
        to.require_auth();
        require_running(&env, &config);
        let from = schedules::accept_transfer(&env, &config, &to, id);
        Transferred { id, from, to }.publish(&env);
    }

    /// The schedule; `NotFound` if there is none.
    pub fn get(env: Env, id: u64) -> Schedule {
        storage::open(&env);
        schedules::get(&env, id)
    }

    /// Stroops vested by now, claimed or not.
    pub fn vested(env: Env, id: u64) -> i128 {
        storage::open(&env);
        schedules::get(&env, id).vested(env.ledger().timestamp())
    }

    /// Stroops vested by `time` (Unix seconds) if the schedule isn't revoked before.
    pub fn vested_at(env: Env, id: u64, time: u64) -> i128 {
        storage::open(&env);
        schedules::get(&env, id).vested(time)
    }

    /// Stroops that a claim would pay now.
    pub fn claimable(env: Env, id: u64) -> i128 {
        storage::open(&env);
        schedules::get(&env, id).claimable(env.ledger().timestamp())
    }

    /// The offer of a schedule that is waiting or has expired.
    pub fn pending_transfer(env: Env, id: u64) -> Option<Handover> {
        storage::open(&env);
        storage::transfer(&env, id)
    }

    /// Stroops that `withdraw` would pay the account.
    pub fn owed(env: Env, account: Address) -> i128 {
        storage::open(&env);
        debts::owed(&env, &account)
    }

    /// Number of a beneficiary's schedules.
    pub fn count(env: Env, beneficiary: Address) -> u32 {
        storage::open(&env);
        storage::count(&env, &beneficiary)
    }

    /// Ids of a beneficiary at positions `start .. start + limit` (limit 1 to 100). A schedule that changes
    /// hands is replaced by the last one of the list.
    pub fn ids(env: Env, beneficiary: Address, start: u32, limit: u32) -> Vec<u64> {
        storage::open(&env);
        owners::page(&env, &beneficiary, start, limit)
    }

    /// The last id that was given out; 0 if none was.
    pub fn last_id(env: Env) -> u64 {
        storage::open(&env);
        storage::last_id(&env)
    }

    /// Most schedules in one batch.
    pub fn max_batch(env: Env) -> u32 {
        storage::open(&env);
        MAX_BATCH
    }

    /// Stroops that all schedules together still hold for beneficiaries and, until vested, for revocation, and what is
    /// owed to accounts that couldn't receive it.
    pub fn obligations(env: Env) -> i128 {
        storage::open(&env);
        storage::obligations(&env)
    }

    /// What the contract holds according to the asset contract, stroops: at least the obligations, unless the
    /// asset was clawed back.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        StellarAssetClient::new(&env, &config.asset).balance(&env.current_contract_address())
    }

    /// Stops new schedules and transfers of schedules. Role `pauser`.
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
            panic_with_error!(&env, VestingError::AlreadyMigrated);
        }
    }

    /// Schema version of the stored data.
    pub fn version(env: Env) -> u32 {
        storage::open(&env);
        lifecycle::version(&env)
    }
}

/// Returns the first id.
fn create(env: &Env, funder: &Address, batch: &Vec<Terms>) -> u64 {
    let config = storage::open(env);
    funder.require_auth();
    require_running(env, &config);
    let first = storage::last_id(env) + 1;
    for (id, schedule) in schedules::create(env, &config, funder, batch).iter() {
        Created {
            id,
            beneficiary: schedule.beneficiary,
            funder: schedule.funder,
            total: schedule.total,
            revocable: schedule.revoker.is_some(),
        }
        .publish(env);
    }
    first
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, VestingError::Unauthorized);
    }
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, VestingError::Paused);
    }
}
