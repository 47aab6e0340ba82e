//! The expected answer of each step, and its expected changes.

use merit_common::{
    result::{LINE_FULL, NOT_AUTHORIZED, NO_TRUSTLINE, PAID, REFUSED},
    sac,
};
use merit_testing::merit_pool::PoolError;
use merit_testing::{Failure, Outcome, DAY, LIMIT, MERCHANT_LIMIT, OFFER_WINDOW, RAISE_DELAY};

use super::{
    error,
    reference::{Books, Reserve, APPOINTER, LINELESS, REFUSED_FROM, SMALL, SMALL_LINE},
    steps::{Step, Stop},
};

/// Return value of a call.
#[derive(Debug, Eq, PartialEq)]
pub enum Answer {
    Done,
    Granted(bool),
    Released(i128),
    Codes(Vec<u8>),
}

impl Books {
    /// `now` in Unix seconds. Outflows are noted by who sees the money leave.
    pub fn expect(&mut self, step: &Step, now: u64) -> Outcome<Answer> {
        match step.clone() {
            Step::Deposit(merchant, amount) => self.come_in(merchant, amount)?,
            Step::Grant(merchant, amount, reference) => {
                return self.grant(merchant, amount, reference).map(Answer::Granted)
            }
            Step::SetOwner(operator, merchant, owner) => {
                self.set_owner(operator, merchant, owner, now)?
            }
            Step::ApplyOwner(owner, merchant) => self.apply_owner(owner, merchant, now)?,
            Step::CancelOwner(merchant) => {
                if self.waiting[merchant].take().is_none() {
                    return error(PoolError::NoPendingOwner);
                }
            }
            Step::Withdraw(owner, merchant, to, amount) => {
                self.withdraw(owner, merchant, to, amount, now)?
            }
            Step::Reserve(caller, merchant, id, amount, counted) => {
                self.reserve(caller, merchant, id, amount, counted, now)?
            }
            Step::RaiseReserve(caller, id, amount) => {
                self.raise_reserve(caller, id, amount, now)?
            }
            Step::Release(caller, id) => return self.release(caller, id).map(Answer::Released),
            Step::Pay(caller, id, rows) => {
                return self.pay(caller, id, &rows, now).map(Answer::Codes)
            }
            Step::SetLimit(of, limit) => self.set_limit(of, limit, now)?,
            Step::ApplyLimit(of) => self.apply_limit(of, now)?,
            Step::RestoreLimit(of) => self.restore_limit(of, now)?,
            Step::Stop(Stop::Pool) => self.pool_stopped = true,
            Step::Stop(Stop::System) => self.system_stopped = true,
            Step::Stop(Stop::Nothing) => {
                (self.pool_stopped, self.system_stopped) = (false, false);
            }
            Step::Freeze(None, frozen) => self.pool_frozen = frozen,
            Step::Freeze(Some(recipient), frozen) => self.frozen[recipient] = frozen,
            Step::ClawBack(amount) => self.clawed_back += amount.min(self.held()),
            Step::Wait(_) => {}
        }
        Ok(Answer::Done)
    }

    fn require_running(&self) -> Outcome<()> {
        if self.stopped() {
            return error(PoolError::Paused);
        }
        Ok(())
    }

    fn come_in(&mut self, merchant: usize, amount: i128) -> Outcome<()> {
        if amount <= 0 {
            return error(PoolError::InvalidAmount);
        }
        if self.pool_frozen {
            return Err(Failure::Contract(sac::BALANCE_DEAUTHORIZED));
        }
        self.free[merchant] += amount;
        self.came_in += amount;
        Ok(())
    }

    fn grant(&mut self, merchant: usize, amount: i128, reference: u8) -> Outcome<bool> {
        self.require_running()?;
        match self.grants.get(&reference) {
            Some(made) if *made == (merchant, amount) => return Ok(false),
            Some(_) => return error(PoolError::ReferenceTaken),
            None => {}
        }
        self.come_in(merchant, amount)?;
        self.grants.insert(reference, (merchant, amount));
        Ok(true)
    }

