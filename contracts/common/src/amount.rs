//! Amounts are stroops as `i128`, above zero and at most `i64::MAX`, which is what a classic trustline holds.

use soroban_sdk::Vec;

/// Largest amount, balance or limit in stroops.
pub const MAX: i128 = i64::MAX as i128;

/// The whole in basis points.
pub const WHOLE_BPS: u32 = 10_000;

/// True for an amount that may be moved: `0 < amount <= MAX`.
pub fn is_valid(amount: i128) -> bool {
    amount > 0 && amount <= MAX
}

/// True for a limit, cap or quota: zero is allowed and stops everything.
pub fn is_valid_limit(limit: i128) -> bool {
    (0..=MAX).contains(&limit)
}

/// `a + b`, or `None` outside `0..=MAX`.
pub fn add(a: i128, b: i128) -> Option<i128> {
    a.checked_add(b).filter(|sum| is_valid_limit(*sum))
}

/// `a - b`, or `None` outside `0..=MAX`.
pub fn sub(a: i128, b: i128) -> Option<i128> {
    a.checked_sub(b).filter(|rest| is_valid_limit(*rest))
}

/// Sum of valid amounts; `None` if one is invalid or the sum exceeds [`MAX`]. No amounts: 0.
pub fn total(amounts: &Vec<i128>) -> Option<i128> {
    amounts.iter().try_fold(0, |sum, amount| {
        is_valid(amount).then(|| add(sum, amount)).flatten()
    })
}

/// `bps` (0 to 10,000) of `amount`, exact and rounded down. Traps outside `0..=MAX`. Not a 128-bit division: that
/// alone is a kilobyte of every wasm that has one.
pub fn share(amount: i128, bps: u32) -> i128 {
    let (amount, whole) = (u64::try_from(amount).unwrap(), u64::from(WHOLE_BPS));
    // The bound lets the compiler see that nothing overflows.
    let bps = u64::from(bps.min(WHOLE_BPS));
    i128::from(amount / whole * bps + amount % whole * bps / whole)
}
