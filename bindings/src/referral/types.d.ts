/**
* Stroops. This contract owes `free` + `pending` of all programmes, and what sponsors couldn't receive.
*/
export interface Funds {
    free: bigint;
    paid: bigint;
    /**
     * Bonuses set aside.
     */
    pending: bigint;
}
/**
 * Terms for newcomers that qualify from now on; amounts in stroops.
 */
export interface Programme {
    bonus_newcomer: bigint;
    /**
     * 0: none. One of the two bonuses is above 0.
     */
    bonus_referrer: bigint;
    /**
     * Most that is ever paid, set aside and free together.
     */
    budget: bigint;
    /**
     * Seconds from qualification during which a reward can be revoked and not be claimed, at most 90 days.
     */
    clawback_window: bigint;
    /**
     * Unix seconds. After `starts_at`, and at most three years from now when it is set.
     */
    ends_at: bigint;
    /**
     * Most that one referrer gets from this programme, over its whole life.
     */
    referrer_cap: bigint;
    /**
     * Funds the programme and gets back what is left.
     */
    sponsor: string;
    /**
     * Unix seconds.
     */
    starts_at: bigint;
}
/**
 * Errors of `referral`, 17000 and up. The numbers are stable.
 */
export declare const ReferralError: {
    /**
     * The caller doesn't hold the role, or isn't the programme's sponsor.
     */
    readonly 17000: {
        readonly message: "Unauthorized";
    };
    /**
     * This contract or the whole system is stopped.
     */
    readonly 17001: {
        readonly message: "Paused";
    };
    /**
     * The stored data already has this schema version.
     */
    readonly 17002: {
        readonly message: "AlreadyMigrated";
    };
    /**
     * An amount isn't above 0 and at most `i64::MAX`; terms also allow 0.
     */
    readonly 17003: {
        readonly message: "InvalidAmount";
    };
    /**
     * An account can't refer itself.
     */
    readonly 17010: {
        readonly message: "SelfReferral";
    };
    /**
     * The newcomer already has a referrer.
     */
    readonly 17011: {
        readonly message: "AlreadyBound";
    };
    /**
     * The account has enrolled as a referrer and can't be a newcomer any more.
     */
    readonly 17012: {
        readonly message: "IsReferrer";
    };
    /**
     * The newcomer has no referrer.
     */
    readonly 17013: {
        readonly message: "NotBound";
    };
    /**
     * A contract of the system is nobody's referrer: it couldn't claim.
     */
    readonly 17014: {
        readonly message: "RefusedReferrer";
    };
    /**
     * The referrer hasn't enrolled: nobody is made one without its signature.
     */
    readonly 17015: {
        readonly message: "NotEnrolled";
    };
    /**
     * The merchant has no programme.
     */
    readonly 17020: {
        readonly message: "ProgrammeNotFound";
    };
    /**
     * No bonus, a cap below the referrer's bonus, an end before the start or more than three years away, or a clawback window
     * of more than 90 days.
     */
    readonly 17021: {
        readonly message: "InvalidTerms";
    };
    /**
     * The sponsor can't change while its funds are free or pending.
     */
    readonly 17022: {
        readonly message: "SponsorFixed";
    };
    /**
     * The end can't move to a later time while the sponsor's funds are free, or are pending after it left.
     */
    readonly 17023: {
        readonly message: "WindowExtended";
    };
    /**
     * The programme hasn't begun or is over.
     */
    readonly 17024: {
        readonly message: "OutsideWindow";
    };
    /**
     * The programme's funds would exceed its budget.
     */
    readonly 17025: {
        readonly message: "BudgetExceeded";
    };
    /**
     * The programme's free funds can't cover the bonuses.
     */
    readonly 17026: {
        readonly message: "BudgetShort";
    };
    /**
     * The referrer's cap is used up, and the newcomer gets no bonus of its own.
     */
    readonly 17027: {
        readonly message: "CapReached";
    };
    /**
     * The programme isn't over yet.
     */
    readonly 17028: {
        readonly message: "NotEnded";
    };
    /**
     * The programme has no free funds.
     */
    readonly 17029: {
        readonly message: "NothingLeft";
    };
    /**
     * The newcomer was rewarded by this programme before.
     */
    readonly 17030: {
        readonly message: "AlreadyRewarded";
    };
    /**
     * The newcomer has no reward of this programme.
     */
    readonly 17031: {
        readonly message: "RewardNotFound";
    };
    /**
     * The clawback window hasn't passed yet.
     */
    readonly 17032: {
        readonly message: "NotClaimable";
    };
    /**
     * The account has no bonus of this reward, or the bonus was claimed, revoked or has expired.
     */
    readonly 17033: {
        readonly message: "NothingDue";
    };
    /**
     * The clawback window has passed.
     */
    readonly 17034: {
        readonly message: "RevokeClosed";
    };
    /**
     * The reward was revoked before.
     */
    readonly 17035: {
        readonly message: "AlreadyRevoked";
    };
    /**
     * The time to claim, 180 days, has passed.
     */
    readonly 17036: {
        readonly message: "ClaimClosed";
    };
    /**
     * The time to claim hasn't passed yet.
     */
    readonly 17037: {
        readonly message: "NotExpired";
    };
    /**
     * The account has no trustline, or doesn't exist.
     */
    readonly 17040: {
        readonly message: "NoTrustline";
    };
    /**
     * The account, or this contract's own balance, is frozen.
     */
    readonly 17041: {
        readonly message: "NotAuthorized";
    };
    /**
     * The giver holds too little, or the receiver's trustline has no room.
     */
    readonly 17042: {
        readonly message: "BalanceOutOfRange";
    };
    /**
     * Any other refusal by the asset contract, for instance an unsigned transfer.
     */
    readonly 17043: {
        readonly message: "AssetRefused";
    };
    /**
     * The asset moved a different amount than requested.
     */
    readonly 17044: {
        readonly message: "DepositMismatch";
    };
    /**
     * Nothing is owed to the account.
     */
    readonly 17045: {
        readonly message: "NothingOwed";
    };
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    readonly 17046: {
        readonly message: "UpgradeNotDue";
    };
    /**
     * Bonuses and cap can't rise, nor the clawback window become shorter, while funds are free or pending: the sponsor funded
     * other terms.
     */
    readonly 17047: {
        readonly message: "TermsRaised";
    };
};
/**
 * The sponsor ended its programme. Free funds went back to it, or are owed to it if the same call has an `owed` event.
 */
