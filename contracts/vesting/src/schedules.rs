//! Life of a schedule: created and funded, claimed as it vests, perhaps revoked, perhaps handed over.

use merit_common::{
    amount,
    handover::{Handover, Timing},
    ids,
};
use soroban_sdk::{contracttype, panic_with_error, Address, BytesN, Env, Vec};

use crate::{
    errors::VestingError,
    events::Created,
    funds,
    plan::Plan,
    storage::{self, Config},
};

/// Most schedules in one batch. A transaction of 132,096 B holds so many with 32 tranches each; it contains the arguments
/// twice.
pub const MAX_BATCH: u32 = 20;

/// The terms of a schedule, which its funder chooses.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Terms {
    /// The funder chooses it and uses it once. Funder and reference make the schedule's id.
    pub reference: BytesN<32>,
    pub beneficiary: Address,
    pub plan: Plan,
    /// The account that may take the unvested part back for the funder. Void: nobody may.
    pub revoker: Option<Address>,
}

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Schedule {
    pub funder: Address,
    pub beneficiary: Address,
    pub revoker: Option<Address>,
    pub plan: Plan,
    /// Stroops that the funder deposited.
    pub total: i128,
    /// Stroops that the beneficiary received.
    pub released: i128,
    /// Stroops that became the funder's again by revocation, received or still owed.
    pub refunded: i128,
    /// Unix seconds. Vesting stopped then.
    pub revoked_at: Option<u64>,
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

pub fn get(env: &Env, id: &BytesN<32>) -> Schedule {
    let Some(schedule) = storage::schedule(env, id) else {
        panic_with_error!(env, VestingError::NotFound)
    };
    schedule
}

/// Creates all schedules and takes their sum in one transfer. Returns the ids in the order of the batch.
pub fn create(env: &Env, config: &Config, funder: &Address, batch: &Vec<Terms>) -> Vec<BytesN<32>> {
    if batch.is_empty() || batch.len() > MAX_BATCH {
        panic_with_error!(env, VestingError::InvalidBatch);
    }
    let mut created = Vec::new(env);
    let mut sum = 0;
    let refused = funds::refused(env, config);
    for terms in batch.iter() {
        let (id, total) = record(env, funder, terms, &refused);
        let Some(next) = amount::add(sum, total) else {
            panic_with_error!(env, VestingError::InvalidAmount)
        };
        sum = next;
        created.push_back(id);
    }
    funds::pull(env, config, funder, sum);
    created
}

/// Returns the id and the stroops.
fn record(env: &Env, funder: &Address, terms: Terms, refused: &Vec<Address>) -> (BytesN<32>, i128) {
    let total = match terms.plan.check(env.ledger().timestamp()) {
        Ok(total) => total,
        Err(error) => panic_with_error!(env, error),
    };
    funds::require_beneficiary(env, refused, &terms.beneficiary);
    let id = ids::of(env, funder, &terms.reference);
    if storage::schedule(env, &id).is_some() {
        panic_with_error!(env, VestingError::ReferenceTaken);
    }
    let schedule = Schedule {
        funder: funder.clone(),
        beneficiary: terms.beneficiary,
        revoker: terms.revoker,
        plan: terms.plan,
        total,
        released: 0,
        refunded: 0,
        revoked_at: None,
    };
    storage::set_schedule(env, &id, &schedule);
    Created {
        id: id.clone(),
        beneficiary: schedule.beneficiary,
        funder: schedule.funder,
        total,
        revocable: schedule.revoker.is_some(),
        revoker: schedule.revoker,
        reference: terms.reference,
    }
    .publish(env);
    (id, total)
}

/// Pays what has vested and wasn't claimed. Returns the beneficiary and the stroops.
pub fn claim(env: &Env, config: &Config, id: &BytesN<32>) -> (Address, i128) {
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

/// Stops vesting now; the rest is the funder's again. An offer of the schedule ends, because it promised more. Returns the
/// funder and the stroops.
pub fn revoke(env: &Env, config: &Config, revoker: &Address, id: &BytesN<32>) -> (Address, i128) {
    let mut schedule = get(env, id);
    if schedule.revoker.as_ref() != Some(revoker) && schedule.beneficiary != *revoker {
        panic_with_error!(env, VestingError::Unauthorized);
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
    // The entry is removed even if there is none: an offer that is made after this call was signed must not make it fail.
    storage::drop_transfer(env, id);
    // A revoker beside the two may have to act against both.
    let at_once = [&schedule.funder, &schedule.beneficiary].contains(&revoker);
    funds::refund(env, config, &schedule.funder, unvested, at_once);
    (schedule.funder, unvested)
}

/// Offers the schedule to `to`; replaces an earlier offer.
pub fn begin_transfer(
    env: &Env,
    config: &Config,
    beneficiary: &Address,
    id: &BytesN<32>,
    to: &Address,
) -> Handover {
    require_beneficiary(env, beneficiary, id);
    if to == beneficiary {
        panic_with_error!(env, VestingError::SameBeneficiary);
    }
    funds::require_beneficiary(env, &funds::refused(env, config), to);
    // No delay: the new beneficiary has `handover::WINDOW` from now.
    let transfer = Handover::announce(env, to, 0);
    storage::set_transfer(env, id, &transfer);
    transfer
}

pub fn cancel_transfer(env: &Env, beneficiary: &Address, id: &BytesN<32>) {
    require_beneficiary(env, beneficiary, id);
    pending(env, id);
    storage::drop_transfer(env, id);
}

/// Hands the schedule over, with everything that it holds. Returns the former beneficiary.
pub fn accept_transfer(env: &Env, config: &Config, to: &Address, id: &BytesN<32>) -> Address {
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
    let from = core::mem::replace(&mut schedule.beneficiary, to.clone());
    // A frozen account must not move money out of the administrator's reach.
    funds::require_unfrozen(env, config, &from);
    storage::set_schedule(env, id, &schedule);
    storage::drop_transfer(env, id);
    from
}

fn require_beneficiary(env: &Env, account: &Address, id: &BytesN<32>) {
    if get(env, id).beneficiary != *account {
        panic_with_error!(env, VestingError::Unauthorized);
    }
}

fn pending(env: &Env, id: &BytesN<32>) -> Handover {
    let Some(transfer) = storage::transfer(env, id) else {
        panic_with_error!(env, VestingError::NoTransfer)
    };
    transfer
}
