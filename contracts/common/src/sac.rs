//! Error numbers of the host's built-in Stellar Asset Contract.

pub const ACCOUNT_MISSING: u32 = 6;
/// The balance would leave its range: too small to give, or the line's limit too low to receive.
pub const BALANCE: u32 = 10;
pub const BALANCE_DEAUTHORIZED: u32 = 11;
pub const TRUSTLINE_MISSING: u32 = 13;
