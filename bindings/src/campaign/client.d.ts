import { Campaign, Spent, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * Ends a campaign for good. Role `manager`; open to anyone once its window is over.
     */
    end(args: {
        operator: string | Address;
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * The campaign; `spent` is as of now.
     */
    get(args: {
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<Campaign>>;
    /**
     * Stops everything but views. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Pays a batch. Role `distribution`. Payment `i` has `numbers[4i..4i+4]` (u32, big-endian), `refs[8i..8i+8]`,
     * `to[i]`, `amounts[i]` and `results[i]`: 255 to pay, or a result decided before. Returns the final results with
     * the campaign's merchant and clawback window, and emits one `reward` event.
     */
    spend(args: {
        distribution: string | Address;
        id: bigint;
        seq: bigint;
        numbers: Uint8Array;
        refs: Uint8Array;
        to: Array<string | Address>;
        amounts: Array<bigint>;
        results: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<Spent>>;
    /**
     * Creates an active campaign with its budget reserved in `pool`, and returns its id. Role `manager`. The
     * same call again returns the same id. Other terms under this reference fail with `ReferenceTaken`. Times are Unix
     * seconds, the window is `[starts_at, ends_at)`.
     */
    create(args: {
        operator: string | Address;
        reference: Uint8Array;
        merchant: bigint;
        budget: bigint;
        starts_at: bigint;
        ends_at: bigint;
        per_wallet_cap: bigint | null;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Raises the budget of an active or paused campaign to `budget` (stroops), from the merchant's free balance, and moves
     * its end to `ends_at` (Unix seconds), before it has ended. Role `manager`. Both are totals, and neither goes down.
     * Returns false if both are so already.
     */
    extend(args: {
        operator: string | Address;
        id: bigint;
        budget: bigint;
        ends_at: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * True while this contract itself is stopped; `state` knows about the whole system.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Returns an ended campaign's remainder to its merchant's balance in `pool`, once. Role `manager`; open to
     * anyone once the campaign's window is over. The result is the remainder in stroops.
     */
    settle(args: {
        operator: string | Address;
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Brings the stored data to this code's schema version, once. Role `upgrader`.
     */
    migrate(args: {
        operator: string | Address;
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
    /**
     * Campaigns with ids above `after`, in rising order, at most 50.
     */
    campaigns(args: {
        after: bigint;
        limit: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<[bigint, Campaign]>>>;
    /**
     * Id of the campaign created under a reference.
     */
    by_reference(args: {
        reference: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint | null>>;
    /**
     * Stroops that a wallet received from a campaign. They are counted only for campaigns with a cap.
     */
    wallet_spent(args: {
        id: bigint;
        wallet: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Lets payments of a campaign that has paid nothing yet be clawed back for 1 to 7,776,000 seconds (90 days)
     * each. Role `manager`. May be changed until the first payment.
     */
    allow_clawback(args: {
        operator: string | Address;
        id: bigint;
        seconds: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Stops payments of one campaign. Role `manager`.
     */
    pause_campaign(args: {
        operator: string | Address;
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Resumes a paused campaign. Role `manager`.
     */
    resume_campaign(args: {
        operator: string | Address;
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Seconds in which a payment of the campaign may be clawed back. Void: never.
     */
    clawback_seconds(args: {
        id: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint | null>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        state: string | Address;
        pool: string | Address;
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
        end: (json: string) => AssembledTransaction<void>;
        get: (json: string) => AssembledTransaction<Campaign>;
        pause: (json: string) => AssembledTransaction<void>;
        spend: (json: string) => AssembledTransaction<Spent>;
        create: (json: string) => AssembledTransaction<bigint>;
        extend: (json: string) => AssembledTransaction<boolean>;
        paused: (json: string) => AssembledTransaction<boolean>;
        settle: (json: string) => AssembledTransaction<bigint>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        campaigns: (json: string) => AssembledTransaction<[bigint, Campaign][]>;
        by_reference: (json: string) => AssembledTransaction<bigint | null>;
        wallet_spent: (json: string) => AssembledTransaction<bigint>;
        allow_clawback: (json: string) => AssembledTransaction<void>;
        pause_campaign: (json: string) => AssembledTransaction<void>;
        resume_campaign: (json: string) => AssembledTransaction<void>;
        clawback_seconds: (json: string) => AssembledTransaction<bigint | null>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        end: (json: string) => AssembledTransaction<void>;
        get: (json: string) => AssembledTransaction<Campaign>;
        pause: (json: string) => AssembledTransaction<void>;
        spend: (json: string) => AssembledTransaction<Spent>;
        create: (json: string) => AssembledTransaction<bigint>;
        extend: (json: string) => AssembledTransaction<boolean>;
        paused: (json: string) => AssembledTransaction<boolean>;
        settle: (json: string) => AssembledTransaction<bigint>;
        migrate: (json: string) => AssembledTransaction<void>;
        unpause: (json: string) => AssembledTransaction<void>;
        upgrade: (json: string) => AssembledTransaction<void>;
        version: (json: string) => AssembledTransaction<number>;
        campaigns: (json: string) => AssembledTransaction<[bigint, Campaign][]>;
        by_reference: (json: string) => AssembledTransaction<bigint | null>;
        wallet_spent: (json: string) => AssembledTransaction<bigint>;
        allow_clawback: (json: string) => AssembledTransaction<void>;
        pause_campaign: (json: string) => AssembledTransaction<void>;
        resume_campaign: (json: string) => AssembledTransaction<void>;
        clawback_seconds: (json: string) => AssembledTransaction<bigint | null>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "Reward" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    rewardEventFilter(topicValues?: {
        campaign?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "CampaignStatus" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    campaignStatusEventFilter(topicValues?: {
        campaign?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "CampaignCreated" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    campaignCreatedEventFilter(topicValues?: {
        campaign?: bigint;
        merchant?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "CampaignSettled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    campaignSettledEventFilter(topicValues?: {
        campaign?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "ClawbackAllowed" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    clawbackAllowedEventFilter(topicValues?: {
        campaign?: bigint;
    }): string[];
    /**
     * Build a topics filter row for the "CampaignExtended" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    campaignExtendedEventFilter(topicValues?: {
        campaign?: bigint;
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
