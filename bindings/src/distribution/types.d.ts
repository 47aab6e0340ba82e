/**
* Errors of `distribution`, 15000 and up. The numbers are stable.
*/
export declare const DistributionError: {
    /**
     * The caller doesn't hold the role.
     */
    15000: {
        message: string;
    };
    /**
     * This contract or the whole system is stopped.
     */
    15001: {
        message: string;
    };
    /**
     * The stored data already has this schema version.
     */
    15002: {
        message: string;
    };
    /**
     * Not above 0 and at most `i64::MAX`.
     */
    15003: {
        message: string;
    };
    /**
     * A batch without payments.
     */
    15010: {
        message: string;
    };
    /**
     * More than 60 payments in a batch, or more than 256 numbers in a query.
     */
    15011: {
        message: string;
    };
    /**
     * Each number of a batch must be above the one before.
     */
    15012: {
        message: string;
    };
    /**
     * A reference of zeros means "unpaid" and can't be one.
     */
    15013: {
        message: string;
    };
};
/**
 * One reward to pay.
 */
export interface Payment {
    /**
     * Stroops.
     */
    amount: bigint;
    /**
     * Unique within its campaign.
     */
    number: number;
    /**
     * Whose reward it is; not all zeros.
     */
    reference: Uint8Array;
    to: string;
}
/**
 * Set by the constructor, never changed.
 */
export interface Config {
    admin: string;
    campaign: string;
    state: string;
}
/**
 * Union: DataKey
 */
export type DataKey = 
/**
 * Instance storage.
 */
{
    tag: "Config";
    values: void;
} | 
/**
 * Batches so far: `u64`.
 */
{
    tag: "Seq";
    values: void;
} | 
/**
 * References of 256 numbers of a campaign: see `marks.rs`.
 */
{
    tag: "Marks";
    values: readonly [bigint, number];
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
export type ContractEvent = MigratedEvent | SetRootEvent | SetClaimedEvent | PausedEvent | UnpausedEvent;