    /// Works also while stopped.
    fn set_owner(
        &mut self,
        operator: usize,
        merchant: usize,
        owner: usize,
        now: u64,
    ) -> Outcome<()> {
        if operator != self.owners[merchant].unwrap_or(APPOINTER) {
            return error(PoolError::Unauthorized);
        }
        let wait = if operator == APPOINTER { DAY } else { 0 };
        self.waiting[merchant] = Some((owner, now + wait));
        Ok(())
    }

    fn apply_owner(&mut self, owner: usize, merchant: usize, now: u64) -> Outcome<()> {
        self.require_running()?;
        let Some((named, eta)) = self.waiting[merchant] else {
            return error(PoolError::NoPendingOwner);
        };
        if owner != named {
            return error(PoolError::Unauthorized);
        }
        if now < eta {
            return error(PoolError::OwnerNotDue);
        }
        if now >= eta + 14 * DAY {
            return error(PoolError::OwnerExpired);
        }
        (self.owners[merchant], self.waiting[merchant]) = (Some(owner), None);
        Ok(())
    }

    fn withdraw(
        &mut self,
        owner: usize,
        merchant: usize,
        to: usize,
        amount: i128,
        now: u64,
    ) -> Outcome<()> {
        if self.owners[merchant] != Some(owner) {
            return error(PoolError::Unauthorized);
        }
        self.require_running()?;
        if amount <= 0 {
            return error(PoolError::InvalidAmount);
        }
        if to >= REFUSED_FROM {
            return error(PoolError::RefusedRecipient);
        }
        if to != LINELESS && self.frozen[to] {
            return error(PoolError::AccountFrozen);
        }
        if amount > self.free[merchant] {
            return error(PoolError::InsufficientBalance);
        }
        self.require_room_and_funds(merchant, amount, false, now)?;
        match self.transfer(to, amount) {
            PAID => {}
            NO_TRUSTLINE => return Err(Failure::Contract(sac::TRUSTLINE_MISSING)),
            _ => return Err(Failure::Contract(sac::BALANCE)),
        }
        self.free[merchant] -= amount;
        Ok(())
    }

    fn require_room_and_funds(
        &self,
        merchant: usize,
        amount: i128,
        counted: bool,
        now: u64,
    ) -> Outcome<()> {
        if !self.fits(merchant, amount, counted, now) {
            return error(PoolError::LimitExceeded);
        }
        if self.pool_frozen {
            return error(PoolError::PoolFrozen);
        }
        if amount > self.held() {
            return error(PoolError::PoolShort);
        }
        Ok(())
    }

    /// Result code of a payment to somebody who isn't refused.
    fn transfer(&mut self, to: usize, amount: i128) -> u8 {
        if to == LINELESS {
            return NO_TRUSTLINE;
        }
        if self.frozen[to] {
            return NOT_AUTHORIZED;
        }
        if to == SMALL && self.received[SMALL] + amount > SMALL_LINE {
            return LINE_FULL;
        }
        self.received[to] += amount;
        PAID
    }

    fn reserve(
        &mut self,
        caller: usize,
        merchant: usize,
        id: usize,
        amount: i128,
        counted: bool,
        now: u64,
    ) -> Outcome<()> {
        self.require_running()?;
        if amount <= 0 {
            return error(PoolError::InvalidAmount);
        }
        if self.reserves.contains_key(&(caller, id)) {
            return error(PoolError::ReserveExists);
        }
        if amount > self.free[merchant] {
            return error(PoolError::InsufficientBalance);
        }
        if counted {
            if amount > self.own_room(Some(merchant), now) {
                return error(PoolError::LimitExceeded);
            }
            self.set_aside.push((now, merchant, amount));
        }
        self.free[merchant] -= amount;
        let reserve = Reserve {
            merchant,
            left: amount,
            closed: false,
            counted,
        };
        self.reserves.insert((caller, id), reserve);
        Ok(())
    }

    fn open(&mut self, caller: usize, id: usize) -> Outcome<&mut Reserve> {
        match self.reserves.get_mut(&(caller, id)) {
            None => error(PoolError::ReserveNotFound),
            Some(reserve) if reserve.closed => error(PoolError::ReserveClosed),
            Some(reserve) => Ok(reserve),
        }
    }