export interface SponsorLeftEvent {
    name: "SponsorLeft";
    data: {
        merchant: bigint;
        sponsor?: string;
        /**
         * 0 if none were free.
         */
        amount?: bigint;
    };
}
/**
 * One bonus of a reward was paid.
 */
export interface BonusClaimedEvent {
    name: "BonusClaimed";
    data: {
        account: string;
        newcomer: string;
        merchant?: bigint;
        amount?: bigint;
    };
}
/**
 * A merchant's programme has these terms for newcomers that qualify from now on.
 */
export interface ProgrammeSetEvent {
    name: "ProgrammeSet";
    data: {
        merchant: bigint;
        sponsor?: string;
        bonus_referrer?: bigint;
        bonus_newcomer?: bigint;
        referrer_cap?: bigint;
        budget?: bigint;
        starts_at?: bigint;
        ends_at?: bigint;
        /**
         * Seconds.
         */
        clawback_window?: bigint;
        operator?: string;
    };
}
/**
 * `newcomer` named `referrer` as its referrer, for good.
 */
export interface ReferralBoundEvent {
    name: "ReferralBound";
    data: {
        newcomer: string;
        referrer: string;
    };
}
/**
 * The sponsor added to the programme's free funds.
 */
export interface ProgrammeFundedEvent {
    name: "ProgrammeFunded";
    data: {
        merchant: bigint;
        sponsor?: string;
        amount?: bigint;
    };
}
/**
 * Bonuses that nobody claimed in time are free funds again.
 */
export interface ReferralExpiredEvent {
    name: "ReferralExpired";
    data: {
        merchant: bigint;
        newcomer: string;
        amount?: bigint;
    };
}
/**
 * Bonuses that were set aside are free funds again.
 */
export interface ReferralRevokedEvent {
    name: "ReferralRevoked";
    data: {
        merchant: bigint;
        newcomer: string;
        operator?: string;
        amount?: bigint;
    };
}
/**
 * Free funds of a programme that is over went back to its sponsor, or are owed to it if the same call has an `owed` event.
 */
export interface ProgrammeSettledEvent {
    name: "ProgrammeSettled";
    data: {
        merchant: bigint;
        sponsor?: string;
        amount?: bigint;
    };
}
/**
 * Newcomers can bind to `referrer` from now on.
 */
export interface ReferrerEnrolledEvent {
    name: "ReferrerEnrolled";
    data: {
        referrer: string;
    };
}
/**
 * Bonuses were set aside; 0 is none.
 */
export interface ReferralQualifiedEvent {
    name: "ReferralQualified";
    data: {
        merchant: bigint;
        newcomer: string;
        referrer?: string;
        bonus_referrer?: bigint;
        bonus_newcomer?: bigint;
        /**
         * Unix seconds.
         */
        claimable_at?: bigint;
    };
}
/**
 * Struct: Bonus
 */
export interface Bonus {
    /**
     * Stroops; 0: no bonus for this side.
     */
    amount: bigint;
    status: Status;
}
/**
 * The bonuses that a newcomer's qualification in a programme earned.
 */
export interface Reward {
    /**
     * Unix seconds until which it can be revoked, and from which it can be claimed for 180 days.
     */
    claimable_at: bigint;
    for_newcomer: Bonus;
    for_referrer: Bonus;
    merchant: bigint;
    referrer: string;
}
/**
 * Union: Status
 */
export type Status = {
    tag: "Pending";
    values: void;
} | 
/**
 * Final.
 */
{
    tag: "Paid";
    values: void;
} | 
/**
 * Final.
 */
{
    tag: "Revoked";
    values: void;
} | 
/**
 * Final: not claimed in time.
 */
{
    tag: "Expired";
    values: void;
};
/**
 * An account is owed this amount, which waits for `withdraw`.
 */
export interface OwedEvent {
    name: "Owed";
    data: {
        account: string;
        amount?: bigint;
    };
}
/**
 * An account received everything that it was owed.
 */
export interface WithdrawnEvent {
    name: "Withdrawn";
    data: {
        account: string;
        amount?: bigint;
    };
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
export type ContractEvent = SponsorLeftEvent | BonusClaimedEvent | ProgrammeSetEvent | ReferralBoundEvent | ProgrammeFundedEvent | ReferralExpiredEvent | ReferralRevokedEvent | ProgrammeSettledEvent | ReferrerEnrolledEvent | ReferralQualifiedEvent | OwedEvent | WithdrawnEvent | PausedEvent | MigratedEvent | UnpausedEvent;
