import { Funds, Reward, Programme, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * Names the newcomer's referrer, once and for good. The newcomer signs and must not have enrolled; its referrer
     * must have.
     */
    bind(args: {
        newcomer: string | Address;
        referrer: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Moves `amount` from the programme's sponsor to its free funds, up to its budget and before its end. The sponsor
     * signs this call and the asset's `transfer` below it.
     */
    fund(args: {
        sponsor: string | Address;
        merchant: bigint;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Stroops that `withdraw` would pay the account.
     */
    owed(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Pays `account`, the newcomer or its referrer, its own bonus of a newcomer's reward in a programme and returns the
     * amount. Within 180 days from `claimable_at`.
     */
    claim(args: {
        account: string | Address;
        merchant: bigint;
        newcomer: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Lets newcomers bind to `referrer`, for good. The referrer signs, and can't be a newcomer itself from then on.
     * Repeating the call changes nothing.
     */
    enrol(args: {
        referrer: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Funds of a merchant's programme.
     */
    funds(args: {
        merchant: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<Funds>>;
    /**
     * Ends a programme now, returns its free funds to its sponsor and returns the sum. The sponsor signs. It can leave at
     * any time, also while paused. Pending bonuses stay until they are claimed, revoked or expired; what isn't claimed
     * then is the sponsor's by `settle`. A sponsor that can't receive is owed the sum.
     */
    leave(args: {
        sponsor: string | Address;
        merchant: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stops everything but revoking, the sponsor's way out and views. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Stroops that count against a referrer's cap in a merchant's programme.
     */
    earned(args: {
        merchant: bigint;
        referrer: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Frees the bonuses of a newcomer's reward in a programme that weren't claimed within 180 days from `claimable_at`,
     * and returns their sum. Open to anyone.
     */
    expire(args: {
        merchant: bigint;
        newcomer: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * True while this contract itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Revokes both bonuses of a newcomer's reward in a programme before they can be claimed. Role `manager`. Works while
     * paused.
     */
    revoke(args: {
        operator: string | Address;
        merchant: bigint;
        newcomer: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * A newcomer's reward in a merchant's programme.
     */
    reward(args: {
        merchant: bigint;
        newcomer: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<Reward | null>>;
    /**
     * Takes the free funds out of a programme that is over and owes them to its sponsor; returns the sum. Open to anyone, also
     * while paused. With `leave` the sponsor gets them at once.
     */
    settle(args: {
        merchant: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Brings the stored data to this code's schema version, once. Role `upgrader`.
     */
    migrate(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Reports that a bound newcomer did what the merchant's programme rewards, and sets the bonuses aside. Role
     * `qualify`. Once per newcomer and programme.
     */
    qualify(args: {
        operator: string | Address;
        merchant: bigint;
        newcomer: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Ends this contract's own stop. Role `unpauser`.
     */
    unpause(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Replaces the code by announced code (`admin.announce_upgrade`). Role `upgrader`. The new code's `migrate` runs next.
     */
    upgrade(args: {
        new_wasm_hash: Uint8Array;
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Schema version of the stored data.
     */
    version(options?: MethodOptions): Promise<AssembledTransaction<number>>;
    referrer(args: {
        newcomer: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<string | null>>;
    /**
     * Pays an account what it is owed. Open to anyone, also while paused. Returns the amount in stroops.
     */
    withdraw(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    programme(args: {
        merchant: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<Programme | null>>;
    /**
     * The contract's balance of the asset, stroops. It covers the free and pending funds of all programmes, and all
     * debts.
     */
    total_held(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * True if newcomers may bind to the account.
     */
    is_enrolled(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Creates a merchant's programme, or changes its terms for later qualifications. Role `manager`. While funds are free or
     * pending, its sponsor can't change, bonuses and cap can't rise, and the clawback window can't become shorter. Its end can't move to a later time while funds are free, or while
     * they are pending and the sponsor has left.
     */
    set_programme(args: {
        operator: string | Address;
        merchant: bigint;
        programme: Programme;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        state: string | Address;
        asset: string | Address;
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
        bind: (json: string) => AssembledTransaction<void>;
        fund: (json: string) => AssembledTransaction<void>;
        owed: (json: string) => AssembledTransaction<bigint>;
        claim: (json: string) => AssembledTransaction<bigint>;
        enrol: (json: string) => AssembledTransaction<void>;
        funds: (json: string) => AssembledTransaction<Funds>;
        leave: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        earned: (json: string) => AssembledTransaction<bigint>;
        expire: (json: string) => AssembledTransaction<bigint>;
        paused: (json: string) => AssembledTransaction<boolean>;
        revoke: (json: string) => AssembledTransaction<void>;
        reward: (json: string) => AssembledTransaction<Reward | null>;
        settle: (json: string) => AssembledTransaction<bigint>;
        migrate: (json: string) => AssembledTransaction<void>;
        qualify: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        referrer: (json: string) => AssembledTransaction<string | null>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        programme: (json: string) => AssembledTransaction<Programme | null>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        is_enrolled: (json: string) => AssembledTransaction<boolean>;
        set_programme: (json: string) => AssembledTransaction<void>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        bind: (json: string) => AssembledTransaction<void>;
        fund: (json: string) => AssembledTransaction<void>;
        owed: (json: string) => AssembledTransaction<bigint>;
        claim: (json: string) => AssembledTransaction<bigint>;
        enrol: (json: string) => AssembledTransaction<void>;
        funds: (json: string) => AssembledTransaction<Funds>;
        leave: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        earned: (json: string) => AssembledTransaction<bigint>;
        expire: (json: string) => AssembledTransaction<bigint>;
        paused: (json: string) => AssembledTransaction<boolean>;
        revoke: (json: string) => AssembledTransaction<void>;
        reward: (json: string) => AssembledTransaction<Reward | null>;
        settle: (json: string) => AssembledTransaction<bigint>;
        migrate: (json: string) => AssembledTransaction<void>;
        qualify: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        referrer: (json: string) => AssembledTransaction<string | null>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        programme: (json: string) => AssembledTransaction<Programme | null>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        is_enrolled: (json: string) => AssembledTransaction<boolean>;
        set_programme: (json: string) => AssembledTransaction<void>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "SponsorLeft" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    sponsorLeftEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "BonusClaimed" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    bonusClaimedEventFilter(topicValues?: {
        account?: string | Address;
        newcomer?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "ProgrammeSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    programmeSetEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "ReferralBound" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    referralBoundEventFilter(topicValues?: {
        newcomer?: string | Address;
        referrer?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "ProgrammeFunded" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    programmeFundedEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "ReferralExpired" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    referralExpiredEventFilter(topicValues?: {
        merchant?: bigint;
        newcomer?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "ReferralRevoked" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    referralRevokedEventFilter(topicValues?: {
        merchant?: bigint;
        newcomer?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "ProgrammeSettled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    programmeSettledEventFilter(topicValues?: {
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "ReferrerEnrolled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    referrerEnrolledEventFilter(topicValues?: {
        referrer?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "ReferralQualified" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    referralQualifiedEventFilter(topicValues?: {
        merchant?: bigint;
        newcomer?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Owed" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    owedEventFilter(topicValues?: {
        account?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Withdrawn" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    withdrawnEventFilter(topicValues?: {
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
