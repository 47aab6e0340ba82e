/**
* Error Enum: AdminError
*/
export declare const AdminError: {
    /**
     * The caller doesn't hold the role, or isn't the admin.
     */
    readonly 10000: {
        readonly message: "Unauthorized";
    };
    /**
     * The contract is paused, or the whole system is.
     */
    readonly 10001: {
        readonly message: "Paused";
    };
    /**
     * The stored data already has this schema version.
     */
    readonly 10002: {
        readonly message: "AlreadyMigrated";
    };
    /**
     * `expires_at` is not in the future.
     */
    readonly 10004: {
        readonly message: "InvalidExpiry";
    };
    /**
     * The account does not hold the role.
     */
    readonly 10005: {
        readonly message: "RoleNotHeld";
    };
    /**
     * A delay is above 90 days.
     */
    readonly 10008: {
        readonly message: "InvalidDelay";
    };
    /**
     * The account is the admin already.
     */
    readonly 10009: {
        readonly message: "SameAdmin";
    };
    /**
     * No transfer of the admin is pending.
     */
    readonly 10010: {
        readonly message: "NoTransfer";
    };
    /**
     * The transfer's delay has not passed.
     */
    readonly 10011: {
        readonly message: "TransferEarly";
    };
    /**
     * The transfer was not accepted in time.
     */
    readonly 10012: {
        readonly message: "TransferExpired";
    };
    /**
     * `limit` must be 1 to 100.
     */
    readonly 10013: {
        readonly message: "InvalidPage";
    };
    /**
     * All 256 roles are in use.
     */
    readonly 10014: {
        readonly message: "TooManyRoles";
    };
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    readonly 10015: {
        readonly message: "UpgradeNotDue";
    };
    /**
     * No new code is announced for the contract.
     */
    readonly 10016: {
        readonly message: "NoUpgrade";
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
 * New code of a contract was announced, or the end of its announcement moved.
 */
export interface UpgradeAnnouncedEvent {
    name: "UpgradeAnnounced";
    data: {
        contract: string;
        new_wasm_hash?: Uint8Array;
        operator?: string;
        /**
         * First Unix second at which the contract may be upgraded.
         */
        eta?: bigint;
        /**
         * First Unix second at which the announcement is void.
         */
        expires_at?: bigint;
    };
}
/**
 * Announced code may not be used any more.
 */
export interface UpgradeCancelledEvent {
    name: "UpgradeCancelled";
    data: {
        contract: string;
        new_wasm_hash?: Uint8Array;
        guardian?: string;
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
 * Error Enum: AccessControlError
 */
export declare const AccessControlError: {
    readonly 2000: {
        readonly message: "Unauthorized";
    };
    readonly 2001: {
        readonly message: "AdminNotSet";
    };
    readonly 2002: {
        readonly message: "IndexOutOfBounds";
    };
    readonly 2003: {
        readonly message: "AdminRoleNotFound";
    };
    readonly 2004: {
        readonly message: "RoleCountIsNotZero";
    };
    readonly 2005: {
        readonly message: "RoleNotFound";
    };
    readonly 2006: {
        readonly message: "AdminAlreadySet";
    };
    readonly 2007: {
        readonly message: "RoleNotHeld";
    };
    readonly 2008: {
        readonly message: "RoleIsEmpty";
    };
    readonly 2009: {
        readonly message: "TransferInProgress";
    };
    readonly 2010: {
        readonly message: "MaxRolesExceeded";
    };
};
/**
 * Code that a contract may replace its own with. Stored by `admin` as it is.
 */
export interface AnnouncedUpgrade {
    /**
     * First Unix second at which the contract may be upgraded.
     */
    eta: bigint;
    /**
     * First Unix second at which it is void.
     */
    expires_at: bigint;
    new_wasm_hash: Uint8Array;
}
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
     * The account that takes over.
     */
    to: string;
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
export type ContractEvent = StateSetEvent | RoleGrantedEvent | AdminTransferredEvent | UpgradeAnnouncedEvent | UpgradeCancelledEvent | AdminTransferBegunEvent | AdminTransferCancelledEvent | RoleRevokedEvent | PausedEvent | MigratedEvent | UnpausedEvent;
