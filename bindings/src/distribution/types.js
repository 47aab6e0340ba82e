/**
* Errors of `distribution`, 15000 and up. The numbers are stable.
*/
export const DistributionError = {
    /**
     * The caller doesn't hold the role.
     */
    15000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is stopped.
     */
    15001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    15002: { message: "AlreadyMigrated" },
    /**
     * Not above 0 and at most `i64::MAX`.
     */
    15003: { message: "InvalidAmount" },
    /**
     * A batch without payments.
     */
    15010: { message: "Empty" },
    /**
     * More than 60 payments in a batch, or more than 256 numbers in a query.
     */
    15011: { message: "TooMany" },
    /**
     * Each number of a batch must be above the one before.
     */
    15012: { message: "NumbersNotRising" },
    /**
     * A reference of zeros means "unpaid" and can't be one.
     */
    15013: { message: "InvalidReference" }
};
