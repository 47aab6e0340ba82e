use merit_common::sac::Refusal;
use soroban_sdk::contracterror;

/// Errors of `redemption`, 16000 and up. The numbers are stable.
#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum RedemptionError {
    /// The caller neither holds the role nor is the redemption's wallet.
    Unauthorized = 16000,
    /// This contract or the whole system is stopped.
    Paused = 16001,
    /// The stored data already has this schema version.
    AlreadyMigrated = 16002,
    /// A price, or price times quantity, isn't above 0 and at most `i64::MAX`.
    InvalidAmount = 16003,

    /// No item has this number.
    ItemNotFound = 16010,
    /// The item isn't on offer now.
    ItemInactive = 16011,
    /// The item's number belongs to another merchant.
    ItemTaken = 16012,
    /// `fulfil_within` isn't between 1 second and 90 days, or `cancel_within` exceeds it.
    InvalidTerms = 16013,
    /// The stock isn't what the caller expected: read it again.
    StockChanged = 16014,
    /// There is less in stock than requested.
    StockShort = 16015,
    /// The unit price is above the wallet's `max_price`.
    PriceAboveMax = 16016,
    /// The quantity is zero.
    InvalidQuantity = 16017,
    /// The item's times aren't those that the wallet accepts: read the item again.
    TimesChanged = 16018,
    /// The wallet would have more units of the item than its limit allows.
    WalletLimit = 16019,

    /// The wallet has no redemption with this reference.
    RedemptionNotFound = 16020,
    /// The wallet used this reference before.
    ReferenceTaken = 16021,
    /// The redemption was fulfilled or refunded before.
    NotOpen = 16022,
    /// The deadline has passed: only a refund is possible.
    DeadlinePassed = 16023,
    /// The deadline hasn't passed yet.
    NotExpired = 16024,
    /// The wallet's own time to cancel is over.
    CancelClosed = 16025,

    /// The wallet has no trustline, or its account doesn't exist.
    NoTrustline = 16030,
    /// The wallet, or this contract's own balance, is frozen.
    NotAuthorized = 16031,
    /// The giver holds too little, or the receiver's trustline has no room.
    BalanceOutOfRange = 16032,
    /// Any other refusal by the asset contract, for instance an unsigned transfer.
    AssetRefused = 16033,
    /// The asset moved a different amount than requested.
    DepositMismatch = 16034,
    /// Nothing is owed to the account.
    NothingOwed = 16035,
    /// The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
    /// `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
    UpgradeNotDue = 16036,
}

impl From<Refusal> for RedemptionError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoTrustline => RedemptionError::NoTrustline,
            Refusal::NotAuthorized => RedemptionError::NotAuthorized,
            Refusal::BalanceOutOfRange => RedemptionError::BalanceOutOfRange,
            Refusal::Mismatch => RedemptionError::DepositMismatch,
            Refusal::Other => RedemptionError::AssetRefused,
        }
    }
}
