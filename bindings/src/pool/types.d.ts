/**
* Errors of `pool`, 13000 and up. The numbers are stable.
*/
export declare const PoolError: {
    /**
     * The caller doesn't hold the role, or isn't the merchant's owner.
     */
    13000: {
        message: string;
    };
    /**
     * This contract or the whole system is stopped.
     */
    13001: {
        message: string;
    };
    /**
     * The stored data already has this schema version.
     */
    13002: {
        message: string;
    };
    /**
     * Not above 0 and at most `i64::MAX`, or a limit outside `0..=i64::MAX`.
     */
    13003: {
        message: string;
    };
    /**
     * The merchant's free balance can't cover the amount.
     */
    13010: {
        message: string;
    };
    /**
     * A balance would exceed `i64::MAX`.
     */
    13011: {
        message: string;
    };
    /**
     * The asset moved another amount than was asked for.
     */
    13012: {
        message: string;
    };
    /**
     * The grant's reference was used for another merchant or amount.
     */
    13013: {
        message: string;
    };
    /**
     * The pool, a system contract, the asset contract and the issuer never receive money from the pool.
     */
    13014: {
        message: string;
    };
    /**
     * The campaign already has a reserve.
     */
    13020: {
        message: string;
    };
    /**
     * No reserve of that campaign was made by the calling contract.
     */
    13021: {
        message: string;
    };
    /**
     * The reserve was released before.
     */
    13022: {
        message: string;
    };
    /**
     * The campaign's reserve can't cover the batch.
     */
    13023: {
        message: string;
    };
    /**
     * More than 60 payments in one call.
     */
    13030: {
        message: string;
    };
    /**
     * Recipients and amounts differ in number.
     */
    13031: {
        message: string;
    };
    /**
     * The asset's administrator froze the pool itself.
     */
    13032: {
        message: string;
    };
    /**
     * The pool holds less of the asset than the call needs.
     */
    13033: {
        message: string;
    };
    /**
     * The rolling 24 h limit, global or of the merchant, has no room for the amount.
     */
    13040: {
        message: string;
    };
    /**
     * No raise of this limit is waiting.
     */
    13041: {
        message: string;
    };
    /**
     * The raise's delay hasn't passed yet.
     */
    13042: {
        message: string;
    };
};
/**
 * A treasurer added to a merchant's balance from its own funds.
 */
export interface GrantEvent {
    name: "Grant";
    data: {
        merchant: bigint;
        treasurer?: string;
        amount?: bigint;
        reference?: Uint8Array;
    };
}
/**
 * Anyone added to a merchant's balance.
 */
export interface DepositEvent {
    name: "Deposit";
    data: {
        merchant: bigint;
        from?: string;
        amount?: bigint;
    };
}
/**
 * The limit is now in force. `merchant` is void for the global limit.
 */
export interface LimitSetEvent {
    name: "LimitSet";
    data: {
        merchant: bigint | null;
        limit?: bigint;
    };
}
/**
 * `owner` may now withdraw the merchant's free balance.
 */
export interface OwnerSetEvent {
    name: "OwnerSet";
    data: {
        merchant: bigint;
        owner?: string;
    };
}
/**
 * The rest of a campaign's budget went back to the merchant's free balance.
 */
export interface ReleasedEvent {
    name: "Released";
    data: {
        merchant: bigint;
        campaign: bigint;
        amount?: bigint;
    };
}
/**
 * Free balance became a campaign's budget.
 */
export interface ReservedEvent {
    name: "Reserved";
    data: {
        merchant: bigint;
        campaign: bigint;
        amount?: bigint;
    };
}
/**
 * The owner took free balance out.
 */
export interface WithdrawEvent {
    name: "Withdraw";
    data: {
        merchant: bigint;
        owner?: string;
        to?: string;
        amount?: bigint;
    };
}
/**
 * A raise waits until `eta` (Unix seconds). `merchant` is void for the global limit.
 */
export interface LimitQueuedEvent {
    name: "LimitQueued";
    data: {
        merchant: bigint | null;
        limit?: bigint;
        eta?: bigint;
    };
}
/**
 * Stored limit.
 */
export interface Limit {
    limit: bigint;
    pending: PendingLimit | null;
}
/**
 * A limit and what is left of it.
 */
export interface LimitStatus {
    /**
     * Stroops per rolling 24 h.
     */
    limit: bigint;
    pending: PendingLimit | null;
    /**
     * Stroops left; 0 after a cut below what is used.
     */
    remaining: bigint;
    /**
     * Stroops used in the current and the 96 previous quarter-hours.
     */
    used: bigint;
}
/**
 * A raise that waits.
 */
export interface PendingLimit {
    /**
     * Unix seconds from which `apply_limit` succeeds.
     */
    eta: bigint;
    /**
     * Stroops per rolling 24 h.
     */
    limit: bigint;
}
/**
 * Set by the constructor, never changed.
 */
export interface Config {
    admin: string;
    /**
     * Stellar Asset Contract of the reward asset.
     */
    asset: string;
    issuer: string;
    /**
     * Limit per rolling 24 h of a merchant that has none of its own, stroops.
     */
    merchant_limit: bigint;
    /**
     * Seconds that a raise of a limit waits.
     */
    raise_delay: bigint;
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
 * Free balance of a merchant: `i128`.
 */
{
    tag: "Balance";
    values: readonly [string, bigint];
} | 
/**
 * Owner of a merchant's balance: `Address`.
 */
{
    tag: "Owner";
    values: readonly [string, bigint];
} | 
/**
 * Reserve of a campaign: [`Reserve`].
 */
{
    tag: "Reserve";
    values: readonly [string, bigint];
} | 
/**
 * Grant made under a reference: [`GrantRecord`].
 */
{
    tag: "Grant";
    values: readonly [string, Uint8Array];
} | 
/**
 * Limit of a merchant, or the global one: [`Limit`].
 */
{
    tag: "Limit";
    values: readonly [string, bigint | null];
} | 
/**
 * Payments of the last 24 h of a merchant, or of all: a ring of `merit_common::rolling`.
 */
{
    tag: "Usage";
    values: readonly [string, bigint | null];
};
/**
 * A campaign's budget.
 */
export interface Reserve {
    /**
     * Stroops left.
     */
    amount: bigint;
    /**
     * Released: the entry stays, so that the campaign can't be reserved again.
     */
    closed: boolean;
    /**
     * Only the campaign contract that made the reserve may use it: a second one counts its ids from 1 too.
     */
    contract: string;
    merchant: bigint;
}
/**
 * Content of a grant, kept under its reference.
 */
export interface GrantRecord {
    amount: bigint;
    merchant: bigint;
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
export type ContractEvent = GrantEvent | DepositEvent | LimitSetEvent | OwnerSetEvent | ReleasedEvent | ReservedEvent | WithdrawEvent | LimitQueuedEvent | MigratedEvent | SetRootEvent | SetClaimedEvent | PausedEvent | UnpausedEvent;
