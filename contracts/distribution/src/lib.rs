//! `distribution` pays batches of numbered rewards, each number at most once, and Merkle drops, each leaf at most once.
//!
//! Every reward has a number, unique within its campaign, and an 8-byte reference that says whose it is. A paid
//! number keeps its reference on the ledger, so a repeated batch moves nothing (`ALREADY_SAME`) and a number
//! that was given out twice is refused (`NUMBER_TAKEN`). A number is marked only when it was paid: a failed payment is
//! retried under the same number. A number can be paid for 15 to 30 days and its mark lives longer than that, so
//! no reward is paid twice at any age: see `numbers.rs`.
//!
//! Only one payer pays at a time. It opens an epoch with [`Distribution::open`], for which it must know every payment
//! so far (`fingerprint.rs`), and names the epoch in every batch. A payer that fell behind, such as a service whose database was
//! restored from a backup, can't open one before it has caught up, and the batches of an older epoch are refused.
//!
//! Results travel in the campaign's `reward` event; [`Distribution::pay`] returns nothing, because events and
//! return value share one limit in bytes.
//!
//! Where a campaign allows it, [`Distribution::clawback`] takes a paid reward back within a window, once.
//!
//! A drop is a Merkle root with money behind it: [`Distribution::create_drop`] reserves its total in `pool` from the
//! merchant's free balance, wallets claim their leaves between opening and expiry ([`Distribution::claim`], or
//! [`Distribution::claim_for`] on their behalf), and [`Distribution::sweep`] returns the rest to the merchant. The
//! exact bytes of the tree are in `leaf.rs`.
#![no_std]

mod batches;
mod bitmap;
mod campaign;
mod cells;
mod contract;
mod drops;
mod errors;
mod events;
mod fingerprint;
mod leaf;
mod marks;
mod numbers;
mod payments;
mod payout;
mod receipts;
mod storage;
mod token;

pub use batches::Batches;
pub use contract::{Distribution, DistributionArgs, DistributionClient};
pub use drops::MerkleDrop;
pub use errors::DistributionError;
pub use events::{
    AddressSet, Claim, DropCancelled, DropCreated, DropOpened, DropSwept, EpochOpened,
    RewardClawedBack,
};

merit_common::metadata!();
