//! A merchant's programme and its funds.

use merit_common::{amount, debts, handover::MAX_DELAY, sac};
use soroban_sdk::{contracttype, panic_with_error, Address, Env};

use crate::{
    errors::ReferralError,
    storage::{self, Config},
};

/// Longest time from now to a programme's end, seconds: three years.
pub const MAX_AHEAD: u64 = 3 * 366 * 86_400;

/// Longest clawback window.
pub const MAX_CLAWBACK: u64 = MAX_DELAY;

/// Terms for newcomers that qualify from now on; amounts in stroops.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Programme {
    /// Funds the programme and gets back what is left.
    pub sponsor: Address,
    /// 0: none. One of the two bonuses is above 0.
    pub bonus_referrer: i128,
    pub bonus_newcomer: i128,
    /// Most that one referrer gets from this programme, over its whole life.
    pub referrer_cap: i128,
    /// Most that is ever paid, set aside and free together.
    pub budget: i128,
    /// Unix seconds.
    pub starts_at: u64,
    /// Unix seconds. After `starts_at`, and at most three years from now when it is set.
    pub ends_at: u64,
    /// Seconds from qualification during which a reward can be revoked and not be claimed, at most 90 days.
    pub clawback_window: u64,
}

/// Stroops. This contract owes `free` + `pending` of all programmes, and what sponsors couldn't receive.
#[contracttype]
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Funds {
    pub free: i128,
    /// Bonuses set aside.
    pub pending: i128,
    pub paid: i128,
}

impl Funds {
    fn total(&self) -> Option<i128> {
        amount::add(amount::add(self.free, self.pending)?, self.paid)
    }
}

impl Programme {
    /// True if the sponsor's funds would be spent faster, or with less time to revoke.
    fn is_dearer_than(&self, known: &Programme) -> bool {
        self.bonus_referrer > known.bonus_referrer
            || self.bonus_newcomer > known.bonus_newcomer
            || self.referrer_cap > known.referrer_cap
            || self.clawback_window < known.clawback_window
    }
}

/// Creates or changes a programme. False, and nothing changes, if it has these terms already. While funds are free or
/// pending, which may become free again, they are the sponsor's: the sponsor can't change, nor terms become dearer than those
/// that it funded. While funds are free, or are pending after the sponsor left, the end can't move to a later time.
pub fn set(env: &Env, merchant: u64, wanted: &Programme) -> bool {
    require_terms(env, wanted);
    let Some(programme) = storage::programme(env, merchant) else {
        storage::set_programme(env, merchant, wanted);
        return true;
    };
    if programme == *wanted {
        return false;
    }
    let funds = storage::funds(env, merchant);
    let (free, pending) = (funds.free > 0, funds.pending > 0);
    if programme.sponsor != wanted.sponsor && (free || pending) {
        panic_with_error!(env, ReferralError::SponsorFixed);
    }
    let fixed = free || (pending && storage::has_left(env, merchant));
    if wanted.ends_at > programme.ends_at && fixed {
        panic_with_error!(env, ReferralError::WindowExtended);
    }
    if (free || pending) && wanted.is_dearer_than(&programme) {
        panic_with_error!(env, ReferralError::TermsRaised);
    }
    require_budget(env, wanted, &funds);
    storage::set_programme(env, merchant, wanted);
    true
}

/// Adds to the free funds. Only the sponsor can, and only before the end.
pub fn fund(env: &Env, config: &Config, merchant: u64, sponsor: &Address, amount: i128) {
    let programme = get(env, merchant);
    if programme.sponsor != *sponsor {
        panic_with_error!(env, ReferralError::Unauthorized);
    }
    if !amount::is_valid(amount) {
        panic_with_error!(env, ReferralError::InvalidAmount);
    }
    if env.ledger().timestamp() >= programme.ends_at {
        panic_with_error!(env, ReferralError::OutsideWindow);
    }
    let mut funds = storage::funds(env, merchant);
    let Some(free) = amount::add(funds.free, amount) else {
        panic_with_error!(env, ReferralError::BudgetExceeded)
    };
    funds.free = free;
    require_budget(env, &programme, &funds);
    storage::set_funds(env, merchant, &funds);
    storage::clear_left(env, merchant);
    sac::require::<ReferralError>(env, sac::deposit(env, &config.asset, sponsor, amount));
}

/// Ends the programme now and returns its free funds; pending bonuses stay for those who may claim them.
pub fn leave(env: &Env, config: &Config, merchant: u64, sponsor: &Address) -> i128 {
    let mut programme = get(env, merchant);
    if programme.sponsor != *sponsor {
        panic_with_error!(env, ReferralError::Unauthorized);
    }
    programme.ends_at = programme.ends_at.min(env.ledger().timestamp());
    storage::set_programme(env, merchant, &programme);
    storage::set_left(env, merchant);
    pay_back(env, config, merchant, sponsor, true)
}

