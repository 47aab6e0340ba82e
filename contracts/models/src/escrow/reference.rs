//! Escrows as plain data, and what each step should answer and change.

use merit_common::sac;
use merit_escrow::{EscrowError, Status, MAX_FEE_BPS};
use merit_testing::{
    escrow::{error, DEADLINE, FEE, UNDECIDED, WINDOW},
    Failure, Outcome,
};

use super::steps::{Call, Step, Who};

/// Released, refunded, fee.
pub type Parts = (i128, i128, i128);

#[derive(Clone)]
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

    fn end(&mut self, status: Status, share: u32, fee: u32) {
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

/// What a party got and has yet to get.
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
    /// As `Who` counts.
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
            Step::Create(ref amounts) => self.create(amounts, now),
            Step::Release(id, index) => self.change(id, index, release),
            Step::Dispute(id, index, _) => self.change(id, index, |m, _| dispute(m, now)),
            Step::Resolve(id, index, share) => {
                self.change(id, index, |m, fee| resolve(m, now, share, fee))
            }
            Step::Expire(id, index) => self.change(id, index, |m, fee| expire(m, now, fee)),
            Step::Evidence(id, index, _) => self.change(id, index, |m, _| undecided(m, now)),
            Step::Cancel(id) => self.cancel(id),
            Step::Withdraw(who) => self.withdraw(who),
            Step::SetFee(fee) => self.set_fee(fee),
            Step::Collect(amount) => self.collect(amount),
            Step::Wrong(Call::Cancel, ..) => Err(Failure::Host),
            Step::Wrong(_, _, id, _) if id >= self.escrows.len() => error(EscrowError::NotFound),
            Step::Wrong(..) => error(EscrowError::Unauthorized),
            _ => {
                self.besides(step);
                Ok(())
            }
        }
    }

    /// What is no function of the contract, or succeeds always.
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

    fn require_funds(&self) -> Outcome<()> {
        if self.frozen {
            return error(EscrowError::ContractFrozen);
        }
        Ok(())
    }

    fn create(&mut self, amounts: &[i128], now: u64) -> Outcome<()> {
        self.require_running()?;
        if self.frozen || self.accounts[Who::Depositor as usize].frozen {
            return Err(Failure::Contract(sac::BALANCE_DEAUTHORIZED));
        }
        let milestones = amounts.iter().map(|amount| Milestone {
            amount: *amount,
            status: Status::Held,
            due: now + DEADLINE,
            parts: (0, 0, 0),
        });
        self.escrows.push(Escrow {
            fee: self.fee,
            milestones: milestones.collect(),
        });
        Ok(())
    }

    /// Changes a milestone by a rule, which gets the escrow's fee, and pays if that ended it.
    fn change(
        &mut self,
        id: usize,
        index: usize,
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
            self.require_funds()?;
            self.pay(Who::Beneficiary, changed.parts.0);
            self.pay(Who::Depositor, changed.parts.1);
        }
        self.escrows[id].milestones[index] = changed;
        Ok(())
    }

    /// Who can't receive is owed.
    fn pay(&mut self, who: Who, amount: i128) {
        let account = &mut self.accounts[who as usize];
        if account.frozen {
            account.owed += amount;
        } else {
            account.received += amount;
        }
    }

    fn cancel(&mut self, id: usize) -> Outcome<()> {
        let Some(escrow) = self.escrows.get(id) else {
            return error(EscrowError::NotFound);
        };
        let milestones = escrow.milestones.iter().enumerate();
        let open = milestones.filter(|(_, milestone)| milestone.open());
        let open: Vec<_> = open.map(|(index, _)| index).collect();
        if open.is_empty() {
            return error(EscrowError::InvalidTransition);
        }
        for index in open {
            self.change(id, index, |m, _| {
                m.end(Status::Refunded, 0, 0);
                Ok(())
            })?;
        }
        Ok(())
    }

    fn withdraw(&mut self, who: Who) -> Outcome<()> {
        let account = &self.accounts[who as usize];
        if account.owed == 0 {
            return error(EscrowError::NothingOwed);
        }
        self.require_funds()?;
        if account.frozen {
            return error(EscrowError::RecipientRefused);
        }
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

fn dispute(milestone: &mut Milestone, now: u64) -> Outcome<()> {
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

fn undecided(milestone: &mut Milestone, now: u64) -> Outcome<()> {
    if milestone.status != Status::Disputed {
        return invalid();
    }
    if now >= milestone.due {
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
    if now < milestone.due {
        return error(EscrowError::NotDue);
    }
    milestone.end(to, share, fee);
    Ok(())
}
