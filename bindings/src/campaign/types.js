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
     * The window ends before it starts, is over, or ends more than 36,600 days from now; or a clawback window isn't 1 second
     * to 90 days.
     */
    14011: { message: "InvalidWindow" },
    /**
     * The reference was used for a campaign with other terms, or for a draft of release 0.2.0 that never was active.
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
     * The campaign is paused, ended or settled, or a draft of release 0.2.0.
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
    14032: { message: "InvalidResult" },
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    14033: { message: "UpgradeNotDue" }
};
/**
 * Enum: Status
 */
export var Status;
(function (Status) {
    /**
     * Drafted by release 0.2.0: no budget is reserved. Final.
     */
    Status[Status["Draft"] = 0] = "Draft";
    /**
     * Funded by release 0.2.0: the budget is reserved, and can only be returned.
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
     * Dropped by release 0.2.0: no budget was reserved. Final.
     */
    Status[Status["Dropped"] = 6] = "Dropped";
})(Status || (Status = {}));
