/**
* Errors of `campaign`, 14000 and up. The numbers are stable.
*/
export const CampaignError = {
    /**
     * The caller doesn't hold the role.
     */
    14000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is stopped.
     */
    14001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    14002: { message: "AlreadyMigrated" },
    /**
     * An amount isn't above 0 and at most `i64::MAX`.
     */
    14003: { message: "InvalidAmount" },
    /**
     * No campaign has this id.
     */
    14010: { message: "NotFound" },
    /**
     * The window ends before it starts, or is over; or a clawback window isn't 1 second to 90 days.
     */
    14011: { message: "InvalidWindow" },
    /**
     * The reference was used for a campaign with other terms, or for a draft that isn't active.
     */
    14012: { message: "ReferenceTaken" },
    /**
     * The campaign's status doesn't allow this step.
     */
    14013: { message: "InvalidTransition" },
    /**
     * A clawback can only be allowed before the first payment.
     */
    14014: { message: "AlreadyPaid" },
    /**
     * An extension can neither lower the budget nor bring the end forward.
     */
    14015: { message: "Shrinks" },
    /**
     * The campaign isn't activated yet, or is paused, ended, settled or dropped.
     */
    14020: { message: "NotActive" },
    /**
     * The time isn't within `[starts_at, ends_at)`.
     */
    14021: { message: "OutsideWindow" },
    /**
     * The rest of the budget can't cover the batch.
     */
    14022: { message: "BudgetExceeded" },
    /**
     * More than 60 payments in one call.
     */
    14030: { message: "TooMany" },
    /**
     * The lists of numbers, references, recipients, amounts and results differ in length.
     */
    14031: { message: "LengthMismatch" },
    /**
     * A result isn't "to pay", "already same" or "number taken".
     */
    14032: { message: "InvalidResult" }
};
/**
 * Enum: Status
 */
export var Status;
(function (Status) {
    /**
     * The terms are stored; no budget is reserved yet.
     */
    Status[Status["Draft"] = 0] = "Draft";
    /**
     * The budget is reserved; the campaign isn't opened yet.
     */
    Status[Status["Funded"] = 1] = "Funded";
    /**
     * Pays within its window.
     */
    Status[Status["Active"] = 2] = "Active";
    /**
     * Stopped by a manager; can be resumed.
     */
    Status[Status["Paused"] = 3] = "Paused";
    /**
     * Pays no more; the remainder is still reserved.
     */
    Status[Status["Ended"] = 4] = "Ended";
    /**
     * The remainder went back to the merchant. Final.
     */
    Status[Status["Settled"] = 5] = "Settled";
    /**
     * A draft that was dropped. Final.
     */
    Status[Status["Dropped"] = 6] = "Dropped";
})(Status || (Status = {}));
