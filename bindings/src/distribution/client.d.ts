import { Payment, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * Pays 1 to 60 rewards of one campaign, in rising order of their numbers. Role `distributor`. A payment
     * that can't be made never fails the others: its result is in the campaign's `reward` event. Errors of
     * the campaign (14xxx) and of the pool (13xxx) fail the whole call.
     */
    pay(args: {
        operator: string | Address;
        campaign: bigint;
        payments: Array<Payment>;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Number of the newest batch; 0 before the first. It rises by one per successful `pay`.
     */
    seq(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stops payments. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * True while this contract itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * For each of at most 256 numbers of a campaign the reference it was paid under; zeros if unpaid.
     */
    status(args: {
        campaign: bigint;
        numbers: Array<number>;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<Uint8Array>>>;
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
     * Most payments in one batch.
     */
    max_batch(options?: MethodOptions): Promise<AssembledTransaction<number>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        state: string | Address;
        campaign: string | Address;
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
        seq: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        status: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>[]>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        max_batch: (json: string) => AssembledTransaction<number>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        pay: (json: string) => AssembledTransaction<void>;
        seq: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        status: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>[]>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        max_batch: (json: string) => AssembledTransaction<number>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
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
