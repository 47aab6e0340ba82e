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
export type ContractEvent = RewardEvent | CampaignStatusEvent | CampaignCreatedEvent | CampaignSettledEvent | MigratedEvent | PausedEvent | UnpausedEvent;
