/**
* Error Enum: StateError
*/
export declare const StateError: {
    /**
     * The caller doesn't hold the role.
     */
    readonly 11000: {
        readonly message: "Unauthorized";
    };
    /**
     * The system is paused.
     */
    readonly 11001: {
        readonly message: "Paused";
    };
    /**
     * The stored data already has this schema version.
     */
    readonly 11002: {
        readonly message: "AlreadyMigrated";
    };
    /**
     * No contract is registered under the name.
     */
    readonly 11004: {
        readonly message: "NotFound";
    };
    /**
     * `expected` is not the record's revision: read it again and decide again.
     */
    readonly 11006: {
        readonly message: "RevisionMismatch";
    };
    /**
     * More than 32 names, or 32 addresses (unregister or forget those no longer used).
     */
    readonly 11007: {
        readonly message: "TooMany";
    };
    /**
     * The address is still registered under a name.
     */
    readonly 11009: {
        readonly message: "AddressInUse";
    };
    /**
     * `limit` must be 1 to 100.
     */
    readonly 11010: {
        readonly message: "InvalidPage";
    };
    /**
     * An interface version has 1 to 32 bytes.
     */
    readonly 11011: {
        readonly message: "InvalidInterface";
    };
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    readonly 11012: {
        readonly message: "UpgradeNotDue";
    };
    /**
     * The address is an account's, not a contract's.
     */
    readonly 11013: {
        readonly message: "NotAContract";
    };
};
/**
 * Event: Registered
 */
export interface RegisteredEvent {
    name: "Registered";
    data: {
        name: string;
        address?: string;
        wasm_hash?: Uint8Array;
        version?: number;
        revision?: number;
        operator?: string;
    };
}
/**
 * Event: InterfaceSet
 */
export interface InterfaceSetEvent {
    name: "InterfaceSet";
    data: {
        name: string;
        interface?: string;
        revision?: number;
        operator?: string;
    };
}
/**
 * Event: Unregistered
 */
export interface UnregisteredEvent {
    name: "Unregistered";
    data: {
        name: string;
        address?: string;
        operator?: string;
    };
}
/**
 * Event: AddressForgotten
 */
export interface AddressForgottenEvent {
    name: "AddressForgotten";
    data: {
        address: string;
        operator?: string;
    };
}
/**
 * Struct: Record
 */
export interface Record {
    address: string;
    /**
     * Version of the code's functions and events: its `binver`. Void until it is set for this code.
     */
    interface: string | null;
    /**
     * Rises by one with every change, from 1.
     */
    revision: number;
    /**
     * Ledger of the last change.
     */
    updated_ledger: number;
    /**
     * Schema version of the contract's data.
     */
    version: number;
    wasm_hash: Uint8Array;
}
/**
 * This contract is stopped, or the whole system if it is `state`.
 */
export interface PausedEvent {
    name: "Paused";
    data: {
        operator?: string;
    };
}
/**
 * Stored data now has the layout of this schema version.
 */
export interface MigratedEvent {
    name: "Migrated";
    data: {
        version?: number;
        operator?: string;
    };
}
/**
 * This contract runs again, or the whole system if it is `state`.
 */
export interface UnpausedEvent {
    name: "Unpaused";
    data: {
        operator?: string;
    };
}
export type ContractEvent = RegisteredEvent | InterfaceSetEvent | UnregisteredEvent | AddressForgottenEvent | PausedEvent | MigratedEvent | UnpausedEvent;
