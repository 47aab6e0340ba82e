//! One reward per newcomer and programme: set aside, then revoked, or claimed by each side in time, or expired.

use merit_common::{amount, sac};
use soroban_sdk::{contracttype, panic_with_error, Address, Env};

use crate::{
    errors::ReferralError,
    programmes::{self, Programme},
    storage::{self, Config},
};

/// Seconds from `claimable_at` in which a bonus can be claimed: 180 days. Without this limit, an unclaimed bonus
/// would hold the sponsor's money for ever.
pub const CLAIM_WINDOW: u64 = 180 * 86_400;

#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Status {
    Pending,
    /// Final.
    Paid,
    /// Final.
    Revoked,
    /// Final: not claimed in time.
    Expired,
}

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Bonus {
    /// Stroops; 0: no bonus for this side.
    pub amount: i128,
    pub status: Status,
}

impl Bonus {
    /// Ends a bonus that is still pending; returns its stroops.
    fn expire(&mut self) -> i128 {
        if self.status != Status::Pending {
            return 0;
        }
        self.status = Status::Expired;
        self.amount
    }
}

/// The bonuses that a newcomer's qualification in a programme earned.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reward {
    pub merchant: u64,
    pub referrer: Address,
    pub for_referrer: Bonus,
    pub for_newcomer: Bonus,
    /// Unix seconds until which it can be revoked, and from which it can be claimed for 180 days.
    pub claimable_at: u64,
}

impl Reward {
    fn expires_at(&self) -> u64 {
        self.claimable_at.saturating_add(CLAIM_WINDOW)
    }
}

/// Sets the bonuses aside, once per newcomer and programme. A referrer at its cap gets none, and its newcomer still does.
pub fn qualify(env: &Env, merchant: u64, newcomer: &Address) -> Reward {
    let Some(referrer) = storage::referrer(env, newcomer) else {
        panic_with_error!(env, ReferralError::NotBound)
    };
    // A revoked reward stays recorded: what was revoked as fraud isn't tried again.
    if storage::reward(env, merchant, newcomer).is_some() {
        panic_with_error!(env, ReferralError::AlreadyRewarded);
    }
    let programme = programmes::running(env, merchant);
    let for_referrer = count_for_referrer(env, merchant, &referrer, &programme);
    let for_newcomer = programme.bonus_newcomer;
    let Some(total) = amount::add(for_referrer, for_newcomer) else {
        panic_with_error!(env, ReferralError::BudgetShort)
    };
    if total == 0 {
        panic_with_error!(env, ReferralError::CapReached);
    }
    programmes::set_aside(env, merchant, total);
    let now = env.ledger().timestamp();
    let reward = Reward {
        merchant,
        referrer,
        for_referrer: pending(for_referrer),
        for_newcomer: pending(for_newcomer),
        claimable_at: now.saturating_add(programme.clawback_window),
    };
    storage::set_reward(env, newcomer, &reward);
    reward
}

/// Takes both bonuses back before they can be claimed. Returns the sum.
pub fn revoke(env: &Env, merchant: u64, newcomer: &Address) -> i128 {
    let mut reward = get(env, merchant, newcomer);
    if env.ledger().timestamp() >= reward.claimable_at {
        panic_with_error!(env, ReferralError::RevokeClosed);
    }
    if reward.for_referrer.status == Status::Revoked {
        panic_with_error!(env, ReferralError::AlreadyRevoked);
    }
    // Nothing is claimable yet, so both are pending.
    let own = reward.for_referrer.amount;
    let sum = own + reward.for_newcomer.amount;
    reward.for_referrer.status = Status::Revoked;
    reward.for_newcomer.status = Status::Revoked;
    let earned = storage::earned(env, merchant, &reward.referrer) - own;
    storage::set_earned(env, merchant, &reward.referrer, earned);
    storage::set_reward(env, newcomer, &reward);
    programmes::resolve(env, merchant, sum, false);
    sum
}

/// Pays `account` its side of the newcomer's reward. Returns the amount.
pub fn claim(
    env: &Env,
    config: &Config,
    account: &Address,
    merchant: u64,
    newcomer: &Address,
) -> i128 {
    let mut reward = get(env, merchant, newcomer);
    let now = env.ledger().timestamp();
    let (claimable_at, expires_at) = (reward.claimable_at, reward.expires_at());
    // No account refers itself, so it is on one side only.
    let bonus = if account == newcomer {
        &mut reward.for_newcomer
    } else if *account == reward.referrer {
        &mut reward.for_referrer
    } else {
        panic_with_error!(env, ReferralError::NothingDue)
    };
    if bonus.amount == 0 || bonus.status != Status::Pending {
        panic_with_error!(env, ReferralError::NothingDue);
    }
    if now < claimable_at {
        panic_with_error!(env, ReferralError::NotClaimable);
    }
    if now >= expires_at {
        panic_with_error!(env, ReferralError::ClaimClosed);
    }
    bonus.status = Status::Paid;
    let amount = bonus.amount;
    storage::set_reward(env, newcomer, &reward);
    programmes::resolve(env, merchant, amount, true);
    sac::require::<ReferralError>(env, sac::send(env, &config.asset, account, amount));
    amount
}

/// Frees what a side, or both, didn't claim in time. Returns the sum.
pub fn expire(env: &Env, merchant: u64, newcomer: &Address) -> i128 {
    let mut reward = get(env, merchant, newcomer);
    if env.ledger().timestamp() < reward.expires_at() {
        panic_with_error!(env, ReferralError::NotExpired);
    }
    let own = reward.for_referrer.expire();
    let sum = own + reward.for_newcomer.expire();
    if sum == 0 {
        panic_with_error!(env, ReferralError::NothingDue);
    }
    if own > 0 {
        let earned = storage::earned(env, merchant, &reward.referrer) - own;
        storage::set_earned(env, merchant, &reward.referrer, earned);
    }
    storage::set_reward(env, newcomer, &reward);
    programmes::resolve(env, merchant, sum, false);
    sum
}

/// The referrer's bonus, counted against its cap; 0 if the cap has no room for it.
fn count_for_referrer(env: &Env, merchant: u64, referrer: &Address, programme: &Programme) -> i128 {
    let bonus = programme.bonus_referrer;
    let earned = amount::add(storage::earned(env, merchant, referrer), bonus);
    match earned.filter(|earned| *earned <= programme.referrer_cap) {
        Some(earned) if bonus > 0 => {
            storage::set_earned(env, merchant, referrer, earned);
            bonus
        }
        _ => 0,
    }
}

fn get(env: &Env, merchant: u64, newcomer: &Address) -> Reward {
    let Some(reward) = storage::reward(env, merchant, newcomer) else {
        panic_with_error!(env, ReferralError::RewardNotFound)
    };
    reward
}

fn pending(amount: i128) -> Bonus {
    Bonus {
        amount,
        status: Status::Pending,
    }
}
