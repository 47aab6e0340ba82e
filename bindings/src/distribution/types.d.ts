/**
* A drop, as it is stored and returned.
*/
export interface MerkleDrop {
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
     * What was left went back to the merchant, after expiry or by cancelling. Final.
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
    15000: {
        message: string;
    };
    /**
     * This contract or the whole system is stopped.
     */
    15001: {
        message: string;
    };
    /**
     * The stored data already has this schema version.
     */
    15002: {
        message: string;
    };
    /**
     * An amount isn't above 0 and at most `i64::MAX`.
     */
    15003: {
        message: string;
    };
    /**
     * Between `upgrade` and `migrate` no batch is paid. After an upgrade from release 0.1.0, drops and clawbacks fail too.
     */
    15004: {
        message: string;
    };
    /**
     * The batch has no payments, or the drop has no leaves.
     */
    15010: {
        message: string;
    };
    /**
     * The batch has more than 60 payments, or the query more than 256 numbers.
     */
    15011: {
        message: string;
    };
    /**
     * Each number of a batch must be above the one before.
     */
    15012: {
        message: string;
    };
    /**
     * A reference is all zeros, which means "unpaid".
     */
    15013: {
        message: string;
    };
    /**
     * The four lists of a batch need one entry per payment: 4 B per number, 8 B per reference.
     */
    15014: {
        message: string;
    };
    /**
     * The number is too old: it is payable in its own period and in the next one, and its mark lives for two more.
     * `first_number` returns the lowest number of the current period.
     */
    15015: {
        message: string;
    };
    /**
     * The number's period is more than four periods ahead.
     */
    15016: {
        message: string;
    };
    /**
     * Another payer has opened a newer epoch, or this one was never opened.
     */
    15017: {
        message: string;
    };
    /**
     * There are more payments than the payer knows of, or fewer.
     */
    15018: {
        message: string;
    };
    /**
     * The payer knows of as many payments as there are, but not of the same ones.
     */
    15019: {
        message: string;
    };
    /**
     * The campaign belongs to another merchant.
     */
    15023: {
        message: string;
    };
    /**
     * No drop has this id.
     */
    15020: {
        message: string;
    };
    /**
     * The reference was used for a drop with other terms.
     */
    15021: {
        message: string;
    };
    /**
     * The drop expires before it opens, has already expired, or would last more than 366 days.
     */
    15022: {
        message: string;
    };
    /**
     * The drop doesn't pay before its `opens_at`.
     */
    15030: {
        message: string;
    };
    /**
     * The drop's `expires_at` has passed.
     */
    15031: {
        message: string;
    };
    /**
     * The index isn't below the drop's number of leaves.
     */
    15032: {
        message: string;
    };
    /**
     * The proof has more than 32 hashes.
     */
    15033: {
        message: string;
    };
    /**
     * Index, wallet and amount aren't a leaf of the drop's tree, or the proof is another leaf's.
     */
    15034: {
        message: string;
    };
    /**
     * The leaf was paid before.
     */
    15035: {
        message: string;
    };
    /**
     * A drop can be swept only from its `expires_at` on.
     */
    15036: {
        message: string;
    };
    /**
     * The drop was swept or cancelled before.
     */
    15037: {
        message: string;
    };
    /**
     * A drop can be cancelled only before its `opens_at`.
     */
    15038: {
        message: string;
    };
    /**
     * The drop was cancelled before it opened.
     */
    15039: {
        message: string;
    };
    /**
     * The wallet has no trustline, or the account does not exist. The leaf stays unclaimed, also after the next four.
     */
    15040: {
        message: string;
    };
    /**
     * The wallet's trustline is frozen or was never authorised.
     */
    15041: {
        message: string;
    };
    /**
     * The wallet's trustline limit leaves no room.
     */
    15042: {
        message: string;
    };
    /**
     * The leaf's wallet is the issuer or one of the system's contracts.
     */
    15043: {
        message: string;
    };
    /**
     * Any other refusal by the wallet's side.
     */
    15044: {
        message: string;
    };
    /**
     * There was no such payment at that time, its campaign allows no clawback, or it was clawed back before.
     */
    15050: {
        message: string;
    };
    /**
     * The campaign's clawback window for this payment is over.
     */
    15051: {
        message: string;
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
 * A drop was cancelled before it opened; `remainder` (stroops), all of it, went back to the merchant's balance in `pool`.
 */
export interface DropCancelledEvent {
    name: "DropCancelled";
    data: {
        drop: bigint;
        merchant: bigint;
        remainder?: bigint;
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
 * What a payer has to know before it pays. One entry, written by every batch.
 */
export interface Batches {
    /**
     * Rises by one with every opening; 0 before the first.
     */
    epoch: bigint;
    /**
     * Which payments these are: see `fingerprint.rs`.
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
     * Highest index (lower 23 bits) of a number in any batch since release 0.3.0: no mark of these lies above it.
     */
    top: number;
}
/**
 * Stored data now has the layout of this schema version.
 */
export interface MigratedEvent {
    name: "Migrated";
    data: {
        version?: number;
    };
}
/**
 * Error Enum: CryptoError
 */
export declare const CryptoError: {
    /**
     * The merkle proof length is out of bounds.
     */
    1400: {
        message: string;
    };
    /**
     * The index of the leaf is out of bounds.
     */
    1401: {
        message: string;
    };
    /**
     * No data in hasher state.
     */
    1402: {
        message: string;
    };
    /**
     * The point is neither the canonical identity encoding nor a canonical
     * on-curve point.
     */
    1403: {
        message: string;
    };
};
/**
 * Event emitted when the contract is paused.
 */
export interface PausedEvent {
    name: "Paused";
    data: {};
}
/**
 * Event emitted when the contract is unpaused.
 */
export interface UnpausedEvent {
    name: "Unpaused";
    data: {};
}
export type ContractEvent = ClaimEvent | DropSweptEvent | DropCreatedEvent | EpochOpenedEvent | DropCancelledEvent | RewardClawedBackEvent | MigratedEvent | PausedEvent | UnpausedEvent;
