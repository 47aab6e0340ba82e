//! The asset as plain data, and the rule of each step.

use merit_testing::merit_token::TokenError;
use merit_testing::{token::error, Outcome};

pub const CAP: i128 = 2_000;
pub const MINTERS: usize = 2;
/// Two classic accounts and a contract wallet.
pub const HOLDERS: usize = 3;
/// An account without a trustline.
pub const NO_LINE: usize = HOLDERS;
/// A contract of the system.
pub const SYSTEM: usize = HOLDERS + 1;
/// Most that the first holder's trustline takes.
pub const LINE_LIMIT: i128 = 700;
/// Seconds.
pub const QUARTER: u64 = 900;
/// Quota of each minter at the start, stroops per day.
pub const QUOTA: i128 = 800;

pub struct Mint {
    pub at: u64,
    pub amount: i128,
    /// The minter's quota then.
    pub quota: i128,
}

pub struct Reference {
    pub balances: [i128; HOLDERS],
    pub frozen: [bool; HOLDERS],
    /// The account without a trustline.
    pub lineless_frozen: bool,
    pub quotas: [i128; MINTERS],
    pub mints: [Vec<Mint>; MINTERS],
    pub is_minter: [bool; MINTERS],
    pub clawed_back: i128,
    pub burned: i128,
    pub paused: bool,
    pub system_paused: bool,
}

impl Reference {
    pub fn new() -> Self {
        Reference {
            balances: [0; HOLDERS],
            frozen: [false; HOLDERS],
            lineless_frozen: false,
            quotas: [QUOTA; MINTERS],
            mints: Default::default(),
            is_minter: [true; MINTERS],
            clawed_back: 0,
            burned: 0,
            paused: false,
            system_paused: false,
        }
    }

    pub fn minted(&self) -> i128 {
        let all: i128 = self.mints.iter().flatten().map(|mint| mint.amount).sum();
        all - self.clawed_back
    }

    /// Sum that the rule counts: the current quarter-hour and the 96 before it.
    pub fn used(&self, minter: usize, now: u64) -> i128 {
        let mints = self.mints[minter].iter();
        let recent = mints.filter(|mint| mint.at / QUARTER + 96 >= now / QUARTER);
        recent.map(|mint| mint.amount).sum()
    }

    /// No 86,400 seconds that end with a mint saw more than the quota of then.
    pub fn quota_held(&self, minter: usize) -> bool {
        let mints = &self.mints[minter];
        (0..mints.len()).all(|last| {
            let day = mints[..=last].iter().rev();
            let day = day.take_while(|mint| mint.at + 86_400 > mints[last].at);
            day.map(|mint| mint.amount).sum::<i128>() <= mints[last].quota
        })
    }

    fn running(&self) -> Outcome<()> {
        if self.paused || self.system_paused {
            return error(TokenError::Paused);
        }
        Ok(())
    }

    pub fn mint(&mut self, minter: usize, to: usize, amount: i128, now: u64) -> Outcome<()> {
        if !self.is_minter[minter] {
            return error(TokenError::Unauthorized);
        }
        self.running()?;
        if to == SYSTEM {
            return error(TokenError::SystemAddress);
        }
        if self.minted() + amount > CAP {
            return error(TokenError::CapExceeded);
        }
        if self.used(minter, now) + amount > self.quotas[minter] {
            return error(TokenError::QuotaExceeded);
        }
        if to == NO_LINE {
            return error(TokenError::NoTrustline);
        }
        if self.frozen[to] {
            return error(TokenError::NotAuthorized);
        }
        if !self.has_room(to, amount) {
            return error(TokenError::BalanceOutOfRange);
        }
        self.mints[minter].push(Mint {
            at: now,
            amount,
            quota: self.quotas[minter],
        });
        self.balances[to] += amount;
        Ok(())
    }

    fn has_room(&self, to: usize, amount: i128) -> bool {
        to != 0 || self.balances[to] + amount <= LINE_LIMIT
    }

    pub fn clawback(&mut self, from: usize, amount: i128) -> Outcome<()> {
        self.running()?;
        if from == SYSTEM {
            return error(TokenError::SystemAddress);
        }
        if from == NO_LINE {
            return error(TokenError::NoTrustline);
        }
        if amount > self.balances[from] {
            return error(TokenError::BalanceOutOfRange);
        }
        self.balances[from] -= amount;
        self.clawed_back += amount;
        Ok(())
    }

    pub fn set_quota(&mut self, minter: usize, daily: i128) -> Outcome<()> {
        // A cut protects.
        if daily > self.quotas[minter] {
            self.running()?;
        }
        if daily < 0 {
            return error(TokenError::InvalidAmount);
        }
        self.quotas[minter] = daily;
        Ok(())
    }

    pub fn set_frozen(&mut self, account: usize, frozen: bool) -> Outcome<()> {
        if !frozen {
            self.running()?;
        } else if account == SYSTEM {
            return error(TokenError::SystemAddress);
        }
        if account == NO_LINE {
            self.lineless_frozen = frozen;
            return Ok(());
        }
        // A contract of the system is never frozen, so it needs no entry.
        if account != SYSTEM {
            self.frozen[account] = frozen;
        }
        Ok(())
    }

    /// Returns false if it is refused.
    pub fn transfer(&mut self, from: usize, to: usize, amount: i128) -> bool {
        let free = !self.frozen[from] && !self.frozen[to];
        let room = from == to || self.has_room(to, amount);
        if !free || amount > self.balances[from] || !room {
            return false;
        }
        self.balances[from] -= amount;
        self.balances[to] += amount;
        true
    }

    /// Returns false if it is refused.
    pub fn burn(&mut self, holder: usize, amount: i128) -> bool {
        if self.frozen[holder] || amount > self.balances[holder] {
            return false;
        }
        self.balances[holder] -= amount;
        self.burned += amount;
        true
    }
}
