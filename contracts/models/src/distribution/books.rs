//! The books as they should be: computed from the history of payments, claims and returns.

use std::collections::BTreeMap;

use merit_testing::merit_campaign::CampaignError;
use merit_testing::merit_distribution::DistributionError;
use merit_testing::merit_pool::PoolError;
use merit_testing::{Failure, Outcome};

use super::{
    drops::Drop,
    error,
    steps::{Step, Stop},
    Answer,
};

pub const MERCHANTS: usize = 2;
/// Three contract wallets, an account, one whose line takes little, one without a line, the issuer.
pub const WALLETS: usize = 7;
pub const SMALL: usize = 4;
pub const LINELESS: usize = 5;
pub const ISSUER: usize = 6;
pub const SMALL_LINE: i128 = 120;
/// Seconds.
pub const CLAWBACK_WINDOW: u64 = 300;
/// Seconds from a drop's creation to its opening, at least.
pub const OPEN_DELAY: u64 = 60;

/// Indexes into [`Books::stopped`].
pub const DISTRIBUTION: usize = 0;
pub const CAMPAIGN: usize = 1;
pub const POOL: usize = 2;
pub const TOKEN: usize = 3;
pub const SYSTEM: usize = 4;

/// One payment of a batch, as sent.
#[derive(Clone, Debug)]
pub struct Row {
    pub number: u32,
    /// Variant of the reference, see [`reference`].
    pub variant: u8,
    pub to: usize,
    pub amount: i128,
}

/// A number that was paid.
#[derive(Clone)]
pub struct Paid {
    pub number: u32,
    pub variant: u8,
    pub to: usize,
    pub amount: i128,
    pub at: u64,
    pub clawed_back: bool,
}

#[derive(Clone, Copy, Eq, PartialEq)]
pub enum Status {
    Active,
    Ended,
    Settled,
}

pub struct Campaign {
    pub merchant: usize,
    pub budget: i128,
    pub clawback: bool,
    pub status: Status,
    pub paid: BTreeMap<u32, Paid>,
}

impl Campaign {
    pub fn spent(&self) -> i128 {
        self.paid.values().map(|paid| paid.amount).sum()
    }

    pub fn left(&self) -> i128 {
        match self.status {
            Status::Settled => 0,
            _ => self.budget - self.spent(),
        }
    }
}

#[derive(Default)]
pub struct Books {
    pub free: [i128; MERCHANTS],
    pub deposited: i128,
    pub withdrawn: i128,
    pub campaigns: Vec<Campaign>,
    /// The newest one that was opened.
    pub epoch: u64,
    pub batches: u64,
    /// Highest number in any batch, by its period.
    pub tops: BTreeMap<u32, u32>,
    pub drops: Vec<Drop>,
    /// Amounts that wallets lost by other ways than a clawback of a reward.
    pub lost: [i128; WALLETS],
    pub frozen: [bool; WALLETS],
    pub stopped: [bool; 5],
}

impl Books {
    /// `now` in Unix seconds, as the ledger of that number closes.
    pub fn expect(&mut self, step: &Step, now: u64, ledger: u32) -> Outcome<Answer> {
        match step.clone() {
            Step::Deposit(merchant, amount) => {
                self.free[merchant] += amount;
                self.deposited += amount;
            }
            Step::Withdraw(merchant, amount) => {
                self.require_pool()?;
                self.take(merchant, amount)?;
                self.withdrawn += amount;
            }
            Step::CreateCampaign(merchant, budget, clawback) => {
                return self.create_campaign(merchant, budget, clawback)
            }
            Step::Open(epoch, known) => return self.open(epoch, known),
            Step::Pay(epoch, merchant, campaign, rows) => {
                let rows = self.rows(campaign, &rows, ledger);
                self.require_running()?;
                self.require_epoch(epoch)?;
                return self.pay(merchant, campaign, &rows, now, ledger);
            }
            Step::ClawBack(campaign, nth, wrong) => self.claw_back(campaign, nth, wrong, now)?,
            Step::End(campaign) => self.end(campaign)?,
            Step::Settle(campaign) => return self.settle(campaign).map(Answer::Amount),
            Step::CreateDrop(merchant, leaves, surplus, opens, lasts) => {
                let total = leaves.iter().map(|leaf| leaf.1).sum::<i128>() + surplus;
                let drop = Drop {
                    merchant,
                    total,
                    leaves,
                    created: now,
                    opens: now + opens,
                    expires: now + opens + lasts,
                    opened: None,
                    paid: Vec::new(),
                    first_paid: None,
                    swept: None,
                    cancelled: false,
                };
                return self.create_drop(drop).map(Answer::Id);
            }
            Step::CreateAgain(drop) if drop < self.drops.len() => {
                self.require_running()?;
                if self.drops[drop].cancelled {
                    return error(DistributionError::DropCancelled);
                }
                return Ok(Answer::Id(drop as u64 + 1));
            }
            Step::CreateAgain(_) => {}
            Step::Claim(drop, leaf, _, twist) => self.claim(drop, leaf, twist, now)?,
            Step::OpenEarly(drop) => self.open_early(drop, now)?,
            Step::Cancel(drop, by_guardian) => {
                return self.cancel(drop, by_guardian, now).map(Answer::Amount)
            }
            Step::Sweep(drop) => return self.sweep(drop, now).map(Answer::Amount),
            Step::Lose(wallet, amount) => self.lost[wallet] += amount.min(self.balance(wallet)),
            Step::Freeze(wallet, frozen) => self.frozen[wallet] = frozen,
            Step::Stop(Stop::Contract(which)) => self.stopped[which] = true,
            Step::Stop(Stop::Nothing) => self.stopped = [false; 5],
            Step::Wait(_) | Step::Ledgers(_) => {}
        }
        Ok(Answer::Done)
    }

