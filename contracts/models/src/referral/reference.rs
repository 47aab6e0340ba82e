//! Referrals as plain data, and the rule of each step.

use merit_testing::merit_referral::{ReferralError as Error, Status};
use merit_testing::{
    referral::{error, CLAIM_WINDOW, CLAWBACK, WINDOW},
    Outcome, DAY, START,
};

pub const PEOPLE: usize = 5;
pub const MERCHANTS: usize = 2;
/// Seconds from now to the latest end of a programme: three years.
pub const LONGEST: u64 = 3 * 366 * DAY;
/// Bonus of the referrer, of the newcomer, cap, budget.
pub const TERMS: [[i128; 4]; 3] = [[100, 40, 250, 500], [70, 0, 70, 300], [0, 30, 0, 400]];
/// Seconds in which a reward under these terms can be revoked.
pub const WINDOWS: [u64; 3] = [CLAWBACK, CLAWBACK / 2, CLAWBACK];

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Programme {
    /// Index into [`TERMS`].
    pub terms: usize,
    /// Sponsor's number.
    pub sponsor: usize,
    pub ends_at: u64,
}

pub struct Reward {
    pub referrer: usize,
    /// Amount and status of the referrer and the newcomer.
    pub sides: [(i128, Status); 2],
    pub claimable_at: u64,
}

pub struct Reference {
    pub enrolled: [bool; PEOPLE],
    pub referrers: [Option<usize>; PEOPLE],
    /// Rewards by merchant and newcomer.
    pub rewards: [[Option<Reward>; PEOPLE]; MERCHANTS],
    pub programmes: [Programme; MERCHANTS],
    /// The sponsor ended it, and hasn't funded it since.
    pub left: [bool; MERCHANTS],
    pub free: [i128; MERCHANTS],
    /// Index in [`TERMS`] of the terms under which the sponsor funded last.
    pub funded_under: [Option<usize>; MERCHANTS],
    /// Received by people.
    pub balances: [i128; PEOPLE],
    pub frozen: [bool; PEOPLE],
    /// Spent by the sponsors, less what came back.
    pub spent: [i128; 2],
    /// Amounts that should have come back and couldn't.
    pub due: [i128; 2],
    pub sponsor_frozen: [bool; 2],
    /// Taken from the contract by the asset's admin.
    pub clawed_back: i128,
    pub paused: bool,
    pub system_paused: bool,
}

impl Reference {
    pub fn new() -> Self {
        Reference {
            enrolled: [false; PEOPLE],
            referrers: [None; PEOPLE],
            rewards: Default::default(),
            programmes: [0, 1].map(|terms| Programme {
                terms,
                sponsor: 0,
                ends_at: START + WINDOW,
            }),
            left: [false; MERCHANTS],
            free: [0; MERCHANTS],
            funded_under: [None; MERCHANTS],
            balances: [0; PEOPLE],
            frozen: [false; PEOPLE],
            spent: [0; 2],
            due: [0; 2],
            sponsor_frozen: [false; 2],
            clawed_back: 0,
            paused: false,
            system_paused: false,
        }
    }

    fn running(&self) -> Outcome<()> {
        if self.paused || self.system_paused {
            return error(Error::Paused);
        }
        Ok(())
    }

    /// Bonuses of a merchant's rewards with this status.
    pub fn sum(&self, merchant: usize, status: Status) -> i128 {
        let mine = self.rewards[merchant].iter().flatten();
        let sides = mine.flat_map(|reward| reward.sides);
        let counted = sides.filter(|side| side.1 == status);
        counted.map(|side| side.0).sum()
    }

    /// Sum of pending and paid rewards.
    pub fn promised(&self, merchant: usize) -> i128 {
        self.sum(merchant, Status::Pending) + self.sum(merchant, Status::Paid)
    }

    /// Amount that somebody got or is to get as a referrer.
    pub fn earned(&self, merchant: usize, referrer: usize) -> i128 {
        let rewards = self.rewards[merchant].iter().flatten();
        let mine = rewards.filter(|reward| reward.referrer == referrer);
        let counted = mine.filter(|r| matches!(r.sides[0].1, Status::Pending | Status::Paid));
        counted.map(|reward| reward.sides[0].0).sum()
    }

