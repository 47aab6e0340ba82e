//! Error codes 12000 to 12999. A code is a promise to clients: never renumber. 12011 to 12014 belonged to a hand-over of the asset,
//! and are never used again.

use merit_common::sac::Refusal;
use soroban_sdk::contracterror;

#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq, PartialOrd, Ord)]
#[repr(u32)]
pub enum TokenError {
    /// The caller doesn't hold the role.
    Unauthorized = 12000,
    /// This contract or the whole system is paused.
    Paused = 12001,
    /// The stored data already has this schema version.
    AlreadyMigrated = 12002,
    /// Amounts are above 0, caps and quotas at least 0, all at most 2^63 - 1 stroops.
    InvalidAmount = 12003,
    /// The supply cap leaves no room for the amount.
    CapExceeded = 12004,
    /// The minter's quota of the last 24 h leaves no room for the amount.
    QuotaExceeded = 12005,
    /// A contract of the system can't be minted to, frozen or clawed back from; the asset contract can't be minted to.
    SystemAddress = 12006,
    /// The holder has no trustline, or the account does not exist.
    NoTrustline = 12007,
    /// The holder's trustline is frozen or was never authorised.
    NotAuthorized = 12008,
    /// Minting: the holder's trustline limit leaves no room. Clawback: the holder has less, or its balance
    /// was opened before the issuer's clawback flag.
    BalanceOutOfRange = 12009,
    /// The asset contract refused: this contract is not its admin, the issuer's flags don't allow it, or the
    /// holder is the issuer.
    AssetRefused = 12010,
    /// The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
    /// `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
    UpgradeNotDue = 12015,
}

impl From<Refusal> for TokenError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoTrustline => TokenError::NoTrustline,
            Refusal::NotAuthorized => TokenError::NotAuthorized,
            Refusal::BalanceOutOfRange => TokenError::BalanceOutOfRange,
            Refusal::Mismatch | Refusal::Other => TokenError::AssetRefused,
        }
    }
}
