//! Shares of a milestone's parties: pure arithmetic on stroops and basis points.

use merit_common::amount;

/// Basis points of the whole.
pub const WHOLE: u32 = amount::WHOLE_BPS;

/// Highest platform fee: 5 %.
pub const MAX_FEE_BPS: u32 = 500;

/// Parts of a milestone, stroops. They add up to its amount.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Shares {
    /// The beneficiary's share.
    pub released: i128,
    /// The depositor's share.
    pub refunded: i128,
    /// The platform's fee, taken from the beneficiary's share only.
    pub fee: i128,
}

impl Shares {
    /// The beneficiary's `share` of `amount` and the platform's `fee` of that are rounded down. Both are basis
    /// points, at most [`WHOLE`].
    pub fn of(amount: i128, share: u32, fee: u32) -> Self {
        let gross = amount::share(amount, share);
        let fee = amount::share(gross, fee);
        Shares {
            released: gross - fee,
            refunded: amount - gross,
            fee,
        }
    }
}
