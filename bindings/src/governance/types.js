/**
* Errors of `governance`, 20000 and up. The numbers are stable.
*/
export const GovernanceError = {
    /**
     * The caller doesn't hold the role, or didn't make the proposal.
     */
    20000: { message: "Unauthorized" },
    /**
     * This contract is stopped; or, for a proposal, the whole system is, or a stop ended less than a day ago.
     */
    20001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    20002: { message: "AlreadyMigrated" },
    /**
     * An amount isn't above 0 and at most `i64::MAX`.
     */
    20003: { message: "InvalidAmount" },
    /**
     * A setting is out of its bounds.
     */
    20010: { message: "InvalidSettings" },
    /**
     * Calls to this contract and to `admin` always are of the class `Upgrade`.
     */
    20012: { message: "FixedClass" },
    /**
     * The account has staked less than it wants to unstake.
     */
    20020: { message: "InsufficientStake" },
    /**
     * The asset moved a different amount than requested.
     */
    20021: { message: "StakeMismatch" },
    /**
     * Nothing was unstaked.
     */
    20022: { message: "NothingCooling" },
    /**
     * The cool-down hasn't passed yet.
     */
    20023: { message: "StillCooling" },
    /**
     * Nothing was staked that has no votes yet.
     */
    20024: { message: "NothingWarming" },
    /**
     * The warm-up hasn't passed yet.
     */
    20025: { message: "StillWarming" },
    /**
     * The asset's administrator froze the account: its tokens stay here.
     */
    20026: { message: "AccountFrozen" },
    /**
     * The proposer has fewer votes than a proposal needs.
     */
    20030: { message: "BelowThreshold" },
    /**
     * The proposal has no calls, too many, or too many bytes of arguments.
     */
    20031: { message: "InvalidPayload" },
    /**
     * The description is too long.
     */
    20032: { message: "DescriptionTooLong" },
    /**
     * The reward asset can't be called: it holds the stakes.
     */
    20033: { message: "RefusedTarget" },
    /**
     * The same account proposed the same with the same description before.
     */
    20034: { message: "ProposalExists" },
    /**
     * This contract has no such function for votes, or its arguments don't fit.
     */
    20035: { message: "InvalidSelfCall" },
    /**
     * The account has three proposals whose vote isn't over.
     */
    20036: { message: "TooManyProposals" },
    /**
     * No proposal has this id.
     */
    20040: { message: "NotFound" },
    /**
     * The proposal isn't open for votes.
     */
    20041: { message: "NotActive" },
    /**
     * The account voted before.
     */
    20042: { message: "AlreadyVoted" },
    /**
     * A vote is 0 (against), 1 (for) or 2 (abstain).
     */
    20043: { message: "InvalidVote" },
    /**
     * The account had no votes at the proposal's snapshot.
     */
    20044: { message: "NoVotes" },
    /**
     * The list has more delegators than one call may have.
     */
    20045: { message: "TooManyDelegators" },
    /**
     * None of the listed accounts has votes that this delegate may still cast on the proposal.
     */
    20046: { message: "NothingToCast" },
    /**
     * The vote isn't over, or wasn't won.
     */
    20050: { message: "NotSucceeded" },
    /**
     * The proposal isn't in the queue: it was never queued, has run, or was stopped.
     */
    20051: { message: "NotQueued" },
    /**
     * The delay hasn't passed yet.
     */
    20052: { message: "NotDue" },
    /**
     * The time to run the proposal is over.
     */
    20053: { message: "Expired" },
    /**
     * It is too late to stop the proposal: it has won, has run, or is void.
     */
    20054: { message: "NotCancellable" },
    /**
     * The guardian's power has ended.
     */
    20055: { message: "VetoEnded" },
    /**
     * The guardian can't stop a proposal that only ends stops and dismisses guardians.
     */
    20056: { message: "NotVetoable" },
    /**
     * The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
     * `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
     */
    20057: { message: "UpgradeNotDue" },
    /**
     * `admin` refused to announce the proposal's new code: this contract doesn't hold the role `upgrader`. Or other code of the
     * same contract is announced, and the proposal would replace that a second time.
     */
    20058: { message: "NotAnnounced" },
    /**
     * This contract was stopped for 30 days: the next stop can begin 44 days after that one began.
     */
    20059: { message: "StoppedTooLong" }
};
/**
 * Enum: Class
 */
export var Class;
(function (Class) {
    /**
     * Limits, quotas, parameters.
     */
    Class[Class["Parameter"] = 0] = "Parameter";
    /**
     * Money.
     */
    Class[Class["Treasury"] = 1] = "Treasury";
    /**
     * Code, roles, this contract's own settings, and everything else.
     */
    Class[Class["Upgrade"] = 2] = "Upgrade";
})(Class || (Class = {}));
/**
 * Numbered as OpenZeppelin's governor does.
 */
export var ProposalState;
(function (ProposalState) {
    /**
     * The vote hasn't begun: its snapshot lies ahead.
     */
    ProposalState[ProposalState["Pending"] = 0] = "Pending";
    /**
     * Open for votes.
     */
    ProposalState[ProposalState["Active"] = 1] = "Active";
    /**
     * No quorum or no majority.
     */
    ProposalState[ProposalState["Defeated"] = 2] = "Defeated";
    /**
     * Withdrawn or vetoed.
     */
    ProposalState[ProposalState["Canceled"] = 3] = "Canceled";
    /**
     * Won: may be queued.
     */
    ProposalState[ProposalState["Succeeded"] = 4] = "Succeeded";
    /**
     * Waits for its delay, or may be executed.
     */
    ProposalState[ProposalState["Queued"] = 5] = "Queued";
    /**
     * Queued or executed too late.
     */
    ProposalState[ProposalState["Expired"] = 6] = "Expired";
    /**
     * Enum Case: Executed
     */
    ProposalState[ProposalState["Executed"] = 7] = "Executed";
})(ProposalState || (ProposalState = {}));
