import { Item, Order, Totals, Terms, Redemption, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    item(args: {
        item: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<Item | null>>;
    /**
     * Stroops that `withdraw` would pay the account.
     */
    owed(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stops everything but refunds and views. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Refunds an open redemption. Role `fulfil` at any time, the wallet until `cancel_until`. The contract owes the refund
     * instead if the wallet can't receive it, and always from the deadline on: then no trustline can hold up the stock.
     * Works while paused.
     */
    cancel(args: {
        caller: string | Address;
        wallet: string | Address;
        reference: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Refunds an open redemption from its deadline on; a wallet that can't receive is owed it. Open to anyone, also while paused.
     */
    expire(args: {
        wallet: string | Address;
        reference: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Burns the tokens of a redemption, before its deadline. Role `fulfil`. Call it before you hand the units over:
     * until `cancel_until` the wallet could still cancel, and keep both.
     */
    fulfil(args: {
        operator: string | Address;
        wallet: string | Address;
        reference: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * True while this contract itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Takes the ordered units from the item's stock and locks their price. The wallet signs this call and the asset's
     * `transfer` below it. It chooses the reference, and uses each once: a repeat fails with `ReferenceTaken`.
     */
    redeem(args: {
        wallet: string | Address;
        reference: Uint8Array;
        order: Order;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Sums over all redemptions.
     */
    totals(options?: MethodOptions): Promise<AssembledTransaction<Totals>>;
    /**
     * Brings the stored data to this code's schema version, once. Role `upgrader`.
     */
    migrate(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Ends this contract's own stop. Role `unpauser`.
     */
    unpause(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Replaces the code by announced code (`admin.announce_upgrade`). Role `upgrader`. The new code's `migrate` runs next.
     */
    upgrade(args: {
        new_wasm_hash: Uint8Array;
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Schema version of the stored data.
     */
    version(options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * Creates an item without stock, or changes its terms for later redemptions. Role `manager`. Returns the price
     * version, which rises when the price changes. Fails with `ItemTaken` if the number is another merchant's.
     */
    set_item(args: {
        operator: string | Address;
        item: bigint;
        terms: Terms;
    }, options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * Pays an account what it is owed. Open to anyone, also while paused. Returns the amount in stroops.
     */
    withdraw(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Sets an item's stock if it still is `expected`, else `StockChanged`. Role `manager`.
     */
    set_stock(args: {
        operator: string | Address;
        item: bigint;
        expected: number;
        stock: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    redemption(args: {
        wallet: string | Address;
        reference: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<Redemption | null>>;
    /**
     * The contract's balance of the asset, stroops. It covers `locked` and `owed` of the totals.
     */
    total_held(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * A wallet's redemptions, newest first, at most 100: those made before the one with the reference `before`, or
     * without it from the newest on.
     */
    redemptions(args: {
        wallet: string | Address;
        before: Uint8Array | null;
        limit: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<Redemption>>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        state: string | Address;
        asset: string | Address;
    }, options: MethodOptions & Omit<ContractClientOptions, 'contractId'> & {
        salt?: Uint8Array;
        address?: string;
    } & ({
        wasmHash: Uint8Array | string;
        format?: "hex" | "base64";
        externalRef?: never;
    } | {
        externalRef: ExternalExecutableRef;
        wasmHash?: never;
        format?: never;
    })): Promise<AssembledTransaction<T>>;
    readonly fromJson: {
        item: (json: string) => AssembledTransaction<Item | null>;
        owed: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        cancel: (json: string) => AssembledTransaction<void>;
        expire: (json: string) => AssembledTransaction<void>;
        fulfil: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        redeem: (json: string) => AssembledTransaction<void>;
        totals: (json: string) => AssembledTransaction<Totals>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        set_item: (json: string) => AssembledTransaction<number>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        set_stock: (json: string) => AssembledTransaction<void>;
        redemption: (json: string) => AssembledTransaction<Redemption | null>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        redemptions: (json: string) => AssembledTransaction<Redemption[]>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        item: (json: string) => AssembledTransaction<Item | null>;
        owed: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        cancel: (json: string) => AssembledTransaction<void>;
        expire: (json: string) => AssembledTransaction<void>;
        fulfil: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        redeem: (json: string) => AssembledTransaction<void>;
        totals: (json: string) => AssembledTransaction<Totals>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        set_item: (json: string) => AssembledTransaction<number>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        set_stock: (json: string) => AssembledTransaction<void>;
        redemption: (json: string) => AssembledTransaction<Redemption | null>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        redemptions: (json: string) => AssembledTransaction<Redemption[]>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "Redeem" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    redeemEventFilter(topicValues?: {
        wallet?: string | Address;
        item?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "ItemSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    itemSetEventFilter(topicValues?: {
        merchant?: bigint;
        item?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "StockSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    stockSetEventFilter(topicValues?: {
        merchant?: bigint;
        item?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "RedemptionExpired" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    redemptionExpiredEventFilter(topicValues?: {
        wallet?: string | Address;
        reference?: Uint8Array;
    }): string[];
    /**
     * Build a topics filter row for the "RedemptionCancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    redemptionCancelledEventFilter(topicValues?: {
        wallet?: string | Address;
        reference?: Uint8Array;
    }): string[];
    /**
     * Build a topics filter row for the "RedemptionFulfilled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    redemptionFulfilledEventFilter(topicValues?: {
        wallet?: string | Address;
        reference?: Uint8Array;
    }): string[];
    /**
     * Build a topics filter row for the "Owed" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    owedEventFilter(topicValues?: {
        account?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Withdrawn" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    withdrawnEventFilter(topicValues?: {
        account?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Paused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    pausedEventFilter(): string[];
    /**
     * Build a topics filter row for the "Migrated" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    migratedEventFilter(): string[];
    /**
     * Build a topics filter row for the "Unpaused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unpausedEventFilter(): string[];
}
