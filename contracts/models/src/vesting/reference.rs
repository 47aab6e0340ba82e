//! The expected answer of each step, and its expected changes.

use merit_common::sac;
use merit_testing::merit_vesting::VestingError;
use merit_testing::{Failure, Outcome, OFFER_WINDOW};

use super::{
    entry::{Claim, Entry, Shape},
    error,
    steps::{Step, Stop, Wanted, Whom},
};

/// Contract wallets.
pub const PEOPLE: usize = 3;

#[derive(Default)]
pub struct Books {
    pub entries: Vec<Entry>,
    /// Amount that the funder couldn't receive.
    pub due: i128,
    pub clawed_back: i128,
    pub contract_stopped: bool,
    pub system_stopped: bool,
    pub contract_frozen: bool,
    pub funder_frozen: bool,
    /// Stroops that each person had received when it was frozen.
    pub frozen_with: [Option<i128>; PEOPLE],
}

impl Books {
    pub fn put_in(&self) -> i128 {
        self.entries.iter().map(|entry| entry.total).sum()
    }

    pub fn owed(&self) -> i128 {
        let left = |entry: &Entry| entry.total - entry.released() - entry.refunded();
        self.entries.iter().map(left).sum::<i128>() + self.due
    }

    pub fn held(&self) -> i128 {
        self.owed() - self.clawed_back
    }

    pub fn received(&self, person: usize) -> i128 {
        let claims = self.entries.iter().flat_map(|entry| &entry.claims);
        let own = claims.filter(|claim| claim.by == person);
        own.map(|claim| claim.amount).sum()
    }

    /// `now` in seconds after the start.
    pub fn expect(&mut self, step: &Step, now: u64) -> Outcome<i128> {
        match step.clone() {
            Step::Create(batch) => return self.create(&batch, now),
            Step::Claim(which) => return self.claim(which, now),
            Step::Revoke(which) => {
                let allowed = self.find(which)?.revocable;
                return self.revoke(which, allowed, false, now);
            }
            Step::Renounce(which, right) => return self.revoke(which, right, true, now),
            Step::Withdraw => return self.withdraw(),
            Step::Begin(which, right, to) => {
                self.begin(which, self.owner(which, right), to, now)?
            }
            Step::Cancel(which, right) => self.cancel(which, self.owner(which, right))?,
            Step::Accept(which, right) => self.accept(which, self.heir(which, right), now)?,
            Step::Stop(Stop::Contract) => self.contract_stopped = true,
            Step::Stop(Stop::System) => self.system_stopped = true,
            Step::Stop(Stop::Nothing) => {
                (self.contract_stopped, self.system_stopped) = (false, false);
            }
            Step::Freeze(Whom::Contract, frozen) => self.contract_frozen = frozen,
            // Nobody is unfrozen during a stop.
            Step::Freeze(_, false) if self.system_stopped => {}
            Step::Freeze(Whom::Funder, frozen) => self.funder_frozen = frozen,
            Step::Freeze(Whom::Person(person), frozen) => {
                let received = self.received(person);
                let before = self.frozen_with[person].unwrap_or(received);
                self.frozen_with[person] = frozen.then_some(before);
            }
            Step::RenewLine(_) => {}
            Step::ClawBack(amount) => self.clawed_back += amount.min(self.held()),
            Step::Wait(_) => {}
        }
        Ok(0)
    }

    /// The beneficiary of a schedule, or another.
    pub fn owner(&self, which: usize, right: bool) -> usize {
        let owner = self.entries.get(which).map_or(0, |entry| entry.owner);
        (owner + usize::from(!right)) % PEOPLE
    }

    /// The person that a schedule was offered to, or another.
    pub fn heir(&self, which: usize, right: bool) -> usize {
        let offer = self.entries.get(which).and_then(|entry| entry.offer);
        (offer.map_or(0, |offer| offer.0) + usize::from(!right)) % PEOPLE
    }

    fn require_running(&self) -> Outcome<()> {
        if self.contract_stopped || self.system_stopped {
            return error(VestingError::Paused);
        }
        Ok(())
    }

    fn find(&mut self, which: usize) -> Outcome<&mut Entry> {
        match self.entries.get_mut(which) {
            Some(entry) => Ok(entry),
            None => error(VestingError::NotFound),
        }
    }

