import { Quota, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * Most stroops that may exist.
     */
    cap(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Mints `amount` stroops to `to`, within the minter's quota and the cap. Role `minter`. Never to a contract of the
     * system, which could not account for them, nor to the asset contract, where they would be nobody's.
     */
    mint(args: {
        minter: string | Address;
        to: string | Address;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The reward asset's contract (SAC).
     */
    asset(options?: MethodOptions): Promise<AssembledTransaction<string>>;
    /**
     * Stops this contract. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    quota(args: {
        minter: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<Quota>>;
    /**
     * Freezes an account's balance, and what the system's contracts hold for it, until `unfreeze`. It stays frozen if it closes
     * its trustline, and can be frozen without one; repeat the call to freeze a line that it opens later. Role `freezer`. Works
     * while paused: a thief doesn't wait. Never a contract of the system: what it holds belongs to others.
     */
    freeze(args: {
        operator: string | Address;
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Stroops minted minus clawed back.
     */
    minted(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * True while this contract itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
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
     * Works while paused: it may be the remedy.
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
     * Burns `amount` stroops of what `from` holds. Role `clawback`. Never from a contract of the system: what it holds
     * belongs to others.
     */
    clawback(args: {
        operator: string | Address;
        from: string | Address;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Ends the freeze of an account. Role `freezer`.
     */
    unfreeze(args: {
        operator: string | Address;
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * True if the account was frozen, or its trustline is: the system's contracts then pay it nothing.
     */
    is_frozen(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Sets how many stroops `minter` may mint per rolling 24 h, at once. Role `limiter`. A cut works while paused.
     */
    set_quota(args: {
        operator: string | Address;
        minter: string | Address;
        daily: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        state: string | Address;
        asset: string | Address;
        cap: bigint;
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
        cap: (json: string) => AssembledTransaction<bigint>;
        mint: (json: string) => AssembledTransaction<void>;
        asset: (json: string) => AssembledTransaction<string>;
        pause: (json: string) => AssembledTransaction<void>;
        quota: (json: string) => AssembledTransaction<Quota>;
        freeze: (json: string) => AssembledTransaction<void>;
        minted: (json: string) => AssembledTransaction<bigint>;
        paused: (json: string) => AssembledTransaction<boolean>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        clawback: (json: string) => AssembledTransaction<void>;
        unfreeze: (json: string) => AssembledTransaction<void>;
        is_frozen: (json: string) => AssembledTransaction<boolean>;
        set_quota: (json: string) => AssembledTransaction<void>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        cap: (json: string) => AssembledTransaction<bigint>;
        mint: (json: string) => AssembledTransaction<void>;
        asset: (json: string) => AssembledTransaction<string>;
        pause: (json: string) => AssembledTransaction<void>;
        quota: (json: string) => AssembledTransaction<Quota>;
        freeze: (json: string) => AssembledTransaction<void>;
        minted: (json: string) => AssembledTransaction<bigint>;
        paused: (json: string) => AssembledTransaction<boolean>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        clawback: (json: string) => AssembledTransaction<void>;
        unfreeze: (json: string) => AssembledTransaction<void>;
        is_frozen: (json: string) => AssembledTransaction<boolean>;
        set_quota: (json: string) => AssembledTransaction<void>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "Mint" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    mintEventFilter(topicValues?: {
        to?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Freeze" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    freezeEventFilter(topicValues?: {
        account?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Clawback" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    clawbackEventFilter(topicValues?: {
        from?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "QuotaSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    quotaSetEventFilter(topicValues?: {
        minter?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Unfreeze" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unfreezeEventFilter(topicValues?: {
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
