/**
* Error Enum: StateError
*/
export declare const StateError: {
    /**
     * The caller lacks the role.
     */
    11000: {
        message: string;
    };
    /**
     * The system is paused.
     */
    11001: {
        message: string;
    };
    /**
     * This schema version was migrated to before.
     */
    11002: {
        message: string;
    };
    /**
     * No contract is registered under the name.
     */
    11004: {
        message: string;
    };
    /**
     * The contract is registered, but not active.
     */
    11005: {
        message: string;
    };
    /**
     * `expected` is not the record's revision: read it again and decide anew.
     */
    11006: {
        message: string;
    };
    /**
     * More than 32 names, or 32 addresses (forget those no longer used).
     */
    11007: {
        message: string;
    };
    /**
     * Not the next migration of this contract: each runs once, in order, from 1.
     */
    11008: {
        message: string;
    };
    /**
     * The address is still registered under a name.
     */
    11009: {
        message: string;
    };
    /**
     * `limit` must be 1 to 100.
     */
    11010: {
        message: string;
    };
};
/**
 * Event: ParamSet
 */
export interface ParamSetEvent {
    name: "ParamSet";
    data: {
        key: string;
        value?: bigint;
    };
}
/**
 * Event: StatusSet
 */
export interface StatusSetEvent {
    name: "StatusSet";
    data: {
        name: string;
        status?: Status;
        revision?: number;
    };
}
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
    };
}
/**
 * Event: AddressForgotten
 */
export interface AddressForgottenEvent {
    name: "AddressForgotten";
    data: {
        address: string;
    };
}
/**
 * Event: MigrationRecorded
 */
export interface MigrationRecordedEvent {
    name: "MigrationRecorded";
    data: {
        name: string;
        version?: number;
    };
}
/**
 * Union: DataKey
 */
export type DataKey = 
/**
 * The admin contract. Instance.
 */
{
    tag: "AdminContract";
    values: void;
} | 
/**
 * Registered names in order of registration, at most 32.
 */
{
    tag: "Names";
    values: void;
} | 
/**
 * Every address ever registered and not forgotten, at most 32.
 */
{
    tag: "Addresses";
    values: void;
} | {
    tag: "Record";
    values: readonly [string];
} | {
    tag: "Param";
    values: readonly [string];
} | 
/**
 * Last migration of the contract with this name.
 */
{
    tag: "Migration";
    values: readonly [string];
};
/**
 * Struct: Record
 */
export interface Record {
    address: string;
    /**
     * Rises by one with every change, from 1.
     */
    revision: number;
    status: Status;
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
 * Enum: Status
 */
export declare enum Status {
    /**
     * In use.
     */
    Active = 0,
    /**
     * Being replaced: still answers, is not resolved any more.
     */
    Deprecated = 1,
    /**
     * Out of use.
     */
    Retired = 2
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
export type ContractEvent = ParamSetEvent | StatusSetEvent | RegisteredEvent | AddressForgottenEvent | MigrationRecordedEvent | MigratedEvent | SetRootEvent | SetClaimedEvent | PausedEvent | UnpausedEvent;
