//! Redemptions as plain data, and the rule of each step.

use merit_testing::merit_redemption::{RedemptionError as Error, Status};
use merit_testing::{
    redemption::{error, FUNDS},
    Outcome, DAY,
};

/// Besides item 0, which a step has to create.
pub const ITEMS: u64 = 2;
pub const WALLETS: usize = 3;
/// Seconds to fulfil and to cancel: what items may have. The last two are refused.
pub const TIMES: [(u64, u64); 6] = [
    (3 * DAY, DAY),
    (3 * DAY, 0),
    (2 * DAY, 2 * DAY),
    (90 * DAY, 89 * DAY),
    (90 * DAY + 1, DAY),
    (DAY, DAY + 1),
];
/// Number of good [`TIMES`].
const GOOD: usize = 4;

/// A manager's terms for an item.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub merchant: u64,
    pub price: i128,
    pub active: bool,
    /// Index into [`TIMES`].
    pub times: usize,
    /// Units for each wallet; 0: no limit.
    pub limit: u32,
}

#[derive(Clone)]
pub struct Item {
    pub terms: Terms,
    pub version: u32,
    pub stock: u32,
}

/// A wallet's order.
#[derive(Clone, Copy)]
pub struct Order {
    pub wallet: usize,
    pub reference: u8,
    pub item: u64,
    pub quantity: u32,
    /// Accepted unit price.
    pub max_price: i128,
    /// Accepted times: an index into [`TIMES`].
    pub times: usize,
}

pub struct Made {
    pub order: Order,
    pub amount: i128,
    pub at: u64,
    pub status: Status,
}

impl Made {
    /// Time until which the wallet may cancel on its own.
    pub fn cancel_until(&self) -> u64 {
        self.at + TIMES[self.order.times].1
    }

    /// Time until which it may be fulfilled.
    pub fn deadline(&self) -> u64 {
        self.at + TIMES[self.order.times].0
    }
}

/// Wallet and reference of a redemption.
pub type Name = (usize, u8);

#[derive(Default)]
pub struct Reference {
    pub items: [Option<Item>; ITEMS as usize + 1],
    pub made: Vec<Made>,
    /// Stroops that each wallet received, less those that it spent.
    pub balances: [i128; WALLETS],
    pub frozen: [bool; WALLETS],
    /// Refunds that couldn't arrive.
    pub due: [i128; WALLETS],
    /// Taken from the contract by the asset's admin, stroops.
    pub clawed_back: i128,
    pub paused: bool,
    pub system_paused: bool,
}

impl Reference {
    pub fn new() -> Self {
        Reference {
            balances: [FUNDS; WALLETS],
            ..Reference::default()
        }
    }

    fn running(&self) -> Outcome<()> {
        if self.paused || self.system_paused {
            return error(Error::Paused);
        }
        Ok(())
    }

    pub fn set_item(&mut self, item: u64, terms: Terms) -> Outcome<u64> {
        self.running()?;
        if terms.price <= 0 {
            return error(Error::InvalidAmount);
        }
        if terms.times >= GOOD {
            return error(Error::InvalidTerms);
        }
        let item = self.items[item as usize].get_or_insert(Item {
            terms,
            version: 1,
            stock: 0,
        });
        if item.terms.merchant != terms.merchant {
            return error(Error::ItemTaken);
        }
        item.version += u32::from(item.terms.price != terms.price);
        item.terms = terms;
        Ok(u64::from(item.version))
    }

    pub fn set_stock(&mut self, item: u64, expected: u32, stock: u32) -> Outcome<u64> {
        self.running()?;
        let Some(item) = &mut self.items[item as usize] else {
            return error(Error::ItemNotFound);
        };
        if item.stock != expected {
            return error(Error::StockChanged);
        }
        item.stock = stock;
        Ok(0)
    }

