//! Entry points of campaigns that are agreed on first, funded later, and opened when all is ready.

use merit_common::roles;
use soroban_sdk::{contractimpl, Address, BytesN, Env};

use super::{
    announce, change_status, require_role, require_running, Campaigns, CampaignsArgs,
    CampaignsClient,
};
use crate::{
    campaigns::{self, Terms},
    events::CampaignDrafted,
    status::Status,
    storage,
};

#[contractimpl]
impl Campaigns {
    /// Stores a campaign's terms without reserving money, and returns its id. Role `manager`. The same call again
    /// returns the same id, whatever its status is by then. Other terms under this reference fail with `ReferenceTaken`.
    #[allow(clippy::too_many_arguments)] // The terms of a campaign.
    pub fn draft(
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
        let (campaign, drafted) = campaigns::draft(&env, &reference, terms);
        if drafted {
            CampaignDrafted {
                campaign,
                merchant,
                budget,
                starts_at,
                ends_at,
                per_wallet_cap,
                reference,
            }
            .publish(&env);
        }
        campaign
    }

    /// Reserves a draft's budget in `pool`, from the merchant's free balance, if its window isn't over. Role
    /// `manager`.
    pub fn fund(env: Env, operator: Address, id: u64) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        campaigns::fund(&env, &config, id);
        announce(&env, id, Status::Funded);
    }

    /// Lets a funded campaign pay within its window. Role `manager`.
    pub fn activate(env: Env, operator: Address, id: u64) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        change_status(&env, id, Some(Status::Funded), Status::Active);
    }

    /// Drops a draft for good; its reference stays used. Role `manager`.
    pub fn drop_draft(env: Env, operator: Address, id: u64) {
        let config = storage::open(&env);
        require_role(&env, &config, roles::MANAGER, &operator);
        require_running(&env, &config);
        change_status(&env, id, None, Status::Dropped);
    }
}
