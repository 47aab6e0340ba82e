//! More budget and more time for a campaign that pays.

use merit_common::{amount, PoolClient};
use soroban_sdk::{panic_with_error, Env};

use crate::{
    campaigns,
    errors::CampaignError,
    status::Status,
    storage::{self, Config},
};

/// Raises a campaign's budget to `budget` and moves its end to `ends_at`, neither of which may go down. False if both are
/// so already: the call names totals, so its repeat adds nothing.
pub fn extend(env: &Env, config: &Config, id: u64, budget: i128, ends_at: u64) -> bool {
    let mut campaign = storage::campaign(env, id);
    // Before any check of status or time: a repeated call must find that it is done.
    if (campaign.budget, campaign.ends_at) == (budget, ends_at) {
        return false;
    }
    if !matches!(campaign.status, Status::Active | Status::Paused) {
        panic_with_error!(env, CampaignError::InvalidTransition);
    }
    // Anyone may have begun to return its money.
    if campaign.ends_at <= env.ledger().timestamp() {
        panic_with_error!(env, CampaignError::InvalidWindow);
    }
    if !amount::is_valid(budget) {
        panic_with_error!(env, CampaignError::InvalidAmount);
    }
    if budget < campaign.budget || ends_at < campaign.ends_at {
        panic_with_error!(env, CampaignError::Shrinks);
    }
    // A campaign of a release that knew no longest time can be given budget without another end.
    if ends_at > campaign.ends_at {
        campaigns::require_end(env, ends_at);
    }
    storage::keep_created_with(env, id, (campaign.budget, campaign.ends_at));
    let more = budget - campaign.budget;
    if more > 0 {
        PoolClient::new(env, &config.pool).raise_reserve(
            &env.current_contract_address(),
            &id,
            &more,
        );
    }
    campaign.budget = budget;
    campaign.ends_at = ends_at;
    storage::set_campaign(env, id, &campaign);
    true
}
