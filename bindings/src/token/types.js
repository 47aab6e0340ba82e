/**
* Error Enum: TokenError
*/
export const TokenError = {
    /**
     * The caller doesn't hold the role.
     */
    12000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is paused.
     */
    12001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    12002: { message: "AlreadyMigrated" },
    /**
     * Amounts are above 0, caps and quotas at least 0, all at most 2^63 - 1 stroops.
     */
    12003: { message: "InvalidAmount" },
    /**
     * The supply cap leaves no room for the amount.
     */
    12004: { message: "CapExceeded" },
    /**
     * The minter's quota of the last 24 h leaves no room for the amount.
     */
    12005: { message: "QuotaExceeded" },
    /**
     * A contract of the system can't be minted to, frozen or clawed back from; the asset contract can't be minted to.
     */
    12006: { message: "SystemAddress" },
    /**
     * The holder has no trustline, or the account does not exist.
     */
    12007: { message: "NoTrustline" },
    /**
     * The holder's trustline is frozen or was never authorised.
     */
    12008: { message: "NotAuthorized" },
    /**
     * Minting: the holder's trustline limit leaves no room. Clawback: the holder has less, or its balance
     * was opened before the issuer's clawback flag.
     */
    12009: { message: "BalanceOutOfRange" },
    /**
     * The asset contract refused: this contract is not its admin, the issuer's flags don't allow it, or the
     * holder is the issuer.
     */
    12010: { message: "AssetRefused" },
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    12015: { message: "UpgradeNotDue" }
};
