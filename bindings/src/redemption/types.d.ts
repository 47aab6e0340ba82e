/**
* An order of a wallet, and the terms that it accepts.
*/
export interface Order {
    /**
     * Seconds; the same as the item's.
     */
    cancel_within: bigint;
    /**
     * Seconds; the same as the item's.
     */
    fulfil_within: bigint;
    item: bigint;
    /**
     * Highest unit price, stroops.
     */
    max_price: bigint;
    quantity: number;
}
/**
 * Union: Status
 */
export type Status = {
    tag: "Open";
    values: void;
} | 
/**
 * Final: the tokens were burned.
 */
{
    tag: "Fulfilled";
    values: void;
} | 
/**
 * Final: the tokens went back to the wallet, or are owed to it.
 */
{
    tag: "Refunded";
    values: void;
};
/**
 * Sums over all redemptions. All that was ever locked = `locked` + `burned` + `refunded`. This contract's obligations are
 * `locked` + `owed`.
 */
export interface Totals {
    burned: bigint;
    /**
     * Number of redemptions.
     */
    count: bigint;
    /**
     * Stroops of open redemptions.
     */
    locked: bigint;
    /**
     * Refunded to wallets that couldn't receive it yet.
     */
    owed: bigint;
    refunded: bigint;
}
/**
 * Struct: Redemption
 */
export interface Redemption {
    /**
     * Locked, later burned or refunded, stroops.
     */
    amount: bigint;
    /**
     * Unix seconds until which the wallet may cancel on its own.
     */
    cancel_until: bigint;
    /**
     * Unix seconds until which it can be fulfilled, and from which anyone may refund it.
     */
    deadline: bigint;
    item: bigint;
    merchant: bigint;
    /**
     * Reference of the wallet's redemption before this one. Release 0.2.0 kept no such reference.
     */
    previous: Uint8Array | null;
    /**
     * Unit price paid, stroops, and its version.
     */
    price: bigint;
    price_version: number;
    quantity: number;
    reference: Uint8Array;
    status: Status;
    wallet: string;
}
/**
 * Errors of `redemption`, 16000 and up. The numbers are stable.
 */
export declare const RedemptionError: {
    /**
     * The caller neither holds the role nor is the redemption's wallet.
     */
    readonly 16000: {
        readonly message: "Unauthorized";
    };
    /**
     * This contract or the whole system is stopped.
     */
    readonly 16001: {
        readonly message: "Paused";
    };
    /**
     * The stored data already has this schema version.
     */
    readonly 16002: {
        readonly message: "AlreadyMigrated";
    };
    /**
     * A price, or price times quantity, isn't above 0 and at most `i64::MAX`.
     */
    readonly 16003: {
        readonly message: "InvalidAmount";
    };
    /**
     * No item has this number.
     */
    readonly 16010: {
        readonly message: "ItemNotFound";
    };
    /**
     * The item isn't on offer now.
     */
    readonly 16011: {
        readonly message: "ItemInactive";
    };
    /**
     * The item's number belongs to another merchant.
     */
    readonly 16012: {
        readonly message: "ItemTaken";
    };
    /**
     * `fulfil_within` isn't between 1 second and 90 days, or `cancel_within` exceeds it.
     */
    readonly 16013: {
        readonly message: "InvalidTerms";
    };
    /**
     * The stock isn't what the caller expected: read it again.
     */
    readonly 16014: {
        readonly message: "StockChanged";
    };
    /**
     * There is less in stock than requested.
     */
    readonly 16015: {
        readonly message: "StockShort";
    };
    /**
     * The unit price is above the wallet's `max_price`.
     */
    readonly 16016: {
        readonly message: "PriceAboveMax";
    };
    /**
     * The quantity is zero.
     */
    readonly 16017: {
        readonly message: "InvalidQuantity";
    };
    /**
     * The item's times aren't those that the wallet accepts: read the item again.
     */
    readonly 16018: {
        readonly message: "TimesChanged";
    };
    /**
     * The wallet would have more units of the item than its limit allows.
     */
    readonly 16019: {
        readonly message: "WalletLimit";
    };
    /**
     * The wallet has no redemption with this reference.
     */
    readonly 16020: {
        readonly message: "RedemptionNotFound";
    };
    /**
     * The wallet used this reference before.
     */
    readonly 16021: {
        readonly message: "ReferenceTaken";
    };
    /**
     * The redemption was fulfilled or refunded before.
     */
    readonly 16022: {
        readonly message: "NotOpen";
    };
    /**
     * The deadline has passed: only a refund is possible.
     */
    readonly 16023: {
        readonly message: "DeadlinePassed";
    };
    /**
     * The deadline hasn't passed yet.
     */
    readonly 16024: {
        readonly message: "NotExpired";
    };
    /**
     * The wallet's own time to cancel is over.
     */
    readonly 16025: {
        readonly message: "CancelClosed";
    };
    /**
     * The wallet has no trustline, or its account doesn't exist.
     */
    readonly 16030: {
        readonly message: "NoTrustline";
    };
    /**
     * The wallet, or this contract's own balance, is frozen.
     */
    readonly 16031: {
        readonly message: "NotAuthorized";
    };
    /**
     * The giver holds too little, or the receiver's trustline has no room.
     */
    readonly 16032: {
        readonly message: "BalanceOutOfRange";
    };
    /**
     * Any other refusal by the asset contract, for instance an unsigned transfer.
     */
    readonly 16033: {
        readonly message: "AssetRefused";
    };
    /**
     * The asset moved a different amount than requested.
     */
    readonly 16034: {
        readonly message: "DepositMismatch";
    };
    /**
     * Nothing is owed to the account.
     */
    readonly 16035: {
        readonly message: "NothingOwed";
    };
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    readonly 16036: {
        readonly message: "UpgradeNotDue";
    };
};
/**
 * A wallet redeemed: `amount` is locked, `quantity` is taken from the stock.
 */
