import { LimitStatus, PendingLimit, Handover, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * Pays up to 60 recipients from the calling contract's reserve. Role `campaign`. One byte per recipient,
     * see `merit_common::result`; nothing is counted for those that weren't paid.
     */
    pay(args: {
        contract: string | Address;
        id: bigint;
        to: Array<string | Address>;
        amounts: Array<bigint>;
    }, options?: MethodOptions): Promise<AssembledTransaction<Uint8Array>>;
    /**
     * Moves `amount` from the treasurer to the merchant's free balance, once per `reference`. Returns false if the
     * same grant was made before; fails with `ReferenceTaken` if the reference belongs to another grant.
     */
    grant(args: {
        treasurer: string | Address;
        merchant: bigint;
        amount: bigint;
        reference: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Limit of a merchant, or the global one (void), and what may still be paid now.
     */
    limit(args: {
        merchant: bigint | null;
    }, options?: MethodOptions): Promise<AssembledTransaction<LimitStatus>>;
    /**
     * The account that may withdraw the merchant's free balance.
     */
    owner(args: {
        merchant: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<string | null>>;
    /**
     * Stops everything but deposits, `release`, cuts of limits, `set_owner`, `cancel_owner` and views. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * True while the pool itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Free balance of a merchant, stroops.
     */
    balance(args: {
        merchant: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Moves `amount` from `from` to the merchant's free balance. Open to anyone, also while paused.
     */
    deposit(args: {
        from: string | Address;
        merchant: bigint;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Brings the stored data to this code's schema version, once. Role `upgrader`.
     */
    migrate(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Returns the rest of the calling contract's reserve to its merchant, once. Role `campaign`. Works while paused: nothing
     * leaves the pool, and a guardian may have to end a thief's drop. The result is the rest in stroops, which may be 0.
     */
    release(args: {
        contract: string | Address;
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Sets `amount` of the merchant's free balance aside under an id of the calling contract. It counts against the
     * limits when it is paid. Role `campaign`.
     */
    reserve(args: {
        contract: string | Address;
        merchant: bigint;
        id: bigint;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Earliest Unix second at which both limits have room for `amount` if nothing else is paid. Void if one of
     * them is below `amount`.
     */
    room_at(args: {
        merchant: bigint;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint | null>>;
    /**
     * Ends the pool's own stop. Role `unpauser`.
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
     * Stroops that are left of a contract's reserve.
     */
    reserved(args: {
        contract: string | Address;
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Sends `amount` of the merchant's free balance to `to`, which may be a muxed account (SEP-41). By the owner;
     * counts against the limits.
     */
    withdraw(args: {
        owner: string | Address;
        merchant: bigint;
        to: string | Address;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Sets the limit per rolling 24 h of a merchant, or the global one (void). Role `limiter`. A cut acts at
     * once, also while paused; a raise waits for `apply_limit`.
     */
    set_limit(args: {
        operator: string | Address;
        merchant: bigint | null;
        limit: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Names who may withdraw the merchant's free balance, once it has accepted with `apply_owner`. By the present owner, unless it is frozen.
     * Without one, a holder of `appointer` names the first owner, who waits 24 h. Works while paused.
     */
    set_owner(args: {
        operator: string | Address;
        merchant: bigint;
        owner: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The pool's balance of the asset, stroops. It covers all balances and reserves, unless the asset was clawed
     * back.
     */
    total_held(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Puts a raise in force after its delay, within 14 days. Open to anyone.
     */
    apply_limit(args: {
        merchant: bigint | null;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Accepts the merchant's balance, within 14 days: a first owner from the end of its 24 h on, another one at once. By whoever
     * was named.
     */
    apply_owner(args: {
        owner: string | Address;
        merchant: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Withdraws the naming of an owner that hasn't accepted yet. Role `pauser`. Works while paused.
     */
    cancel_owner(args: {
        guardian: string | Address;
        merchant: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The raise of this limit that is waiting or has expired.
     */
    pending_limit(args: {
        merchant: bigint | null;
    }, options?: MethodOptions): Promise<AssembledTransaction<PendingLimit | null>>;
    /**
     * The account that was named as the merchant's owner and hasn't accepted with `apply_owner`. Its time for that may have
     * passed.
     */
    pending_owner(args: {
        merchant: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<Handover | null>>;
    /**
     * Adds `amount` of its merchant's free balance to the calling contract's reserve. It counts against the limits as the
     * reserve does. Role `campaign`.
     */
    raise_reserve(args: {
        contract: string | Address;
        id: bigint;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Puts a limit back to what it was before its first cut of the last 14 days, at once. Role `unpauser`.
     */
    restore_limit(args: {
        operator: string | Address;
        merchant: bigint | null;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Like `reserve`, but counts `amount` against the merchant's limit now, and not when it is paid: once it is set
     * aside, the merchant's other payments can't hold it up. A later release doesn't undo this. Role `campaign`.
     */
    reserve_counted(args: {
        contract: string | Address;
        merchant: bigint;
        id: bigint;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        state: string | Address;
        asset: string | Address;
        issuer: string | Address;
        raise_delay: bigint;
        limit: bigint;
        merchant_limit: bigint;
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
        pay: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        grant: (json: string) => AssembledTransaction<boolean>;
        limit: (json: string) => AssembledTransaction<LimitStatus>;
        owner: (json: string) => AssembledTransaction<string | null>;
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        balance: (json: string) => AssembledTransaction<bigint>;
        deposit: (json: string) => AssembledTransaction<void>;
        migrate: (json: string) => AssembledTransaction<void>;
        release: (json: string) => AssembledTransaction<bigint>;
        reserve: (json: string) => AssembledTransaction<void>;
        room_at: (json: string) => AssembledTransaction<bigint | null>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        reserved: (json: string) => AssembledTransaction<bigint>;
        withdraw: (json: string) => AssembledTransaction<void>;
        set_limit: (json: string) => AssembledTransaction<void>;
        set_owner: (json: string) => AssembledTransaction<void>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        apply_limit: (json: string) => AssembledTransaction<void>;
        apply_owner: (json: string) => AssembledTransaction<void>;
        cancel_owner: (json: string) => AssembledTransaction<void>;
        pending_limit: (json: string) => AssembledTransaction<PendingLimit | null>;
        pending_owner: (json: string) => AssembledTransaction<Handover | null>;
        raise_reserve: (json: string) => AssembledTransaction<void>;
        restore_limit: (json: string) => AssembledTransaction<void>;
        reserve_counted: (json: string) => AssembledTransaction<void>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        pay: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        grant: (json: string) => AssembledTransaction<boolean>;
        limit: (json: string) => AssembledTransaction<LimitStatus>;
        owner: (json: string) => AssembledTransaction<string | null>;
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        balance: (json: string) => AssembledTransaction<bigint>;
        deposit: (json: string) => AssembledTransaction<void>;
        migrate: (json: string) => AssembledTransaction<void>;
        release: (json: string) => AssembledTransaction<bigint>;
        reserve: (json: string) => AssembledTransaction<void>;
        room_at: (json: string) => AssembledTransaction<bigint | null>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        reserved: (json: string) => AssembledTransaction<bigint>;
        withdraw: (json: string) => AssembledTransaction<void>;
        set_limit: (json: string) => AssembledTransaction<void>;
        set_owner: (json: string) => AssembledTransaction<void>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        apply_limit: (json: string) => AssembledTransaction<void>;
        apply_owner: (json: string) => AssembledTransaction<void>;
        cancel_owner: (json: string) => AssembledTransaction<void>;
        pending_limit: (json: string) => AssembledTransaction<PendingLimit | null>;
        pending_owner: (json: string) => AssembledTransaction<Handover | null>;
        raise_reserve: (json: string) => AssembledTransaction<void>;
        restore_limit: (json: string) => AssembledTransaction<void>;
        reserve_counted: (json: string) => AssembledTransaction<void>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "Grant" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    grantEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "Deposit" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    depositEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "LimitSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    limitSetEventFilter(topicValues?: {
        merchant?: bigint | null;
    }): string[];
    /**
     * Build a topics filter row for the "OwnerSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    ownerSetEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "Released" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    releasedEventFilter(topicValues?: {
        merchant?: bigint;
        contract?: string | Address;
        id?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "Reserved" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    reservedEventFilter(topicValues?: {
        merchant?: bigint;
        contract?: string | Address;
        id?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "Withdraw" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    withdrawEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "LimitQueued" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    limitQueuedEventFilter(topicValues?: {
        merchant?: bigint | null;
    }): string[];
    /**
     * Build a topics filter row for the "OwnerQueued" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    ownerQueuedEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "OwnerOffered" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    ownerOfferedEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "OwnerCancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    ownerCancelledEventFilter(topicValues?: {
        merchant?: bigint;
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
