//! Entry points: keep the instance alive, authorise, one domain call, one event.

use merit_common::{guards, lifecycle, roles};
use soroban_sdk::{contract, contractimpl, panic_with_error, Address, Bytes, BytesN, Env, Vec};

use crate::{
    batch::Batch,
    campaigns::{self, Campaign, Terms},
    errors::CampaignError,
    events::{CampaignCreated, CampaignExtended, CampaignSettled, CampaignStatus, ClawbackAllowed},
    extension,
    spending::{self, Spent},
    status::Status,
    storage::{self, Config},
};

/// Version of the stored data; since 2, `spend` returns [`Spent`].
const SCHEMA: u32 = 2;

#[contract]
pub struct Campaigns;

#[contractimpl]
impl Campaigns {
    pub fn __constructor(env: Env, admin: Address, state: Address, pool: Address) {
        storage::init(&env, &Config { admin, state, pool });
        lifecycle::init(&env, SCHEMA);
    }

    /// Creates an active campaign with its budget reserved in `pool`, and returns its id. Role `manager`. The
    /// same call again returns the same id. Other terms under this reference fail with `ReferenceTaken`. Times are Unix
    /// seconds, the window is `[starts_at, ends_at)`.
    #[allow(clippy::too_many_arguments)] // The terms of a campaign.
    pub fn create(
        env: Env,
        operator: Address,
        reference: BytesN<32>,
        merchant: u64,
        budget: i128,
        starts_at: u64,
        ends_at: u64,
        per_wallet_cap: Option<i128>,
    ) -> u64 {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        let terms = Terms {
            merchant,
            budget,
            starts_at,
            ends_at,
            per_wallet_cap,
        };
        let (campaign, created) = campaigns::create(&env, &config, &reference, terms);
        if created {
            CampaignCreated {
                campaign,
                merchant,
                budget,
                starts_at,
                ends_at,
                per_wallet_cap,
                reference,
                operator,
            }
            .publish(&env);
        }
        campaign
    }

