//! One event per change of state.

use soroban_sdk::{contractevent, Address, BytesN, String, Symbol, Vec};

use crate::{Action, Class, Settings};

/// `amount` stroops were locked. They give votes after the warm-up.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stake {
    #[topic]
    pub staker: Address,
    pub amount: i128,
}

/// `amount` stroops have votes from now on.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Activate {
    #[topic]
    pub staker: Address,
    pub amount: i128,
}

/// `amount` stroops were unstaked, with their votes; everything that cools down can be withdrawn from `until` (Unix seconds).
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unstake {
    #[topic]
    pub staker: Address,
    pub amount: i128,
    pub until: u64,
}

/// `amount` stroops went back to the staker.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Withdraw {
    #[topic]
    pub staker: Address,
    pub amount: i128,
}

/// A vote was announced, with the terms that stay fixed for it. It begins after the ledger `snapshot`, whose stakes count;
/// `vote_end` is its last ledger, unless extended.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proposed {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub proposer: Address,
    pub actions: Vec<Action>,
    pub description: String,
    pub snapshot: u32,
    pub vote_end: u32,
    /// Stroops.
    pub quorum: i128,
    pub threshold_bps: u32,
}

/// An account named `to_delegate`, who may vote for it, or took the right back if that is the account itself.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DelegateChanged {
    #[topic]
    pub delegator: Address,
    /// The delegate before.
    pub from_delegate: Option<Address>,
    pub to_delegate: Address,
}

/// `support`: 0 against, 1 for, 2 abstain. `weight` in stroops. `vote_end` is the last ledger after this vote.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Voted {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub voter: Address,
    pub support: u32,
    pub weight: i128,
    pub vote_end: u32,
    /// The delegate that voted for the voter; none if it voted itself.
    pub delegate: Option<Address>,
}

/// A proposal was queued: it may run from `eta` and before `expires_at` (Unix seconds).
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Queued {
    #[topic]
    pub id: BytesN<32>,
    pub eta: u64,
    pub expires_at: u64,
}

/// All calls of a proposal ran.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Executed {
    #[topic]
    pub id: BytesN<32>,
}

/// A proposal was withdrawn by its proposer.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Cancelled {
    #[topic]
    pub id: BytesN<32>,
}

/// A proposal was stopped by the guardian.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Vetoed {
    #[topic]
    pub id: BytesN<32>,
    #[topic]
    pub guardian: Address,
}

/// A vote changed the settings of later proposals.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SettingsSet {
    pub settings: Settings,
}

/// A vote changed the class of later calls.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ClassSet {
    #[topic]
    pub target: Address,
    #[topic]
    pub function: Symbol,
    pub class: Class,
}
