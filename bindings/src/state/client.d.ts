import { Record, Status, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * The record, whatever its status.
     */
    get(args: {
        name: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<Record | null>>;
    /**
     * Records at positions `start .. start + limit` (limit 1 to 100) in order of registration.
     */
    list(args: {
        start: number;
        limit: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<[string, Record]>>>;
    param(args: {
        key: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint | null>>;
    /**
     * Role `pauser`. Stops the whole system.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * True while the whole system is stopped.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * What the record was at revisions `start + 1 ..= start + limit` (limit 1 to 100), oldest first, without the
     * present one.
     */
    history(args: {
        name: string;
        start: number;
        limit: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<Record>>>;
    /**
     * Role `upgrader`, once per schema version.
     */
    migrate(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The address of an active contract; an error otherwise.
     */
    resolve(args: {
        name: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<string>>;
    /**
     * Role `unpauser`.
     */
    unpause(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Role `upgrader`. Works while paused: the new code may be the cure.
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
     * Role `registrar`. Writes what stands behind `name` and makes it active. `version`: schema version of its data.
     * `expected`: the record's revision, 0 for a new name. Repeating it changes nothing and succeeds. Another code has
     * no interface version until `set_interface`.
     */
    register(args: {
        operator: string | Address;
        name: string;
        address: string | Address;
        wasm_hash: Uint8Array;
        version: number;
        expected: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Last recorded migration of contract `name`; 0: none.
     */
    migration(args: {
        name: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * Role `registrar`.
     */
    set_param(args: {
        operator: string | Address;
        key: string;
        value: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Role `registrar`. `expected`: the record's revision.
     */
    set_status(args: {
        operator: string | Address;
        name: string;
        status: Status;
        expected: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Role `registrar`. Version of the registered code's functions and events, its `binver`; 1 to 32 bytes.
     * `expected`: the record's revision.
     */
    set_interface(args: {
        operator: string | Address;
        name: string;
        interface: string;
        expected: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Role `upgrader`. Drops an address that no record names any more from the system addresses: from then on it may be
     * frozen and clawed back from.
     */
    forget_address(args: {
        operator: string | Address;
        address: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Role `registrar`. Notes that migration `version` of contract `name` ran: each once, in order, from 1.
     */
    record_migration(args: {
        operator: string | Address;
        name: string;
        version: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Addresses that are never paid and never clawed back: all registered ones, replaced ones included,
     * at most 32.
     */
    system_addresses(options?: MethodOptions): Promise<AssembledTransaction<Array<string>>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
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
        get: (json: string) => AssembledTransaction<Record | null>;
        list: (json: string) => AssembledTransaction<[string, Record][]>;
        param: (json: string) => AssembledTransaction<bigint | null>;
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        history: (json: string) => AssembledTransaction<Record[]>;
        migrate: (json: string) => AssembledTransaction<void>;
        resolve: (json: string) => AssembledTransaction<string>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        register: (json: string) => AssembledTransaction<void>;
        migration: (json: string) => AssembledTransaction<number>;
        set_param: (json: string) => AssembledTransaction<void>;
        set_status: (json: string) => AssembledTransaction<void>;
        set_interface: (json: string) => AssembledTransaction<void>;
        forget_address: (json: string) => AssembledTransaction<void>;
        record_migration: (json: string) => AssembledTransaction<void>;
        system_addresses: (json: string) => AssembledTransaction<string[]>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        get: (json: string) => AssembledTransaction<Record | null>;
        list: (json: string) => AssembledTransaction<[string, Record][]>;
        param: (json: string) => AssembledTransaction<bigint | null>;
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        history: (json: string) => AssembledTransaction<Record[]>;
        migrate: (json: string) => AssembledTransaction<void>;
        resolve: (json: string) => AssembledTransaction<string>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        register: (json: string) => AssembledTransaction<void>;
        migration: (json: string) => AssembledTransaction<number>;
        set_param: (json: string) => AssembledTransaction<void>;
        set_status: (json: string) => AssembledTransaction<void>;
        set_interface: (json: string) => AssembledTransaction<void>;
        forget_address: (json: string) => AssembledTransaction<void>;
        record_migration: (json: string) => AssembledTransaction<void>;
        system_addresses: (json: string) => AssembledTransaction<string[]>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "ParamSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    paramSetEventFilter(topicValues?: {
        key?: string;
    }): string[];
    /**
     * Build a topics filter row for the "StatusSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    statusSetEventFilter(topicValues?: {
        name?: string;
    }): string[];
    /**
     * Build a topics filter row for the "Registered" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    registeredEventFilter(topicValues?: {
        name?: string;
    }): string[];
    /**
     * Build a topics filter row for the "InterfaceSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    interfaceSetEventFilter(topicValues?: {
        name?: string;
    }): string[];
    /**
     * Build a topics filter row for the "AddressForgotten" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    addressForgottenEventFilter(topicValues?: {
        address?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "MigrationRecorded" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    migrationRecordedEventFilter(topicValues?: {
        name?: string;
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
