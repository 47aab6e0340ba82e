/**
 * Errors of `vesting`, 18000 and up. The numbers are stable; 18002 and 18046 belonged to upgrades, and are never used again.
 */
export const VestingError = {
    /**
     * The caller doesn't hold the role, or isn't the party of the schedule that may do this.
     */
    18000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is stopped.
     */
    18001: { message: "Paused" },
    /**
     * An amount isn't above 0, or an amount or the sum is above `i64::MAX`.
     */
    18003: { message: "InvalidAmount" },
    /**
     * No schedule has this id.
     */
    18010: { message: "NotFound" },
    /**
     * The times aren't `start <= cliff <= end`, tranche times don't rise, or the end is more than 100 years ahead.
     */
    18011: { message: "InvalidTimes" },
    /**
     * A plan must have 1 to 32 tranches.
     */
    18012: { message: "InvalidTranches" },
    /**
     * A batch must have 1 to 20 schedules.
     */
    18013: { message: "InvalidBatch" },
    /**
     * This contract, the asset contract, the issuer and the system's contracts can't be beneficiaries.
     */
    18014: { message: "RefusedBeneficiary" },
    /**
     * The funder has used this reference before.
     */
    18016: { message: "ReferenceTaken" },
    /**
     * Nothing has vested since the last claim.
     */
    18020: { message: "NothingToClaim" },
    /**
     * The schedule was revoked before.
     */
    18022: { message: "AlreadyRevoked" },
    /**
     * Everything has vested, so there is nothing to take back.
     */
    18023: { message: "FullyVested" },
    /**
     * The schedule isn't offered to anybody.
     */
    18030: { message: "NoTransfer" },
    /**
     * The offer wasn't accepted in time: begin the transfer again.
     */
    18031: { message: "TransferExpired" },
    /**
     * The schedule is the new beneficiary's already.
     */
    18032: { message: "SameBeneficiary" },
    /**
     * The asset's administrator froze the account: it is paid nothing, and hands no schedule over.
     */
    18033: { message: "AccountFrozen" },
    /**
     * The asset moved a different amount than requested.
     */
    18040: { message: "DepositMismatch" },
    /**
     * The asset's administrator froze this contract.
     */
    18041: { message: "ContractFrozen" },
    /**
     * The contract holds less of the asset than it owes: some was clawed back.
     */
    18042: { message: "ContractShort" },
    /**
     * The recipient has no trustline, a frozen or a full one. Nothing changed: repeat it later.
     */
    18043: { message: "RecipientRefused" },
    /**
     * The sum of all schedules would exceed `i64::MAX`.
     */
    18044: { message: "ObligationsOverflow" },
    /**
     * Nothing is owed to the account.
     */
    18045: { message: "NothingOwed" }
};
