//! Items that wallets can redeem. A number belongs to one merchant for good.

use merit_common::amount;
use soroban_sdk::{contracttype, panic_with_error, Address, Env};

use crate::{
    errors::RedemptionError,
    numbered,
    redemptions::{Order, Redemption},
    storage,
};

/// Longest time to fulfil: tokens are never locked longer.
pub const MAX_FULFIL: u64 = 90 * 86_400;

/// The terms of an item, which a manager sets. Redemptions keep those under which they were made.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Terms {
    pub merchant: u64,
    /// Stroops per unit.
    pub price: i128,
    /// True while the item is on offer.
    pub active: bool,
    /// Seconds from the redemption to its deadline, at least 1, at most 90 days.
    pub fulfil_within: u64,
    /// Seconds during which the wallet may cancel on its own; 0: never.
    pub cancel_within: u64,
    /// Most units that one wallet may redeem, without those refunded; 0 or none: no limit.
    pub wallet_limit: Option<u32>,
}

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Item {
    pub terms: Terms,
    /// Starts at 1 and rises by one with every change of the price.
    pub price_version: u32,
    pub stock: u32,
}

/// Creates the item without stock, or changes its terms. False, and nothing changes, if it has these terms already.
pub fn set(env: &Env, number: u64, terms: &Terms) -> (Item, bool) {
    require_terms(env, terms);
    let Some(mut item) = storage::item(env, number) else {
        let item = Item {
            terms: terms.clone(),
            price_version: 1,
            stock: 0,
        };
        storage::set_item(env, number, &item);
        return (item, true);
    };
    if item.terms.merchant != terms.merchant {
        panic_with_error!(env, RedemptionError::ItemTaken);
    }
    if item.terms == *terms {
        return (item, false);
    }
    if item.terms.price != terms.price {
        item.price_version += 1;
    }
    item.terms = terms.clone();
    storage::set_item(env, number, &item);
    (item, true)
}

/// Sets the stock if it still is `expected`, so that no sale in between is overwritten.
pub fn set_stock(env: &Env, number: u64, expected: u32, stock: u32) -> Item {
    let mut item = get(env, number);
    if item.stock != expected {
        panic_with_error!(env, RedemptionError::StockChanged);
    }
    item.stock = stock;
    storage::set_item(env, number, &item);
    item
}

/// Takes what a wallet orders from the stock of an item on offer, if the wallet accepts its terms.
pub fn take(env: &Env, wallet: &Address, order: &Order) -> Item {
    let mut item = get(env, order.item);
    let terms = &item.terms;
    if order.quantity == 0 {
        panic_with_error!(env, RedemptionError::InvalidQuantity);
    }
    if !terms.active {
        panic_with_error!(env, RedemptionError::ItemInactive);
    }
    if terms.price > order.max_price {
        panic_with_error!(env, RedemptionError::PriceAboveMax);
    }
    if (terms.fulfil_within, terms.cancel_within) != (order.fulfil_within, order.cancel_within) {
        panic_with_error!(env, RedemptionError::TimesChanged);
    }
    let taken = storage::taken(env, wallet, order.item).checked_add(order.quantity);
    let limit = terms.wallet_limit.filter(|limit| *limit > 0);
    let Some(taken) = taken.filter(|taken| *taken <= limit.unwrap_or(u32::MAX)) else {
        panic_with_error!(env, RedemptionError::WalletLimit)
    };
    let Some(stock) = item.stock.checked_sub(order.quantity) else {
        panic_with_error!(env, RedemptionError::StockShort)
    };
    item.stock = stock;
    storage::set_item(env, order.item, &item);
    storage::set_taken(env, wallet, order.item, taken);
    item
}

/// Puts the units of a refunded redemption back.
pub fn give_back(env: &Env, redemption: &Redemption) {
    let mut item = get(env, redemption.item);
    // A stock counted anew may be near the maximum; a refund never fails for that.
    item.stock = item.stock.saturating_add(redemption.quantity);
    storage::set_item(env, redemption.item, &item);
    let Redemption {
        wallet, reference, ..
    } = redemption;
    // Release 0.2.0 didn't count what a wallet takes.
    if numbered::number(env, wallet, reference).is_none() {
        let taken = storage::taken(env, wallet, redemption.item) - redemption.quantity;
        storage::set_taken(env, wallet, redemption.item, taken);
    }
}

pub fn get(env: &Env, number: u64) -> Item {
    let Some(item) = storage::item(env, number) else {
        panic_with_error!(env, RedemptionError::ItemNotFound)
    };
    item
}

fn require_terms(env: &Env, terms: &Terms) {
    if !amount::is_valid(terms.price) {
        panic_with_error!(env, RedemptionError::InvalidAmount);
    }
    let lasts = (1..=MAX_FULFIL).contains(&terms.fulfil_within);
    if !lasts || terms.cancel_within > terms.fulfil_within {
        panic_with_error!(env, RedemptionError::InvalidTerms);
    }
}
