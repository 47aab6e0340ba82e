//! `redemption`: wallets spend the reward asset on catalogue items.
//!
//! - A manager keeps the catalogue. Each price has a version that rises with every change.
//! - [`Redemptions::redeem`] takes stock and locks the tokens in this contract, on the terms that the wallet accepts or
//!   not at all. A wallet and its reference name a redemption.
//! - Each redemption ends as exactly one of fulfilled (tokens burned) or refunded (tokens back, stock back). It can be
//!   fulfilled before its deadline only; from the deadline on anyone may refund it.
//! - A wallet may cancel on its own for as long as the item's terms said when it redeemed.
//!
//! While paused nothing is redeemed or fulfilled; refunds still work.
//!
//! Amounts are stroops (`i128`, above 0, at most `i64::MAX`), times are Unix seconds.
#![no_std]

mod catalogue;
mod contract;
mod errors;
mod events;
mod numbered;
mod redemptions;
mod storage;

pub use catalogue::{Item, Terms};
pub use contract::{Redemptions, RedemptionsArgs, RedemptionsClient};
pub use errors::RedemptionError;
pub use events::{
    ItemSet, Redeem, RedemptionCancelled, RedemptionExpired, RedemptionFulfilled, StockSet,
};
pub use redemptions::{Order, Redemption, Status, Totals};

merit_common::metadata!();
