//! The rules of referrals in plain Rust.

use merit_common::testutils::Outcome;

use super::{
    super::{error, CLAWBACK},
    PEOPLE, TERMS,
};
use crate::{rewards::CLAIM_WINDOW, ReferralError as Error, Status};

pub struct Earned {
    pub merchant: usize,
    /// Amount and status of the referrer and the newcomer.
    pub sides: [(i128, Status); 2],
    pub claimable_at: u64,
}

#[derive(Default)]
pub struct Model {
    pub enrolled: [bool; PEOPLE],
    pub referrers: [Option<usize>; PEOPLE],
    pub rewards: [Option<Earned>; PEOPLE],
    pub free: [i128; 2],
    pub balances: [i128; PEOPLE],
    pub ends_at: u64,
}

impl Model {
    pub fn sides(&self) -> impl Iterator<Item = (usize, usize, (i128, Status))> + '_ {
        let rewards = self.rewards.iter().enumerate();
        rewards.flat_map(move |(newcomer, reward)| {
            let accounts = [self.referrers[newcomer].unwrap_or(newcomer), newcomer];
            let sides = reward.iter();
            sides.flat_map(move |r| [0, 1].map(|side| (r.merchant, accounts[side], r.sides[side])))
        })
    }

    pub fn sum(&self, merchant: usize, status: Status) -> i128 {
        let sides = self.sides();
        let mine = sides.filter(|(of, _, side)| *of == merchant && side.1 == status);
        mine.map(|(_, _, side)| side.0).sum()
    }

    /// What a referrer got or is to get as a referrer.
    pub fn earned(&self, merchant: usize, referrer: usize) -> i128 {
        let of = |newcomer: usize| {
            let reward = self.rewards[newcomer].as_ref()?;
            let (amount, status) = reward.sides[0];
            let counts = self.referrers[newcomer] == Some(referrer)
                && reward.merchant == merchant
                && matches!(status, Status::Pending | Status::Paid);
            counts.then_some(amount)
        };
        (0..PEOPLE).filter_map(of).sum()
    }

    pub fn enrol(&mut self, referrer: usize) -> Outcome<i128> {
        self.enrolled[referrer] = true;
        Ok(0)
    }

    pub fn bind(&mut self, newcomer: usize, referrer: usize) -> Outcome<i128> {
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

    pub fn fund(&mut self, merchant: usize, amount: i128, now: u64) -> Outcome<i128> {
        if amount <= 0 {
            return error(Error::InvalidAmount);
        }
        if now >= self.ends_at {
            return error(Error::OutsideWindow);
        }
        let promised = self.sum(merchant, Status::Pending) + self.sum(merchant, Status::Paid);
        if self.free[merchant] + promised + amount > TERMS[merchant][3] {
            return error(Error::BudgetExceeded);
        }
        self.free[merchant] += amount;
        Ok(0)
    }

    pub fn qualify(&mut self, merchant: usize, newcomer: usize, now: u64) -> Outcome<i128> {
        let Some(referrer) = self.referrers[newcomer] else {
            return error(Error::NotBound);
        };
        if self.rewards[newcomer].is_some() {
            return error(Error::AlreadyRewarded);
        }
        if now >= self.ends_at {
            return error(Error::OutsideWindow);
        }
        let [mut bonus, own, cap, _] = TERMS[merchant];
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
        self.rewards[newcomer] = Some(Earned {
            merchant,
            sides: [(bonus, Status::Pending), (own, Status::Pending)],
            claimable_at: now + CLAWBACK,
        });
        Ok(0)
    }

    pub fn revoke(&mut self, newcomer: usize, now: u64) -> Outcome<i128> {
        let Some(reward) = &mut self.rewards[newcomer] else {
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
            self.free[reward.merchant] += side.0;
        }
        Ok(0)
    }

    pub fn expire(&mut self, newcomer: usize, now: u64) -> Outcome<i128> {
        let Some(reward) = &mut self.rewards[newcomer] else {
            return error(Error::RewardNotFound);
        };
        if now < reward.claimable_at + CLAIM_WINDOW {
            return error(Error::NotExpired);
        }
        let mut sum = 0;
        for side in &mut reward.sides {
            if side.1 == Status::Pending {
                sum += side.0;
                side.1 = Status::Expired;
            }
        }
        if sum == 0 {
            return error(Error::NothingDue);
        }
        self.free[reward.merchant] += sum;
        Ok(sum)
    }

    pub fn claim(&mut self, account: usize, newcomer: usize, now: u64) -> Outcome<i128> {
        let referrer = self.referrers[newcomer];
        let Some(reward) = &mut self.rewards[newcomer] else {
            return error(Error::RewardNotFound);
        };
        let side = match account {
            _ if account == newcomer => 1,
            _ if Some(account) == referrer => 0,
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
        *status = Status::Paid;
        self.balances[account] += *amount;
        Ok(*amount)
    }

    pub fn settle(&mut self, merchant: usize, now: u64) -> Outcome<i128> {
        if now < self.ends_at {
            return error(Error::NotEnded);
        }
        match core::mem::take(&mut self.free[merchant]) {
            0 => error(Error::NothingLeft),
            rest => Ok(rest),
        }
    }
}
