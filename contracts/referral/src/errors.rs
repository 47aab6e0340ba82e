use merit_common::sac::Refusal;
use soroban_sdk::contracterror;

/// Errors of `referral`, 17000 and up. The numbers are stable.
#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum ReferralError {
    /// The caller doesn't hold the role, or isn't the programme's sponsor.
    Unauthorized = 17000,
    /// This contract or the whole system is stopped.
    Paused = 17001,
    /// The stored data already has this schema version.
    AlreadyMigrated = 17002,
    /// An amount isn't above 0 and at most `i64::MAX`; terms also allow 0.
    InvalidAmount = 17003,

    /// An account can't refer itself.
    SelfReferral = 17010,
    /// The newcomer already has a referrer.
    AlreadyBound = 17011,
    /// The account has enrolled as a referrer and can't be a newcomer any more.
    IsReferrer = 17012,
    /// The newcomer has no referrer.
    NotBound = 17013,
    /// A contract of the system is nobody's referrer: it couldn't claim.
    RefusedReferrer = 17014,
    /// The referrer hasn't enrolled: nobody is made one without its signature.
    NotEnrolled = 17015,

    /// The merchant has no programme.
    ProgrammeNotFound = 17020,
    /// No bonus, a cap below the referrer's bonus, an end before the start or more than three years away, or a clawback window
    /// of more than 90 days.
    InvalidTerms = 17021,
    /// The sponsor can't change while its funds are free or pending.
    SponsorFixed = 17022,
    /// The end can't move to a later time while the sponsor's funds are free, or are pending after it left.
    WindowExtended = 17023,
    /// The programme hasn't begun or is over.
    OutsideWindow = 17024,
    /// The programme's funds would exceed its budget.
    BudgetExceeded = 17025,
    /// The programme's free funds can't cover the bonuses.
    BudgetShort = 17026,
    /// The referrer's cap is used up, and the newcomer gets no bonus of its own.
    CapReached = 17027,
    /// The programme isn't over yet.
    NotEnded = 17028,
    /// The programme has no free funds.
    NothingLeft = 17029,

    /// The newcomer was rewarded by this programme before.
    AlreadyRewarded = 17030,
    /// The newcomer has no reward of this programme.
    RewardNotFound = 17031,
    /// The clawback window hasn't passed yet.
    NotClaimable = 17032,
    /// The account has no bonus of this reward, or the bonus was claimed, revoked or has expired.
    NothingDue = 17033,
    /// The clawback window has passed.
    RevokeClosed = 17034,
    /// The reward was revoked before.
    AlreadyRevoked = 17035,
    /// The time to claim, 180 days, has passed.
    ClaimClosed = 17036,
    /// The time to claim hasn't passed yet.
    NotExpired = 17037,

    /// The account has no trustline, or doesn't exist.
    NoTrustline = 17040,
    /// The account, or this contract's own balance, is frozen.
    NotAuthorized = 17041,
    /// The giver holds too little, or the receiver's trustline has no room.
    BalanceOutOfRange = 17042,
    /// Any other refusal by the asset contract, for instance an unsigned transfer.
    AssetRefused = 17043,
    /// The asset moved a different amount than requested.
    DepositMismatch = 17044,
    /// Nothing is owed to the account.
    NothingOwed = 17045,
    /// The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
    /// `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
    UpgradeNotDue = 17046,
    /// Bonuses and cap can't rise, nor the clawback window become shorter, while funds are free or pending: the sponsor funded
    /// other terms.
    TermsRaised = 17047,
}

impl From<Refusal> for ReferralError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoTrustline => ReferralError::NoTrustline,
            Refusal::NotAuthorized => ReferralError::NotAuthorized,
            Refusal::BalanceOutOfRange => ReferralError::BalanceOutOfRange,
            Refusal::Mismatch => ReferralError::DepositMismatch,
            Refusal::Other => ReferralError::AssetRefused,
        }
    }
}
