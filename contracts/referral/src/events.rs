//! One event per change of state; the asset contract emits its own `transfer` besides.

use soroban_sdk::{contractevent, Address};

/// Newcomers can bind to `referrer` from now on.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReferrerEnrolled {
    #[topic]
    pub referrer: Address,
}

/// `newcomer` named `referrer` as its referrer, for good.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReferralBound {
    #[topic]
    pub newcomer: Address,
    #[topic]
    pub referrer: Address,
}

/// A merchant's programme has these terms for newcomers that qualify from now on.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ProgrammeSet {
    #[topic]
    pub merchant: u64,
    pub sponsor: Address,
    pub bonus_referrer: i128,
    pub bonus_newcomer: i128,
    pub referrer_cap: i128,
    pub budget: i128,
    pub starts_at: u64,
    pub ends_at: u64,
    /// Seconds.
    pub clawback_window: u64,
    pub operator: Address,
}

/// The sponsor added to the programme's free funds.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ProgrammeFunded {
    #[topic]
    pub merchant: u64,
    pub sponsor: Address,
    pub amount: i128,
}

/// The sponsor ended its programme. Free funds went back to it, or are owed to it if the same call has an `owed` event.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SponsorLeft {
    #[topic]
    pub merchant: u64,
    pub sponsor: Address,
    /// 0 if none were free.
    pub amount: i128,
}

/// Free funds of a programme that is over went back to its sponsor, or are owed to it if the same call has an `owed` event.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ProgrammeSettled {
    #[topic]
    pub merchant: u64,
    pub sponsor: Address,
    pub amount: i128,
}

/// Bonuses were set aside; 0 is none.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReferralQualified {
    #[topic]
    pub merchant: u64,
    #[topic]
    pub newcomer: Address,
    pub referrer: Address,
    pub bonus_referrer: i128,
    pub bonus_newcomer: i128,
    /// Unix seconds.
    pub claimable_at: u64,
}

/// Bonuses that were set aside are free funds again.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReferralRevoked {
    #[topic]
    pub merchant: u64,
    #[topic]
    pub newcomer: Address,
    pub operator: Address,
    pub amount: i128,
}

/// Bonuses that nobody claimed in time are free funds again.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReferralExpired {
    #[topic]
    pub merchant: u64,
    #[topic]
    pub newcomer: Address,
    pub amount: i128,
}

/// One bonus of a reward was paid.
#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BonusClaimed {
    #[topic]
    pub account: Address,
    #[topic]
    pub newcomer: Address,
    pub merchant: u64,
    pub amount: i128,
}
