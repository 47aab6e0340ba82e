import { Schedule, Terms, Handover, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * The schedule; `NotFound` if there is none.
     */
    get(args: {
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<Schedule>>;
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
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stops new schedules and transfers of schedules. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Creates 1 to 20 schedules and moves their total from `funder` in one transfer. Open to anyone. Returns the ids in the
     * order of the batch; each is SHA-256 of the XDR of funder and reference.
     */
    create(args: {
        funder: string | Address;
        batch: Array<Terms>;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<Uint8Array>>>;
    /**
     * True while this contract itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Stops vesting and returns the unvested part to the funder, once. By the schedule's revoker, or by its beneficiary, who
     * gives that part up. The contract owes it to the funder instead if the funder can't receive it, or if neither the funder
     * nor the beneficiary revokes. Also while paused. Ends an offer of the schedule. Returns the amount in stroops.
     */
    revoke(args: {
        revoker: string | Address;
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Ends this contract's own stop. Role `unpauser`.
     */
    unpause(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Schema version of the stored data.
     */
    version(options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * Pays an account what it is owed. Open to anyone, also while paused. Returns the amount in stroops.
     */
    withdraw(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stroops that a claim would pay now.
     */
    claimable(args: {
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stroops vested by `time` (Unix seconds) if the schedule isn't revoked before.
     */
    vested_at(args: {
        id: Uint8Array;
        time: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * The contract's balance of the asset, stroops. It covers the obligations, unless the asset was clawed back.
     */
    total_held(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stroops that all schedules together still hold, and what accounts are owed.
     */
    obligations(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Offers the schedule to `to` for 14 days. Only the beneficiary; replaces an earlier offer.
     */
    begin_transfer(args: {
        beneficiary: string | Address;
        id: Uint8Array;
        to: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Makes `to`, who was offered the schedule, its beneficiary. Vested tokens that weren't claimed go along. Fails if the
     * former beneficiary is frozen.
     */
    accept_transfer(args: {
        to: string | Address;
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Takes the offer back. Only the beneficiary, also while paused.
     */
    cancel_transfer(args: {
        beneficiary: string | Address;
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The offer of a schedule, which may have expired. Void: there is none.
     */
    pending_transfer(args: {
        id: Uint8Array;
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
        owed: (json: string) => AssembledTransaction<bigint>;
        claim: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        create: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>[]>;
        paused: (json: string) => AssembledTransaction<boolean>;
        revoke: (json: string) => AssembledTransaction<bigint>;
        unpause: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        claimable: (json: string) => AssembledTransaction<bigint>;
        vested_at: (json: string) => AssembledTransaction<bigint>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        obligations: (json: string) => AssembledTransaction<bigint>;
        begin_transfer: (json: string) => AssembledTransaction<void>;
        accept_transfer: (json: string) => AssembledTransaction<void>;
        cancel_transfer: (json: string) => AssembledTransaction<void>;
        pending_transfer: (json: string) => AssembledTransaction<Handover | null>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        get: (json: string) => AssembledTransaction<Schedule>;
        owed: (json: string) => AssembledTransaction<bigint>;
        claim: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        create: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>[]>;
        paused: (json: string) => AssembledTransaction<boolean>;
        revoke: (json: string) => AssembledTransaction<bigint>;
        unpause: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        claimable: (json: string) => AssembledTransaction<bigint>;
        vested_at: (json: string) => AssembledTransaction<bigint>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        obligations: (json: string) => AssembledTransaction<bigint>;
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
        id?: Uint8Array;
        beneficiary?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Created" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    createdEventFilter(topicValues?: {
        id?: Uint8Array;
        beneficiary?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Revoked" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    revokedEventFilter(topicValues?: {
        id?: Uint8Array;
    }): string[];
    /**
     * Build a topics filter row for the "Transferred" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    transferredEventFilter(topicValues?: {
        id?: Uint8Array;
    }): string[];
    /**
     * Build a topics filter row for the "TransferBegun" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    transferBegunEventFilter(topicValues?: {
        id?: Uint8Array;
    }): string[];
    /**
     * Build a topics filter row for the "TransferCancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    transferCancelledEventFilter(topicValues?: {
        id?: Uint8Array;
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
     * Build a topics filter row for the "Unpaused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unpausedEventFilter(): string[];
}
