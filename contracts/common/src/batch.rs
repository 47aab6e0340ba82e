//! Size of a payout batch.

/// Most payments in one batch. A transaction's events and return value together may not exceed 16,384 B;
/// 60 transfers of an asset with a twelve-letter code plus the `reward` event stay below it.
pub const MAX_BATCH: u32 = 60;
