/**
 * Errors of `escrow`, 19000 and up. The numbers are stable; 19002 and 19046 belonged to upgrades, and are never used again.
 */
export const EscrowError = {
    /**
     * The caller doesn't hold the role, or isn't the party of the escrow that may do this.
     */
    19000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is stopped.
     */
    19001: { message: "Paused" },
    /**
     * An amount isn't above 0, or an amount or the sum is above `i64::MAX`.
     */
    19003: { message: "InvalidAmount" },
    /**
     * No escrow has this id.
     */
    19010: { message: "NotFound" },
    /**
     * The escrow has no milestone with this index.
     */
    19011: { message: "NoMilestone" },
    /**
     * The milestone's state doesn't allow this; a finished one never changes again.
     */
    19012: { message: "InvalidTransition" },
    /**
     * The deadline has passed.
     */
    19013: { message: "DeadlinePassed" },
    /**
     * The deadline hasn't passed yet.
     */
    19014: { message: "NotDue" },
    /**
     * The depositor has used this reference before.
     */
    19015: { message: "ReferenceTaken" },
    /**
     * The escrow doesn't wait for this account: it is neither beneficiary nor arbiter, or has accepted before.
     */
    19016: { message: "NotAwaited" },
    /**
     * Beneficiary and arbiter haven't both accepted yet.
     */
    19017: { message: "NotAccepted" },
    /**
     * An escrow must have 1 to 16 milestones.
     */
    19020: { message: "InvalidMilestones" },
    /**
     * A milestone's deadline must be in the future, at most ten years ahead. An extension must make it later.
     */
    19021: { message: "InvalidDeadline" },
    /**
     * Depositor, beneficiary and arbiter must be three different addresses.
     */
    19022: { message: "InvalidParties" },
    /**
     * The arbiter's time for a decision must be 1 to 90 days.
     */
    19023: { message: "InvalidWindow" },
    /**
     * A share must be at most 10,000 basis points.
     */
    19024: { message: "InvalidShare" },
    /**
     * This contract, the asset contract, the issuer and the system's contracts never receive money.
     */
    19025: { message: "RefusedRecipient" },
    /**
     * The fee is above the contract's cap.
     */
    19030: { message: "FeeTooHigh" },
    /**
     * The platform's fee is above what the depositor accepts.
     */
    19031: { message: "FeeNotAccepted" },
    /**
     * The amount is above the fees that were earned and not collected yet.
     */
    19032: { message: "FeesShort" },
    /**
     * Nothing is owed to the account.
     */
    19040: { message: "NothingOwed" },
    /**
     * The asset moved a different amount than requested.
     */
    19041: { message: "DepositMismatch" },
    /**
     * The asset's administrator froze this contract.
     */
    19042: { message: "ContractFrozen" },
    /**
     * The contract holds less of the asset than it owes: some was clawed back.
     */
    19043: { message: "ContractShort" },
    /**
     * The recipient has no trustline, a frozen or a full one. Nothing changed: repeat it later.
     */
    19044: { message: "RecipientRefused" },
    /**
     * The asset's administrator froze the account: it gets nothing, and gives nothing to others.
     */
    19047: { message: "AccountFrozen" },
    /**
     * The sum of all escrows would exceed `i64::MAX`.
     */
    19045: { message: "BalanceOverflow" }
};
/**
 * Enum: Status
 */
export var Status;
(function (Status) {
    /**
     * The money waits for the depositor's release.
     */
    Status[Status["Held"] = 0] = "Held";
    /**
     * The money waits for the arbiter.
     */
    Status[Status["Disputed"] = 1] = "Disputed";
    /**
     * The beneficiary received it, less the fee.
     */
    Status[Status["Released"] = 2] = "Released";
    /**
     * The depositor received it back.
     */
    Status[Status["Refunded"] = 3] = "Refunded";
    /**
     * Beneficiary and depositor received a share each.
     */
    Status[Status["Split"] = 4] = "Split";
})(Status || (Status = {}));
