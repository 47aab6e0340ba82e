/**
* Error Enum: TokenError
*/
export declare const TokenError: {
    /**
     * The caller doesn't hold the role.
     */
    12000: {
        message: string;
    };
    /**
     * This contract or the whole system is paused.
     */
    12001: {
        message: string;
    };
    /**
     * The stored data already has this schema version.
     */
    12002: {
        message: string;
    };
    /**
     * Amounts are above 0, caps and quotas at least 0, all at most 2^63 - 1 stroops.
     */
    12003: {
        message: string;
    };
    /**
     * The supply cap leaves no room for the amount.
     */
    12004: {
        message: string;
    };
    /**
     * The minter's quota of the last 24 h leaves no room for the amount.
     */
    12005: {
        message: string;
    };
    /**
     * A contract of the system can't be minted to, frozen or clawed back from.
     */
    12006: {
        message: string;
    };
    /**
     * The holder has no trustline, or the account does not exist.
     */
    12007: {
        message: string;
    };
    /**
     * The holder's trustline is frozen or was never authorised.
     */
    12008: {
        message: string;
    };
    /**
     * Minting: the holder's trustline limit leaves no room. Clawback: the holder has less, or its balance
     * was opened before the issuer's clawback flag.
     */
    12009: {
        message: string;
    };
    /**
     * The asset contract refused: this contract is not its admin, the issuer's flags don't allow it, or the
     * holder is the issuer.
     */
    12010: {
        message: string;
    };
    /**
     * `handover_delay` is above 90 days.
     */
    12011: {
        message: string;
    };
    /**
     * No change of the asset's admin is pending.
     */
    12012: {
        message: string;
    };
    /**
     * The handover's delay has not passed.
     */
    12013: {
        message: string;
    };
    /**
     * The handover was not completed in time: propose it again.
     */
    12014: {
        message: string;
    };
};
/**
 * Event: Mint
 */
export interface MintEvent {
    name: "Mint";
    data: {
        to: string;
        minter?: string;
        /**
         * Stroops.
         */
        amount?: bigint;
    };
}
/**
 * Event: Freeze
 */
export interface FreezeEvent {
    name: "Freeze";
    data: {
        account: string;
        operator?: string;
    };
}
/**
 * Event: Clawback
 */
export interface ClawbackEvent {
    name: "Clawback";
    data: {
        from: string;
        operator?: string;
        /**
         * Stroops.
         */
        amount?: bigint;
    };
}
/**
 * Event: QuotaSet
 */
export interface QuotaSetEvent {
    name: "QuotaSet";
    data: {
        minter: string;
        /**
         * Stroops per rolling 24 h.
         */
        daily?: bigint;
    };
}
/**
 * Event: Unfreeze
 */
export interface UnfreezeEvent {
    name: "Unfreeze";
    data: {
        account: string;
        operator?: string;
    };
}
/**
 * Event: SacAdminChanged
 */
export interface SacAdminChangedEvent {
    name: "SacAdminChanged";
    data: {
        new_admin: string;
        operator?: string;
    };
}
/**
 * Event: SacAdminProposed
 */
export interface SacAdminProposedEvent {
    name: "SacAdminProposed";
    data: {
        new_admin: string;
        operator?: string;
        /**
         * First Unix second at which it may be completed.
         */
        eta?: bigint;
        /**
         * First Unix second at which it is void.
         */
        expires_at?: bigint;
    };
}
/**
 * Event: SacAdminCancelled
 */
export interface SacAdminCancelledEvent {
    name: "SacAdminCancelled";
    data: {
        new_admin: string;
        operator?: string;
    };
}
/**
 * Struct: Quota
 */
export interface Quota {
    /**
     * Stroops per rolling 24 h.
     */
    daily: bigint;
    /**
     * Stroops left now.
     */
    remaining: bigint;
    /**
     * Stroops minted in the last 24 h.
     */
    used: bigint;
}
/**
 * Struct: Handover
 */
export interface Handover {
    /**
     * First Unix second at which it may be completed.
     */
    eta: bigint;
    /**
     * First Unix second at which it is void.
     */
    expires_at: bigint;
    /**
     * Who takes over.
     */
    to: string;
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
export type ContractEvent = MintEvent | FreezeEvent | ClawbackEvent | QuotaSetEvent | UnfreezeEvent | SacAdminChangedEvent | SacAdminProposedEvent | SacAdminCancelledEvent | MigratedEvent | PausedEvent | UnpausedEvent;
