//! Redemptions as plain data, and the rule of each step.

use merit_redemption::{RedemptionError as Error, Status};
use merit_testing::{
    redemption::{error, FUNDS},
    Outcome, DAY,
};

/// Besides item 0, which a step has to create.
pub const ITEMS: u64 = 2;
pub const WALLETS: usize = 3;
/// Terms of all items, seconds.
pub const FULFIL: u64 = 3 * DAY;
pub const CANCEL: u64 = DAY;

#[derive(Clone)]
pub struct Item {
    pub merchant: u64,
    pub price: i128,
    pub version: u32,
    pub active: bool,
    pub stock: u32,
}

pub struct Made {
    pub wallet: usize,
    pub item: u64,
    pub quantity: u32,
    pub reference: u8,
    pub amount: i128,
    /// Accepted unit price.
    pub max_price: i128,
    pub at: u64,
    pub status: Status,
}

#[derive(Default)]
pub struct Reference {
    pub items: [Option<Item>; ITEMS as usize + 1],
    pub made: Vec<Made>,
    /// Received less spent.
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

    pub fn set_item(
        &mut self,
        item: u64,
        merchant: u64,
        price: i128,
        active: bool,
    ) -> Outcome<u64> {
        self.running()?;
        if price <= 0 {
            return error(Error::InvalidAmount);
        }
        let item = self.items[item as usize].get_or_insert(Item {
            merchant,
            price,
            version: 1,
            active,
            stock: 0,
        });
        if item.merchant != merchant {
            return error(Error::ItemTaken);
        }
        item.version += u32::from(item.price != price);
        (item.price, item.active) = (price, active);
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

    /// `wanted.amount` and `wanted.status` are set here.
    pub fn redeem(&mut self, wanted: Made) -> Outcome<u64> {
        self.running()?;
        if wanted.quantity == 0 {
            return error(Error::InvalidQuantity);
        }
        let same = |made: &Made| (made.wallet, made.reference) == (wanted.wallet, wanted.reference);
        if let Some(at) = self.made.iter().position(same) {
            let made = &self.made[at];
            if (made.item, made.quantity) != (wanted.item, wanted.quantity) {
                return error(Error::ReferenceTaken);
            }
            return Ok(at as u64 + 1);
        }
        let Some(item) = &mut self.items[wanted.item as usize] else {
            return error(Error::ItemNotFound);
        };
        if !item.active {
            return error(Error::ItemInactive);
        }
        if item.price > wanted.max_price {
            return error(Error::PriceAboveMax);
        }
        if item.stock < wanted.quantity {
            return error(Error::StockShort);
        }
        let amount = item.price * i128::from(wanted.quantity);
        if self.frozen[wanted.wallet] {
            return error(Error::NotAuthorized);
        }
        if amount > self.balances[wanted.wallet] {
            return error(Error::BalanceOutOfRange);
        }
        item.stock -= wanted.quantity;
        self.balances[wanted.wallet] -= amount;
        self.made.push(Made { amount, ..wanted });
        Ok(self.made.len() as u64)
    }

    fn open(&self, id: u64) -> Outcome<&Made> {
        let Some(made) = self.made.get(id as usize - 1) else {
            return error(Error::RedemptionNotFound);
        };
        if made.status != Status::Open {
            return error(Error::NotOpen);
        }
        Ok(made)
    }

    pub fn fulfil(&mut self, id: u64, now: u64) -> Outcome<u64> {
        self.running()?;
        let made = self.open(id)?;
        if now >= made.at + FULFIL {
            return error(Error::DeadlinePassed);
        }
        self.can_give(made.amount)?;
        self.made[id as usize - 1].status = Status::Fulfilled;
        Ok(0)
    }

    pub fn cancel_by_wallet(&mut self, id: u64, wallet: usize, now: u64) -> Outcome<u64> {
        let made = self.open(id)?;
        if made.wallet != wallet {
            return error(Error::Unauthorized);
        }
        if now >= made.at + CANCEL {
            return error(Error::CancelClosed);
        }
        self.refund(id)
    }

    pub fn expire(&mut self, id: u64, now: u64) -> Outcome<u64> {
        if now < self.open(id)?.at + FULFIL {
            return error(Error::NotExpired);
        }
        self.refund(id)
    }

    pub fn refund(&mut self, id: u64) -> Outcome<u64> {
        let made = self.open(id)?;
        let (wallet, amount, quantity) = (made.wallet, made.amount, made.quantity);
        let item = made.item as usize;
        self.can_give(amount)?;
        self.made[id as usize - 1].status = Status::Refunded;
        if self.frozen[wallet] {
            self.due[wallet] += amount;
        } else {
            self.balances[wallet] += amount;
        }
        if let Some(item) = &mut self.items[item] {
            item.stock += quantity;
        }
        Ok(0)
    }

    pub fn withdraw(&mut self, wallet: usize) -> Outcome<u64> {
        let amount = self.due[wallet];
        if amount == 0 {
            return error(Error::NothingOwed);
        }
        self.can_give(amount)?;
        if self.frozen[wallet] {
            return error(Error::NotAuthorized);
        }
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

    /// What the contract holds.
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
