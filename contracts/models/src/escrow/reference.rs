//! Escrows as plain data, and what each step should answer and change.

use merit_common::sac;
use merit_testing::merit_escrow::{EscrowError, Status, MAX_FEE_BPS};
use merit_testing::{
    escrow::{error, FEE, UNDECIDED, WINDOW},
    Failure, Outcome,
};

use super::steps::{Call, Step, Who};

/// Values for the end of a milestone: pay the parties at once, or owe them.
const PAY: bool = true;
const OWE: bool = false;

/// Released, refunded, fee.
pub type Parts = (i128, i128, i128);

#[derive(Clone)]
pub struct Milestone {
    pub amount: i128,
    pub status: Status,
    pub deadline: u64,
    /// Time of the dispute.
    pub disputed_at: Option<u64>,
    pub parts: Parts,
}

impl Milestone {
    /// Time from which anybody may end it. The page promises that the arbiter has its whole time, and that nobody's time is cut
    /// short.
    pub fn due(&self) -> u64 {
        match self.disputed_at {
            Some(at) if at + WINDOW > self.deadline => at + WINDOW,
            _ => self.deadline,
        }
    }

    pub fn open(&self) -> bool {
        matches!(self.status, Status::Held | Status::Disputed)
    }

    fn end(&mut self, status: Status, share: u32, fee: u32) {
        let gross = self.amount * i128::from(share) / 10_000;
        let fee = gross * i128::from(fee) / 10_000;
        self.status = status;
        self.parts = (gross - fee, self.amount - gross, fee);
    }
}

pub struct Escrow {
    pub fee: u32,
    /// Acceptances of beneficiary and arbiter.
    pub accepted: [bool; 2],
    pub milestones: Vec<Milestone>,
}

/// Amounts that a party got and has yet to get.
#[derive(Default)]
pub struct Account {
    pub frozen: bool,
    pub received: i128,
    pub owed: i128,
}

pub struct Books {
    pub fee: u32,
    pub collected: i128,
    pub escrows: Vec<Escrow>,
    /// Accounts in the order of `Who`.
    pub accounts: [Account; 4],
    pub frozen: bool,
    pub stopped: bool,
    pub system_stopped: bool,
}

impl Default for Books {
    fn default() -> Self {
        Books {
            fee: FEE,
            collected: 0,
            escrows: Vec::new(),
            accounts: Default::default(),
            frozen: false,
            stopped: false,
            system_stopped: false,
        }
    }
}

impl Escrow {
    pub fn bound(&self) -> bool {
        self.accepted == [true, true]
    }

    fn over(&self) -> bool {
        !self.milestones.iter().any(Milestone::open)
    }
}

impl Books {
    pub fn sum(&self, of: impl Fn(&Milestone) -> i128) -> i128 {
        self.escrows
            .iter()
            .flat_map(|escrow| &escrow.milestones)
            .map(of)
            .sum()
    }

    pub fn fees_due(&self) -> i128 {
        self.sum(|m| m.parts.2) - self.collected
    }

    pub fn owed(&self) -> i128 {
        self.accounts.iter().map(|account| account.owed).sum()
    }

