/**
* Errors of `campaign`, 14000 and up. The numbers are stable.
*/
export declare const CampaignError: {
    /**
     * The caller doesn't hold the role.
     */
    14000: {
        message: string;
    };
    /**
     * This contract or the whole system is stopped.
     */
    14001: {
        message: string;
    };
    /**
     * The stored data already has this schema version.
     */
    14002: {
        message: string;
    };
    /**
     * Not above 0 and at most `i64::MAX`.
     */
    14003: {
        message: string;
    };
    /**
     * No campaign has this id.
     */
    14010: {
        message: string;
    };
    /**
     * The window ends before it starts, or has already ended.
     */
    14011: {
        message: string;
    };
    /**
     * The reference was used for a campaign with other terms.
     */
    14012: {
        message: string;
    };
    /**
     * The campaign's status doesn't allow this step.
     */
    14013: {
        message: string;
    };
    /**
     * The campaign is paused, ended or settled.
     */
    14020: {
        message: string;
    };
    /**
     * Not within `[starts_at, ends_at)`.
     */
    14021: {
        message: string;
    };
    /**
     * The rest of the budget can't cover the batch.
     */
    14022: {
        message: string;
    };
    /**
     * More than 60 payments in one call.
     */
    14030: {
        message: string;
    };
    /**
     * Numbers, references, recipients, amounts and results differ in number.
     */
    14031: {
        message: string;
    };
    /**
     * A result that isn't "to pay", "already same" or "number taken".
     */
    14032: {
        message: string;
    };
};
/**
 * One batch. Payment `i` has `numbers[4i..4i+4]` (u32, big-endian), `refs[8i..8i+8]` and the result byte
 * `results[i]` (`merit_common::result`); recipients and amounts of what was paid are in the asset's
 * `transfer` events. A vector of bytes, not a map or a vector of records: event bytes bound the batch.
 */
export interface RewardEvent {
    name: "Reward";
    data: {
        campaign: bigint;
        merchant: bigint;
        /**
         * Rises by one per batch of the distribution contract.
         */
        seq: bigint;
        /**
         * Sum paid in this batch, stroops.
         */
        paid: bigint;
        numbers: Uint8Array;
        refs: Uint8Array;
        results: Uint8Array;
    };
}
/**
 * A campaign was paused, resumed or ended.
 */
export interface CampaignStatusEvent {
    name: "CampaignStatus";
    data: {
        campaign: bigint;
        status?: Status;
    };
}
/**
 * A campaign was created and its budget reserved.
 */
export interface CampaignCreatedEvent {
    name: "CampaignCreated";
    data: {
        campaign: bigint;
        merchant: bigint;
        budget?: bigint;
        starts_at?: bigint;
        ends_at?: bigint;
        per_wallet_cap?: bigint | null;
        reference?: Uint8Array;
    };
}
/**
 * A campaign was settled; `remainder` (stroops) went back to the merchant's balance in `pool`.
 */
export interface CampaignSettledEvent {
    name: "CampaignSettled";
    data: {
        campaign: bigint;
        spent?: bigint;
        remainder?: bigint;
    };
}
/**
 * Enum: Status
 */
export declare enum Status {
    /**
     * Terms accepted, no budget yet.
     */
    Draft = 0,
    /**
     * Budget reserved, not opened yet.
     */
    Funded = 1,
    /**
     * Pays within its window.
     */
    Active = 2,
    /**
     * Stopped by a manager; may go on.
     */
    Paused = 3,
    /**
     * Pays no more; the remainder is still reserved.
     */
    Ended = 4,
    /**
     * The remainder went back to the merchant. Final.
     */
    Settled = 5
}
/**
 * Set by the constructor, never changed.
 */
export interface Config {
    admin: string;
    /**
     * The pool, and with it the asset, of every campaign of this contract.
     */
    pool: string;
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
 * Id of the newest campaign: `u64`.
 */
{
    tag: "LastId";
    values: void;
} | 
/**
 * [`Campaign`] by id.
 */
{
    tag: "Campaign";
    values: readonly [bigint];
} | 
/**
 * Id by the caller's reference: `u64`.
 */
{
    tag: "Reference";
    values: readonly [Uint8Array];
} | 
/**
 * What a wallet received from a campaign with a cap, stroops.
 */
{
    tag: "Wallet";
    values: readonly [bigint, string];
};
/**
 * A campaign as stored and as answered.
 */
export interface Campaign {
    /**
     * Stroops reserved at creation.
     */
    budget: bigint;
    /**
     * First Unix second in which it no longer pays.
     */
    ends_at: bigint;
    merchant: bigint;
    /**
     * Stroops that one wallet may receive in all.
     */
    per_wallet_cap: bigint | null;
    /**
     * The caller's reference.
     */
    reference: Uint8Array;
    /**
     * Stroops paid so far. Written at settlement; before that it is derived from the reserve in `pool`.
     */
    spent: bigint;
    /**
     * First Unix second in which it pays.
     */
    starts_at: bigint;
    status: Status;
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
export type ContractEvent = RewardEvent | CampaignStatusEvent | CampaignCreatedEvent | CampaignSettledEvent | MigratedEvent | SetRootEvent | SetClaimedEvent | PausedEvent | UnpausedEvent;