    /// Lets payments of a campaign that has paid nothing yet be clawed back for 1 to 7,776,000 seconds (90 days)
    /// each. Role `manager`. May be changed until the first payment.
    pub fn allow_clawback(env: Env, operator: Address, id: u64, seconds: u64) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        campaigns::allow_clawback(&env, &config, id, seconds);
        ClawbackAllowed {
            campaign: id,
            seconds,
            operator,
        }
        .publish(&env);
    }

    /// Stops payments of one campaign. Role `manager`.
    pub fn pause_campaign(env: Env, operator: Address, id: u64) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        change_status(&env, id, Status::Paused, operator);
    }

    /// Resumes a paused campaign. Role `manager`.
    pub fn resume_campaign(env: Env, operator: Address, id: u64) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        change_status(&env, id, Status::Active, operator);
    }

    /// Raises the budget of an active or paused campaign to `budget` (stroops), from the merchant's free balance, and moves
    /// its end to `ends_at` (Unix seconds), before it has ended. Role `manager`. Both are totals, and neither goes down.
    /// Returns false if both are so already.
    pub fn extend(env: Env, operator: Address, id: u64, budget: i128, ends_at: u64) -> bool {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        if !extension::extend(&env, &config, id, budget, ends_at) {
            return false;
        }
        CampaignExtended {
            campaign: id,
            budget,
            ends_at,
            operator,
        }
        .publish(&env);
        true
    }

    /// Ends a campaign for good. Role `manager`; open to anyone once its window is over.
    pub fn end(env: Env, operator: Address, id: u64) {
        let config = storage::open(&env);
        require_manager_until_over(&env, &config, id, &operator);
        require_running(&env, &config);
        change_status(&env, id, Status::Ended, operator);
    }

    /// Returns an ended campaign's remainder to its merchant's balance in `pool`, once. Role `manager`; open to
    /// anyone once the campaign's window is over. The result is the remainder in stroops.
    pub fn settle(env: Env, operator: Address, id: u64) -> i128 {
        let config = storage::open(&env);
        require_manager_until_over(&env, &config, id, &operator);
        require_running(&env, &config);
        let (spent, remainder) = campaigns::settle(&env, &config, id);
        CampaignSettled {
            campaign: id,
            spent,
            remainder,
            operator,
        }
        .publish(&env);
        remainder
    }

    /// Pays a batch. Role `distribution`. Payment `i` has `numbers[4i..4i+4]` (u32, big-endian), `refs[8i..8i+8]`,
    /// `to[i]`, `amounts[i]` and `results[i]`: 255 to pay, or a result decided before. Returns the final results with
    /// the campaign's merchant and clawback window, and emits one `reward` event.
    #[allow(clippy::too_many_arguments)] // One list per field: it is the event's layout.
    pub fn spend(
        env: Env,
        distribution: Address,
        id: u64,
        seq: u64,
        numbers: Bytes,
        refs: Bytes,
        to: Vec<Address>,
        amounts: Vec<i128>,
        results: Bytes,
    ) -> Spent {
        let config = storage::open(&env);
        require_role(&env, &config, roles::DISTRIBUTION, &distribution);
        require_running(&env, &config);
        let batch = Batch {
            seq,
            numbers,
            refs,
            to,
            amounts,
            results,
        };
        spending::spend(&env, &config, id, batch)
    }

    /// The campaign; `spent` is as of now.
    pub fn get(env: Env, id: u64) -> Campaign {
        let config = storage::open(&env);
        campaigns::view(&env, &config, id)
    }

    /// Campaigns with ids above `after`, in rising order, at most 50.
    pub fn campaigns(env: Env, after: u64, limit: u32) -> Vec<(u64, Campaign)> {
        let config = storage::open(&env);
        campaigns::page(&env, &config, after, limit)
    }

    /// Seconds in which a payment of the campaign may be clawed back. Void: never.
    pub fn clawback_seconds(env: Env, id: u64) -> Option<u64> {
        storage::open(&env);
        storage::campaign(&env, id).clawback_seconds
    }

    /// Id of the campaign created under a reference.
    pub fn by_reference(env: Env, reference: BytesN<32>) -> Option<u64> {
        storage::open(&env);
        storage::by_reference(&env, &reference)
    }

    /// Stroops that a wallet received from a campaign. They are counted only for campaigns with a cap.
    pub fn wallet_spent(env: Env, id: u64, wallet: Address) -> i128 {
        storage::open(&env);
        storage::wallet_spent(&env, id, &wallet)
    }
}

lifecycle! {
    Campaigns, CampaignError, |env| storage::open(env).admin;
    /// Stops everything but views. Role `pauser`.
    pause,
    unpause, paused, upgrade, migrate(SCHEMA), version,
}

fn change_status(env: &Env, campaign: u64, status: Status, operator: Address) {
    campaigns::transition(env, campaign, status);
    CampaignStatus {
        campaign,
        status,
        operator,
    }
    .publish(env);
}

/// Anyone may return a merchant's money once the campaign can't pay any more.
fn require_manager_until_over(env: &Env, config: &Config, id: u64, operator: &Address) {
    operator.require_auth();
    let over = env.ledger().timestamp() >= storage::campaign(env, id).ends_at;
    if !over && !guards::has_role(env, &config.admin, roles::MANAGER, operator) {
        panic_with_error!(env, CampaignError::Unauthorized);
    }
}

fn require_role(env: &Env, config: &Config, role: &str, operator: &Address) {
    if !guards::authorize(env, &config.admin, role, operator) {
        panic_with_error!(env, CampaignError::Unauthorized);
    }
}

fn require_running(env: &Env, config: &Config) {
    if guards::is_stopped(env, &config.state) {
        panic_with_error!(env, CampaignError::Paused);
    }
}