    /// `now` in Unix seconds.
    pub fn expect(&mut self, step: &Step, now: u64) -> Outcome<()> {
        match *step {
            Step::Create(ref parts) => self.create(parts, now),
            Step::Accept(id, first) => self.accept(id, usize::from(!first)),
            Step::Release(id, index) => {
                self.require_unfrozen(id, &[Who::Depositor])?;
                self.change(id, index, PAY, release)
            }
            Step::Split(id, index, share) => {
                self.require_unfrozen(id, &[Who::Depositor, Who::Beneficiary])?;
                self.change(id, index, PAY, |m, fee| split(m, share, fee))
            }
            Step::Extend(id, index, length) => {
                self.change(id, index, PAY, |m, _| extend(m, now + length))
            }
            Step::Dispute(id, ..) if self.escrows.get(id).is_some_and(|e| !e.bound()) => {
                error(EscrowError::NotAccepted)
            }
            Step::Dispute(id, index, _) => self.change(id, index, PAY, |m, _| dispute(m, now)),
            Step::Resolve(id, index, share) => {
                self.change(id, index, OWE, |m, fee| resolve(m, now, share, fee))
            }
            Step::Expire(id, index) => self.change(id, index, OWE, |m, fee| expire(m, now, fee)),
            Step::Evidence(id, index, _) => self.change(id, index, PAY, |m, _| undecided(m, now)),
            Step::Cancel(id, both) => self.cancel(id, both),
            Step::Withdraw(who) => self.withdraw(who),
            Step::SetFee(fee) => self.set_fee(fee),
            Step::Collect(amount) => self.collect(amount),
            Step::Wrong(_, _, id, _) if id >= self.escrows.len() => error(EscrowError::NotFound),
            Step::Wrong(Call::Accept, _, id, _) if self.escrows[id].over() => invalid(),
            Step::Wrong(Call::Accept, ..) => error(EscrowError::NotAwaited),
            Step::Wrong(Call::Dispute | Call::Evidence, ..) => error(EscrowError::Unauthorized),
            // The signature of the one who may is missing.
            Step::Wrong(..) => Err(Failure::Host),
            _ => {
                self.besides(step);
                Ok(())
            }
        }
    }

    /// Steps that are no function of the contract, or always succeed.
    fn besides(&mut self, step: &Step) {
        match *step {
            Step::Freeze(None, frozen) => self.frozen = frozen,
            Step::Freeze(Some(who), frozen) => self.accounts[who as usize].frozen = frozen,
            Step::Stop(stopped) => self.stopped = stopped,
            Step::StopSystem(stopped) => self.system_stopped = stopped,
            _ => {}
        }
    }

    fn require_running(&self) -> Outcome<()> {
        if self.stopped || self.system_stopped {
            return error(EscrowError::Paused);
        }
        Ok(())
    }

    /// A frozen account gives nothing to others.
    fn require_unfrozen(&self, id: usize, parties: &[Who]) -> Outcome<()> {
        let frozen = |who: &Who| self.accounts[*who as usize].frozen;
        if id < self.escrows.len() && parties.iter().any(frozen) {
            return error(EscrowError::AccountFrozen);
        }
        Ok(())
    }

    fn require_funds(&self) -> Outcome<()> {
        if self.frozen {
            return error(EscrowError::ContractFrozen);
        }
        Ok(())
    }

    fn create(&mut self, parts: &[(i128, u64)], now: u64) -> Outcome<()> {
        self.require_running()?;
        if self.frozen || self.accounts[Who::Depositor as usize].frozen {
            return Err(Failure::Contract(sac::BALANCE_DEAUTHORIZED));
        }
        let milestones = parts.iter().map(|(amount, length)| Milestone {
            amount: *amount,
            status: Status::Held,
            deadline: now + length,
            disputed_at: None,
            parts: (0, 0, 0),
        });
        self.escrows.push(Escrow {
            fee: self.fee,
            accepted: [false, false],
            milestones: milestones.collect(),
        });
        Ok(())
    }

    fn accept(&mut self, id: usize, who: usize) -> Outcome<()> {
        let Some(escrow) = self.escrows.get_mut(id) else {
            return error(EscrowError::NotFound);
        };
        if escrow.over() {
            return invalid();
        }
        if std::mem::replace(&mut escrow.accepted[who], true) {
            return error(EscrowError::NotAwaited);
        }
        Ok(())
    }

    /// Changes a milestone as a rule says, which gets the escrow's fee. If that ended it, pays or owes the parties.
    fn change(
        &mut self,
        id: usize,
        index: usize,
        pay: bool,
        rule: impl FnOnce(&mut Milestone, u32) -> Outcome<()>,
    ) -> Outcome<()> {
        let Some(escrow) = self.escrows.get(id) else {
            return error(EscrowError::NotFound);
        };
        let Some(milestone) = escrow.milestones.get(index) else {
            return error(EscrowError::NoMilestone);
        };
        let mut changed = milestone.clone();
        rule(&mut changed, escrow.fee)?;
        if !changed.open() {
            if pay {
                self.require_funds()?;
            }
            self.give(Who::Beneficiary, changed.parts.0, pay);
            self.give(Who::Depositor, changed.parts.1, pay);
        }
        self.escrows[id].milestones[index] = changed;
        Ok(())
    }