    fn raise_reserve(&mut self, caller: usize, id: usize, amount: i128, now: u64) -> Outcome<()> {
        self.require_running()?;
        if amount <= 0 {
            return error(PoolError::InvalidAmount);
        }
        let reserve = self.open(caller, id)?;
        let (merchant, counted) = (reserve.merchant, reserve.counted);
        if amount > self.free[merchant] {
            return error(PoolError::InsufficientBalance);
        }
        if counted {
            if amount > self.own_room(Some(merchant), now) {
                return error(PoolError::LimitExceeded);
            }
            self.set_aside.push((now, merchant, amount));
        }
        self.free[merchant] -= amount;
        self.open(caller, id)?.left += amount;
        Ok(())
    }

    fn release(&mut self, caller: usize, id: usize) -> Outcome<i128> {
        let reserve = self.open(caller, id)?;
        let (merchant, rest) = (reserve.merchant, reserve.left);
        (reserve.left, reserve.closed) = (0, true);
        self.free[merchant] += rest;
        Ok(rest)
    }

    fn pay(
        &mut self,
        caller: usize,
        id: usize,
        rows: &[(usize, i128)],
        now: u64,
    ) -> Outcome<Vec<u8>> {
        self.require_running()?;
        let reserve = self.open(caller, id)?;
        let (merchant, left, counted) = (reserve.merchant, reserve.left, reserve.counted);
        if rows.iter().any(|(_, amount)| *amount <= 0) {
            return error(PoolError::InvalidAmount);
        }
        let wanted = rows.iter().filter(|(to, _)| *to < REFUSED_FROM);
        let total: i128 = wanted.map(|(_, amount)| amount).sum();
        if total > left {
            return error(PoolError::ReserveShort);
        }
        self.require_room_and_funds(merchant, total, counted, now)?;
        let mut codes = Vec::new();
        for (to, amount) in rows {
            if *to >= REFUSED_FROM {
                codes.push(REFUSED);
                continue;
            }
            let code = self.transfer(*to, *amount);
            if code == PAID {
                self.open(caller, id)?.left -= amount;
            }
            codes.push(code);
        }
        Ok(codes)
    }

    fn set_limit(&mut self, of: Option<usize>, limit: i128, now: u64) -> Outcome<()> {
        if limit < 0 {
            return error(PoolError::InvalidAmount);
        }
        if limit > self.limit(of) {
            self.pending.insert(of, (limit, now + RAISE_DELAY));
            return Ok(());
        }
        if limit < self.limit(of) {
            let before = self.limits.get(&of).copied().or(match of {
                None => Some(LIMIT),
                Some(_) => None,
            });
            self.cuts.entry(of).or_default().push((now, before));
        }
        self.limits.insert(of, limit);
        self.pending.remove(&of);
        Ok(())
    }

    fn restore_limit(&mut self, of: Option<usize>, now: u64) -> Outcome<()> {
        self.require_running()?;
        // As it was before the first cut of the last 14 days, whatever was cut before that.
        let cuts = self.cuts.get(&of).into_iter().flatten();
        let mut recent = cuts.filter(|(at, _)| now < at + 14 * DAY);
        let Some((_, before)) = recent.next().copied() else {
            return error(PoolError::NoCut);
        };
        self.cuts.remove(&of);
        match before {
            Some(limit) => self.limits.insert(of, limit),
            None => self.limits.remove(&of),
        };
        self.pending.remove(&of);
        Ok(())
    }

    fn apply_limit(&mut self, of: Option<usize>, now: u64) -> Outcome<()> {
        self.require_running()?;
        let Some((limit, eta)) = self.pending.get(&of).copied() else {
            return error(PoolError::NoPendingLimit);
        };
        if now < eta {
            return error(PoolError::LimitNotDue);
        }
        if now >= eta + OFFER_WINDOW {
            return error(PoolError::LimitExpired);
        }
        self.limits.insert(of, limit);
        self.pending.remove(&of);
        // Cuts from above this limit can still be undone.
        if let Some(cuts) = self.cuts.get_mut(&of) {
            cuts.retain(|(_, before)| before.unwrap_or(MERCHANT_LIMIT) > limit);
        }
        Ok(())
    }
}