/// The free funds of a programme that is over are the sponsor's, who is owed them: a merchant that wants another sponsor doesn't
/// wait for this one's trustline. Revoked and expired bonuses may make this possible again.
pub fn settle(env: &Env, config: &Config, merchant: u64) -> (Address, i128) {
    let programme = get(env, merchant);
    if env.ledger().timestamp() < programme.ends_at {
        panic_with_error!(env, ReferralError::NotEnded);
    }
    let rest = pay_back(env, config, merchant, &programme.sponsor, false);
    if rest == 0 {
        panic_with_error!(env, ReferralError::NothingLeft);
    }
    (programme.sponsor, rest)
}

/// Sends the free funds to the sponsor, who is owed them if it can't receive. `at_once` as in [`debts::pay`]. Returns the sum.
fn pay_back(env: &Env, config: &Config, merchant: u64, sponsor: &Address, at_once: bool) -> i128 {
    let mut funds = storage::funds(env, merchant);
    let rest = core::mem::take(&mut funds.free);
    if rest > 0 {
        sac::require::<ReferralError>(env, sac::can_send(env, &config.asset, rest));
        storage::set_funds(env, merchant, &funds);
        debts::pay(env, &config.asset, sponsor, rest, at_once);
    }
    rest
}

/// Pays a sponsor what it couldn't receive before. Returns the amount in stroops.
pub fn withdraw(env: &Env, config: &Config, sponsor: &Address) -> i128 {
    let Some(amount) = debts::take(env, sponsor) else {
        panic_with_error!(env, ReferralError::NothingOwed)
    };
    sac::require::<ReferralError>(env, sac::send(env, &config.asset, sponsor, amount));
    amount
}

/// The programme, if it runs now.
pub fn running(env: &Env, merchant: u64) -> Programme {
    let programme = get(env, merchant);
    let now = env.ledger().timestamp();
    if !(programme.starts_at..programme.ends_at).contains(&now) {
        panic_with_error!(env, ReferralError::OutsideWindow);
    }
    programme
}

/// Sets bonuses aside.
pub fn set_aside(env: &Env, merchant: u64, amount: i128) {
    let mut funds = storage::funds(env, merchant);
    let rest = amount::sub(funds.free, amount);
    let (Some(free), Some(pending)) = (rest, amount::add(funds.pending, amount)) else {
        panic_with_error!(env, ReferralError::BudgetShort)
    };
    (funds.free, funds.pending) = (free, pending);
    storage::set_funds(env, merchant, &funds);
}

/// Counts a bonus that was set aside as paid, or as free again.
pub fn resolve(env: &Env, merchant: u64, amount: i128, paid: bool) {
    let mut funds = storage::funds(env, merchant);
    let target = if paid { funds.paid } else { funds.free };
    let rest = amount::sub(funds.pending, amount);
    let (Some(pending), Some(sum)) = (rest, amount::add(target, amount)) else {
        panic_with_error!(env, ReferralError::InvalidAmount)
    };
    funds.pending = pending;
    if paid {
        funds.paid = sum;
    } else {
        funds.free = sum;
    }
    storage::set_funds(env, merchant, &funds);
}

fn get(env: &Env, merchant: u64) -> Programme {
    let Some(programme) = storage::programme(env, merchant) else {
        panic_with_error!(env, ReferralError::ProgrammeNotFound)
    };
    programme
}

fn require_budget(env: &Env, programme: &Programme, funds: &Funds) {
    if funds.total().is_none_or(|total| total > programme.budget) {
        panic_with_error!(env, ReferralError::BudgetExceeded);
    }
}

fn require_terms(env: &Env, terms: &Programme) {
    let bonuses = [terms.bonus_referrer, terms.bonus_newcomer];
    let amounts = [bonuses[0], bonuses[1], terms.referrer_cap, terms.budget];
    if !amounts.iter().all(|amount| amount::is_valid_limit(*amount)) {
        panic_with_error!(env, ReferralError::InvalidAmount);
    }
    let last = env.ledger().timestamp().saturating_add(MAX_AHEAD);
    let window = terms.starts_at < terms.ends_at && terms.ends_at <= last;
    let rewards = bonuses != [0, 0] && terms.referrer_cap >= terms.bonus_referrer;
    if !window || !rewards || terms.clawback_window > MAX_CLAWBACK {
        panic_with_error!(env, ReferralError::InvalidTerms);
    }
}
