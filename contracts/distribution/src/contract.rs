//! Entry points: keep the instance alive, authorise, one domain call, one event (a batch's is `campaign`'s). Those of
//! drops are in `drops.rs`.

mod drops;

use merit_common::{batch::MAX_BATCH, guards, lifecycle, roles, StateClient};
use soroban_sdk::{contract, contractimpl, panic_with_error, Address, BytesN, Env, Symbol, Vec};

use crate::{
    cells,
    errors::DistributionError,
    events::RewardClawedBack,
    payment::Payment,
    payout,
    receipts::Paid,
    storage::{self, Config},
};

/// Layout of the stored data.
const SCHEMA: u32 = 2;

/// Most numbers in one [`Distribution::status`] query.
const MAX_STATUS: u32 = 256;

#[contract]
pub struct Distribution;

#[contractimpl]
impl Distribution {
    pub fn __constructor(
        env: Env,
        admin: Address,
        state: Address,
        campaign: Address,
        pool: Address,
        token: Address,
    ) {
        let config = Config {
            admin,
            state,
            campaign,
            pool: Some(pool),
            token: Some(token),
        };
        storage::init(&env, &config);
        lifecycle::init(&env, SCHEMA);
    }

    /// Pays 1 to 60 rewards of one campaign, in rising order of their numbers. Role `distributor`. A payment
    /// that can't be made never fails the others: its result is in the campaign's `reward` event. Errors of
    /// the campaign (14xxx) and of the pool (13xxx) fail the whole call.
    pub fn pay(env: Env, operator: Address, campaign: u64, payments: Vec<Payment>) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::DISTRIBUTOR, &operator);
        require_running(&env, &config);
        payout::pay(&env, &config, campaign, &payments);
    }

    /// Takes a paid reward back from its wallet, once, within the campaign's clawback window. Role `clawback`; the
    /// signature covers `token.clawback` too. `paid_at` is the close time of the payment's ledger (Unix seconds).
    /// What is taken is burnt: the campaign's budget, the wallet's cap and the number stay used. Fails with an
    /// error of `token` (12xxx) if the wallet doesn't hold the amount any more.
    pub fn clawback(
        env: Env,
        operator: Address,
        campaign: u64,
        number: u32,
        wallet: Address,
        amount: i128,
        paid_at: u64,
    ) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::CLAWBACK, &operator);
        require_running(&env, &config);
        let paid = Paid {
            campaign,
            number,
            wallet,
            amount,
            paid_at,
        };
        payout::claw_back(&env, &config, &operator, &paid);
        RewardClawedBack {
            campaign,
            wallet: paid.wallet,
            number,
            amount,
            operator,
        }
        .publish(&env);
    }

    /// For each of at most 256 numbers of a campaign the reference it was paid under; zeros if unpaid.
    pub fn status(env: Env, campaign: u64, numbers: Vec<u32>) -> Vec<BytesN<8>> {
        storage::open(&env);
        if numbers.len() > MAX_STATUS {
            panic_with_error!(&env, DistributionError::TooMany);
        }
        let mut marks = cells::marks(&env, campaign);
        let mut refs = Vec::new(&env);
        for number in numbers.iter() {
            refs.push_back(BytesN::from_array(&env, &marks.get(number)));
        }
        refs
    }

    /// Number of the newest batch; 0 before the first. It rises by one per successful `pay`.
    pub fn seq(env: Env) -> u64 {
        storage::open(&env);
        storage::seq(&env)
    }

    /// Most payments in one batch.
    pub fn max_batch(env: Env) -> u32 {
        storage::open(&env);
        MAX_BATCH
    }

    /// Stops payments, drops, claims and sweeps. Role `pauser`.
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

    /// Brings the stored data to this code's schema version, once. Role `upgrader`. Pool and token come from `state`.
    pub fn migrate(env: Env, operator: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UPGRADER, &operator);
        if !lifecycle::migrate(&env, SCHEMA) {
            panic_with_error!(&env, DistributionError::AlreadyMigrated);
        }
        let state = StateClient::new(&env, &config.state);
        let resolve = |name| Some(state.resolve(&Symbol::new(&env, name)));
        let config = Config {
            pool: resolve("pool"),
            token: resolve("token"),
            ..config
        };
        storage::init(&env, &config);
    }

    /// Schema version of the stored data.
    pub fn version(env: Env) -> u32 {
        storage::open(&env);
        lifecycle::version(&env)
    }
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, DistributionError::Unauthorized);
    }
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, DistributionError::Paused);
    }
}
