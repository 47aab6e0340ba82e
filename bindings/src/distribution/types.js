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
     * An amount isn't above 0 and at most `i64::MAX`.
     */
    15003: { message: "InvalidAmount" },
    /**
     * Between `upgrade` and `migrate` no batch is paid. After an upgrade from release 0.1.0, drops and clawbacks fail too.
     */
    15004: { message: "NotMigrated" },
    /**
     * The batch has no payments, or the drop has no leaves.
     */
    15010: { message: "Empty" },
    /**
     * The batch has more than 60 payments, or the query more than 256 numbers.
     */
    15011: { message: "TooMany" },
    /**
     * Each number of a batch must be above the one before.
     */
    15012: { message: "NumbersNotRising" },
    /**
     * A reference is all zeros, which means "unpaid".
     */
    15013: { message: "InvalidReference" },
    /**
     * The four lists of a batch need one entry per payment: 4 B per number, 8 B per reference.
     */
    15014: { message: "LengthMismatch" },
    /**
     * The number is too old: it is payable in its own period and in the next one, and its mark lives for two more.
     * `first_number` returns the lowest number of the current period.
     */
    15015: { message: "NumberExpired" },
    /**
     * The number's period is more than four periods ahead.
     */
    15016: { message: "NumberAhead" },
    /**
     * Another payer has opened a newer epoch, or this one was never opened.
     */
    15017: { message: "WrongEpoch" },
    /**
     * There are more payments than the payer knows of, or fewer.
     */
    15018: { message: "WrongPaid" },
    /**
     * The payer knows of as many payments as there are, but not of the same ones.
     */
    15019: { message: "WrongFingerprint" },
    /**
     * The campaign belongs to another merchant.
     */
    15023: { message: "WrongMerchant" },
    /**
     * The drop's `opens_at` is less than `open_delay` ahead. Its merchant's owner can open it early, by `open_drop`.
     */
    15024: { message: "OpensTooSoon" },
    /**
     * No drop has this id.
     */
    15020: { message: "DropNotFound" },
    /**
     * The reference was used for a drop with other terms.
     */
    15021: { message: "ReferenceTaken" },
    /**
     * The drop expires before it opens, has already expired, or would last more than 366 days.
     */
    15022: { message: "InvalidWindow" },
    /**
     * The drop doesn't pay before its `opens_at`.
     */
    15030: { message: "DropNotOpen" },
    /**
     * The drop's `expires_at` has passed.
     */
    15031: { message: "DropExpired" },
    /**
     * The index isn't below the drop's number of leaves.
     */
    15032: { message: "IndexOutOfRange" },
    /**
     * The proof has more than 32 hashes.
     */
    15033: { message: "ProofTooLong" },
    /**
     * Index, wallet and amount aren't a leaf of the drop's tree, or the proof is another leaf's.
     */
    15034: { message: "InvalidProof" },
    /**
     * The leaf was paid before.
     */
    15035: { message: "AlreadyClaimed" },
    /**
     * A drop can be swept only from its `expires_at` on.
     */
    15036: { message: "DropNotExpired" },
    /**
     * The drop was swept or cancelled before.
     */
    15037: { message: "AlreadySwept" },
    /**
     * A manager can cancel a drop only before it opens; after that only a guardian can.
     */
    15038: { message: "DropOpened" },
    /**
     * The drop was cancelled.
     */
    15039: { message: "DropCancelled" },
    /**
     * The wallet has no trustline, or the account does not exist. The leaf stays unclaimed, also after the next four.
     */
    15040: { message: "NoTrustline" },
    /**
     * The wallet's trustline is frozen or was never authorised.
     */
    15041: { message: "NotAuthorized" },
    /**
     * The wallet's trustline limit leaves no room.
     */
    15042: { message: "LineFull" },
    /**
     * The leaf's wallet is the issuer or one of the system's contracts.
     */
    15043: { message: "RefusedRecipient" },
    /**
     * Any other refusal by the wallet's side.
     */
    15044: { message: "PaymentFailed" },
    /**
     * There was no such payment at that time, its campaign allows no clawback, or it was clawed back before.
     */
    15050: { message: "NoReceipt" },
    /**
     * The campaign's clawback window for this payment is over.
     */
    15051: { message: "ClawbackOver" },
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    15052: { message: "UpgradeNotDue" }
};
/**
 * Error Enum: CryptoError
 */
export const CryptoError = {
    /**
     * The merkle proof length is out of bounds.
     */
    1400: { message: "MerkleProofOutOfBounds" },
    /**
     * The index of the leaf is out of bounds.
     */
    1401: { message: "MerkleIndexOutOfBounds" },
    /**
     * No data in hasher state.
     */
    1402: { message: "HasherEmptyState" },
    /**
     * The point is neither the canonical identity encoding nor a canonical
     * on-curve point.
     */
    1403: { message: "InvalidPoint" }
};
