//! A reward's number says when it may be paid: its upper 9 bits are a period of ledgers, its lower 23 bits count up within
//! campaign and period.
//!
//! Marks are temporary entries, since rent is most of what a payout costs. A number is payable in its own period and in the
//! next one, and its mark lives for two periods more: when the mark is gone, the number has long been refused.
//! Periods count ledgers, as the lives of entries do, so the two stay together whatever the ledgers' pace.

use soroban_sdk::{panic_with_error, Env};

use crate::errors::DistributionError;

/// Ledgers of a period: 15 days of five seconds each.
const PERIOD: u32 = 1 << 18;

/// Bits of a number below its period.
const INDEX_BITS: u32 = 23;

/// Periods, beside its own, until the end of which a number's mark lives.
const KEPT: u32 = 3;

/// Periods that a number may be ahead, for a campaign that has used up those of its period. The life of its mark stays
/// within the network's maximum (11.9 periods).
const AHEAD: u32 = 4;

/// Periods whose marks may be alive: those before the current one, itself, and those ahead.
const PERIODS: u32 = KEPT + 1 + AHEAD;

/// Bytes of the highest number of each of these, u32 big-endian, in the place that is the remainder of period / 8; 0 if it
/// has none. The size never changes, so that another batch can't make a signed one write more than it declared.
pub const TOPS: usize = 4 * PERIODS as usize;

/// Counted from the ledger of the deployment, or of the migration, on. The first one is 1: numbers below it are those of
/// releases before 0.3.0, which had no periods.
#[derive(Clone, Copy)]
pub struct Periods {
    first_ledger: u32,
    /// The current one.
    now: u32,
}

impl Periods {
    pub fn new(env: &Env, first_ledger: u32) -> Self {
        let now = (env.ledger().sequence() - first_ledger) / PERIOD + 1;
        Periods { first_ledger, now }
    }

    /// Lowest number of the current period.
    pub fn first_number(&self) -> u32 {
        self.now << INDEX_BITS
    }

    /// Refuses a number that is too old to be paid, or too far ahead.
    pub fn require_payable(&self, env: &Env, number: u32) {
        if is_old(number) || period(number) + 1 < self.now {
            panic_with_error!(env, DistributionError::NumberExpired);
        }
        if period(number) > self.now + AHEAD {
            panic_with_error!(env, DistributionError::NumberAhead);
        }
    }

    /// Refuses a number whose mark may be gone.
    pub fn require_marked(&self, env: &Env, number: u32) {
        if !is_old(number) && period(number) + KEPT < self.now {
            panic_with_error!(env, DistributionError::NumberExpired);
        }
    }

    /// Last ledger of the mark of a number.
    pub fn last_ledger(&self, number: u32) -> u32 {
        self.first_ledger + (period(number) + KEPT) * PERIOD - 1
    }
}

/// True for a number of a release before 0.3.0. Its mark is a persistent entry, and it is never paid again.
pub fn is_old(number: u32) -> bool {
    period(number) == 0
}

/// Notes a payable number. Eight periods later, another period's numbers replace it, since they are all higher. So a false
/// number makes the search for unknown marks longer for that time only.
pub fn raise_top(tops: &mut [u8; TOPS], number: u32) {
    let place = (period(number) % PERIODS) as usize;
    let top = &mut tops.as_chunks_mut::<4>().0[place];
    *top = u32::from_be_bytes(*top).max(number).to_be_bytes();
}

fn period(number: u32) -> u32 {
    number >> INDEX_BITS
}
