//! Entry points: keep the instance alive, authorise, one domain call, one event (a batch's is `campaign`'s). The entry
//! points of drops are in `drops.rs`.

mod drops;

use merit_common::{guards, handover::MAX_DELAY, lifecycle, roles, StateClient};
use soroban_sdk::{
    contract, contractimpl, panic_with_error, vec as list, Address, Bytes, BytesN, Env, IntoVal,
    Symbol, Vec,
};

use crate::{
    batches::{self, Batches},
    errors::DistributionError,
    events::{AddressSet, EpochOpened, RewardClawedBack},
    fingerprint::Budget,
    marks,
    payments::Payments,
    payout,
    receipts::Paid,
    storage::{self, Config},
};

/// Layout of the stored data.
const SCHEMA: u32 = 3;

/// Most numbers in one [`Distribution::status`] query.
const MAX_STATUS: u32 = 256;

#[contract]
pub struct Distribution;

#[contractimpl]
impl Distribution {
    /// `open_delay`: seconds from a drop's creation to its opening, at least; at most 90 days, and fixed from now on.
    pub fn __constructor(
        env: Env,
        admin: Address,
        state: Address,
        campaign: Address,
        pool: Address,
        token: Address,
        open_delay: u64,
    ) {
        if open_delay > MAX_DELAY {
            panic_with_error!(&env, DistributionError::InvalidWindow);
        }
        let config = Config {
            admin,
            state,
            campaign,
            pool: Some(pool),
            token: Some(token),
            first_ledger: Some(env.ledger().sequence()),
            open_delay: Some(open_delay),
        };
        storage::init(&env, &config);
        lifecycle::init(&env, SCHEMA);
    }

    /// Begins a new epoch and returns its number. Role `distributor`. From then on `pay` accepts only this epoch, so the
    /// batches of a payer that opened an earlier one are refused. The caller names the newest `epoch`, how many payments it
    /// knows of (`paid`) and their `fingerprint`. If the ledger has others, it must learn of them first. Works while stopped.
    pub fn open(
        env: Env,
        operator: Address,
        epoch: u64,
        paid: u64,
        fingerprint: BytesN<128>,
    ) -> u64 {
        let config = storage::open(&env);
        require_role(&env, &config, roles::DISTRIBUTOR, &operator);
        let Batches { epoch, seq, .. } = batches::open(&env, epoch, paid, &fingerprint);
        EpochOpened {
            epoch,
            seq,
            paid,
            operator,
        }
        .publish(&env);
        epoch
    }

    /// Pays 1 to 60 rewards of one campaign of a merchant, in rising order of their numbers. Role `distributor`, in the newest
    /// `epoch`.
    /// Payment `i` has `numbers[4i..4i+4]` (u32, big-endian), `references[8i..8i+8]`, `to[i]` and `amounts[i]` (stroops).
    /// The signature covers epoch, merchant, campaign, and the SHA-256 of the XDR of the vector of the four lists.
    /// A payment that can't be made never fails the others: its result is in the campaign's `reward` event. Errors of
    /// the campaign (14xxx) and of the pool (13xxx) fail the whole call.
    #[allow(clippy::too_many_arguments)] // One list per field: see `payments.rs`.
    pub fn pay(
        env: Env,
        operator: Address,
        epoch: u64,
        merchant: u64,
        campaign: u64,
        numbers: Bytes,
        references: Bytes,
        to: Vec<Address>,
        amounts: Vec<i128>,
    ) {
        let config = storage::open(&env);
        let payments = Payments {
            numbers,
            references,
            to,
            amounts,
        };
        let digest = payments.digest(&env);
        let signed = list![
            &env,
            epoch.into_val(&env),
            merchant.into_val(&env),
            campaign.into_val(&env),
            digest.into_val(&env)
        ];
        operator.require_auth_for_args(signed);
        if !guards::has_role(&env, &config.admin, roles::DISTRIBUTOR, &operator) {
            panic_with_error!(&env, DistributionError::Unauthorized);
        }
        require_running(&env, &config);
        let budget = Budget { merchant, campaign };
        payout::pay(&env, &config, epoch, &budget, &payments);
    }

    /// Takes a paid reward back from its wallet, once, within the campaign's clawback window. Role `revoker`.
    /// `paid_at` is the close time of the payment's ledger (Unix seconds).
    /// The tokens are burnt; the campaign's budget, the wallet's cap and the number stay used. Fails with an error
    /// of `token` (12xxx) if the wallet doesn't hold the amount any more.
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
        require_role(&env, &config, roles::REVOKER, &operator);
        require_running(&env, &config);
        let paid = Paid {
            campaign,
            number,
            wallet,
            amount,
            paid_at,
        };
        payout::claw_back(&env, &config, &paid);
        RewardClawedBack {
            campaign,
            wallet: paid.wallet,
            number,
            amount,
            operator,
        }
        .publish(&env);
    }

    /// For each of at most 256 numbers of a campaign the reference it was paid under; zeros if unpaid. `NumberExpired`
    /// where the mark may be gone: the number's period ended three periods ago or earlier.
    pub fn status(env: Env, campaign: u64, numbers: Vec<u32>) -> Vec<BytesN<8>> {
        let config = storage::open(&env);
        if numbers.len() > MAX_STATUS {
            panic_with_error!(&env, DistributionError::TooMany);
        }
        let periods = config.periods(&env);
        let mut marks = marks::of(&env, campaign, periods);
        let mut refs = Vec::new(&env);
        for number in numbers.iter() {
            periods.require_marked(&env, number);
            refs.push_back(BytesN::from_array(&env, &marks.get(number)));
        }
        refs
    }

    /// Newest epoch, newest batch, payments so far with their fingerprint, and the highest number of each period.
    pub fn batches(env: Env) -> Batches {
        storage::open(&env);
        storage::batches(&env)
    }

    /// Lowest number of the current period. A new reward gets this one or a higher one.
    pub fn first_number(env: Env) -> u32 {
        let config = storage::open(&env);
        config.periods(&env).first_number()
    }

    /// Brings the stored data to this code's schema version, once. Role `upgrader`. Values that an earlier release did not
    /// have are set: pool and token from `state`, and the periods of numbers begin at this ledger.
    pub fn migrate(env: Env, operator: Address) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::UPGRADER, &operator);
        if !lifecycle::migrate(&env, SCHEMA, operator.clone()) {
            panic_with_error!(&env, DistributionError::AlreadyMigrated);
        }
        let state = StateClient::new(&env, &config.state);
        let from_state = |name| {
            let name = Symbol::new(&env, name);
            let new = state.resolve(&name);
            AddressSet {
                name,
                old: None,
                new: new.clone(),
                operator: operator.clone(),
            }
            .publish(&env);
            Some(new)
        };
        // A field that is set keeps its value: drops' money lies in this pool, and marks' lives are counted from this ledger.
        let config = Config {
            pool: config.pool.or_else(|| from_state("pool")),
            token: config.token.or_else(|| from_state("token")),
            first_ledger: config.first_ledger.or(Some(env.ledger().sequence())),
            ..config
        };
        storage::init(&env, &config);
    }
}

lifecycle! {
    Distribution, DistributionError, |env| storage::open(env).admin;
    /// Stops payments, drops, claims and sweeps. Role `pauser`.
    pause,
    unpause, paused, upgrade, version,
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
