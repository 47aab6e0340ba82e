//! Rules of campaigns, batches and clawbacks.

use std::collections::BTreeMap;

use merit_common::result::{
    ALREADY_SAME, LINE_FULL, NOT_AUTHORIZED, NO_TRUSTLINE, NUMBER_TAKEN, PAID, REFUSED,
};
use merit_testing::merit_campaign::CampaignError;
use merit_testing::merit_distribution::DistributionError;
use merit_testing::merit_token::TokenError;
use merit_testing::{Failure, Outcome, RewardEvent, FIRST, NUMBERS};

use super::{
    books::{
        reference, Books, Campaign, Paid, Row, Status, CLAWBACK_WINDOW, ISSUER, LINELESS, SMALL,
        SMALL_LINE, TOKEN, WALLETS,
    },
    error, periods,
    steps::{self, Number, Off, Wrong},
    Answer,
};

fn campaign_error<T>(code: CampaignError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}

impl Books {
    pub fn create_campaign(
        &mut self,
        merchant: usize,
        budget: i128,
        clawback: bool,
    ) -> Outcome<Answer> {
        self.require_campaigns()?;
        self.require_pool()?;
        self.take(merchant, budget)?;
        self.campaigns.push(Campaign {
            merchant,
            budget,
            clawback,
            status: Status::Active,
            paid: BTreeMap::new(),
        });
        Ok(Answer::Id(self.campaigns.len() as u64))
    }

    fn campaign(&mut self, campaign: usize) -> Outcome<&mut Campaign> {
        match self.campaigns.get_mut(campaign) {
            Some(campaign) => Ok(campaign),
            None => campaign_error(CampaignError::NotFound),
        }
    }

    pub fn end(&mut self, campaign: usize) -> Outcome<()> {
        self.campaign(campaign)?;
        self.require_campaigns()?;
        let campaign = self.campaign(campaign)?;
        if campaign.status != Status::Active {
            return campaign_error(CampaignError::InvalidTransition);
        }
        campaign.status = Status::Ended;
        Ok(())
    }

    /// Returns the remainder.
    pub fn settle(&mut self, campaign: usize) -> Outcome<i128> {
        self.campaign(campaign)?;
        self.require_campaigns()?;
        if self.campaign(campaign)?.status != Status::Ended {
            return campaign_error(CampaignError::InvalidTransition);
        }
        let campaign = self.campaign(campaign)?;
        let (merchant, rest) = (campaign.merchant, campaign.left());
        campaign.status = Status::Settled;
        self.free[merchant] += rest;
        Ok(rest)
    }

    /// The rows as they are sent in this ledger.
    pub fn rows(&self, campaign: usize, rows: &[steps::Row], ledger: u32) -> Vec<Row> {
        let row = |row: &steps::Row| Row {
            number: self.number(campaign, row.number, ledger),
            variant: row.variant,
            to: row.to,
            amount: row.amount,
        };
        rows.iter().map(row).collect()
    }

    fn number(&self, campaign: usize, number: Number, ledger: u32) -> u32 {
        match number {
            Number::New(ahead, index) => {
                let period = periods::of_ledger(ledger).saturating_add_signed(ahead);
                period * NUMBERS + index
            }
            Number::Paid(nth) => {
                let paid = self.campaigns.get(campaign).map(|campaign| &campaign.paid);
                let paid = paid.filter(|paid| !paid.is_empty());
                let number = paid.and_then(|paid| paid.keys().nth(nth % paid.len()));
                number.copied().unwrap_or(FIRST)
            }
        }
    }

    /// Merchant of a campaign, or 0 for one that doesn't exist.
    pub fn merchant_of(&self, campaign: usize) -> u64 {
        let campaign = self.campaigns.get(campaign);
        campaign.map_or(0, |campaign| campaign.merchant as u64)
    }

    pub fn pay(
        &mut self,
        merchant: Off,
        campaign: usize,
        rows: &[Row],
        now: u64,
        ledger: u32,
    ) -> Outcome<Answer> {
        require_shape(rows, ledger)?;
        self.require_campaigns()?;
        if self.campaign(campaign)?.status != Status::Active {
            return campaign_error(CampaignError::NotActive);
        }
        let decided: Vec<Option<u8>> = rows.iter().map(|row| self.decided(campaign, row)).collect();
        let fresh = rows.iter().zip(&decided).filter(|(_, code)| code.is_none());
        let wanted: i128 = fresh.clone().map(|(row, _)| row.amount).sum();
        if fresh.count() > 0 {
            if wanted > self.campaign(campaign)?.left() {
                return campaign_error(CampaignError::BudgetExceeded);
            }
            self.require_pool()?;
        }
        let right = self.merchant_of(campaign);
        if merchant.of(right) != right {
            return error(DistributionError::WrongMerchant);
        }
        let results = rows.iter().zip(decided);
        let results: Vec<u8> = results
            .map(|(row, code)| code.unwrap_or_else(|| self.transfer(campaign, row, now)))
            .collect();
        self.batches += 1;
        for row in rows {
            let top = self.tops.entry(row.number / NUMBERS).or_default();
            *top = row.number.max(*top);
        }
        let paid = rows.iter().zip(&results).filter(|(_, code)| **code == PAID);
        Ok(Answer::Batch(RewardEvent {
            campaign: campaign as u64 + 1,
            merchant: right,
            seq: self.batches,
            paid: paid.map(|(row, _)| row.amount).sum(),
            numbers: rows.iter().map(|row| row.number).collect(),
            refs: rows
                .iter()
                .map(|row| reference(row.number, row.variant))
                .collect(),
            results,
        }))
    }

