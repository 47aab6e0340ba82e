//! `campaign` decides what may be spent: merchant, budget, window, status and cap per wallet.
//!
//! - [`Campaigns::create`] reserves the whole budget in `pool` and is idempotent by the caller's reference, so a
//!   crash between sending and recording never makes two campaigns.
//! - [`Campaigns::spend`] is called by `distribution` with a batch. It pays through `pool` and emits one
//!   `reward` event with a result per payment.
//! - The rest of a budget is the campaign's reserve in `pool`. It is kept only there, so that the two can't differ.
//! - [`Campaigns::extend`] raises the budget and moves the end of a campaign that pays. It names totals, so a repeat adds
//!   nothing.
//! - [`Campaigns::allow_clawback`] lets payments be taken back for a while, through `distribution`.
//! - [`Campaigns::settle`] returns the remainder to the merchant, once.
//!
//! Amounts are stroops (`i128`, above 0, at most `i64::MAX`), times are Unix seconds, ids count from 1.
#![no_std]

mod batch;
mod campaigns;
mod caps;
mod contract;
mod errors;
mod events;
mod extension;
mod spending;
mod status;
mod storage;

pub use campaigns::Campaign;
pub use contract::{Campaigns, CampaignsArgs, CampaignsClient};
pub use errors::CampaignError;
pub use events::{
    CampaignCreated, CampaignExtended, CampaignSettled, CampaignStatus, ClawbackAllowed, Reward,
};
pub use spending::Spent;
pub use status::Status;

merit_common::metadata!();
