//! `token`: controller of the reward asset, as the admin of its Stellar Asset Contract.
//!
//! It adds what the asset contract lacks: a supply cap, a rolling 24 h quota per minter, and roles for freezing and
//! clawback. The cap holds only once the issuer account is locked (master weight 0): until then the issuer can mint around
//! it. The asset's administration leaves this contract by new code only, which waits like all code.
//!
//! While paused nothing is minted or clawed back; freezing and cutting a quota still work.
#![no_std]

mod asset;
mod contract;
mod errors;
mod events;
mod storage;
mod supply;

pub use contract::{TokenContract, TokenContractClient};
pub use errors::TokenError;
pub use events::{Clawback, Freeze, Mint, QuotaSet, Unfreeze};
pub use supply::Quota;

merit_common::metadata!();