    /// The code of a number that was paid before.
    fn decided(&self, campaign: usize, row: &Row) -> Option<u8> {
        let paid = self.campaigns[campaign].paid.get(&row.number)?;
        Some(if paid.variant == row.variant {
            ALREADY_SAME
        } else {
            NUMBER_TAKEN
        })
    }

    /// Pays a row. Answers its code.
    fn transfer(&mut self, campaign: usize, row: &Row, now: u64) -> u8 {
        let code = self.receives(row.to, row.amount);
        if code == PAID {
            let paid = Paid {
                number: row.number,
                variant: row.variant,
                to: row.to,
                amount: row.amount,
                at: now,
                clawed_back: false,
            };
            self.campaigns[campaign].paid.insert(row.number, paid);
        }
        code
    }

    /// Result code of a payment to a wallet.
    pub fn receives(&self, wallet: usize, amount: i128) -> u8 {
        match wallet {
            ISSUER => REFUSED,
            LINELESS => NO_TRUSTLINE,
            _ if self.frozen[wallet] => NOT_AUTHORIZED,
            SMALL if self.balance(SMALL) + amount > SMALL_LINE => LINE_FULL,
            _ => PAID,
        }
    }

    /// The payment that is asked for: the `nth` of a campaign, or an invented one, with some part wrong.
    pub fn wanted(&self, campaign: usize, nth: usize, wrong: Wrong) -> Paid {
        let paid = self.campaigns.get(campaign).map(|c| &c.paid);
        let paid = paid.filter(|paid| !paid.is_empty());
        let paid = paid.and_then(|paid| paid.values().nth(nth % paid.len()));
        let mut wanted = paid.cloned().unwrap_or(Paid {
            number: FIRST,
            variant: 1,
            to: 0,
            amount: 1,
            at: 1,
            clawed_back: false,
        });
        match wrong {
            Wrong::Nothing => {}
            Wrong::Time => wanted.at += 1,
            Wrong::Amount => wanted.amount += 1,
            Wrong::Wallet => wanted.to = (wanted.to + 1) % WALLETS,
            Wrong::Number => wanted.number += 1_000,
        }
        wanted
    }

    pub fn claw_back(
        &mut self,
        campaign: usize,
        nth: usize,
        wrong: Wrong,
        now: u64,
    ) -> Outcome<()> {
        self.require_running()?;
        let wanted = self.wanted(campaign, nth, wrong);
        let entry = self.campaign(campaign)?;
        let right = matches!(wrong, Wrong::Nothing) && entry.clawback;
        let paid = entry.paid.get(&wanted.number);
        if !right || paid.is_none_or(|paid| paid.clawed_back) {
            return error(DistributionError::NoReceipt);
        }
        if now >= wanted.at + CLAWBACK_WINDOW {
            return error(DistributionError::ClawbackOver);
        }
        if self.stopped[TOKEN] {
            return Err(Failure::Contract(TokenError::Paused as u32));
        }
        if wanted.amount > self.balance(wanted.to) {
            let short = TokenError::BalanceOutOfRange as u32;
            return Err(Failure::Contract(short));
        }
        let paid = self.campaigns[campaign].paid.get_mut(&wanted.number);
        paid.expect("found above").clawed_back = true;
        Ok(())
    }
}

fn require_shape(rows: &[Row], ledger: u32) -> Outcome<()> {
    if rows.is_empty() {
        return error(DistributionError::Empty);
    }
    if rows.iter().any(|row| row.amount <= 0) {
        return error(DistributionError::InvalidAmount);
    }
    let mut last = None;
    for row in rows {
        if row.variant == 0 {
            return error(DistributionError::InvalidReference);
        }
        if last >= Some(row.number) {
            return error(DistributionError::NumbersNotRising);
        }
        last = Some(row.number);
        periods::require_payable(row.number, ledger)?;
    }
    Ok(())
}