export interface RedeemEvent {
    name: "Redeem";
    data: {
        wallet: string;
        item: bigint;
        merchant?: bigint;
        quantity?: number;
        /**
         * Stroops, price times quantity.
         */
        amount?: bigint;
        price_version?: number;
        /**
         * Unix seconds. Until then the wallet may cancel on its own, so nothing should be handed over before it's fulfilled.
         */
        cancel_until?: bigint;
        /**
         * Unix seconds. From then on anyone may refund it.
         */
        deadline?: bigint;
        reference?: Uint8Array;
    };
}
/**
 * An item was created, or its terms changed.
 */
export interface ItemSetEvent {
    name: "ItemSet";
    data: {
        merchant: bigint;
        item: bigint;
        /**
         * Stroops per unit.
         */
        price?: bigint;
        price_version?: number;
        active?: boolean;
        /**
         * Seconds.
         */
        fulfil_within?: bigint;
        /**
         * Seconds.
         */
        cancel_within?: bigint;
        /**
         * Most units for one wallet; 0 or none: no limit.
         */
        wallet_limit?: number | null;
        operator?: string;
    };
}
/**
 * A manager set the stock.
 */
export interface StockSetEvent {
    name: "StockSet";
    data: {
        merchant: bigint;
        item: bigint;
        stock?: number;
        operator?: string;
    };
}
/**
 * Nobody fulfilled it in time: the stock went back, and so did the tokens unless the same call has an `owed` event.
 */
export interface RedemptionExpiredEvent {
    name: "RedemptionExpired";
    data: {
        wallet: string;
        reference: Uint8Array;
        amount?: bigint;
    };
}
/**
 * The wallet or an operator cancelled it: the stock went back, and so did the tokens unless the same call has an `owed` event.
 */
export interface RedemptionCancelledEvent {
    name: "RedemptionCancelled";
    data: {
        wallet: string;
        reference: Uint8Array;
        caller?: string;
        amount?: bigint;
    };
}
/**
 * The locked tokens were burned.
 */
export interface RedemptionFulfilledEvent {
    name: "RedemptionFulfilled";
    data: {
        wallet: string;
        reference: Uint8Array;
        operator?: string;
        amount?: bigint;
    };
}
/**
 * Struct: Item
 */
export interface Item {
    /**
     * Starts at 1 and rises by one with every change of the price.
     */
    price_version: number;
    stock: number;
    terms: Terms;
}
/**
 * The terms of an item, which a manager sets. Redemptions keep those under which they were made.
 */
export interface Terms {
    /**
     * True while the item is on offer.
     */
    active: boolean;
    /**
     * Seconds during which the wallet may cancel on its own; 0: never.
     */
    cancel_within: bigint;
    /**
     * Seconds from the redemption to its deadline, at least 1, at most 90 days.
     */
    fulfil_within: bigint;
    merchant: bigint;
    /**
     * Stroops per unit.
     */
    price: bigint;
    /**
     * Most units that one wallet may redeem, without those refunded; 0 or none: no limit.
     */
    wallet_limit: number | null;
}
/**
 * An account is owed this amount, which waits for `withdraw`.
 */
export interface OwedEvent {
    name: "Owed";
    data: {
        account: string;
        amount?: bigint;
    };
}
/**
 * An account received everything that it was owed.
 */
export interface WithdrawnEvent {
    name: "Withdrawn";
    data: {
        account: string;
        amount?: bigint;
    };
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
export type ContractEvent = RedeemEvent | ItemSetEvent | StockSetEvent | RedemptionExpiredEvent | RedemptionCancelledEvent | RedemptionFulfilledEvent | OwedEvent | WithdrawnEvent | PausedEvent | MigratedEvent | UnpausedEvent;
