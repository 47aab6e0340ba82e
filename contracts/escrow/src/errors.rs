use soroban_sdk::contracterror;

/// Errors of `escrow`, 19000 and up. The numbers are stable; 19002 and 19046 belonged to upgrades, and are never used again.
#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum EscrowError {
    /// The caller doesn't hold the role, or isn't the party of the escrow that may do this.
    Unauthorized = 19000,
    /// This contract or the whole system is stopped.
    Paused = 19001,
    /// An amount isn't above 0, or an amount or the sum is above `i64::MAX`.
    InvalidAmount = 19003,

    /// No escrow has this id.
    NotFound = 19010,
    /// The escrow has no milestone with this index.
    NoMilestone = 19011,
    /// The milestone's state doesn't allow this; a finished one never changes again.
    InvalidTransition = 19012,
    /// The deadline has passed.
    DeadlinePassed = 19013,
    /// The deadline hasn't passed yet.
    NotDue = 19014,
    /// The depositor has used this reference before.
    ReferenceTaken = 19015,
    /// The escrow doesn't wait for this account: it is neither beneficiary nor arbiter, or has accepted before.
    NotAwaited = 19016,
    /// Beneficiary and arbiter haven't both accepted yet.
    NotAccepted = 19017,

    /// An escrow must have 1 to 16 milestones.
    InvalidMilestones = 19020,
    /// A milestone's deadline must be in the future, at most ten years ahead. An extension must make it later.
    InvalidDeadline = 19021,
    /// Depositor, beneficiary and arbiter must be three different addresses.
    InvalidParties = 19022,
    /// The arbiter's time for a decision must be 1 to 90 days.
    InvalidWindow = 19023,
    /// A share must be at most 10,000 basis points.
    InvalidShare = 19024,
    /// This contract, the asset contract, the issuer and the system's contracts never receive money.
    RefusedRecipient = 19025,

    /// The fee is above the contract's cap.
    FeeTooHigh = 19030,
    /// The platform's fee is above what the depositor accepts.
    FeeNotAccepted = 19031,
    /// The amount is above the fees that were earned and not collected yet.
    FeesShort = 19032,

    /// Nothing is owed to the account.
    NothingOwed = 19040,
    /// The asset moved a different amount than requested.
    DepositMismatch = 19041,
    /// The asset's administrator froze this contract.
    ContractFrozen = 19042,
    /// The contract holds less of the asset than it owes: some was clawed back.
    ContractShort = 19043,
    /// The recipient has no trustline, a frozen or a full one. Nothing changed: repeat it later.
    RecipientRefused = 19044,
    /// The asset's administrator froze the account: it gets nothing, and gives nothing to others.
    AccountFrozen = 19047,
    /// The sum of all escrows would exceed `i64::MAX`.
    BalanceOverflow = 19045,
}