    /// A party that can't receive is owed.
    fn give(&mut self, who: Who, amount: i128, pay: bool) {
        let account = &mut self.accounts[who as usize];
        if account.frozen || !pay {
            account.owed += amount;
        } else {
            account.received += amount;
        }
    }

    fn cancel(&mut self, id: usize, both: bool) -> Outcome<()> {
        let Some(escrow) = self.escrows.get(id) else {
            return error(EscrowError::NotFound);
        };
        if escrow.bound() && !both {
            return Err(Failure::Host);
        }
        if escrow.over() {
            return invalid();
        }
        for index in 0..escrow.milestones.len() {
            if self.escrows[id].milestones[index].open() {
                self.change(id, index, PAY, |m, _| {
                    m.end(Status::Refunded, 0, 0);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }

    fn withdraw(&mut self, who: Who) -> Outcome<()> {
        let account = &self.accounts[who as usize];
        if account.owed == 0 {
            return error(EscrowError::NothingOwed);
        }
        if account.frozen {
            return error(EscrowError::AccountFrozen);
        }
        self.require_funds()?;
        let account = &mut self.accounts[who as usize];
        account.received += std::mem::take(&mut account.owed);
        Ok(())
    }

    fn set_fee(&mut self, fee: u32) -> Outcome<()> {
        self.require_running()?;
        if fee > MAX_FEE_BPS {
            return error(EscrowError::FeeTooHigh);
        }
        self.fee = fee;
        Ok(())
    }

    fn collect(&mut self, amount: i128) -> Outcome<()> {
        self.require_running()?;
        if amount > self.fees_due() {
            return error(EscrowError::FeesShort);
        }
        self.require_funds()?;
        self.collected += amount;
        Ok(())
    }
}

fn invalid() -> Outcome<()> {
    error(EscrowError::InvalidTransition)
}

fn release(milestone: &mut Milestone, fee: u32) -> Outcome<()> {
    if !milestone.open() {
        return invalid();
    }
    milestone.end(Status::Released, 10_000, fee);
    Ok(())
}

fn split(milestone: &mut Milestone, share: u32, fee: u32) -> Outcome<()> {
    if !milestone.open() {
        return invalid();
    }
    if share > 10_000 {
        return error(EscrowError::InvalidShare);
    }
    milestone.end(Status::Split, share, fee);
    Ok(())
}

fn extend(milestone: &mut Milestone, deadline: u64) -> Outcome<()> {
    if milestone.status != Status::Held {
        return invalid();
    }
    if deadline <= milestone.deadline {
        return error(EscrowError::InvalidDeadline);
    }
    milestone.deadline = deadline;
    Ok(())
}

fn dispute(milestone: &mut Milestone, now: u64) -> Outcome<()> {
    if milestone.status != Status::Held {
        return invalid();
    }
    if now >= milestone.deadline {
        return error(EscrowError::DeadlinePassed);
    }
    milestone.status = Status::Disputed;
    milestone.disputed_at = Some(now);
    Ok(())
}

fn undecided(milestone: &mut Milestone, now: u64) -> Outcome<()> {
    if milestone.status != Status::Disputed {
        return invalid();
    }
    if now >= milestone.due() {
        return error(EscrowError::DeadlinePassed);
    }
    Ok(())
}

fn resolve(milestone: &mut Milestone, now: u64, share: u32, fee: u32) -> Outcome<()> {
    undecided(milestone, now)?;
    milestone.end(Status::Split, share, fee);
    Ok(())
}

fn expire(milestone: &mut Milestone, now: u64, fee: u32) -> Outcome<()> {
    let (to, share) = match milestone.status {
        Status::Held => (Status::Refunded, 0),
        Status::Disputed => (Status::Split, UNDECIDED),
        _ => return invalid(),
    };
    if now < milestone.due() {
        return error(EscrowError::NotDue);
    }
    milestone.end(to, share, fee);
    Ok(())
}
