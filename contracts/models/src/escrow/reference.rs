//! Escrows as plain data, and the rule of each step.

use merit_escrow::{EscrowError, Status};
use merit_testing::{
    escrow::{error, UNDECIDED, WINDOW},
    Outcome,
};

/// Released, refunded, fee.
pub type Parts = (i128, i128, i128);

pub struct Milestone {
    pub amount: i128,
    pub status: Status,
    pub due: u64,
    pub parts: Parts,
}

impl Milestone {
    pub fn open(&self) -> bool {
        matches!(self.status, Status::Held | Status::Disputed)
    }

    pub fn end(&mut self, status: Status, share: u32, fee: u32) {
        let gross = self.amount * i128::from(share) / 10_000;
        let fee = gross * i128::from(fee) / 10_000;
        self.status = status;
        self.parts = (gross - fee, self.amount - gross, fee);
    }
}

pub struct Escrow {
    pub fee: u32,
    pub milestones: Vec<Milestone>,
}

pub fn invalid() -> Outcome<()> {
    error(EscrowError::InvalidTransition)
}

pub fn release(milestone: &mut Milestone, fee: u32) -> Outcome<()> {
    if !milestone.open() {
        return invalid();
    }
    milestone.end(Status::Released, 10_000, fee);
    Ok(())
}

pub fn dispute(milestone: &mut Milestone, now: u64) -> Outcome<()> {
    if milestone.status != Status::Held {
        return invalid();
    }
    if now >= milestone.due {
        return error(EscrowError::DeadlinePassed);
    }
    milestone.status = Status::Disputed;
    milestone.due = now + WINDOW;
    Ok(())
}

pub fn resolve(milestone: &mut Milestone, now: u64, share: u32, fee: u32) -> Outcome<()> {
    if milestone.status != Status::Disputed {
        return invalid();
    }
    if now >= milestone.due {
        return error(EscrowError::DeadlinePassed);
    }
    milestone.end(Status::Split, share, fee);
    Ok(())
}

pub fn expire(milestone: &mut Milestone, now: u64, fee: u32) -> Outcome<()> {
    let (to, share) = match milestone.status {
        Status::Held => (Status::Refunded, 0),
        Status::Disputed => (Status::Split, UNDECIDED),
        _ => return invalid(),
    };
    if now < milestone.due {
        return error(EscrowError::NotDue);
    }
    milestone.end(to, share, fee);
    Ok(())
}
