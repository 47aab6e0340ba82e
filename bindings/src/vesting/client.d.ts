import { Schedule, Terms, Handover, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * The schedule; `NotFound` if there is none.
     */
    get(args: {
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<Schedule>>;
    /**
     * Ids of a beneficiary at positions `start .. start + limit` (limit 1 to 100). A schedule that changes
     * hands is replaced by the last one of the list.
     */
    ids(args: {
        beneficiary: string | Address;
        start: number;
        limit: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<bigint>>>;
    /**
     * Stroops that `withdraw` would pay the account.
     */
    owed(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Pays the beneficiary what has vested since the last claim. Open to anyone, also while paused. Returns
     * the stroops.
     */
    claim(args: {
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Number of a beneficiary's schedules.
     */
    count(args: {
        beneficiary: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * Stops new schedules and transfers of schedules. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Creates a schedule and moves its total from `funder`. Open to anyone. Returns the id.
     */
    create(args: {
        funder: string | Address;
        terms: Terms;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * True while this contract itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Stops vesting and returns the unvested part to the funder, once; a funder that can't receive it is owed it. Only
     * the schedule's revoker, also while paused. The result is the amount in stroops.
     */
    revoke(args: {
        revoker: string | Address;
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stroops vested by now, claimed or not.
     */
    vested(args: {
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * The last id that was given out; 0 if none was.
     */
    last_id(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
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
     * Replaces the code. Role `upgrader`. The new code's `migrate` runs next.
     */
    upgrade(args: {
        operator: string | Address;
        wasm_hash: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Schema version of the stored data.
     */
    version(options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * Pays an account what it couldn't receive before. Open to anyone, also while paused. Returns the amount in stroops.
     */
    withdraw(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stroops that a claim would pay now.
     */
    claimable(args: {
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Most schedules in one batch.
     */
    max_batch(options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * Stroops vested by `time` (Unix seconds) if the schedule isn't revoked before.
     */
    vested_at(args: {
        id: bigint;
        time: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * What the contract holds according to the asset contract, stroops: at least the obligations, unless the
     * asset was clawed back.
     */
    total_held(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stroops that all schedules together still hold for beneficiaries and, until vested, for revocation, and what is
     * owed to accounts that couldn't receive it.
     */
    obligations(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Creates up to `max_batch` schedules with one transfer. Returns the first id; the others follow it.
     */
    create_batch(args: {
        funder: string | Address;
        batch: Array<Terms>;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Offers the schedule to `to` for 14 days. Only the beneficiary; replaces an earlier offer.
     */
    begin_transfer(args: {
        beneficiary: string | Address;
        id: bigint;
        to: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Makes `to`, who was offered the schedule, its beneficiary. What has vested and wasn't claimed goes along.
     */
    accept_transfer(args: {
        to: string | Address;
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Takes the offer back. Only the beneficiary, also while paused.
     */
    cancel_transfer(args: {
        beneficiary: string | Address;
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The offer of a schedule that is waiting or has expired.
     */
    pending_transfer(args: {
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<Handover | null>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        state: string | Address;
        asset: string | Address;
        issuer: string | Address;
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
        get: (json: string) => AssembledTransaction<Schedule>;
        ids: (json: string) => AssembledTransaction<bigint[]>;
        owed: (json: string) => AssembledTransaction<bigint>;
        claim: (json: string) => AssembledTransaction<bigint>;
        count: (json: string) => AssembledTransaction<number>;
        pause: (json: string) => AssembledTransaction<void>;
        create: (json: string) => AssembledTransaction<bigint>;
        paused: (json: string) => AssembledTransaction<boolean>;
        revoke: (json: string) => AssembledTransaction<bigint>;
        vested: (json: string) => AssembledTransaction<bigint>;
        last_id: (json: string) => AssembledTransaction<bigint>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        claimable: (json: string) => AssembledTransaction<bigint>;
        max_batch: (json: string) => AssembledTransaction<number>;
        vested_at: (json: string) => AssembledTransaction<bigint>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        obligations: (json: string) => AssembledTransaction<bigint>;
        create_batch: (json: string) => AssembledTransaction<bigint>;
        begin_transfer: (json: string) => AssembledTransaction<void>;
        accept_transfer: (json: string) => AssembledTransaction<void>;
        cancel_transfer: (json: string) => AssembledTransaction<void>;
        pending_transfer: (json: string) => AssembledTransaction<Handover | null>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        get: (json: string) => AssembledTransaction<Schedule>;
        ids: (json: string) => AssembledTransaction<bigint[]>;
        owed: (json: string) => AssembledTransaction<bigint>;
        claim: (json: string) => AssembledTransaction<bigint>;
        count: (json: string) => AssembledTransaction<number>;
        pause: (json: string) => AssembledTransaction<void>;
        create: (json: string) => AssembledTransaction<bigint>;
        paused: (json: string) => AssembledTransaction<boolean>;
        revoke: (json: string) => AssembledTransaction<bigint>;
        vested: (json: string) => AssembledTransaction<bigint>;
        last_id: (json: string) => AssembledTransaction<bigint>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        claimable: (json: string) => AssembledTransaction<bigint>;
        max_batch: (json: string) => AssembledTransaction<number>;
        vested_at: (json: string) => AssembledTransaction<bigint>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        obligations: (json: string) => AssembledTransaction<bigint>;
        create_batch: (json: string) => AssembledTransaction<bigint>;
        begin_transfer: (json: string) => AssembledTransaction<void>;
        accept_transfer: (json: string) => AssembledTransaction<void>;
        cancel_transfer: (json: string) => AssembledTransaction<void>;
        pending_transfer: (json: string) => AssembledTransaction<Handover | null>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "Claimed" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    claimedEventFilter(topicValues?: {
        id?: bigint;
        beneficiary?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Created" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    createdEventFilter(topicValues?: {
        id?: bigint;
        beneficiary?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Revoked" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    revokedEventFilter(topicValues?: {
        id?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "Transferred" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    transferredEventFilter(topicValues?: {
        id?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "TransferBegun" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    transferBegunEventFilter(topicValues?: {
        id?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "TransferCancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    transferCancelledEventFilter(topicValues?: {
        id?: bigint;
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
     * Build a topics filter row for the "Migrated" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    migratedEventFilter(): string[];
    /**
     * Build a topics filter row for the "Paused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    pausedEventFilter(): string[];
    /**
     * Build a topics filter row for the "Unpaused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unpausedEventFilter(): string[];
}
