import { Escrow, Terms, Totals, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * Fee of new escrows, basis points.
     */
    fee(options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * The escrow; `NotFound` if there is none.
     */
    get(args: {
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<Escrow>>;
    /**
     * Stroops that `withdraw` would pay the account.
     */
    owed(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stops new escrows and the platform's fees. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Splits an open milestone as both parties agreed. Both sign, also during a dispute. `share` is the beneficiary's, in basis
     * points, before the fee.
     */
    split(args: {
        id: Uint8Array;
        milestone: number;
        share: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Accepts the escrow's terms. By beneficiary and by arbiter, once each. Returns whether both have accepted.
     */
    accept(args: {
        party: string | Address;
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Returns all open milestones to the depositor, without a fee. The depositor signs and, once beneficiary and arbiter have
     * accepted, the beneficiary too.
     */
    cancel(args: {
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Creates an escrow and moves its whole sum from `depositor`, who can take it back alone until beneficiary and arbiter
     * have accepted. Open to anyone. Returns the id: SHA-256 of the XDR of depositor and reference.
     */
    create(args: {
        depositor: string | Address;
        terms: Terms;
    }, options?: MethodOptions): Promise<AssembledTransaction<Uint8Array>>;
    /**
     * Ends a milestone whose deadline has passed: undisputed, it goes back to the depositor; disputed, it is split by the
     * terms' `undecided_share`. The parties are owed their shares until they withdraw them. Open to anyone.
     */
    expire(args: {
        id: Uint8Array;
        milestone: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Moves the deadline of an undisputed milestone to a later Unix second. Both parties sign.
     */
    extend(args: {
        id: Uint8Array;
        milestone: number;
        deadline: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * True while this contract itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Sums over all escrows.
     */
    totals(options?: MethodOptions): Promise<AssembledTransaction<Totals>>;
    /**
     * Asks the arbiter to decide on a milestone, before its deadline. By depositor or beneficiary, once beneficiary and arbiter
     * have accepted. Returns the Unix second from which a decision is too late.
     */
    dispute(args: {
        party: string | Address;
        id: Uint8Array;
        milestone: number;
        evidence: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Pays an open milestone to the beneficiary, less the fee. The depositor signs, also during a dispute.
     */
    release(args: {
        id: Uint8Array;
        milestone: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Splits a disputed milestone before the time to decide is over. The arbiter signs. `share` is the beneficiary's, in
     * basis points, before the fee. Both parties are owed their shares until they withdraw them.
     */
    resolve(args: {
        id: Uint8Array;
        milestone: number;
        share: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Sets the fee of new escrows, in basis points. Role `limiter`.
     */
    set_fee(args: {
        operator: string | Address;
        fee: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
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
     * Pays an account what it is owed. Open to anyone. Returns the amount in stroops.
     */
    withdraw(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * The contract's balance of the asset, stroops. It covers the money held, owed and earned in fees, unless the
     * asset was clawed back.
     */
    total_held(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Sends earned fees to `to`, which may be a muxed account (SEP-41). Role `treasurer`.
     */
    collect_fees(args: {
        treasurer: string | Address;
        to: string | Address;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Adds the hash of further evidence to an undecided dispute. By depositor or beneficiary. Only the event
     * keeps it.
     */
    submit_evidence(args: {
        party: string | Address;
        id: Uint8Array;
        milestone: number;
        evidence: Uint8Array;
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
        fee: number;
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
        fee: (json: string) => AssembledTransaction<number>;
        get: (json: string) => AssembledTransaction<Escrow>;
        owed: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        split: (json: string) => AssembledTransaction<void>;
        accept: (json: string) => AssembledTransaction<boolean>;
        cancel: (json: string) => AssembledTransaction<void>;
        create: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        expire: (json: string) => AssembledTransaction<void>;
        extend: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        totals: (json: string) => AssembledTransaction<Totals>;
        dispute: (json: string) => AssembledTransaction<bigint>;
        release: (json: string) => AssembledTransaction<void>;
        resolve: (json: string) => AssembledTransaction<void>;
        set_fee: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        collect_fees: (json: string) => AssembledTransaction<void>;
        submit_evidence: (json: string) => AssembledTransaction<void>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        fee: (json: string) => AssembledTransaction<number>;
        get: (json: string) => AssembledTransaction<Escrow>;
        owed: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        split: (json: string) => AssembledTransaction<void>;
        accept: (json: string) => AssembledTransaction<boolean>;
        cancel: (json: string) => AssembledTransaction<void>;
        create: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        expire: (json: string) => AssembledTransaction<void>;
        extend: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        totals: (json: string) => AssembledTransaction<Totals>;
        dispute: (json: string) => AssembledTransaction<bigint>;
        release: (json: string) => AssembledTransaction<void>;
        resolve: (json: string) => AssembledTransaction<void>;
        set_fee: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        collect_fees: (json: string) => AssembledTransaction<void>;
        submit_evidence: (json: string) => AssembledTransaction<void>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "FeeSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    feeSetEventFilter(): string[];
    /**
     * Build a topics filter row for the "Created" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    createdEventFilter(topicValues?: {
        id?: Uint8Array;
        depositor?: string | Address;
        beneficiary?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Settled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    settledEventFilter(topicValues?: {
        id?: Uint8Array;
        milestone?: number;
    }): string[];
    /**
     * Build a topics filter row for the "Accepted" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    acceptedEventFilter(topicValues?: {
        id?: Uint8Array;
        party?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Disputed" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    disputedEventFilter(topicValues?: {
        id?: Uint8Array;
        milestone?: number;
    }): string[];
    /**
     * Build a topics filter row for the "Evidence" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    evidenceEventFilter(topicValues?: {
        id?: Uint8Array;
        milestone?: number;
    }): string[];
    /**
     * Build a topics filter row for the "Extended" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    extendedEventFilter(topicValues?: {
        id?: Uint8Array;
        milestone?: number;
    }): string[];
    /**
     * Build a topics filter row for the "FeesCollected" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    feesCollectedEventFilter(): string[];
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
