//! The rules of redemptions in plain Rust.

use std::vec::Vec;

use merit_common::testutils::Outcome;

use super::{super::error, CANCEL, FULFIL};
use crate::{RedemptionError as Error, Status};

#[derive(Clone, Default)]
pub struct Item {
    pub exists: bool,
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

pub struct Model {
    pub items: Vec<Item>,
    pub made: Vec<Made>,
    pub balances: [i128; 2],
}

impl Model {
    pub fn set_item(&mut self, item: u64, price: i128, active: bool) -> Outcome<u64> {
        if price <= 0 {
            return error(Error::InvalidAmount);
        }
        let item = &mut self.items[item as usize];
        if !item.exists || item.price != price {
            item.version += 1;
        }
        item.exists = true;
        item.price = price;
        item.active = active;
        Ok(u64::from(item.version))
    }

    pub fn set_stock(&mut self, item: u64, expected: u32, stock: u32) -> Outcome<u64> {
        let item = &mut self.items[item as usize];
        if !item.exists {
            return error(Error::ItemNotFound);
        }
        if item.stock != expected {
            return error(Error::StockChanged);
        }
        item.stock = stock;
        Ok(0)
    }

    pub fn redeem(&mut self, wanted: Made) -> Outcome<u64> {
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
        let item = &mut self.items[wanted.item as usize];
        if !item.exists {
            return error(Error::ItemNotFound);
        }
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
        if amount > self.balances[wanted.wallet] {
            return error(Error::BalanceOutOfRange);
        }
        item.stock -= wanted.quantity;
        self.balances[wanted.wallet] -= amount;
        self.made.push(Made { amount, ..wanted });
        Ok(self.made.len() as u64)
    }

    pub fn open(&mut self, id: u64) -> Outcome<&mut Made> {
        let Some(made) = self.made.get_mut(id as usize - 1) else {
            return error(Error::RedemptionNotFound);
        };
        if made.status != Status::Open {
            return error(Error::NotOpen);
        }
        Ok(made)
    }

    pub fn fulfil(&mut self, id: u64, now: u64) -> Outcome<u64> {
        let made = self.open(id)?;
        if now >= made.at + FULFIL {
            return error(Error::DeadlinePassed);
        }
        made.status = Status::Fulfilled;
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
        made.status = Status::Refunded;
        let (wallet, item, quantity, amount) = (made.wallet, made.item, made.quantity, made.amount);
        self.balances[wallet] += amount;
        self.items[item as usize].stock += quantity;
        Ok(0)
    }

    pub fn sum(&self, status: Status) -> i128 {
        let made = self.made.iter().filter(|made| made.status == status);
        made.map(|made| made.amount).sum()
    }
}