    fn create(&mut self, batch: &[Wanted], now: u64) -> Outcome<i128> {
        self.require_running()?;
        if batch.is_empty() {
            return error(VestingError::InvalidBatch);
        }
        for wanted in batch {
            wanted.require_valid()?;
        }
        if self.contract_frozen || self.funder_frozen {
            return Err(Failure::Contract(sac::BALANCE_DEAUTHORIZED));
        }
        self.entries.extend(batch.iter().map(|wanted| Entry {
            total: wanted.shape.total(),
            shape: wanted.shape.after(now),
            owner: wanted.who,
            revocable: wanted.revocable,
            revoked: None,
            claims: Vec::new(),
            offer: None,
            last_vested: 0,
        }));
        Ok(0)
    }

    /// Fails unless the contract can send `amount`.
    fn require_funds(&self, amount: i128) -> Outcome<()> {
        if self.contract_frozen {
            return error(VestingError::ContractFrozen);
        }
        if amount > self.held() {
            return error(VestingError::ContractShort);
        }
        Ok(())
    }

    fn claim(&mut self, which: usize, now: u64) -> Outcome<i128> {
        let entry = self.find(which)?;
        let (owner, due) = (entry.owner, entry.vested(now) - entry.released());
        if due == 0 {
            return error(VestingError::NothingToClaim);
        }
        if self.frozen_with[owner].is_some() {
            return error(VestingError::AccountFrozen);
        }
        self.require_funds(due)?;
        self.entries[which].claims.push(Claim {
            by: owner,
            amount: due,
            at: now,
        });
        Ok(due)
    }

    /// `at_once`: the funder is sent its money, if it can receive it.
    fn revoke(&mut self, which: usize, allowed: bool, at_once: bool, now: u64) -> Outcome<i128> {
        let entry = self.find(which)?;
        if !allowed {
            return error(VestingError::Unauthorized);
        }
        if entry.revoked.is_some() {
            return error(VestingError::AlreadyRevoked);
        }
        let unvested = entry.total - entry.vested(now);
        if unvested == 0 {
            return error(VestingError::FullyVested);
        }
        // Vesting stops, whatever holds the refund back.
        if !at_once || self.require_funds(unvested).is_err() || self.funder_frozen {
            self.due += unvested;
        }
        self.entries[which].revoked = Some(now);
        self.entries[which].offer = None;
        Ok(unvested)
    }

    fn withdraw(&mut self) -> Outcome<i128> {
        if self.due == 0 {
            return error(VestingError::NothingOwed);
        }
        if self.funder_frozen {
            return error(VestingError::AccountFrozen);
        }
        self.require_funds(self.due)?;
        Ok(std::mem::take(&mut self.due))
    }

    fn require_owner(&mut self, which: usize, person: usize) -> Outcome<()> {
        if self.find(which)?.owner != person {
            return error(VestingError::Unauthorized);
        }
        Ok(())
    }

    fn begin(&mut self, which: usize, from: usize, to: usize, now: u64) -> Outcome<()> {
        self.require_running()?;
        self.require_owner(which, from)?;
        if from == to {
            return error(VestingError::SameBeneficiary);
        }
        self.entries[which].offer = Some((to, now));
        Ok(())
    }

    fn cancel(&mut self, which: usize, from: usize) -> Outcome<()> {
        self.require_owner(which, from)?;
        match self.entries[which].offer.take() {
            Some(_) => Ok(()),
            None => error(VestingError::NoTransfer),
        }
    }

    fn accept(&mut self, which: usize, to: usize, now: u64) -> Outcome<()> {
        self.require_running()?;
        let entry = self.find(which)?;
        let Some((offered, at)) = entry.offer else {
            return error(VestingError::NoTransfer);
        };
        if offered != to {
            return error(VestingError::Unauthorized);
        }
        if now >= at + OFFER_WINDOW {
            return error(VestingError::TransferExpired);
        }
        let owner = entry.owner;
        if self.frozen_with[owner].is_some() {
            return error(VestingError::AccountFrozen);
        }
        let entry = self.find(which)?;
        (entry.owner, entry.offer) = (to, None);
        Ok(())
    }
}

impl Wanted {
    fn require_valid(&self) -> Outcome<()> {
        match &self.shape {
            Shape::Linear(total, _) if *total <= 0 => error(VestingError::InvalidAmount),
            Shape::Linear(_, [start, cliff, end]) if start > cliff || cliff > end => {
                error(VestingError::InvalidTimes)
            }
            Shape::Linear(..) => Ok(()),
            Shape::Parts(parts) if parts.is_empty() => error(VestingError::InvalidTranches),
            Shape::Parts(parts) if parts.windows(2).any(|pair| pair[0].0 >= pair[1].0) => {
                error(VestingError::InvalidTimes)
            }
            Shape::Parts(_) => Ok(()),
        }
    }
}
