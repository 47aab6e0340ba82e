//! Campaigns as plain data, with the whole history of what each paid.

use std::collections::BTreeMap;

use merit_common::result::{NO_TRUSTLINE, PAID, REFUSED, TO_PAY, WALLET_CAP};
use merit_testing::merit_campaign::{CampaignError, Status};
use merit_testing::merit_pool::PoolError;
use merit_testing::{Failure, Outcome, Terms, DAY};

use super::{
    error,
    steps::{Row, Step, Stop, INVALID},
    Answer,
};

pub const MERCHANTS: usize = 2;
/// Two contract wallets, a holder, an account without a line, the pool.
pub const WALLETS: usize = 5;
pub const LINELESS: usize = 3;
pub const POOL: usize = 4;

pub struct Campaign {
    pub terms: Terms,
    /// Its terms before it was extended.
    pub created_with: Terms,
    pub status: Status,
    pub clawback: Option<u64>,
    /// Wallet and amount.
    pub awards: Vec<(usize, i128)>,
    pub returned: Option<i128>,
}

impl Campaign {
    pub fn spent(&self) -> i128 {
        self.awards.iter().map(|award| award.1).sum()
    }

    pub fn received(&self, wallet: usize) -> i128 {
        let own = self.awards.iter().filter(|award| award.0 == wallet);
        own.map(|award| award.1).sum()
    }

    /// Rest of the budget, which is reserved.
    pub fn left(&self) -> i128 {
        self.terms.budget - self.spent() - self.returned.unwrap_or(0)
    }
}

#[derive(Default)]
pub struct Books {
    pub deposited: [i128; MERCHANTS],
    pub campaigns: Vec<Campaign>,
    /// Campaign, pool, system.
    pub stopped: [bool; 3],
}

impl Books {
    pub fn free(&self, merchant: usize) -> i128 {
        let own = self.campaigns.iter();
        let own = own.filter(|campaign| campaign.terms.merchant == merchant as u64);
        let bound: i128 = own.map(|campaign| campaign.spent() + campaign.left()).sum();
        self.deposited[merchant] - bound
    }

    /// Amount that a wallet received from all campaigns.
    pub fn received(&self, wallet: usize) -> i128 {
        self.campaigns
            .iter()
            .map(|campaign| campaign.received(wallet))
            .sum()
    }

    /// `now` in Unix seconds.
    pub fn expect(&mut self, step: &Step, now: u64) -> Outcome<Answer> {
        match step.clone() {
            Step::Deposit(merchant, amount) => self.deposited[merchant] += amount,
            Step::Create(wanted) => return self.create(wanted.terms(now), now).map(Answer::Id),
            Step::CreateAgain(which) => {
                if let Some(campaign) = self.campaigns.get(which) {
                    return self
                        .create(campaign.created_with.clone(), now)
                        .map(Answer::Id);
                }
            }
            Step::AllowClawback(which, seconds) => self.allow_clawback(which, seconds)?,
            Step::Extend(which, more, longer) => {
                let extended = self.extend(which, more, longer, now);
                return extended.map(Answer::Extended);
            }
            Step::Pause(which) => self.change(which, &[Status::Active], Status::Paused)?,
            Step::Resume(which) => self.change(which, &[Status::Paused], Status::Active)?,
            Step::End(which, by_stranger) => self.end(which, by_stranger, now)?,
            Step::Settle(which, by_stranger) => {
                let rest = self.settle(which, by_stranger, now);
                return rest.map(Answer::Remainder);
            }
            Step::Spend(which, rows) => return self.spend(which, &rows, now),
            Step::Stop(Stop::Contract(which)) => self.stopped[which] = true,
            Step::Stop(Stop::Nothing) => self.stopped = [false; 3],
            Step::Wait(_) => {}
        }
        Ok(Answer::Done)
    }

    fn require_running(&self) -> Outcome<()> {
        if self.stopped[0] || self.stopped[2] {
            return error(CampaignError::Paused);
        }
        Ok(())
    }

    fn require_pool(&self) -> Outcome<()> {
        if self.stopped[1] {
            return Err(Failure::Contract(PoolError::Paused as u32));
        }
        Ok(())
    }

    fn find(&mut self, which: usize) -> Outcome<&mut Campaign> {
        match self.campaigns.get_mut(which) {
            Some(campaign) => Ok(campaign),
            None => error(CampaignError::NotFound),
        }
    }

    /// Returns the id.
    fn create(&mut self, terms: Terms, now: u64) -> Outcome<u64> {
        self.require_running()?;
        if let Some(which) = self.under_reference(&terms)? {
            return Ok(which as u64 + 1);
        }
        require_terms(&terms, now)?;
        self.require_free(&terms)?;
        Ok(self.add(terms))
    }

    /// The campaign under the terms' reference.
    fn under_reference(&self, terms: &Terms) -> Outcome<Option<usize>> {
        let same = |campaign: &Campaign| campaign.terms.reference == terms.reference;
        let found = self.campaigns.iter().position(same);
        if found.is_some_and(|which| self.campaigns[which].created_with != *terms) {
            return error(CampaignError::ReferenceTaken);
        }
        Ok(found)
    }

    fn require_free(&self, terms: &Terms) -> Outcome<()> {
        self.require_pool()?;
        if terms.budget > self.free(terms.merchant as usize) {
            let short = PoolError::InsufficientBalance as u32;
            return Err(Failure::Contract(short));
        }
        Ok(())
    }

    fn add(&mut self, terms: Terms) -> u64 {
        self.campaigns.push(Campaign {
            created_with: terms.clone(),
            terms,
            status: Status::Active,
            clawback: None,
            awards: Vec::new(),
            returned: None,
        });
        self.campaigns.len() as u64
    }