    pub fn owed(&self) -> i128 {
        let pending = (0..MERCHANTS).map(|m| self.sum(m, Status::Pending));
        let held = self.free.iter().chain(&self.due).sum::<i128>();
        held + pending.sum::<i128>()
    }

    pub fn enrol(&mut self, referrer: usize) -> Outcome<i128> {
        self.running()?;
        self.enrolled[referrer] = true;
        Ok(0)
    }

    pub fn bind(&mut self, newcomer: usize, referrer: usize) -> Outcome<i128> {
        self.running()?;
        if newcomer == referrer {
            return error(Error::SelfReferral);
        }
        if self.referrers[newcomer].is_some() {
            return error(Error::AlreadyBound);
        }
        if self.enrolled[newcomer] {
            return error(Error::IsReferrer);
        }
        if !self.enrolled[referrer] {
            return error(Error::NotEnrolled);
        }
        self.referrers[newcomer] = Some(referrer);
        Ok(0)
    }

    pub fn set_programme(&mut self, merchant: usize, wanted: Programme, now: u64) -> Outcome<i128> {
        self.running()?;
        if wanted.ends_at <= START || wanted.ends_at > now + LONGEST {
            return error(Error::InvalidTerms);
        }
        let (known, free) = (self.programmes[merchant], self.free[merchant]);
        if known == wanted {
            return Ok(0);
        }
        let may_return = free + self.sum(merchant, Status::Pending);
        if known.sponsor != wanted.sponsor && may_return > 0 {
            return error(Error::SponsorFixed);
        }
        // A sponsor that left gets back all that isn't claimed: nobody may promise it again.
        let fixed = free > 0 || (self.left[merchant] && may_return > 0);
        if wanted.ends_at > known.ends_at && fixed {
            return error(Error::WindowExtended);
        }
        if may_return > 0 && is_dearer(wanted.terms, known.terms) {
            return error(Error::TermsRaised);
        }
        if free + self.promised(merchant) > TERMS[wanted.terms][3] {
            return error(Error::BudgetExceeded);
        }
        self.programmes[merchant] = wanted;
        Ok(0)
    }

    /// Funding by the first sponsor.
    pub fn fund(&mut self, merchant: usize, amount: i128, now: u64) -> Outcome<i128> {
        self.running()?;
        let programme = self.programmes[merchant];
        if programme.sponsor != 0 {
            return error(Error::Unauthorized);
        }
        if amount <= 0 {
            return error(Error::InvalidAmount);
        }
        if now >= programme.ends_at {
            return error(Error::OutsideWindow);
        }
        let sum = self.free[merchant] + self.promised(merchant) + amount;
        if sum > TERMS[programme.terms][3] {
            return error(Error::BudgetExceeded);
        }
        if self.sponsor_frozen[0] {
            return error(Error::NotAuthorized);
        }
        self.free[merchant] += amount;
        self.funded_under[merchant] = Some(programme.terms);
        self.left[merchant] = false;
        self.spent[0] += amount;
        Ok(0)
    }

    pub fn qualify(&mut self, merchant: usize, newcomer: usize, now: u64) -> Outcome<i128> {
        self.running()?;
        let Some(referrer) = self.referrers[newcomer] else {
            return error(Error::NotBound);
        };
        if self.rewards[merchant][newcomer].is_some() {
            return error(Error::AlreadyRewarded);
        }
        let programme = self.programmes[merchant];
        if now >= programme.ends_at {
            return error(Error::OutsideWindow);
        }
        let [mut bonus, own, cap, _] = TERMS[programme.terms];
        if self.earned(merchant, referrer) + bonus > cap {
            bonus = 0;
        }
        if bonus + own == 0 {
            return error(Error::CapReached);
        }
        if bonus + own > self.free[merchant] {
            return error(Error::BudgetShort);
        }
        self.free[merchant] -= bonus + own;
        self.rewards[merchant][newcomer] = Some(Reward {
            referrer,
            sides: [(bonus, Status::Pending), (own, Status::Pending)],
            claimable_at: now + WINDOWS[programme.terms],
        });
        Ok(0)
    }

