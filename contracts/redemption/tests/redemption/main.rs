//! `redemption` over the deployed system.

mod authorisation;
mod catalogue;
mod endings;
mod lifecycle;
mod numbered;
mod redeem;
