/**
* Error Enum: TokenError
*/
export declare const TokenError: {
    /**
     * The caller lacks the role.
     */
    12000: {
        message: string;
    };
    /**
     * This contract or the whole system is paused.
     */
    12001: {
        message: string;
    };
    /**
     * This schema version was migrated to before.
     */
    12002: {
        message: string;
    };
    /**
     * Amounts are above 0, caps and quotas at least 0, all at most 2^63 - 1 stroops.
     */
    12003: {
        message: string;
    };
    /**
     * The supply cap leaves no room for the amount.
     */
    12004: {
        message: string;
    };
    /**
     * The minter's quota of the last 24 h leaves no room for the amount.
     */
    12005: {
        message: string;
    };
    /**
     * A contract of the system can't be minted to or clawed back from.
     */
    12006: {
        message: string;
    };
    /**
     * The holder has no trustline, or the account does not exist.
     */
    12007: {
        message: string;
    };
    /**
     * The holder's trustline is frozen or was never authorised.
     */
    12008: {
        message: string;
    };
    /**
     * Minting: the holder's trustline limit leaves no room. Clawback: the holder has less, or its balance
     * was opened before the issuer's clawback flag.
     */
    12009: {
        message: string;
    };
    /**
     * The asset contract refused: this contract is not its admin, the issuer's flags don't allow it, or the
     * holder is the issuer.
     */
    12010: {
        message: string;
    };
    /**
     * `handover_delay` is above 90 days.
     */
    12011: {
        message: string;
    };
    /**
     * No change of the asset's admin is pending.
     */
    12012: {
        message: string;
    };
    /**
     * The handover's delay has not passed.
     */
    12013: {
        message: string;
    };
    /**
     * The handover was not completed in time: propose it again.
     */
    12014: {
        message: string;
    };
};
/**
 * Event: Mint
 */
export interface MintEvent {
    name: "Mint";
    data: {
        to: string;
        minter?: string;
        /**
         * Stroops.
         */
        amount?: bigint;
    };
}
/**
 * Event: Freeze
 */
export interface FreezeEvent {
    name: "Freeze";
    data: {
        account: string;
        operator?: string;
    };
}
/**
 * Event: Clawback
 */
export interface ClawbackEvent {
    name: "Clawback";
    data: {
        from: string;
        operator?: string;
        /**
         * Stroops.
         */
        amount?: bigint;
    };
}
/**
 * Event: QuotaSet
 */
export interface QuotaSetEvent {
    name: "QuotaSet";
    data: {
        minter: string;
        /**
         * Stroops per rolling 24 h.
         */
        daily?: bigint;
    };
}
/**
 * Event: Unfreeze
 */
export interface UnfreezeEvent {
    name: "Unfreeze";
    data: {
        account: string;
        operator?: string;
    };
}
/**
 * Event: SacAdminChanged
 */
export interface SacAdminChangedEvent {
    name: "SacAdminChanged";
    data: {
        new_admin: string;
        operator?: string;
    };
}
/**
 * Event: SacAdminProposed
 */
export interface SacAdminProposedEvent {
    name: "SacAdminProposed";
    data: {
        new_admin: string;
        operator?: string;
        /**
         * Executable from here, Unix seconds.
         */
        eta?: bigint;
        /**
         * Void from here, Unix seconds.
         */
        expires_at?: bigint;
    };
}
/**
 * Event: SacAdminCancelled
 */
export interface SacAdminCancelledEvent {
    name: "SacAdminCancelled";
    data: {
        new_admin: string;
        operator?: string;
    };
}
/**
 * Struct: Quota
 */
export interface Quota {
    /**
     * Stroops per rolling 24 h.
     */
    daily: bigint;
    /**
     * Stroops left now.
     */
    remaining: bigint;
    /**
     * Stroops minted in the last 24 h.
     */
    used: bigint;
}
/**
 * Union: DataKey
 */
export type DataKey = 
/**
 * The admin contract. Instance, like all up to `Handover`.
 */
{
    tag: "AdminContract";
    values: void;
} | {
    tag: "StateContract";
    values: void;
} | 
/**
 * The reward asset's contract (SAC).
 */
{
    tag: "Asset";
    values: void;
} | 
/**
 * Most stroops that may exist.
 */
{
    tag: "Cap";
    values: void;
} | 
/**
 * Stroops minted minus clawed back.
 */
{
    tag: "Minted";
    values: void;
} | 
/**
 * Seconds between proposing and executing a new SAC admin.
 */
{
    tag: "HandoverDelay";
    values: void;
} | {
    tag: "Handover";
    values: void;
} | 
/**
 * Stroops this minter may mint per rolling 24 h. Persistent.
 */
{
    tag: "Quota";
    values: readonly [string];
} | 
/**
 * What this minter minted in the last 24 h. Persistent.
 */
{
    tag: "Ring";
    values: readonly [string];
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
export type ContractEvent = MintEvent | FreezeEvent | ClawbackEvent | QuotaSetEvent | UnfreezeEvent | SacAdminChangedEvent | SacAdminProposedEvent | SacAdminCancelledEvent | MigratedEvent | SetRootEvent | SetClaimedEvent | PausedEvent | UnpausedEvent;
