//! Creation, status and end of campaigns. Authorisation is checked in `contract.rs`.

use merit_common::{amount, PoolClient};
use soroban_sdk::{contracttype, panic_with_error, BytesN, Env, Vec};

use crate::{
    errors::CampaignError,
    status::Status,
    storage::{self, Config},
};

/// Longest clawback window, seconds: at some point what was earned must belong to the wallet.
const MAX_CLAWBACK: u64 = 90 * 86_400;

/// Longest time from now to a campaign's end, seconds: 100 years. A time in milliseconds would never come, and from the end on
/// anyone returns the money to the merchant.
const MAX_AHEAD: u64 = 100 * 366 * 86_400;

/// Most campaigns in one page: each asks the pool for its reserve.
const MAX_PAGE: u32 = 50;

/// A campaign, as it is stored and returned.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Campaign {
    pub merchant: u64,
    /// Stroops reserved by creation and by extensions.
    pub budget: i128,
    /// Stroops paid so far. Written at settlement; while the budget is reserved it is derived from the reserve in `pool`.
    pub spent: i128,
    /// First Unix second in which it pays.
    pub starts_at: u64,
    /// First Unix second in which it no longer pays.
    pub ends_at: u64,
    /// Stroops that one wallet may receive in total.
    pub per_wallet_cap: Option<i128>,
    pub status: Status,
    /// The caller's reference.
    pub reference: BytesN<32>,
    /// Seconds in which a payment may be clawed back. Void: never.
    pub clawback_seconds: Option<u64>,
}

/// The terms that a campaign is created with.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Terms {
    pub merchant: u64,
    pub budget: i128,
    pub starts_at: u64,
    pub ends_at: u64,
    pub per_wallet_cap: Option<i128>,
}

/// Creates an active campaign and reserves its budget under its id. `(id, false)` if the same one was created before.
pub fn create(env: &Env, config: &Config, reference: &BytesN<32>, terms: Terms) -> (u64, bool) {
    // Before any check of time: a repeated call must find its campaign even after the window.
    if let Some(id) = storage::by_reference(env, reference) {
        let campaign = storage::campaign(env, id);
        // The call promises a campaign that was active, which a draft never becomes.
        if campaign.status.is_draft() || campaign.created_with(env, id) != terms {
            panic_with_error!(env, CampaignError::ReferenceTaken);
        }
        return (id, false);
    }
    require_terms(env, &terms);
    let id = storage::next_id(env);
    PoolClient::new(env, &config.pool).reserve(
        &env.current_contract_address(),
        &terms.merchant,
        &id,
        &terms.budget,
    );
    storage::set_reference(env, reference, id);
    storage::set_campaign(env, id, &Campaign::active(terms, reference));
    (id, true)
}

/// Moves a campaign to another status.
pub fn transition(env: &Env, id: u64, next: Status) {
    let mut campaign = storage::campaign(env, id);
    campaign.advance(env, next);
    storage::set_campaign(env, id, &campaign);
}

/// Returns the remainder to the merchant and closes the campaign for good. The result is what was spent, and the remainder.
pub fn settle(env: &Env, config: &Config, id: u64) -> (i128, i128) {
    let mut campaign = storage::campaign(env, id);
    campaign.advance(env, Status::Settled);
    let remainder =
        PoolClient::new(env, &config.pool).release(&env.current_contract_address(), &id);
    campaign.spent = campaign.budget - remainder;
    storage::set_campaign(env, id, &campaign);
    (campaign.spent, remainder)
}

/// The campaign with what it has spent by now.
pub fn view(env: &Env, config: &Config, id: u64) -> Campaign {
    let mut campaign = storage::campaign(env, id);
    if campaign.status.is_funded() && campaign.status != Status::Settled {
        let left =
            PoolClient::new(env, &config.pool).reserved(&env.current_contract_address(), &id);
        campaign.spent = campaign.budget - left;
    }
    campaign
}

/// Up to 50 campaigns with ids above `after`, in rising order.
pub fn page(env: &Env, config: &Config, after: u64, limit: u32) -> Vec<(u64, Campaign)> {
    let end = after.saturating_add(limit.min(MAX_PAGE).into());
    let mut page = Vec::new(env);
    for id in after.saturating_add(1)..=end.min(storage::last_id(env)) {
        page.push_back((id, view(env, config, id)));
    }
    page
}

/// Lets payments be clawed back for `seconds`. Only before the first one: every recipient can know.
pub fn allow_clawback(env: &Env, config: &Config, id: u64, seconds: u64) {
    let mut campaign = view(env, config, id);
    if campaign.spent > 0 {
        panic_with_error!(env, CampaignError::AlreadyPaid);
    }
    if !(1..=MAX_CLAWBACK).contains(&seconds) {
        panic_with_error!(env, CampaignError::InvalidWindow);
    }
    campaign.clawback_seconds = Some(seconds);
    storage::set_campaign(env, id, &campaign);
}

fn require_terms(env: &Env, terms: &Terms) {
    if !amount::is_valid(terms.budget) || !terms.per_wallet_cap.is_none_or(amount::is_valid) {
        panic_with_error!(env, CampaignError::InvalidAmount);
    }
    if terms.ends_at <= terms.starts_at {
        panic_with_error!(env, CampaignError::InvalidWindow);
    }
    require_end(env, terms.ends_at);
}

/// Refuses an end that is over, or that never comes.
pub fn require_end(env: &Env, ends_at: u64) {
    let now = env.ledger().timestamp();
    if ends_at <= now || ends_at - now > MAX_AHEAD {
        panic_with_error!(env, CampaignError::InvalidWindow);
    }
}

impl Campaign {
    fn active(terms: Terms, reference: &BytesN<32>) -> Self {
        Campaign {
            merchant: terms.merchant,
            budget: terms.budget,
            spent: 0,
            starts_at: terms.starts_at,
            ends_at: terms.ends_at,
            per_wallet_cap: terms.per_wallet_cap,
            status: Status::Active,
            reference: reference.clone(),
            clawback_seconds: None,
        }
    }

    fn terms(&self) -> Terms {
        Terms {
            merchant: self.merchant,
            budget: self.budget,
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            per_wallet_cap: self.per_wallet_cap,
        }
    }

    /// Its terms without its extensions, which its creator doesn't repeat.
    fn created_with(&self, env: &Env, id: u64) -> Terms {
        let (budget, ends_at) =
            storage::created_with(env, id).unwrap_or((self.budget, self.ends_at));
        Terms {
            budget,
            ends_at,
            ..self.terms()
        }
    }

    fn advance(&mut self, env: &Env, next: Status) {
        if !self.status.may_become(next) {
            panic_with_error!(env, CampaignError::InvalidTransition);
        }
        self.status = next;
    }

    /// Refuses the call unless the campaign pays now.
    pub fn require_open(&self, env: &Env) {
        if self.status != Status::Active {
            panic_with_error!(env, CampaignError::NotActive);
        }
        if !(self.starts_at..self.ends_at).contains(&env.ledger().timestamp()) {
            panic_with_error!(env, CampaignError::OutsideWindow);
        }
    }
}