    fn allow_clawback(&mut self, which: usize, seconds: u64) -> Outcome<()> {
        self.require_running()?;
        let campaign = self.find(which)?;
        if !campaign.awards.is_empty() {
            return error(CampaignError::AlreadyPaid);
        }
        if seconds == 0 || seconds > 90 * DAY {
            return error(CampaignError::InvalidWindow);
        }
        campaign.clawback = Some(seconds);
        Ok(())
    }

    fn extend(&mut self, which: usize, more: i128, longer: i64, now: u64) -> Outcome<bool> {
        self.require_running()?;
        let campaign = self.find(which)?;
        let (merchant, ends_at) = (campaign.terms.merchant as usize, campaign.terms.ends_at);
        if (more, longer) == (0, 0) {
            return Ok(false);
        }
        if !matches!(campaign.status, Status::Active | Status::Paused) {
            return error(CampaignError::InvalidTransition);
        }
        if ends_at <= now {
            return error(CampaignError::InvalidWindow);
        }
        if more < 0 || longer < 0 {
            return error(CampaignError::Shrinks);
        }
        let end = ends_at.saturating_add_signed(longer);
        if longer > 0 && end > now + 36_600 * 86_400 {
            return error(CampaignError::InvalidWindow);
        }
        if more > 0 {
            self.require_pool()?;
            if more > self.free(merchant) {
                let short = PoolError::InsufficientBalance as u32;
                return Err(Failure::Contract(short));
            }
        }
        let terms = &mut self.find(which)?.terms;
        terms.budget += more;
        terms.ends_at = end;
        Ok(true)
    }

    fn change(&mut self, which: usize, from: &[Status], to: Status) -> Outcome<()> {
        self.require_running()?;
        let campaign = self.find(which)?;
        if !from.contains(&campaign.status) {
            return error(CampaignError::InvalidTransition);
        }
        campaign.status = to;
        Ok(())
    }

    fn end(&mut self, which: usize, by_stranger: bool, now: u64) -> Outcome<()> {
        if by_stranger && now < self.find(which)?.terms.ends_at {
            return error(CampaignError::Unauthorized);
        }
        // An unknown campaign is found missing before anything else is looked at.
        self.find(which)?;
        let from = [Status::Active, Status::Paused];
        self.change(which, &from, Status::Ended)
    }

    /// Returns the remainder.
    fn settle(&mut self, which: usize, by_stranger: bool, now: u64) -> Outcome<i128> {
        if by_stranger && now < self.find(which)?.terms.ends_at {
            return error(CampaignError::Unauthorized);
        }
        self.find(which)?;
        self.require_running()?;
        if self.find(which)?.status != Status::Ended {
            return error(CampaignError::InvalidTransition);
        }
        let campaign = self.find(which)?;
        let rest = campaign.left();
        (campaign.status, campaign.returned) = (Status::Settled, Some(rest));
        Ok(rest)
    }

    fn spend(&mut self, which: usize, rows: &[Row], now: u64) -> Outcome<Answer> {
        self.require_running()?;
        if rows.iter().any(|row| row.amount <= 0) {
            return error(CampaignError::InvalidAmount);
        }
        if rows.iter().any(|row| INVALID.contains(&row.decided)) {
            return error(CampaignError::InvalidResult);
        }
        let campaign = self.find(which)?;
        if campaign.status != Status::Active {
            return error(CampaignError::NotActive);
        }
        if now < campaign.terms.starts_at || now >= campaign.terms.ends_at {
            return error(CampaignError::OutsideWindow);
        }
        let mut codes = campaign.within_cap(rows);
        let chosen = rows.iter().zip(&codes).filter(|(_, code)| **code == TO_PAY);
        let wanted: i128 = chosen.clone().map(|(row, _)| row.amount).sum();
        if chosen.count() > 0 {
            if wanted > campaign.left() {
                return error(CampaignError::BudgetExceeded);
            }
            self.require_pool()?;
        }
        let campaign = self.find(which)?;
        for (row, code) in rows.iter().zip(&mut codes) {
            if *code != TO_PAY {
                continue;
            }
            *code = match row.to {
                LINELESS => NO_TRUSTLINE,
                POOL => REFUSED,
                _ => PAID,
            };
            if *code == PAID {
                campaign.awards.push((row.to, row.amount));
            }
        }
        Ok(Answer::Spent {
            codes,
            merchant: campaign.terms.merchant as usize,
            clawback: campaign.clawback,
        })
    }
}

fn require_terms(terms: &Terms, now: u64) -> Outcome<()> {
    if terms.budget <= 0 || terms.per_wallet_cap.is_some_and(|cap| cap <= 0) {
        return error(CampaignError::InvalidAmount);
    }
    let last = now + 36_600 * 86_400;
    if terms.ends_at <= terms.starts_at || !(now + 1..=last).contains(&terms.ends_at) {
        return error(CampaignError::InvalidWindow);
    }
    Ok(())
}

impl Campaign {
    /// Codes of rows that were decided before or that the cap stops. An earlier row to the same wallet counts, whether
    /// it can be paid or not.
    fn within_cap(&self, rows: &[Row]) -> Vec<u8> {
        let mut planned: BTreeMap<usize, i128> = BTreeMap::new();
        let code = |row: &Row| {
            if row.decided != TO_PAY {
                return row.decided;
            }
            let sum = planned
                .entry(row.to)
                .or_insert_with(|| self.received(row.to));
            match self.terms.per_wallet_cap {
                Some(cap) if *sum + row.amount > cap => WALLET_CAP,
                _ => {
                    *sum += row.amount;
                    TO_PAY
                }
            }
        };
        rows.iter().map(code).collect()
    }
}
