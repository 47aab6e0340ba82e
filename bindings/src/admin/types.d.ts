/**
* Error Enum: AdminError
*/
export declare const AdminError: {
    /**
     * The caller lacks the role (or is not the admin).
     */
    10000: {
        message: string;
    };
    /**
     * The contract is paused.
     */
    10001: {
        message: string;
    };
    /**
     * This schema version was migrated to before.
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
     * The chain of role admins would exceed 8.
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
         * Acceptable from here, Unix seconds.
         */
        eta?: bigint;
        /**
         * Void from here, Unix seconds.
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
 * Union: DataKey
 */
export type DataKey = 
/**
 * Seconds between announcing and accepting a new admin. Instance.
 */
{
    tag: "TransferDelay";
    values: void;
} | 
/**
 * The announced new admin. Instance.
 */
{
    tag: "Transfer";
    values: void;
} | 
/**
 * Unix second at which this account's grant ends; no entry: never. Persistent.
 */
{
    tag: "Expiry";
    values: readonly [string, string];
};
/**
 * Error Enum: RoleTransferError
 */
export declare const RoleTransferError: {
    2200: {
        message: string;
    };
    2201: {
        message: string;
    };
    2202: {
        message: string;
    };
    2203: {
        message: string;
    };
};
/**
 * Stores the pending role holder and the explicit deadline for acceptance.
 */
export interface PendingTransfer {
    address: string;
    live_until_ledger: number;
}
/**
 * Event emitted when a role is granted.
 *
 * Note: renamed from "RoleGrantedEvent" to avoid a collision with another generated name.
 */
export interface RoleGrantedEvent2 {
    name: "RoleGranted";
    data: {
        role: string;
        account: string;
        caller?: string;
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
 * Event emitted when the admin role is renounced.
 */
export interface AdminRenouncedEvent {
    name: "AdminRenounced";
    data: {
        admin: string;
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
 * Event emitted when an admin transfer is completed.
 */
export interface AdminTransferCompletedEvent {
    name: "AdminTransferCompleted";
    data: {
        new_admin: string;
        previous_admin?: string;
    };
}
/**
 * Event emitted when an admin transfer is initiated.
 */
export interface AdminTransferInitiatedEvent {
    name: "AdminTransferInitiated";
    data: {
        current_admin: string;
        new_admin?: string;
        live_until_ledger?: number;
    };
}
/**
 * Storage key for enumeration of accounts per role.
 */
export interface RoleAccountKey {
    index: number;
    role: string;
}
/**
 * Storage keys for the data associated with the access control
 */
export type AccessControlStorageKey = {
    tag: "ExistingRoles";
    values: void;
} | {
    tag: "RoleAccounts";
    values: readonly [RoleAccountKey];
} | {
    tag: "HasRole";
    values: readonly [string, string];
} | {
    tag: "RoleAccountsCount";
    values: readonly [string];
} | {
    tag: "RoleAdmin";
    values: readonly [string];
} | {
    tag: "Admin";
    values: void;
} | {
    tag: "PendingAdmin";
    values: void;
};
/**
 * Error Enum: OwnableError
 */
export declare const OwnableError: {
    2100: {
        message: string;
    };
    2101: {
        message: string;
    };
    2102: {
        message: string;
    };
};
/**
 * Event emitted when an ownership transfer is initiated.
 */
export interface OwnershipTransferEvent {
    name: "OwnershipTransfer";
    data: {
        old_owner?: string;
        new_owner?: string;
        live_until_ledger?: number;
    };
}
/**
 * Event emitted when ownership is renounced.
 */
export interface OwnershipRenouncedEvent {
    name: "OwnershipRenounced";
    data: {
        old_owner?: string;
    };
}
/**
 * Event emitted when an ownership transfer is completed.
 */
export interface OwnershipTransferCompletedEvent {
    name: "OwnershipTransferCompleted";
    data: {
        new_owner?: string;
    };
}
/**
 * Storage keys for `Ownable` utility.
 */
export type OwnableStorageKey = {
    tag: "Owner";
    values: void;
} | {
    tag: "PendingOwner";
    values: void;
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
 * Union: UpgradeableStorageKey
 */
export type UpgradeableStorageKey = {
    tag: "SchemaVersion";
    values: void;
};
/**
 * Event emitted when the merkle root is set.
 */
export interface SetRootEvent {
    name: "SetRoot";
    data: {
        root?: Uint8Array;
    };
}
/**
 * Event emitted when an index is claimed.
 */
export interface SetClaimedEvent {
    name: "SetClaimed";
    data: {
        index?: number;
    };
}
/**
 * Error Enum: MerkleDistributorError
 */
export declare const MerkleDistributorError: {
    /**
     * The merkle root is not set.
     */
    1300: {
        message: string;
    };
    /**
     * The provided index was already claimed.
     */
    1301: {
        message: string;
    };
    /**
     * The proof is invalid.
     */
    1302: {
        message: string;
    };
};
/**
 * Storage keys for the data associated with `MerkleDistributor`
 */
export type MerkleDistributorStorageKey = 
/**
 * The Merkle root of the distribution tree
 */
{
    tag: "Root";
    values: void;
} | 
/**
 * Maps an index to its claimed status
 */
{
    tag: "Claimed";
    values: readonly [number];
};
/**
 * Rounding direction for division operations
 */
export type Rounding = 
/**
 * Round toward negative infinity (down)
 */
{
    tag: "Floor";
    values: void;
} | 
/**
 * Round toward positive infinity (up)
 */
{
    tag: "Ceil";
    values: void;
} | 
/**
 * Round toward zero (truncation)
 */
{
    tag: "Truncate";
    values: void;
};
/**
 * Error Enum: SorobanFixedPointError
 */
export declare const SorobanFixedPointError: {
    /**
     * Arithmetic overflow occurred
     */
    1500: {
        message: string;
    };
    /**
     * Division by zero
     */
    1501: {
        message: string;
    };
    /**
     * Base is outside the valid domain (e.g. `ln(x)` for `x <= 0`,
     * or `powf(x, y)` with non-positive `x` combined with float exponent).
     */
    1502: {
        message: string;
    };
};
/**
 * Error Enum: CryptoError
 */
export declare const CryptoError: {
    /**
     * The merkle proof length is out of bounds.
     */
    1400: {
        message: string;
    };
    /**
     * The index of the leaf is out of bounds.
     */
    1401: {
        message: string;
    };
    /**
     * No data in hasher state.
     */
    1402: {
        message: string;
    };
    /**
     * The point is neither the canonical identity encoding nor a canonical
     * on-curve point.
     */
    1403: {
        message: string;
    };
};
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
/**
 * Error Enum: PausableError
 */
export declare const PausableError: {
    /**
     * The operation failed because the contract is paused.
     */
    1000: {
        message: string;
    };
    /**
     * The operation failed because the contract is not paused.
     */
    1001: {
        message: string;
    };
};
/**
 * Storage key for the pausable state
 */
export type PausableStorageKey = 
/**
 * Indicates whether the contract is in paused state.
 */
{
    tag: "Paused";
    values: void;
};
/**
 * Contract executable used for creating a new contract and used in
 * `CreateContractHostFnContext`.
 */
export type ContractExecutable = 
/**
 * Executable specified by the contract instance as a specific Wasm contract code entry identified by its Wasm sha256 hash.
 */
{
    tag: "Wasm";
    values: readonly [Uint8Array];
} | 
/**
 * Executable reference via a persistent storage entry owned by this contract or another contract.
 */
{
    tag: "ExternalRef";
    values: readonly [ContractExecutableRef];
};
/**
 * Executable referenced via a persistent storage entry owned by a contract,
 * either this contract or another contract.
 *
 * The persistent storage entry owned by the `owner` has the `tag` as its key.
 */
export interface ContractExecutableRef {
    owner: string;
    tag: string;
}
/**
 * Context of a single authorized call performed by an address.
 *
 * Custom account contracts that implement `__check_auth` special function
 * receive a list of `Context` values corresponding to all the calls that
 * need to be authorized.
 */
export type Context = 
/**
 * Contract invocation.
 */
{
    tag: "Contract";
    values: readonly [ContractContext];
} | 
/**
 * Contract that has a constructor with no arguments is created.
 */
{
    tag: "CreateContractHostFn";
    values: readonly [CreateContractHostFnContext];
} | 
/**
 * Contract that has a constructor with 1 or more arguments is created.
 */
{
    tag: "CreateContractWithCtorHostFn";
    values: readonly [CreateContractWithConstructorHostFnContext];
};
/**
 * Authorization context of a single contract call.
 *
 * This struct corresponds to a `require_auth_for_args` call for an address
 * from `contract` function with `fn_name` name and `args` arguments.
 */
export interface ContractContext {
    args: Array<any>;
    contract: string;
    fn_name: string;
}
/**
 * Value of contract node in InvokerContractAuthEntry tree.
 */
export interface SubContractInvocation {
    context: ContractContext;
    sub_invocations: Array<InvokerContractAuthEntry>;
}
/**
 * A node in the tree of authorizations performed on behalf of the current
 * contract as invoker of the contracts deeper in the call stack.
 *
 * This is used as an argument of `authorize_as_current_contract` host function.
 *
 * This tree corresponds `require_auth[_for_args]` calls on behalf of the
 * current contract.
 */
export type InvokerContractAuthEntry = 
/**
 * Invoke a contract.
 */
{
    tag: "Contract";
    values: readonly [SubContractInvocation];
} | 
/**
 * Create a contract passing 0 arguments to constructor.
 */
{
    tag: "CreateContractHostFn";
    values: readonly [CreateContractHostFnContext];
} | 
/**
 * Create a contract passing 0 or more arguments to constructor.
 */
{
    tag: "CreateContractWithCtorHostFn";
    values: readonly [CreateContractWithConstructorHostFnContext];
};
/**
 * Authorization context for `create_contract` host function that creates a
 * new contract on behalf of authorizer address.
 */
export interface CreateContractHostFnContext {
    executable: ContractExecutable;
    salt: Uint8Array;
}
/**
 * Authorization context for `create_contract` host function that creates a
 * new contract on behalf of authorizer address.
 * This is the same as `CreateContractHostFnContext`, but also has
 * contract constructor arguments.
 */
export interface CreateContractWithConstructorHostFnContext {
    constructor_args: Array<any>;
    executable: ContractExecutable;
    salt: Uint8Array;
}
/**
 * Union: Executable
 */
export type Executable = {
    tag: "Wasm";
    values: readonly [Uint8Array];
} | {
    tag: "StellarAsset";
    values: void;
} | {
    tag: "Account";
    values: void;
};
export type ContractEvent = RoleGrantedEvent | AdminTransferredEvent | AdminTransferBegunEvent | AdminTransferCancelledEvent | RoleGrantedEvent2 | RoleRevokedEvent | AdminRenouncedEvent | RoleAdminChangedEvent | AdminTransferCompletedEvent | AdminTransferInitiatedEvent | OwnershipTransferEvent | OwnershipRenouncedEvent | OwnershipTransferCompletedEvent | MigratedEvent | SetRootEvent | SetClaimedEvent | PausedEvent | UnpausedEvent;
