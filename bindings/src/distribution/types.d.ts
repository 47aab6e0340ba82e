/**
* A drop, as it is stored and returned.
*/
export interface MerkleDrop {
    /**
     * Unix second in which it was cancelled. Void: it wasn't, or by a release before 0.3.0.
     */
    cancelled_at: bigint | null;
    /**
     * First Unix second in which it no longer pays.
     */
    expires_at: bigint;
    /**
     * Indexes are below this.
     */
    leaves: number;
    merchant: bigint;
    /**
     * Unix second in which the merchant's owner opened it early. Void: it pays from `opens_at` on.
     */
    opened_at: bigint | null;
    /**
     * First Unix second in which it pays.
     */
    opens_at: bigint;
    /**
     * Stroops paid so far. Written by the sweep; before that it is derived from the reserve in `pool`.
     */
    paid: bigint;
    /**
     * The creator's reference; part of every leaf.
     */
    reference: Uint8Array;
    /**
     * Root of the tree described in `leaf.rs`.
     */
    root: Uint8Array;
    /**
     * True once the rest went back to the merchant, after expiry or by cancelling. This is final.
     */
    swept: boolean;
    /**
     * Stroops reserved at creation.
     */
    total: bigint;
}
/**
 * Errors of `distribution`, 15000 and up. The numbers are stable.
 */
export declare const DistributionError: {
    /**
     * The caller doesn't hold the role.
     */
    readonly 15000: {
        readonly message: "Unauthorized";
    };
    /**
     * This contract or the whole system is stopped.
     */
    readonly 15001: {
        readonly message: "Paused";
    };
    /**
     * The stored data already has this schema version.
     */
    readonly 15002: {
        readonly message: "AlreadyMigrated";
    };
    /**
     * An amount isn't above 0 and at most `i64::MAX`.
     */
    readonly 15003: {
        readonly message: "InvalidAmount";
    };
    /**
     * Between `upgrade` and `migrate` no batch is paid. After an upgrade from release 0.1.0, drops and clawbacks fail too.
     */
    readonly 15004: {
        readonly message: "NotMigrated";
    };
    /**
     * The batch has no payments, or the drop has no leaves.
     */
    readonly 15010: {
        readonly message: "Empty";
    };
    /**
     * The batch has more than 60 payments, or the query more than 256 numbers.
     */
    readonly 15011: {
        readonly message: "TooMany";
    };
    /**
     * Each number of a batch must be above the one before.
     */
    readonly 15012: {
        readonly message: "NumbersNotRising";
    };
    /**
     * A reference is all zeros, which means "unpaid".
     */
    readonly 15013: {
        readonly message: "InvalidReference";
    };
    /**
     * The four lists of a batch need one entry per payment: 4 B per number, 8 B per reference.
     */
    readonly 15014: {
        readonly message: "LengthMismatch";
    };
    /**
     * The number is too old: it is payable in its own period and in the next one, and its mark lives for two more.
     * `first_number` returns the lowest number of the current period.
     */
    readonly 15015: {
        readonly message: "NumberExpired";
    };
    /**
     * The number's period is more than four periods ahead.
     */
    readonly 15016: {
        readonly message: "NumberAhead";
    };
    /**
     * Another payer has opened a newer epoch, or this one was never opened.
     */
    readonly 15017: {
        readonly message: "WrongEpoch";
    };
    /**
     * There are more payments than the payer knows of, or fewer.
     */
    readonly 15018: {
        readonly message: "WrongPaid";
    };
    /**
     * The payer knows of as many payments as there are, but not of the same ones.
     */
    readonly 15019: {
        readonly message: "WrongFingerprint";
    };
    /**
     * The campaign belongs to another merchant.
     */
    readonly 15023: {
        readonly message: "WrongMerchant";
    };
    /**
     * The drop's `opens_at` is less than `open_delay` ahead. Its merchant's owner can open it early, by `open_drop`.
     */
    readonly 15024: {
        readonly message: "OpensTooSoon";
    };
    /**
     * No drop has this id.
     */
    readonly 15020: {
        readonly message: "DropNotFound";
    };
    /**
     * The reference was used for a drop with other terms.
     */
    readonly 15021: {
        readonly message: "ReferenceTaken";
    };
    /**
     * The drop expires before it opens, has already expired, or would last more than 366 days.
     */
    readonly 15022: {
        readonly message: "InvalidWindow";
    };
    /**
     * The drop doesn't pay before its `opens_at`.
     */
    readonly 15030: {
        readonly message: "DropNotOpen";
    };
    /**
     * The drop's `expires_at` has passed.
     */
    readonly 15031: {
        readonly message: "DropExpired";
    };
    /**
     * The index isn't below the drop's number of leaves.
     */
    readonly 15032: {
        readonly message: "IndexOutOfRange";
    };
    /**
     * The proof has more than 32 hashes.
     */
    readonly 15033: {
        readonly message: "ProofTooLong";
    };
    /**
     * Index, wallet and amount aren't a leaf of the drop's tree, or the proof is another leaf's.
     */
    readonly 15034: {
        readonly message: "InvalidProof";
    };
    /**
     * The leaf was paid before.
     */
    readonly 15035: {
        readonly message: "AlreadyClaimed";
    };
    /**
     * A drop can be swept only from its `expires_at` on.
     */
    readonly 15036: {
        readonly message: "DropNotExpired";
    };
    /**
     * The drop was swept or cancelled before.
     */
    readonly 15037: {
        readonly message: "AlreadySwept";
    };
    /**
     * A manager can cancel a drop only before it opens; after that only a guardian can.
     */
    readonly 15038: {
        readonly message: "DropOpened";
    };
    /**
     * The drop was cancelled.
     */
    readonly 15039: {
        readonly message: "DropCancelled";
    };
    /**
     * The wallet has no trustline, or the account does not exist. The leaf stays unclaimed, also after the next four.
     */
    readonly 15040: {
        readonly message: "NoTrustline";
    };
    /**
     * The wallet's trustline is frozen or was never authorised.
     */
    readonly 15041: {
        readonly message: "NotAuthorized";
    };
    /**
     * The wallet's trustline limit leaves no room.
     */
    readonly 15042: {
        readonly message: "LineFull";
    };
    /**
     * The leaf's wallet is the issuer or one of the system's contracts.
     */
    readonly 15043: {
        readonly message: "RefusedRecipient";
    };
    /**
     * Any other refusal by the wallet's side.
     */
    readonly 15044: {
        readonly message: "PaymentFailed";
    };
    /**
     * There was no such payment at that time, its campaign allows no clawback, or it was clawed back before.
     */
    readonly 15050: {
        readonly message: "NoReceipt";
    };
    /**
     * The campaign's clawback window for this payment is over.
     */
    readonly 15051: {
        readonly message: "ClawbackOver";
    };
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    readonly 15052: {
        readonly message: "UpgradeNotDue";
    };
};
/**
 * A leaf was paid to its wallet.
 */
