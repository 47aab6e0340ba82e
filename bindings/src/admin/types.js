/**
* Error Enum: AdminError
*/
export const AdminError = {
    /**
     * The caller doesn't hold the role, or isn't the admin.
     */
    10000: { message: "Unauthorized" },
    /**
     * The contract is paused, or the whole system is.
     */
    10001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    10002: { message: "AlreadyMigrated" },
    /**
     * `expires_at` is not in the future.
     */
    10004: { message: "InvalidExpiry" },
    /**
     * The account does not hold the role.
     */
    10005: { message: "RoleNotHeld" },
    /**
     * A delay is above 90 days.
     */
    10008: { message: "InvalidDelay" },
    /**
     * The account is the admin already.
     */
    10009: { message: "SameAdmin" },
    /**
     * No transfer of the admin is pending.
     */
    10010: { message: "NoTransfer" },
    /**
     * The transfer's delay has not passed.
     */
    10011: { message: "TransferEarly" },
    /**
     * The transfer was not accepted in time.
     */
    10012: { message: "TransferExpired" },
    /**
     * `limit` must be 1 to 100.
     */
    10013: { message: "InvalidPage" },
    /**
     * All 256 roles are in use.
     */
    10014: { message: "TooManyRoles" },
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    10015: { message: "UpgradeNotDue" },
    /**
     * No new code is announced for the contract.
     */
    10016: { message: "NoUpgrade" }
};
/**
 * Error Enum: AccessControlError
 */
export const AccessControlError = {
    2000: { message: "Unauthorized" },
    2001: { message: "AdminNotSet" },
    2002: { message: "IndexOutOfBounds" },
    2003: { message: "AdminRoleNotFound" },
    2004: { message: "RoleCountIsNotZero" },
    2005: { message: "RoleNotFound" },
    2006: { message: "AdminAlreadySet" },
    2007: { message: "RoleNotHeld" },
    2008: { message: "RoleIsEmpty" },
    2009: { message: "TransferInProgress" },
    2010: { message: "MaxRolesExceeded" }
};
