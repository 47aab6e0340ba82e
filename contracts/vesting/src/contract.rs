//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{
    debts::{self, Withdrawn},
    guards,
    handover::Handover,
    lifecycle,
};
use soroban_sdk::{
    contract, contractimpl, panic_with_error, token::StellarAssetClient, Address, BytesN, Env, Vec,
};

use crate::{
    errors::VestingError,
    events::{Claimed, Revoked, TransferBegun, TransferCancelled, Transferred},
    funds,
    schedules::{self, Schedule, Terms},
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

    /// Creates 1 to 20 schedules and moves their total from `funder` in one transfer. Open to anyone. Returns the ids in the
    /// order of the batch; each is SHA-256 of the XDR of funder and reference.
    pub fn create(env: Env, funder: Address, batch: Vec<Terms>) -> Vec<BytesN<32>> {
        let config = storage::open(&env);
        funder.require_auth();
        require_running(&env, &config);
        schedules::create(&env, &config, &funder, &batch)
    }

    /// Pays the beneficiary what has vested since the last claim. Open to anyone, also while paused. Returns
    /// the stroops.
    pub fn claim(env: Env, id: BytesN<32>) -> i128 {
        let config = storage::open(&env);
        let (beneficiary, amount) = schedules::claim(&env, &config, &id);
        Claimed {
            id,
            beneficiary,
            amount,
        }
        .publish(&env);
        amount
    }

    /// Stops vesting and returns the unvested part to the funder, once. By the schedule's revoker, or by its beneficiary, who
    /// gives that part up. The contract owes it to the funder instead if the funder can't receive it, or if neither the funder
    /// nor the beneficiary revokes. Also while paused. Ends an offer of the schedule. Returns the amount in stroops.
    pub fn revoke(env: Env, revoker: Address, id: BytesN<32>) -> i128 {
        let config = storage::open(&env);
        revoker.require_auth();
        let (funder, refunded) = schedules::revoke(&env, &config, &revoker, &id);
        Revoked {
            id,
            revoker,
            funder,
            refunded,
        }
        .publish(&env);
        refunded
    }

    /// Pays an account what it is owed. Open to anyone, also while paused. Returns the amount in stroops.
    pub fn withdraw(env: Env, account: Address) -> i128 {
        let config = storage::open(&env);
        let amount = funds::withdraw(&env, &config, &account);
        Withdrawn { account, amount }.publish(&env);
        amount
    }

    /// Offers the schedule to `to` for 14 days. Only the beneficiary; replaces an earlier offer.
    pub fn begin_transfer(env: Env, beneficiary: Address, id: BytesN<32>, to: Address) {
        let config = storage::open(&env);
        beneficiary.require_auth();
        require_running(&env, &config);
        let transfer = schedules::begin_transfer(&env, &config, &beneficiary, &id, &to);
        TransferBegun {
            id,
            to,
            expires_at: transfer.expires_at,
        }
        .publish(&env);
    }

    /// Takes the offer back. Only the beneficiary, also while paused.
    pub fn cancel_transfer(env: Env, beneficiary: Address, id: BytesN<32>) {
        storage::open(&env);
        beneficiary.require_auth();
        schedules::cancel_transfer(&env, &beneficiary, &id);
        TransferCancelled { id }.publish(&env);
    }

    /// Makes `to`, who was offered the schedule, its beneficiary. Vested tokens that weren't claimed go along. Fails if the
    /// former beneficiary is frozen.
    pub fn accept_transfer(env: Env, to: Address, id: BytesN<32>) {
        let config = storage::open(&env);
        to.require_auth();
        require_running(&env, &config);
        let from = schedules::accept_transfer(&env, &config, &to, &id);
        Transferred { id, from, to }.publish(&env);
    }

    /// The schedule; `NotFound` if there is none.
    pub fn get(env: Env, id: BytesN<32>) -> Schedule {
        storage::open(&env);
        schedules::get(&env, &id)
    }

    /// Stroops vested by `time` (Unix seconds) if the schedule isn't revoked before.
    pub fn vested_at(env: Env, id: BytesN<32>, time: u64) -> i128 {
        storage::open(&env);
        schedules::get(&env, &id).vested(time)
    }

    /// Stroops that a claim would pay now.
    pub fn claimable(env: Env, id: BytesN<32>) -> i128 {
        storage::open(&env);
        schedules::get(&env, &id).claimable(env.ledger().timestamp())
    }

    /// The offer of a schedule, which may have expired. Void: there is none.
    pub fn pending_transfer(env: Env, id: BytesN<32>) -> Option<Handover> {
        storage::open(&env);
        storage::transfer(&env, &id)
    }

    /// Stroops that `withdraw` would pay the account.
    pub fn owed(env: Env, account: Address) -> i128 {
        storage::open(&env);
        debts::owed(&env, &account)
    }

    /// Stroops that all schedules together still hold, and what accounts are owed.
    pub fn obligations(env: Env) -> i128 {
        storage::open(&env);
        storage::obligations(&env)
    }

    /// The contract's balance of the asset, stroops. It covers the obligations, unless the asset was clawed back.
    pub fn total_held(env: Env) -> i128 {
        let config = storage::open(&env);
        StellarAssetClient::new(&env, &config.asset).balance(&env.current_contract_address())
    }
}

lifecycle! {
    Vesting, VestingError, |env| storage::open(env).admin;
    /// Stops new schedules and transfers of schedules. Role `pauser`.
    pause,
    unpause, paused, version,
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, VestingError::Paused);
    }
}
