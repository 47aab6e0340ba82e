import { Record, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * The record of a name.
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
    /**
     * Stops the whole system. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * True while the whole system is stopped.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Brings the stored data to this code's schema version, once. Role `upgrader`.
     */
    migrate(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The address that is registered under a name; an error if there is none.
     */
    resolve(args: {
        name: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<string>>;
    /**
     * Lets the whole system run again. Role `unpauser`.
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
     * Registers a contract's address and its code under `name`. Role `registrar`. `version`: schema version of its data.
     * `expected`: the record's revision, 0 for a new name. Repeating the call changes nothing and succeeds. New code has
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
     * Removes a name, and its address from the system addresses unless another name has it. Role `upgrader`.
     */
    unregister(args: {
        operator: string | Address;
        name: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Sets the interface version of the registered code: that of its functions and events, its `binver`; 1 to 32 bytes.
     * Role `registrar`. `expected`: the record's revision.
     */
    set_interface(args: {
        operator: string | Address;
        name: string;
        interface: string;
        expected: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Removes an address that no record names any more from the system addresses: from then on it may be frozen and
     * clawed back from. Role `upgrader`.
     */
    forget_address(args: {
        operator: string | Address;
        address: string | Address;
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
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        migrate: (json: string) => AssembledTransaction<void>;
        resolve: (json: string) => AssembledTransaction<string>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        register: (json: string) => AssembledTransaction<void>;
        unregister: (json: string) => AssembledTransaction<void>;
        set_interface: (json: string) => AssembledTransaction<void>;
        forget_address: (json: string) => AssembledTransaction<void>;
        system_addresses: (json: string) => AssembledTransaction<string[]>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        get: (json: string) => AssembledTransaction<Record | null>;
        list: (json: string) => AssembledTransaction<[string, Record][]>;
        pause: (json: string) => AssembledTransaction<void>;
        paused: (json: string) => AssembledTransaction<boolean>;
        migrate: (json: string) => AssembledTransaction<void>;
        resolve: (json: string) => AssembledTransaction<string>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        register: (json: string) => AssembledTransaction<void>;
        unregister: (json: string) => AssembledTransaction<void>;
        set_interface: (json: string) => AssembledTransaction<void>;
        forget_address: (json: string) => AssembledTransaction<void>;
        system_addresses: (json: string) => AssembledTransaction<string[]>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
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
     * Build a topics filter row for the "Unregistered" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unregisteredEventFilter(topicValues?: {
        name?: string;
    }): string[];
    /**
     * Build a topics filter row for the "AddressForgotten" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    addressForgottenEventFilter(topicValues?: {
        address?: string | Address;
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
