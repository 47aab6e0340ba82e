/**
 * Errors of `redemption`, 16000 and up. The numbers are stable.
 */
export const RedemptionError = {
    /**
     * The caller neither holds the role nor is the redemption's wallet.
     */
    16000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is stopped.
     */
    16001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    16002: { message: "AlreadyMigrated" },
    /**
     * A price, or price times quantity, isn't above 0 and at most `i64::MAX`.
     */
    16003: { message: "InvalidAmount" },
    /**
     * No item has this number.
     */
    16010: { message: "ItemNotFound" },
    /**
     * The item isn't on offer now.
     */
    16011: { message: "ItemInactive" },
    /**
     * The item's number belongs to another merchant.
     */
    16012: { message: "ItemTaken" },
    /**
     * `fulfil_within` isn't between 1 second and 90 days, or `cancel_within` exceeds it.
     */
    16013: { message: "InvalidTerms" },
    /**
     * The stock isn't what the caller expected: read it again.
     */
    16014: { message: "StockChanged" },
    /**
     * There is less in stock than requested.
     */
    16015: { message: "StockShort" },
    /**
     * The unit price is above the wallet's `max_price`.
     */
    16016: { message: "PriceAboveMax" },
    /**
     * The quantity is zero.
     */
    16017: { message: "InvalidQuantity" },
    /**
     * The item's times aren't those that the wallet accepts: read the item again.
     */
    16018: { message: "TimesChanged" },
    /**
     * The wallet would have more units of the item than its limit allows.
     */
    16019: { message: "WalletLimit" },
    /**
     * The wallet has no redemption with this reference.
     */
    16020: { message: "RedemptionNotFound" },
    /**
     * The wallet used this reference before.
     */
    16021: { message: "ReferenceTaken" },
    /**
     * The redemption was fulfilled or refunded before.
     */
    16022: { message: "NotOpen" },
    /**
     * The deadline has passed: only a refund is possible.
     */
    16023: { message: "DeadlinePassed" },
    /**
     * The deadline hasn't passed yet.
     */
    16024: { message: "NotExpired" },
    /**
     * The wallet's own time to cancel is over.
     */
    16025: { message: "CancelClosed" },
    /**
     * The wallet has no trustline, or its account doesn't exist.
     */
    16030: { message: "NoTrustline" },
    /**
     * The wallet, or this contract's own balance, is frozen.
     */
    16031: { message: "NotAuthorized" },
    /**
     * The giver holds too little, or the receiver's trustline has no room.
     */
    16032: { message: "BalanceOutOfRange" },
    /**
     * Any other refusal by the asset contract, for instance an unsigned transfer.
     */
    16033: { message: "AssetRefused" },
    /**
     * The asset moved a different amount than requested.
     */
    16034: { message: "DepositMismatch" },
    /**
     * Nothing is owed to the account.
     */
    16035: { message: "NothingOwed" },
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    16036: { message: "UpgradeNotDue" }
};
