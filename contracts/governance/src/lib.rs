//! `governance`: stakers of the reward asset vote on calls to the other contracts, which run through a timelock.
//!
//! Stakes are real tokens, which give votes after a warm-up. A proposal counts the votes of one ledger, its snapshot,
//! which lies a voting delay ahead. Its terms are fixed when it is made.
//!
//! OpenZeppelin's votes, governor and timelock aren't used: their votes move to the delegate, they call the contract from
//! outside, which the host refuses here, let a queued call wait for ever, and make the wasm half as large again.
//!
//! Voting counts ledgers; warm-up, timelock and cool-down count seconds.
//!
//! During a stop nobody can stake or activate, and `stops.rs` says what runs. Unstaking, withdrawing and voting always work.
#![no_std]

mod administration;
mod classes;
mod contract;
mod delegation;
mod errors;
mod events;
mod history;
mod payload;
mod proposals;
mod settings;
mod stakes;
mod stops;
mod storage;
mod timelock;
mod upgrades;
mod voting;

pub use classes::{Class, ClassEntry};
pub use contract::{Governance, GovernanceArgs, GovernanceClient};
pub use errors::GovernanceError;
pub use events::{
    Activate, Cancelled, ClassSet, DelegateChanged, Executed, Proposed, Queued, SettingsSet, Stake,
    Unstake, Vetoed, Voted, Withdraw,
};
pub use payload::{Action, MAX_ACTIONS, MAX_DESCRIPTION, MAX_PAYLOAD};
pub use proposals::{Proposal, ProposalState, MAX_OPEN};
pub use settings::{Rules, Settings};
pub use stakes::{Cooling, Warming};
pub use stops::{LONGEST_STOP, NEXT_STOP, RESUME_DELAY};
pub use voting::{ABSTAIN, AGAINST, FOR, MAX_DELEGATORS};

merit_common::metadata!(fixed);