export interface ClaimEvent {
    name: "Claim";
    data: {
        drop: bigint;
        wallet: string;
        index?: number;
        amount?: bigint;
    };
}
/**
 * An expired drop was closed; `remainder` (stroops) went back to the merchant's balance in `pool`.
 */
export interface DropSweptEvent {
    name: "DropSwept";
    data: {
        drop: bigint;
        merchant: bigint;
        paid?: bigint;
        remainder?: bigint;
    };
}
/**
 * `migrate` set the address of the contract `name`, which the code before didn't know.
 */
export interface AddressSetEvent {
    name: "AddressSet";
    data: {
        name: string;
        old?: string | null;
        new?: string;
        operator?: string;
    };
}
/**
 * A drop's merchant had it opened before its time.
 */
export interface DropOpenedEvent {
    name: "DropOpened";
    data: {
        drop: bigint;
        merchant: bigint;
        owner?: string;
    };
}
/**
 * A drop was created and its total reserved.
 */
export interface DropCreatedEvent {
    name: "DropCreated";
    data: {
        drop: bigint;
        merchant: bigint;
        root?: Uint8Array;
        total?: bigint;
        leaves?: number;
        opens_at?: bigint;
        expires_at?: bigint;
        reference?: Uint8Array;
        operator?: string;
    };
}
/**
 * A payer opened an epoch: from here on only batches that name it are paid. `seq` is the newest batch before it, `paid` counts
 * the payments before it.
 */
export interface EpochOpenedEvent {
    name: "EpochOpened";
    data: {
        epoch?: bigint;
        seq?: bigint;
        paid?: bigint;
        operator?: string;
    };
}
/**
 * A drop was cancelled; `remainder` (stroops), what it had not paid, went back to the merchant's balance in `pool`.
 */
export interface DropCancelledEvent {
    name: "DropCancelled";
    data: {
        drop: bigint;
        merchant: bigint;
        remainder?: bigint;
        operator?: string;
    };
}
/**
 * A paid reward was taken back from its wallet and burnt.
 */
export interface RewardClawedBackEvent {
    name: "RewardClawedBack";
    data: {
        campaign: bigint;
        wallet: string;
        number?: number;
        amount?: bigint;
        operator?: string;
    };
}
/**
 * The record that a payer has to know before it pays. It is one entry, which every batch writes.
 */
export interface Batches {
    /**
     * Rises by one with every opening; 0 before the first.
     */
    epoch: bigint;
    /**
     * Fingerprint of these payments: see `fingerprint.rs`.
     */
    fingerprint: Uint8Array;
    /**
     * Payments made since the deployment, or since the migration from a release before 0.3.0.
     */
    paid: bigint;
    /**
     * Number of the newest batch; 0 before the first.
     */
    seq: bigint;
    /**
     * Highest number in any batch, of each period whose marks may be alive: see `numbers.rs`. No such mark lies above it.
     */
    tops: Uint8Array;
}
/**
 * This contract is stopped, or the whole system if it is `state`.
 */
export interface PausedEvent {
    name: "Paused";
    data: {
        operator?: string;
    };
}
/**
 * Stored data now has the layout of this schema version.
 */
export interface MigratedEvent {
    name: "Migrated";
    data: {
        version?: number;
        operator?: string;
    };
}
/**
 * This contract runs again, or the whole system if it is `state`.
 */
export interface UnpausedEvent {
    name: "Unpaused";
    data: {
        operator?: string;
    };
}
/**
 * Error Enum: CryptoError
 */
export declare const CryptoError: {
    /**
     * The merkle proof length is out of bounds.
     */
    readonly 1400: {
        readonly message: "MerkleProofOutOfBounds";
    };
    /**
     * The index of the leaf is out of bounds.
     */
    readonly 1401: {
        readonly message: "MerkleIndexOutOfBounds";
    };
    /**
     * No data in hasher state.
     */
    readonly 1402: {
        readonly message: "HasherEmptyState";
    };
    /**
     * The point is neither the canonical identity encoding nor a canonical
     * on-curve point.
     */
    readonly 1403: {
        readonly message: "InvalidPoint";
    };
};
export type ContractEvent = ClaimEvent | DropSweptEvent | AddressSetEvent | DropOpenedEvent | DropCreatedEvent | EpochOpenedEvent | DropCancelledEvent | RewardClawedBackEvent | PausedEvent | MigratedEvent | UnpausedEvent;
