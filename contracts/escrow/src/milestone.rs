//! One part of an escrow's money and its states.
//!
//! | from     | by                   | when               | to       |
//! |----------|----------------------|--------------------|----------|
//! | Held     | depositor: `release` | any time           | Released |
//! | Held     | both: `split`        | any time           | Split    |
//! | Held     | both: `extend`       | any time           | Held     |
//! | Held     | both: `cancel`       | any time           | Refunded |
//! | Held     | depositor: `cancel`  | until accepted     | Refunded |
//! | Held     | either: `dispute`    | before `deadline`  | Disputed |
//! | Held     | anyone: `expire`     | from `deadline`    | Refunded |
//! | Disputed | depositor: `release` | any time           | Released |
//! | Disputed | both: `split`        | any time           | Split    |
//! | Disputed | both: `cancel`       | any time           | Refunded |
//! | Disputed | arbiter: `resolve`   | before `decide_by` | Split    |
//! | Disputed | anyone: `expire`     | from `decide_by`   | Split    |
//!
//! Released, Refunded and Split are final.

use soroban_sdk::{contracttype, BytesN};

use crate::errors::EscrowError;

#[contracttype]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum Status {
    /// The money waits for the depositor's release.
    Held = 0,
    /// The money waits for the arbiter.
    Disputed = 1,
    /// The beneficiary received it, less the fee.
    Released = 2,
    /// The depositor received it back.
    Refunded = 3,
    /// Beneficiary and depositor received a share each.
    Split = 4,
}

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Milestone {
    /// Stroops.
    pub amount: i128,
    /// Unix seconds. A party can dispute before it. From then on anyone can have an undisputed milestone refunded.
    pub deadline: u64,
    pub status: Status,
    /// Unix seconds. From then on anyone can have a dispute split as the terms say. Void until disputed.
    pub decide_by: Option<u64>,
    /// Hash of what the disputing party put forward. Void until disputed.
    pub evidence: Option<BytesN<32>>,
}

impl Milestone {
    pub fn is_open(&self) -> bool {
        matches!(self.status, Status::Held | Status::Disputed)
    }

    pub fn require_open(&self) -> Result<(), EscrowError> {
        if self.is_open() {
            return Ok(());
        }
        Err(EscrowError::InvalidTransition)
    }

    /// Held becomes Disputed, before the deadline. The dispute ends at the deadline at the earliest, so that it takes no time
    /// from anybody.
    pub fn dispute(
        &mut self,
        now: u64,
        window: u64,
        evidence: BytesN<32>,
    ) -> Result<u64, EscrowError> {
        if self.status != Status::Held {
            return Err(EscrowError::InvalidTransition);
        }
        if now >= self.deadline {
            return Err(EscrowError::DeadlinePassed);
        }
        let decide_by = self.deadline.max(now.saturating_add(window));
        self.status = Status::Disputed;
        self.decide_by = Some(decide_by);
        self.evidence = Some(evidence);
        Ok(decide_by)
    }

    /// Fails unless the arbiter may still decide.
    pub fn require_undecided(&self, now: u64) -> Result<(), EscrowError> {
        let (Status::Disputed, Some(decide_by)) = (self.status, self.decide_by) else {
            return Err(EscrowError::InvalidTransition);
        };
        if now >= decide_by {
            return Err(EscrowError::DeadlinePassed);
        }
        Ok(())
    }

    /// The final state that the passed deadline leads to.
    pub fn expired(&self, now: u64) -> Result<Status, EscrowError> {
        let (due, to) = match (self.status, self.decide_by) {
            (Status::Held, _) => (self.deadline, Status::Refunded),
            (Status::Disputed, Some(decide_by)) => (decide_by, Status::Split),
            _ => return Err(EscrowError::InvalidTransition),
        };
        if now < due {
            return Err(EscrowError::NotDue);
        }
        Ok(to)
    }
}