    pub fn redeem(&mut self, order: Order, at: u64) -> Outcome<u64> {
        self.running()?;
        if self.find(order.wallet, order.reference).is_some() {
            return error(Error::ReferenceTaken);
        }
        let held = self.units(order.wallet, order.item);
        let Some(item) = &mut self.items[order.item as usize] else {
            return error(Error::ItemNotFound);
        };
        let terms = item.terms;
        if order.quantity == 0 {
            return error(Error::InvalidQuantity);
        }
        if !terms.active {
            return error(Error::ItemInactive);
        }
        if terms.price > order.max_price {
            return error(Error::PriceAboveMax);
        }
        if TIMES[terms.times] != TIMES[order.times] {
            return error(Error::TimesChanged);
        }
        if terms.limit > 0 && held + order.quantity > terms.limit {
            return error(Error::WalletLimit);
        }
        if item.stock < order.quantity {
            return error(Error::StockShort);
        }
        let amount = terms.price * i128::from(order.quantity);
        if self.frozen[order.wallet] {
            return error(Error::NotAuthorized);
        }
        if amount > self.balances[order.wallet] {
            return error(Error::BalanceOutOfRange);
        }
        item.stock -= order.quantity;
        self.balances[order.wallet] -= amount;
        self.made.push(Made {
            order,
            amount,
            at,
            status: Status::Open,
        });
        Ok(0)
    }

    /// Units of an item that a wallet redeemed, without those refunded.
    pub fn units(&self, wallet: usize, item: u64) -> u32 {
        let made = self
            .made
            .iter()
            .filter(|made| made.status != Status::Refunded);
        let mine = made.filter(|made| (made.order.wallet, made.order.item) == (wallet, item));
        mine.map(|made| made.order.quantity).sum()
    }

    fn find(&self, wallet: usize, reference: u8) -> Option<usize> {
        let named = |made: &Made| (made.order.wallet, made.order.reference) == (wallet, reference);
        self.made.iter().position(named)
    }

    /// Index of an open redemption in [`Reference::made`].
    fn open(&self, (wallet, reference): Name) -> Outcome<usize> {
        let Some(at) = self.find(wallet, reference) else {
            return error(Error::RedemptionNotFound);
        };
        if self.made[at].status != Status::Open {
            return error(Error::NotOpen);
        }
        Ok(at)
    }

    pub fn fulfil(&mut self, name: Name, now: u64) -> Outcome<u64> {
        self.running()?;
        let at = self.open(name)?;
        if now >= self.made[at].deadline() {
            return error(Error::DeadlinePassed);
        }
        self.can_give(self.made[at].amount)?;
        self.made[at].status = Status::Fulfilled;
        Ok(0)
    }

    pub fn cancel_by_wallet(&mut self, wallet: usize, name: Name, now: u64) -> Outcome<u64> {
        let at = self.open(name)?;
        if name.0 != wallet {
            return error(Error::Unauthorized);
        }
        if now >= self.made[at].cancel_until() {
            return error(Error::CancelClosed);
        }
        self.refund(name, true)
    }

    pub fn cancel_by_role(&mut self, name: Name, now: u64) -> Outcome<u64> {
        let at = self.open(name)?;
        let in_time = now < self.made[at].deadline();
        self.refund(name, in_time)
    }

    pub fn expire(&mut self, name: Name, now: u64) -> Outcome<u64> {
        let at = self.open(name)?;
        if now < self.made[at].deadline() {
            return error(Error::NotExpired);
        }
        self.refund(name, true)
    }

    fn refund(&mut self, name: Name, at_once: bool) -> Outcome<u64> {
        let at = self.open(name)?;
        let Made { order, amount, .. } = self.made[at];
        self.can_give(amount)?;
        self.made[at].status = Status::Refunded;
        if at_once && !self.frozen[order.wallet] {
            self.balances[order.wallet] += amount;
        } else {
            self.due[order.wallet] += amount;
        }
        if let Some(item) = &mut self.items[order.item as usize] {
            item.stock += order.quantity;
        }
        Ok(0)
    }

    pub fn withdraw(&mut self, wallet: usize) -> Outcome<u64> {
        let amount = self.due[wallet];
        if amount == 0 {
            return error(Error::NothingOwed);
        }
        if self.frozen[wallet] {
            return error(Error::NotAuthorized);
        }
        self.can_give(amount)?;
        self.due[wallet] = 0;
        self.balances[wallet] += amount;
        Ok(amount as u64)
    }

    fn can_give(&self, amount: i128) -> Outcome<()> {
        if amount > self.held() {
            return error(Error::BalanceOutOfRange);
        }
        Ok(())
    }

    /// Balance of the contract.
    pub fn held(&self) -> i128 {
        self.sum(Status::Open) + self.owed() - self.clawed_back
    }

    pub fn owed(&self) -> i128 {
        self.due.iter().sum()
    }

    pub fn sum(&self, status: Status) -> i128 {
        let made = self.made.iter().filter(|made| made.status == status);
        made.map(|made| made.amount).sum()
    }
}
