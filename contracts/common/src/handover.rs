//! A change of power that waits: announced now, possible from `eta`, void from `expires_at`. The wait lets
//! people object; the end keeps a forgotten one from being used years later. Both are stored in seconds,
//! since a TTL is no deadline.

use soroban_sdk::{contracttype, Address, Env};

const DAY_SECONDS: u64 = 86_400;

/// Longest delay a contract may be set up with: beyond it a wrong value would lock everybody out.
pub const MAX_DELAY: u64 = 90 * DAY_SECONDS;

/// Seconds that a handover stays open once its delay has passed.
pub const WINDOW: u64 = 14 * DAY_SECONDS;

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Handover {
    /// The account that takes over.
    pub to: Address,
    /// First Unix second at which it may be completed.
    pub eta: u64,
    /// First Unix second at which it is void.
    pub expires_at: u64,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Timing {
    Early,
    Open,
    Expired,
}

impl Handover {
    /// `delay` in seconds, at most [`MAX_DELAY`].
    pub fn announce(env: &Env, to: &Address, delay: u64) -> Self {
        let eta = env.ledger().timestamp().saturating_add(delay);
        Handover {
            to: to.clone(),
            eta,
            expires_at: eta.saturating_add(WINDOW),
        }
    }

    pub fn timing(&self, env: &Env) -> Timing {
        timing(env, self.eta, self.expires_at)
    }
}

/// Compares the present with the two Unix seconds.
pub fn timing(env: &Env, eta: u64, expires_at: u64) -> Timing {
    let now = env.ledger().timestamp();
    if now >= expires_at {
        Timing::Expired
    } else if now >= eta {
        Timing::Open
    } else {
        Timing::Early
    }
}
