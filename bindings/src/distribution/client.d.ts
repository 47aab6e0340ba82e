import { Batches, MerkleDrop, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * Pays 1 to 60 rewards of one campaign of a merchant, in rising order of their numbers. Role `distributor`, in the newest
     * `epoch`.
     * Payment `i` has `numbers[4i..4i+4]` (u32, big-endian), `references[8i..8i+8]`, `to[i]` and `amounts[i]` (stroops).
     * The signature covers epoch, merchant, campaign, and the SHA-256 of the XDR of the vector of the four lists.
     * A payment that can't be made never fails the others: its result is in the campaign's `reward` event. Errors of
     * the campaign (14xxx) and of the pool (13xxx) fail the whole call.
     */
    pay(args: {
        operator: string | Address;
        epoch: bigint;
        merchant: bigint;
        campaign: bigint;
        numbers: Uint8Array;
        references: Uint8Array;
        to: Array<string | Address>;
        amounts: Array<bigint>;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Begins a new epoch and returns its number. Role `distributor`. From then on `pay` accepts only this epoch, so the
     * batches of a payer that opened an earlier one are refused. The caller names the newest `epoch`, how many payments it
     * knows of (`paid`) and their `fingerprint`. If the ledger has others, it must learn of them first. Works while stopped.
     */
    open(args: {
        operator: string | Address;
        epoch: bigint;
        paid: bigint;
        fingerprint: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stops payments, drops, claims and sweeps. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * True while this contract itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * For each of at most 256 numbers of a campaign the reference it was paid under; zeros if unpaid. `NumberExpired`
     * where the mark may be gone: the number's period ended three periods ago or earlier.
     */
    status(args: {
        campaign: bigint;
        numbers: Array<number>;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<Uint8Array>>>;
    /**
     * Newest epoch, newest batch, payments so far with their fingerprint, and the highest number of each period.
     */
    batches(options?: MethodOptions): Promise<AssembledTransaction<Batches>>;
    /**
     * Brings the stored data to this code's schema version, once. Role `upgrader`. Values that an earlier release did not
     * have are set: pool and token from `state`, and the periods of numbers begin at this ledger.
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
     * Takes a paid reward back from its wallet, once, within the campaign's clawback window. Role `revoker`.
     * `paid_at` is the close time of the payment's ledger (Unix seconds).
     * The tokens are burnt; the campaign's budget, the wallet's cap and the number stay used. Fails with an error
     * of `token` (12xxx) if the wallet doesn't hold the amount any more.
     */
    clawback(args: {
        operator: string | Address;
        campaign: bigint;
        number: number;
        wallet: string | Address;
        amount: bigint;
        paid_at: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Lowest number of the current period. A new reward gets this one or a higher one.
     */
    first_number(options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * The drop; `paid` is as of now. `DropNotFound` if there is none.
     */
    drop(args: {
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<MerkleDrop>>;
    /**
     * Hash of a leaf, for those who build trees. The drop needn't exist.
     */
    leaf(args: {
        reference: Uint8Array;
        index: number;
        wallet: string | Address;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<Uint8Array>>;
    /**
     * Pays a leaf of an open drop to its wallet, which signs. `proof` is the list of siblings from the leaf
     * upwards. If the wallet can't be paid, the call fails and the wallet may claim again. The same holds for errors of
     * the pool (13xxx), such as a used-up daily limit.
     */
    claim(args: {
        wallet: string | Address;
        drop: bigint;
        index: number;
        amount: bigint;
        proof: Array<Uint8Array>;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Drops with ids above `after`, in rising order, at most 50.
     */
    drops(args: {
        after: bigint;
        limit: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<[bigint, MerkleDrop]>>>;
    /**
     * Returns the unpaid rest of an expired drop to its merchant's free balance in `pool`, once. Open to anyone.
     * The result is the amount in stroops.
     */
    sweep(args: {
        drop: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Claims of the 2,048 indexes from `2048 * chunk`, one bit each: index `i` is bit `i % 8`, from the lowest,
     * of byte `i % 2048 / 8`.
     */
    claims(args: {
        id: bigint;
        chunk: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<Uint8Array>>;
    /**
     * Like `claim`, signed by a holder of the role `distributor`. The money still goes to the leaf's wallet.
     */
    claim_for(args: {
        operator: string | Address;
        wallet: string | Address;
        drop: bigint;
        index: number;
        amount: bigint;
        proof: Array<Uint8Array>;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Opens a drop before its `opens_at`. The owner of its merchant's balance in `pool` signs. If it is open, nothing changes.
     */
    open_drop(args: {
        owner: string | Address;
        drop: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * True once the leaf was paid.
     */
    is_claimed(args: {
        id: bigint;
        index: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Seconds from a drop's creation to its `opens_at`, at least.
     */
    open_delay(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Cancels a drop and returns what it didn't pay to the merchant's free balance in `pool`. Role `manager`, before the drop
     * opens; or role `pauser`, at any time, also while paused. The result is the amount in stroops.
     */
    cancel_drop(args: {
        operator: string | Address;
        drop: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Creates a drop, sets `total` stroops of the merchant's free balance in `pool` aside for it, and returns its
     * id. Role `manager`. It pays in `[opens_at, expires_at)` (Unix seconds), from `open_delay` to 366 days from now. `root`
     * is that of a tree with `leaves` leaves that carry this `reference`; if they add up to more than `total`, the
     * last claims fail. The same call again returns the same id, unless the drop was cancelled. Other terms under this
     * reference fail with `ReferenceTaken`.
     */
    create_drop(args: {
        operator: string | Address;
        reference: Uint8Array;
        merchant: bigint;
        root: Uint8Array;
        total: bigint;
        leaves: number;
        opens_at: bigint;
        expires_at: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        state: string | Address;
        campaign: string | Address;
        pool: string | Address;
        token: string | Address;
        open_delay: bigint;
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
        pay: (json: string) => AssembledTransaction<void>;
        open: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        status: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>[]>;
        batches: (json: string) => AssembledTransaction<Batches>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        clawback: (json: string) => AssembledTransaction<void>;
        first_number: (json: string) => AssembledTransaction<number>;
        drop: (json: string) => AssembledTransaction<MerkleDrop>;
        leaf: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        claim: (json: string) => AssembledTransaction<void>;
        drops: (json: string) => AssembledTransaction<[bigint, MerkleDrop][]>;
        sweep: (json: string) => AssembledTransaction<bigint>;
        claims: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        claim_for: (json: string) => AssembledTransaction<void>;
        open_drop: (json: string) => AssembledTransaction<void>;
        is_claimed: (json: string) => AssembledTransaction<boolean>;
        open_delay: (json: string) => AssembledTransaction<bigint>;
        cancel_drop: (json: string) => AssembledTransaction<bigint>;
        create_drop: (json: string) => AssembledTransaction<bigint>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        pay: (json: string) => AssembledTransaction<void>;
        open: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        status: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>[]>;
        batches: (json: string) => AssembledTransaction<Batches>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        clawback: (json: string) => AssembledTransaction<void>;
        first_number: (json: string) => AssembledTransaction<number>;
        drop: (json: string) => AssembledTransaction<MerkleDrop>;
        leaf: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        claim: (json: string) => AssembledTransaction<void>;
        drops: (json: string) => AssembledTransaction<[bigint, MerkleDrop][]>;
        sweep: (json: string) => AssembledTransaction<bigint>;
        claims: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        claim_for: (json: string) => AssembledTransaction<void>;
        open_drop: (json: string) => AssembledTransaction<void>;
        is_claimed: (json: string) => AssembledTransaction<boolean>;
        open_delay: (json: string) => AssembledTransaction<bigint>;
        cancel_drop: (json: string) => AssembledTransaction<bigint>;
        create_drop: (json: string) => AssembledTransaction<bigint>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "Claim" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    claimEventFilter(topicValues?: {
        drop?: bigint;
        wallet?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "DropSwept" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    dropSweptEventFilter(topicValues?: {
        drop?: bigint;
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "AddressSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    addressSetEventFilter(topicValues?: {
        name?: string;
    }): string[];
    /**
     * Build a topics filter row for the "DropOpened" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    dropOpenedEventFilter(topicValues?: {
        drop?: bigint;
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "DropCreated" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    dropCreatedEventFilter(topicValues?: {
        drop?: bigint;
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "EpochOpened" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    epochOpenedEventFilter(): string[];
    /**
     * Build a topics filter row for the "DropCancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    dropCancelledEventFilter(topicValues?: {
        drop?: bigint;
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "RewardClawedBack" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    rewardClawedBackEventFilter(topicValues?: {
        campaign?: bigint;
        wallet?: string | Address;
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
