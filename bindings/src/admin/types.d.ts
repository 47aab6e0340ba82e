/**
* Error Enum: AdminError
*/
export declare const AdminError: {
    /**
     * The caller doesn't hold the role, or isn't the admin.
     */
    10000: {
        message: string;
    };
    /**
     * The contract is paused, or the whole system is.
     */
    10001: {
        message: string;
    };
    /**
     * The stored data already has this schema version.
     */
    10002: {
        message: string;
    };
    /**
     * `expires_at` is not in the future.
     */
    10004: {
        message: string;
    };
    /**
     * The account does not hold the role.
     */
    10005: {
        message: string;
    };
    /**
     * The role would administer itself, directly or through others.
     */
    10006: {
        message: string;
    };
    /**
     * The new role admin has 8 or more roles above it.
     */
    10007: {
        message: string;
    };
    /**
     * `transfer_delay` is above 90 days.
     */
    10008: {
        message: string;
    };
    /**
     * The account is the admin already.
     */
    10009: {
        message: string;
    };
    /**
     * No transfer of the admin is pending.
     */
    10010: {
        message: string;
    };
    /**
     * The transfer's delay has not passed.
     */
    10011: {
        message: string;
    };
    /**
     * The transfer was not accepted in time.
     */
    10012: {
        message: string;
    };
    /**
     * `limit` must be 1 to 100.
     */
    10013: {
        message: string;
    };
    /**
     * All 256 roles are in use.
     */
    10014: {
        message: string;
    };
};
/**
 * A stop of the whole system in `state` stops this contract from now on.
 */
export interface StateSetEvent {
    name: "StateSet";
    data: {
        state: string;
    };
}
/**
 * A role was granted, or its expiry changed.
 */
export interface RoleGrantedEvent {
    name: "RoleGranted";
    data: {
        role: string;
        account: string;
        caller?: string;
        /**
         * Unix seconds; absent: never.
         */
        expires_at?: bigint | null;
    };
}
/**
 * Event: AdminTransferred
 */
export interface AdminTransferredEvent {
    name: "AdminTransferred";
    data: {
        new_admin: string;
        previous_admin?: string;
    };
}
/**
 * Event: AdminTransferBegun
 */
export interface AdminTransferBegunEvent {
    name: "AdminTransferBegun";
    data: {
        admin: string;
        new_admin?: string;
        /**
         * First Unix second at which it may be accepted.
         */
        eta?: bigint;
        /**
         * First Unix second at which it is void.
         */
        expires_at?: bigint;
    };
}
/**
 * Event: AdminTransferCancelled
 */
export interface AdminTransferCancelledEvent {
    name: "AdminTransferCancelled";
    data: {
        admin: string;
        new_admin?: string;
    };
}
/**
 * Event emitted when a role is revoked.
 */
export interface RoleRevokedEvent {
    name: "RoleRevoked";
    data: {
        role: string;
        account: string;
        caller?: string;
    };
}
/**
 * Event emitted when a role admin is changed.
 */
export interface RoleAdminChangedEvent {
    name: "RoleAdminChanged";
    data: {
        role: string;
        previous_admin_role?: string;
        new_admin_role?: string;
    };
}
/**
 * Error Enum: AccessControlError
 */
export declare const AccessControlError: {
    2000: {
        message: string;
    };
    2001: {
        message: string;
    };
    2002: {
        message: string;
    };
    2003: {
        message: string;
    };
    2004: {
        message: string;
    };
    2005: {
        message: string;
    };
    2006: {
        message: string;
    };
    2007: {
        message: string;
    };
    2008: {
        message: string;
    };
    2009: {
        message: string;
    };
    2010: {
        message: string;
    };
};
/**
 * Struct: Handover
 */
export interface Handover {
    /**
     * First Unix second at which it may be completed.
     */
    eta: bigint;
    /**
     * First Unix second at which it is void.
     */
    expires_at: bigint;
    /**
     * Who takes over.
     */
    to: string;
}
/**
 * Stored data now has the layout of this schema version.
 */
export interface MigratedEvent {
    name: "Migrated";
    data: {
        version?: number;
    };
}
/**
 * Event emitted when the contract is paused.
 */
export interface PausedEvent {
    name: "Paused";
    data: {};
}
/**
 * Event emitted when the contract is unpaused.
 */
export interface UnpausedEvent {
    name: "Unpaused";
    data: {};
}
export type ContractEvent = StateSetEvent | RoleGrantedEvent | AdminTransferredEvent | AdminTransferBegunEvent | AdminTransferCancelledEvent | RoleRevokedEvent | RoleAdminChangedEvent | MigratedEvent | PausedEvent | UnpausedEvent;
