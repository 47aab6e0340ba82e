import { Handover, AnnouncedUpgrade, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * Stops this contract. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
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
     * Replaces the code by announced code (`announce_upgrade`). Role `upgrader`. The new code's `migrate` runs next.
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
     * Position of `account` among the grants of `role`; none: it doesn't hold the role, or its grant has expired.
     */
    has_role(args: {
        account: string | Address;
        role: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<number | null>>;
    get_admin(options?: MethodOptions): Promise<AssembledTransaction<string | null>>;
    /**
     * Makes this contract stop when the registry `state` stops the whole system. By the admin; works while paused.
     */
    set_state(args: {
        state: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Grants `role` without an end, also if it had one. `caller`: the admin. Works while the whole system is stopped.
     */
    grant_role(args: {
        account: string | Address;
        role: string;
        caller: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Takes `role` from `account`. `caller`: the admin. Works while paused: taking a stolen key's power away must never
     * wait.
     */
    revoke_role(args: {
        account: string | Address;
        role: string;
        caller: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Unix second at which the grant ends; none: never, or no grant.
     */
    role_expiry(args: {
        account: string | Address;
        role: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint | null>>;
    /**
     * Gives up the caller's own role.
     */
    renounce_role(args: {
        role: string;
        caller: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Seconds between announcing and using new code; 0: it needs no announcement.
     */
    upgrade_delay(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Announces a new admin, who may accept after the delay and within 14 days from then.
     */
    begin_transfer(args: {
        new_admin: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Withdraws what was announced for `contract`. Role `pauser`, or the admin. Works while paused.
     */
    cancel_upgrade(args: {
        contract: string | Address;
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Seconds between announcing and accepting a new admin.
     */
    transfer_delay(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * True if `contract` may replace its code by this one now.
     */
    upgrade_is_due(args: {
        contract: string | Address;
        new_wasm_hash: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Makes the announced account the admin. By that account.
     */
    accept_transfer(options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Withdraws the announced transfer. By the admin. Works while paused.
     */
    cancel_transfer(options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The account whose grant is at position `index`, also if the grant has expired. Fails if there is no such position.
     */
    get_role_member(args: {
        role: string;
        index: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<string>>;
    /**
     * Announces code that `contract` may replace its own with, after the delay and within 60 days from then. Other code
     * takes the place of what was announced for the contract, and waits anew; the same code keeps its `eta` and gets a
     * later end. Role `upgrader`. Works while paused: new code may be the remedy.
     */
    announce_upgrade(args: {
        contract: string | Address;
        new_wasm_hash: Uint8Array;
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Like `grant_role`, with an end, or another end, in Unix seconds.
     */
    grant_role_until(args: {
        account: string | Address;
        role: string;
        expires_at: bigint;
        caller: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The announced transfer, unless it is void.
     */
    pending_transfer(options?: MethodOptions): Promise<AssembledTransaction<Handover | null>>;
    /**
     * The announced code of a contract, unless it is void.
     */
    announced_upgrade(args: {
        contract: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<AnnouncedUpgrade | null>>;
    /**
     * Roles that were granted to somebody (at most 256).
     */
    get_existing_roles(options?: MethodOptions): Promise<AssembledTransaction<Array<string>>>;
    /**
     * Grants of `role`, expired ones included: the number of positions.
     */
    get_role_member_count(args: {
        role: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<number>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        transfer_delay: bigint;
        upgrade_delay: bigint;
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
        pause: (json: string) => AssembledTransaction<void>;
        state: (json: string) => AssembledTransaction<string | null>;
        paused: (json: string) => AssembledTransaction<boolean>;
        members: (json: string) => AssembledTransaction<string[]>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        has_role: (json: string) => AssembledTransaction<number | null>;
        get_admin: (json: string) => AssembledTransaction<string | null>;
        set_state: (json: string) => AssembledTransaction<void>;
        grant_role: (json: string) => AssembledTransaction<void>;
        revoke_role: (json: string) => AssembledTransaction<void>;
        role_expiry: (json: string) => AssembledTransaction<bigint | null>;
        renounce_role: (json: string) => AssembledTransaction<void>;
        upgrade_delay: (json: string) => AssembledTransaction<bigint>;
        begin_transfer: (json: string) => AssembledTransaction<void>;
        cancel_upgrade: (json: string) => AssembledTransaction<void>;
        transfer_delay: (json: string) => AssembledTransaction<bigint>;
        upgrade_is_due: (json: string) => AssembledTransaction<boolean>;
        accept_transfer: (json: string) => AssembledTransaction<void>;
        cancel_transfer: (json: string) => AssembledTransaction<void>;
        get_role_member: (json: string) => AssembledTransaction<string>;
        announce_upgrade: (json: string) => AssembledTransaction<void>;
        grant_role_until: (json: string) => AssembledTransaction<void>;
        pending_transfer: (json: string) => AssembledTransaction<Handover | null>;
        announced_upgrade: (json: string) => AssembledTransaction<AnnouncedUpgrade | null>;
        get_existing_roles: (json: string) => AssembledTransaction<string[]>;
        get_role_member_count: (json: string) => AssembledTransaction<number>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        pause: (json: string) => AssembledTransaction<void>;
        state: (json: string) => AssembledTransaction<string | null>;
        paused: (json: string) => AssembledTransaction<boolean>;
        members: (json: string) => AssembledTransaction<string[]>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        has_role: (json: string) => AssembledTransaction<number | null>;
        get_admin: (json: string) => AssembledTransaction<string | null>;
        set_state: (json: string) => AssembledTransaction<void>;
        grant_role: (json: string) => AssembledTransaction<void>;
        revoke_role: (json: string) => AssembledTransaction<void>;
        role_expiry: (json: string) => AssembledTransaction<bigint | null>;
        renounce_role: (json: string) => AssembledTransaction<void>;
        upgrade_delay: (json: string) => AssembledTransaction<bigint>;
        begin_transfer: (json: string) => AssembledTransaction<void>;
        cancel_upgrade: (json: string) => AssembledTransaction<void>;
        transfer_delay: (json: string) => AssembledTransaction<bigint>;
        upgrade_is_due: (json: string) => AssembledTransaction<boolean>;
        accept_transfer: (json: string) => AssembledTransaction<void>;
        cancel_transfer: (json: string) => AssembledTransaction<void>;
        get_role_member: (json: string) => AssembledTransaction<string>;
        announce_upgrade: (json: string) => AssembledTransaction<void>;
        grant_role_until: (json: string) => AssembledTransaction<void>;
        pending_transfer: (json: string) => AssembledTransaction<Handover | null>;
        announced_upgrade: (json: string) => AssembledTransaction<AnnouncedUpgrade | null>;
        get_existing_roles: (json: string) => AssembledTransaction<string[]>;
        get_role_member_count: (json: string) => AssembledTransaction<number>;
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
     * Build a topics filter row for the "UpgradeAnnounced" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    upgradeAnnouncedEventFilter(topicValues?: {
        contract?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "UpgradeCancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    upgradeCancelledEventFilter(topicValues?: {
        contract?: string | Address;
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
