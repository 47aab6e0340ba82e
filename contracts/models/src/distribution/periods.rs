//! Validity of a number at a ledger.

use merit_testing::merit_distribution::DistributionError;
use merit_testing::{Outcome, NUMBERS, PERIOD, START_LEDGER};

use super::error;

/// Period of a ledger, from 1.
pub fn of_ledger(ledger: u32) -> u32 {
    (ledger - START_LEDGER) / PERIOD + 1
}

/// First ledger of a number's period; none before release 0.3.0, when numbers had no period.
fn first_ledger(number: u32) -> Option<u32> {
    let before = (number / NUMBERS).checked_sub(1)?;
    Some(START_LEDGER + before * PERIOD)
}

/// A number is payable for two periods from its first ledger, and from four before it.
pub fn require_payable(number: u32, ledger: u32) -> Outcome<()> {
    match first_ledger(number) {
        Some(first) if ledger < first + 2 * PERIOD => {
            // The first ledger of the period that it is now.
            let now = ledger - (ledger - START_LEDGER) % PERIOD;
            if first > now + 4 * PERIOD {
                return error(DistributionError::NumberAhead);
            }
            Ok(())
        }
        _ => error(DistributionError::NumberExpired),
    }
}

/// Last ledger of its mark, at least two periods after it could be paid.
pub fn last_ledger(number: u32) -> Option<u32> {
    Some(first_ledger(number)? + 4 * PERIOD - 1)
}

/// True if the ledger can say to whom it was paid.
pub fn is_known(number: u32, ledger: u32) -> bool {
    last_ledger(number).is_none_or(|last| ledger <= last)
}
