/**
 * Errors of `referral`, 17000 and up. The numbers are stable.
 */
export const ReferralError = {
    /**
     * The caller doesn't hold the role, or isn't the programme's sponsor.
     */
    17000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is stopped.
     */
    17001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    17002: { message: "AlreadyMigrated" },
    /**
     * An amount isn't above 0 and at most `i64::MAX`; terms also allow 0.
     */
    17003: { message: "InvalidAmount" },
    /**
     * An account can't refer itself.
     */
    17010: { message: "SelfReferral" },
    /**
     * The newcomer already has a referrer.
     */
    17011: { message: "AlreadyBound" },
    /**
     * The account has enrolled as a referrer and can't be a newcomer any more.
     */
    17012: { message: "IsReferrer" },
    /**
     * The newcomer has no referrer.
     */
    17013: { message: "NotBound" },
    /**
     * A contract of the system is nobody's referrer: it couldn't claim.
     */
    17014: { message: "RefusedReferrer" },
    /**
     * The referrer hasn't enrolled: nobody is made one without its signature.
     */
    17015: { message: "NotEnrolled" },
    /**
     * The merchant has no programme.
     */
    17020: { message: "ProgrammeNotFound" },
    /**
     * No bonus, a cap below the referrer's bonus, an end before the start or more than three years away, or a clawback window
     * of more than 90 days.
     */
    17021: { message: "InvalidTerms" },
    /**
     * The sponsor can't change while its funds are free or pending.
     */
    17022: { message: "SponsorFixed" },
    /**
     * The end can't move to a later time while the sponsor's funds are free, or are pending after it left.
     */
    17023: { message: "WindowExtended" },
    /**
     * The programme hasn't begun or is over.
     */
    17024: { message: "OutsideWindow" },
    /**
     * The programme's funds would exceed its budget.
     */
    17025: { message: "BudgetExceeded" },
    /**
     * The programme's free funds can't cover the bonuses.
     */
    17026: { message: "BudgetShort" },
    /**
     * The referrer's cap is used up, and the newcomer gets no bonus of its own.
     */
    17027: { message: "CapReached" },
    /**
     * The programme isn't over yet.
     */
    17028: { message: "NotEnded" },
    /**
     * The programme has no free funds.
     */
    17029: { message: "NothingLeft" },
    /**
     * The newcomer was rewarded by this programme before.
     */
    17030: { message: "AlreadyRewarded" },
    /**
     * The newcomer has no reward of this programme.
     */
    17031: { message: "RewardNotFound" },
    /**
     * The clawback window hasn't passed yet.
     */
    17032: { message: "NotClaimable" },
    /**
     * The account has no bonus of this reward, or the bonus was claimed, revoked or has expired.
     */
    17033: { message: "NothingDue" },
    /**
     * The clawback window has passed.
     */
    17034: { message: "RevokeClosed" },
    /**
     * The reward was revoked before.
     */
    17035: { message: "AlreadyRevoked" },
    /**
     * The time to claim, 180 days, has passed.
     */
    17036: { message: "ClaimClosed" },
    /**
     * The time to claim hasn't passed yet.
     */
    17037: { message: "NotExpired" },
    /**
     * The account has no trustline, or doesn't exist.
     */
    17040: { message: "NoTrustline" },
    /**
     * The account, or this contract's own balance, is frozen.
     */
    17041: { message: "NotAuthorized" },
    /**
     * The giver holds too little, or the receiver's trustline has no room.
     */
    17042: { message: "BalanceOutOfRange" },
    /**
     * Any other refusal by the asset contract, for instance an unsigned transfer.
     */
    17043: { message: "AssetRefused" },
    /**
     * The asset moved a different amount than requested.
     */
    17044: { message: "DepositMismatch" },
    /**
     * Nothing is owed to the account.
     */
    17045: { message: "NothingOwed" },
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    17046: { message: "UpgradeNotDue" },
    /**
     * Bonuses and cap can't rise, nor the clawback window become shorter, while funds are free or pending: the sponsor funded
     * other terms.
     */
    17047: { message: "TermsRaised" }
};