    /// Fails if the contract or the whole system is stopped.
    pub fn require_running(&self) -> Outcome<()> {
        if self.stopped[DISTRIBUTION] || self.stopped[SYSTEM] {
            return error(DistributionError::Paused);
        }
        Ok(())
    }

    pub fn require_campaigns(&self) -> Outcome<()> {
        if self.stopped[CAMPAIGN] || self.stopped[SYSTEM] {
            return Err(Failure::Contract(CampaignError::Paused as u32));
        }
        Ok(())
    }

    pub fn require_pool(&self) -> Outcome<()> {
        if self.stopped[POOL] || self.stopped[SYSTEM] {
            return Err(Failure::Contract(PoolError::Paused as u32));
        }
        Ok(())
    }

    /// Takes an amount from a merchant's free balance.
    pub fn take(&mut self, merchant: usize, amount: i128) -> Outcome<()> {
        if amount > self.free[merchant] {
            let short = PoolError::InsufficientBalance as u32;
            return Err(Failure::Contract(short));
        }
        self.free[merchant] -= amount;
        Ok(())
    }

    /// All payments of rewards and drops: wallet and amount.
    fn payments(&self) -> impl Iterator<Item = (usize, i128)> + '_ {
        let rewards = self.campaigns.iter().flat_map(|campaign| {
            let paid = campaign.paid.values();
            paid.map(|paid| (paid.to, paid.amount))
        });
        let leaves = self.drops.iter().flat_map(|drop| {
            let paid = drop.paid.iter();
            paid.map(|leaf| drop.leaves[*leaf])
        });
        rewards.chain(leaves)
    }

    /// Amount that left the pool for wallets.
    pub fn paid_out(&self) -> i128 {
        self.payments().map(|(_, amount)| amount).sum()
    }

    /// Balance of a wallet.
    pub fn balance(&self, wallet: usize) -> i128 {
        let own = self.payments().filter(|(to, _)| *to == wallet);
        let received: i128 = own.map(|(_, amount)| amount).sum();
        let rewards = self.campaigns.iter().flat_map(|c| c.paid.values());
        let back = rewards.filter(|paid| paid.clawed_back && paid.to == wallet);
        received - back.map(|paid| paid.amount).sum::<i128>() - self.lost[wallet]
    }

    /// The pool's obligations: free balances, campaigns' and drops' reserves.
    pub fn owed(&self) -> i128 {
        let campaigns = self.campaigns.iter().map(Campaign::left);
        let drops = self.drops.iter().map(Drop::left);
        self.free.iter().sum::<i128>() + campaigns.chain(drops).sum::<i128>()
    }
}

/// Reference of a number in one of its variants; variant 0 is that of zeros, which none may have.
pub fn reference(number: u32, variant: u8) -> [u8; 8] {
    if variant == 0 {
        return [0; 8];
    }
    let mut bytes = u64::from(number).to_be_bytes();
    bytes[0] = variant;
    bytes
}
