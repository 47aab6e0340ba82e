import { Handover, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    admin(options?: MethodOptions): Promise<AssembledTransaction<string | null>>;
    /**
     * Stops this contract. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Roles that were granted to somebody (at most 256).
     */
    roles(options?: MethodOptions): Promise<AssembledTransaction<Array<string>>>;
    /**
     * The registry whose stop of the whole system stops this contract too.
     */
    state(options?: MethodOptions): Promise<AssembledTransaction<string | null>>;
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Holders at positions `start .. start + limit` (limit 1 to 100), without expired ones.
     */
    members(args: {
        role: string;
        start: number;
        limit: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<string>>>;
    /**
     * Brings the stored data to this code's schema version, once. Role `upgrader`.
     */
    migrate(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Ends this contract's own stop. Role `unpauser`, or the admin: while paused nobody could be granted the role.
     */
    unpause(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Replaces the code. Role `upgrader`. The new code's `migrate` runs next.
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
     * True while `account` holds `role` and the grant has not expired.
     */
    has_role(args: {
        role: string;
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Makes this contract stop when the registry `state` stops the whole system. By the admin; works while paused.
     */
    set_state(args: {
        state: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Grants `role`, or replaces the expiry (Unix seconds; none: never) of a grant. `caller`: the admin or a
     * holder of the role's admin role. While the whole system is stopped, only the admin may grant.
     */
    grant_role(args: {
        caller: string | Address;
        role: string;
        account: string | Address;
        expires_at: bigint | null;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The role whose holders may grant and revoke `role`, besides the admin.
     */
    role_admin(args: {
        role: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<string | null>>;
    /**
     * Takes `role` from `account`. `caller`: the admin or a holder of the role's admin role. Works while paused:
     * taking a stolen key's power away must never wait.
     */
    revoke_role(args: {
        caller: string | Address;
        role: string;
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Unix second at which the grant ends; none: never, or no grant.
     */
    role_expiry(args: {
        role: string;
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint | null>>;
    /**
     * Grants of `role`, expired ones included: the number of positions that `members` pages over.
     */
    member_count(args: {
        role: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * Gives up the account's own role.
     */
    renounce_role(args: {
        account: string | Address;
        role: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Announces a new admin, who may accept after the delay and within 14 days from then.
     */
    begin_transfer(args: {
        new_admin: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Lets the holders of `admin_role` grant and revoke `role`. By the admin; cycles are refused.
     */
    set_role_admin(args: {
        role: string;
        admin_role: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Seconds between announcing and accepting a new admin.
     */
    transfer_delay(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Makes the announced account the admin. By that account.
     */
    accept_transfer(options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Withdraws the announced transfer. By the admin. Works while paused.
     */
    cancel_transfer(options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The announced transfer, unless it is void.
     */
    pending_transfer(options?: MethodOptions): Promise<AssembledTransaction<Handover | null>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        transfer_delay: bigint;
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
        admin: (json: string) => AssembledTransaction<string | null>;
        pause: (json: string) => AssembledTransaction<void>;
        roles: (json: string) => AssembledTransaction<string[]>;
        state: (json: string) => AssembledTransaction<string | null>;
        paused: (json: string) => AssembledTransaction<boolean>;
        members: (json: string) => AssembledTransaction<string[]>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        has_role: (json: string) => AssembledTransaction<boolean>;
        set_state: (json: string) => AssembledTransaction<void>;
        grant_role: (json: string) => AssembledTransaction<void>;
        role_admin: (json: string) => AssembledTransaction<string | null>;
        revoke_role: (json: string) => AssembledTransaction<void>;
        role_expiry: (json: string) => AssembledTransaction<bigint | null>;
        member_count: (json: string) => AssembledTransaction<number>;
        renounce_role: (json: string) => AssembledTransaction<void>;
        begin_transfer: (json: string) => AssembledTransaction<void>;
        set_role_admin: (json: string) => AssembledTransaction<void>;
        transfer_delay: (json: string) => AssembledTransaction<bigint>;
        accept_transfer: (json: string) => AssembledTransaction<void>;
        cancel_transfer: (json: string) => AssembledTransaction<void>;
        pending_transfer: (json: string) => AssembledTransaction<Handover | null>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        admin: (json: string) => AssembledTransaction<string | null>;
        pause: (json: string) => AssembledTransaction<void>;
        roles: (json: string) => AssembledTransaction<string[]>;
        state: (json: string) => AssembledTransaction<string | null>;
        paused: (json: string) => AssembledTransaction<boolean>;
        members: (json: string) => AssembledTransaction<string[]>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        has_role: (json: string) => AssembledTransaction<boolean>;
        set_state: (json: string) => AssembledTransaction<void>;
        grant_role: (json: string) => AssembledTransaction<void>;
        role_admin: (json: string) => AssembledTransaction<string | null>;
        revoke_role: (json: string) => AssembledTransaction<void>;
        role_expiry: (json: string) => AssembledTransaction<bigint | null>;
        member_count: (json: string) => AssembledTransaction<number>;
        renounce_role: (json: string) => AssembledTransaction<void>;
        begin_transfer: (json: string) => AssembledTransaction<void>;
        set_role_admin: (json: string) => AssembledTransaction<void>;
        transfer_delay: (json: string) => AssembledTransaction<bigint>;
        accept_transfer: (json: string) => AssembledTransaction<void>;
        cancel_transfer: (json: string) => AssembledTransaction<void>;
        pending_transfer: (json: string) => AssembledTransaction<Handover | null>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "StateSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    stateSetEventFilter(topicValues?: {
        state?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "RoleGranted" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    roleGrantedEventFilter(topicValues?: {
        role?: string;
        account?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "AdminTransferred" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    adminTransferredEventFilter(topicValues?: {
        new_admin?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "AdminTransferBegun" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    adminTransferBegunEventFilter(topicValues?: {
        admin?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "AdminTransferCancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    adminTransferCancelledEventFilter(topicValues?: {
        admin?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "RoleRevoked" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    roleRevokedEventFilter(topicValues?: {
        role?: string;
        account?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "RoleAdminChanged" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    roleAdminChangedEventFilter(topicValues?: {
        role?: string;
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
