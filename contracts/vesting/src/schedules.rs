//! Life of a schedule: created and funded, claimed as it vests, perhaps revoked, perhaps handed on.

use merit_common::{
    amount,
    handover::{Handover, Timing},
};
use soroban_sdk::{contracttype, panic_with_error, Address, Env, Vec};

use crate::{
    errors::VestingError,
    funds, owners,
    plan::Plan,
    storage::{self, Config},
};

/// Most schedules in one batch: what a transaction of 132,096 B holds if each has 32 tranches, since the arguments
/// stand in it twice.
pub const MAX_BATCH: u32 = 20;

/// What a funder asks for.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Terms {
    pub beneficiary: Address,
    pub plan: Plan,
    /// Who may take the unvested part back for the funder. Void: nobody.
    pub revoker: Option<Address>,
}

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Schedule {
    pub funder: Address,
    pub beneficiary: Address,
    pub revoker: Option<Address>,
    pub plan: Plan,
    /// Stroops that were put in.
    pub total: i128,
    /// Stroops that the beneficiary received.
    pub released: i128,
    /// Stroops that became the funder's again by revocation, received or still owed.
    pub refunded: i128,
    /// Unix seconds. Vesting stops there.
    pub revoked_at: Option<u64>,
    /// Position in the beneficiary's list.
    pub slot: u32,
}

impl Schedule {
    /// Stroops vested at `time`.
    pub fn vested(&self, time: u64) -> i128 {
        let until = self.revoked_at.map_or(time, |end| end.min(time));
        self.plan.vested(until)
    }

    /// Stroops that the beneficiary may receive at `time`.
    pub fn claimable(&self, time: u64) -> i128 {
        // A time before the last claim has vested less than was released.
        (self.vested(time) - self.released).max(0)
    }
}

pub fn get(env: &Env, id: u64) -> Schedule {
    let Some(schedule) = storage::schedule(env, id) else {
        panic_with_error!(env, VestingError::NotFound)
    };
    schedule
}

/// Creates all schedules and takes their sum in one transfer. Returns the ids, which follow each other.
pub fn create(
    env: &Env,
    config: &Config,
    funder: &Address,
    batch: &Vec<Terms>,
) -> Vec<(u64, Schedule)> {
    if batch.is_empty() || batch.len() > MAX_BATCH {
        panic_with_error!(env, VestingError::InvalidBatch);
    }
    let mut created = Vec::new(env);
    let mut sum = 0;
    let refused = funds::refused(env, config);
    for terms in batch.iter() {
        let (id, schedule) = record(env, funder, terms, &refused);
        let Some(next) = amount::add(sum, schedule.total) else {
            panic_with_error!(env, VestingError::InvalidAmount)
        };
        sum = next;
        created.push_back((id, schedule));
    }
    funds::pull(env, config, funder, sum);
    created
}

fn record(env: &Env, funder: &Address, terms: Terms, refused: &Vec<Address>) -> (u64, Schedule) {
    let total = match terms.plan.check(env.ledger().timestamp()) {
        Ok(total) => total,
        Err(error) => panic_with_error!(env, error),
    };
    funds::require_beneficiary(env, refused, &terms.beneficiary);
    let id = storage::next_id(env);
    let schedule = Schedule {
        funder: funder.clone(),
        slot: owners::add(env, &terms.beneficiary, id),
        beneficiary: terms.beneficiary,
        revoker: terms.revoker,
        plan: terms.plan,
        total,
        released: 0,
        refunded: 0,
        revoked_at: None,
    };
    storage::set_schedule(env, id, &schedule);
    (id, schedule)
}

/// Pays what has vested and wasn't claimed. Returns the beneficiary and the stroops.
pub fn claim(env: &Env, config: &Config, id: u64) -> (Address, i128) {
    let mut schedule = get(env, id);
    let due = schedule.claimable(env.ledger().timestamp());
    if due == 0 {
        panic_with_error!(env, VestingError::NothingToClaim);
    }
    schedule.released += due;
    storage::set_schedule(env, id, &schedule);
    funds::push(env, config, &schedule.beneficiary, due);
    (schedule.beneficiary, due)
}

/// Stops vesting now; the rest is the funder's again. Returns the funder and the stroops.
pub fn revoke(env: &Env, config: &Config, revoker: &Address, id: u64) -> (Address, i128) {
    let mut schedule = get(env, id);
    match &schedule.revoker {
        None => panic_with_error!(env, VestingError::NotRevocable),
        Some(allowed) if allowed != revoker => panic_with_error!(env, VestingError::Unauthorized),
        Some(_) => {}
    }
    if schedule.revoked_at.is_some() {
        panic_with_error!(env, VestingError::AlreadyRevoked);
    }
    let now = env.ledger().timestamp();
    let unvested = schedule.total - schedule.vested(now);
    if unvested == 0 {
        panic_with_error!(env, VestingError::FullyVested);
    }
    schedule.refunded = unvested;
    schedule.revoked_at = Some(now);
    storage::set_schedule(env, id, &schedule);
    funds::refund(env, config, &schedule.funder, unvested);
    (schedule.funder, unvested)
}

/// Offers the schedule to `to`; replaces an earlier offer.
pub fn begin_transfer(
    env: &Env,
    config: &Config,
    beneficiary: &Address,
    id: u64,
    to: &Address,
) -> Handover {
    require_beneficiary(env, beneficiary, id);
    if to == beneficiary {
        panic_with_error!(env, VestingError::SameBeneficiary);
    }
    funds::require_beneficiary(env, &funds::refused(env, config), to);
    // Nothing to wait for but the new beneficiary, who has `handover::WINDOW`.
    let transfer = Handover::announce(env, to, 0);
    storage::set_transfer(env, id, &transfer);
    transfer
}

pub fn cancel_transfer(env: &Env, beneficiary: &Address, id: u64) {
    require_beneficiary(env, beneficiary, id);
    pending(env, id);
    storage::drop_transfer(env, id);
}

/// Hands the schedule over, with whatever it holds. Returns the former beneficiary.
pub fn accept_transfer(env: &Env, config: &Config, to: &Address, id: u64) -> Address {
    let mut schedule = get(env, id);
    let transfer = pending(env, id);
    if transfer.to != *to {
        panic_with_error!(env, VestingError::Unauthorized);
    }
    if transfer.timing(env) == Timing::Expired {
        panic_with_error!(env, VestingError::TransferExpired);
    }
    // It may have become one of the system's contracts since.
    funds::require_beneficiary(env, &funds::refused(env, config), to);
    let from = schedule.beneficiary.clone();
    owners::remove(env, &from, schedule.slot);
    schedule.slot = owners::add(env, to, id);
    schedule.beneficiary = to.clone();
    storage::set_schedule(env, id, &schedule);
    storage::drop_transfer(env, id);
    from
}

fn require_beneficiary(env: &Env, account: &Address, id: u64) {
    if get(env, id).beneficiary != *account {
        panic_with_error!(env, VestingError::Unauthorized);
    }
}

fn pending(env: &Env, id: u64) -> Handover {
    let Some(transfer) = storage::transfer(env, id) else {
        panic_with_error!(env, VestingError::NoTransfer)
    };
    transfer
}
