use soroban_sdk::contracterror;

/// Errors of `vesting`, 18000 and up. The numbers are stable; 18002 and 18046 belonged to upgrades, and are never used again.
#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum VestingError {
    /// The caller doesn't hold the role, or isn't the party of the schedule that may do this.
    Unauthorized = 18000,
    /// This contract or the whole system is stopped.
    Paused = 18001,
    /// An amount isn't above 0, or an amount or the sum is above `i64::MAX`.
    InvalidAmount = 18003,

    /// No schedule has this id.
    NotFound = 18010,
    /// The times aren't `start <= cliff <= end`, tranche times don't rise, or the end is more than 100 years ahead.
    InvalidTimes = 18011,
    /// A plan must have 1 to 32 tranches.
    InvalidTranches = 18012,
    /// A batch must have 1 to 20 schedules.
    InvalidBatch = 18013,
    /// This contract, the asset contract, the issuer and the system's contracts can't be beneficiaries.
    RefusedBeneficiary = 18014,
    /// The funder has used this reference before.
    ReferenceTaken = 18016,

    /// Nothing has vested since the last claim.
    NothingToClaim = 18020,
    /// The schedule was revoked before.
    AlreadyRevoked = 18022,
    /// Everything has vested, so there is nothing to take back.
    FullyVested = 18023,

    /// The schedule isn't offered to anybody.
    NoTransfer = 18030,
    /// The offer wasn't accepted in time: begin the transfer again.
    TransferExpired = 18031,
    /// The schedule is the new beneficiary's already.
    SameBeneficiary = 18032,
    /// The asset's administrator froze the account: it is paid nothing, and hands no schedule over.
    AccountFrozen = 18033,

    /// The asset moved a different amount than requested.
    DepositMismatch = 18040,
    /// The asset's administrator froze this contract.
    ContractFrozen = 18041,
    /// The contract holds less of the asset than it owes: some was clawed back.
    ContractShort = 18042,
    /// The recipient has no trustline, a frozen or a full one. Nothing changed: repeat it later.
    RecipientRefused = 18043,
    /// The sum of all schedules would exceed `i64::MAX`.
    ObligationsOverflow = 18044,
    /// Nothing is owed to the account.
    NothingOwed = 18045,
}
