/**
* Error Enum: StateError
*/
export const StateError = {
    /**
     * The caller doesn't hold the role.
     */
    11000: { message: "Unauthorized" },
    /**
     * The system is paused.
     */
    11001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    11002: { message: "AlreadyMigrated" },
    /**
     * No contract is registered under the name.
     */
    11004: { message: "NotFound" },
    /**
     * `expected` is not the record's revision: read it again and decide again.
     */
    11006: { message: "RevisionMismatch" },
    /**
     * More than 32 names, or 32 addresses (unregister or forget those no longer used).
     */
    11007: { message: "TooMany" },
    /**
     * The address is still registered under a name.
     */
    11009: { message: "AddressInUse" },
    /**
     * `limit` must be 1 to 100.
     */
    11010: { message: "InvalidPage" },
    /**
     * An interface version has 1 to 32 bytes.
     */
    11011: { message: "InvalidInterface" },
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    11012: { message: "UpgradeNotDue" },
    /**
     * The address is an account's, not a contract's.
     */
    11013: { message: "NotAContract" }
};