    pub fn revoke(&mut self, merchant: usize, newcomer: usize, now: u64) -> Outcome<i128> {
        let Some(reward) = &mut self.rewards[merchant][newcomer] else {
            return error(Error::RewardNotFound);
        };
        if now >= reward.claimable_at {
            return error(Error::RevokeClosed);
        }
        if reward.sides[0].1 == Status::Revoked {
            return error(Error::AlreadyRevoked);
        }
        for side in &mut reward.sides {
            side.1 = Status::Revoked;
            self.free[merchant] += side.0;
        }
        Ok(0)
    }

    pub fn claim(
        &mut self,
        merchant: usize,
        account: usize,
        newcomer: usize,
        now: u64,
    ) -> Outcome<i128> {
        self.running()?;
        let held = self.owed() - self.clawed_back;
        let Some(reward) = &mut self.rewards[merchant][newcomer] else {
            return error(Error::RewardNotFound);
        };
        let side = match account {
            _ if account == newcomer => 1,
            _ if account == reward.referrer => 0,
            _ => return error(Error::NothingDue),
        };
        let (amount, status) = &mut reward.sides[side];
        if *amount == 0 || *status != Status::Pending {
            return error(Error::NothingDue);
        }
        if now < reward.claimable_at {
            return error(Error::NotClaimable);
        }
        if now >= reward.claimable_at + CLAIM_WINDOW {
            return error(Error::ClaimClosed);
        }
        if self.frozen[account] {
            return error(Error::NotAuthorized);
        }
        if *amount > held {
            return error(Error::BalanceOutOfRange);
        }
        *status = Status::Paid;
        self.balances[account] += *amount;
        Ok(*amount)
    }

    pub fn expire(&mut self, merchant: usize, newcomer: usize, now: u64) -> Outcome<i128> {
        self.running()?;
        let Some(reward) = &mut self.rewards[merchant][newcomer] else {
            return error(Error::RewardNotFound);
        };
        if now < reward.claimable_at + CLAIM_WINDOW {
            return error(Error::NotExpired);
        }
        let pending = reward.sides.iter().filter(|side| side.1 == Status::Pending);
        let freed: i128 = pending.map(|side| side.0).sum();
        if freed == 0 {
            return error(Error::NothingDue);
        }
        for (_, status) in &mut reward.sides {
            if *status == Status::Pending {
                *status = Status::Expired;
            }
        }
        self.free[merchant] += freed;
        Ok(freed)
    }

    pub fn settle(&mut self, merchant: usize, now: u64) -> Outcome<i128> {
        let programme = self.programmes[merchant];
        if now < programme.ends_at {
            return error(Error::NotEnded);
        }
        if self.free[merchant] == 0 {
            return error(Error::NothingLeft);
        }
        self.return_free(merchant, false)
    }

    pub fn leave(&mut self, sponsor: usize, merchant: usize, now: u64) -> Outcome<i128> {
        if self.programmes[merchant].sponsor != sponsor {
            return error(Error::Unauthorized);
        }
        let rest = self.return_free(merchant, true)?;
        let programme = &mut self.programmes[merchant];
        programme.ends_at = programme.ends_at.min(now);
        self.left[merchant] = true;
        Ok(rest)
    }

    fn return_free(&mut self, merchant: usize, at_once: bool) -> Outcome<i128> {
        let (rest, sponsor) = (self.free[merchant], self.programmes[merchant].sponsor);
        if rest > self.owed() - self.clawed_back {
            return error(Error::BalanceOutOfRange);
        }
        self.free[merchant] = 0;
        if at_once && !self.sponsor_frozen[sponsor] {
            self.spent[sponsor] -= rest;
        } else {
            self.due[sponsor] += rest;
        }
        Ok(rest)
    }

    pub fn withdraw(&mut self, sponsor: usize) -> Outcome<i128> {
        let amount = self.due[sponsor];
        if amount == 0 {
            return error(Error::NothingOwed);
        }
        if self.sponsor_frozen[sponsor] {
            return error(Error::NotAuthorized);
        }
        if amount > self.owed() - self.clawed_back {
            return error(Error::BalanceOutOfRange);
        }
        self.due[sponsor] = 0;
        self.spent[sponsor] -= amount;
        Ok(amount)
    }
}

/// True if a sponsor who funded the terms `known` would lose by `wanted`.
pub fn is_dearer(wanted: usize, known: usize) -> bool {
    let rises = (0..3).any(|part| TERMS[wanted][part] > TERMS[known][part]);
    rises || WINDOWS[wanted] < WINDOWS[known]
}
