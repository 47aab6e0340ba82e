/**
* Error Enum: TokenError
*/
export declare const TokenError: {
    /**
     * The caller doesn't hold the role.
     */
    readonly 12000: {
        readonly message: "Unauthorized";
    };
    /**
     * This contract or the whole system is paused.
     */
    readonly 12001: {
        readonly message: "Paused";
    };
    /**
     * The stored data already has this schema version.
     */
    readonly 12002: {
        readonly message: "AlreadyMigrated";
    };
    /**
     * Amounts are above 0, caps and quotas at least 0, all at most 2^63 - 1 stroops.
     */
    readonly 12003: {
        readonly message: "InvalidAmount";
    };
    /**
     * The supply cap leaves no room for the amount.
     */
    readonly 12004: {
        readonly message: "CapExceeded";
    };
    /**
     * The minter's quota of the last 24 h leaves no room for the amount.
     */
    readonly 12005: {
        readonly message: "QuotaExceeded";
    };
    /**
     * A contract of the system can't be minted to, frozen or clawed back from; the asset contract can't be minted to.
     */
    readonly 12006: {
        readonly message: "SystemAddress";
    };
    /**
     * The holder has no trustline, or the account does not exist.
     */
    readonly 12007: {
        readonly message: "NoTrustline";
    };
    /**
     * The holder's trustline is frozen or was never authorised.
     */
    readonly 12008: {
        readonly message: "NotAuthorized";
    };
    /**
     * Minting: the holder's trustline limit leaves no room. Clawback: the holder has less, or its balance
     * was opened before the issuer's clawback flag.
     */
    readonly 12009: {
        readonly message: "BalanceOutOfRange";
    };
    /**
     * The asset contract refused: this contract is not its admin, the issuer's flags don't allow it, or the
     * holder is the issuer.
     */
    readonly 12010: {
        readonly message: "AssetRefused";
    };
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    readonly 12015: {
        readonly message: "UpgradeNotDue";
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
        operator?: string;
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
export type ContractEvent = MintEvent | FreezeEvent | ClawbackEvent | QuotaSetEvent | UnfreezeEvent | PausedEvent | MigratedEvent | UnpausedEvent;
