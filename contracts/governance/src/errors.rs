use soroban_sdk::contracterror;

/// Errors of `governance`, 20000 and up. The numbers are stable.
#[contracterror]
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum GovernanceError {
    /// The caller doesn't hold the role, or didn't make the proposal.
    Unauthorized = 20000,
    /// This contract is stopped; or, for a proposal, the whole system is, or a stop ended less than a day ago.
    Paused = 20001,
    /// The stored data already has this schema version.
    AlreadyMigrated = 20002,
    /// An amount isn't above 0 and at most `i64::MAX`.
    InvalidAmount = 20003,

    /// A setting is out of its bounds.
    InvalidSettings = 20010,
    /// Calls to this contract and to `admin` always are of the class `Upgrade`.
    FixedClass = 20012,

    /// The account has staked less than it wants to unstake.
    InsufficientStake = 20020,
    /// The asset moved a different amount than requested.
    StakeMismatch = 20021,
    /// Nothing was unstaked.
    NothingCooling = 20022,
    /// The cool-down hasn't passed yet.
    StillCooling = 20023,
    /// Nothing was staked that has no votes yet.
    NothingWarming = 20024,
    /// The warm-up hasn't passed yet.
    StillWarming = 20025,
    /// The asset's administrator froze the account: its tokens stay here.
    AccountFrozen = 20026,

    /// The proposer has fewer votes than a proposal needs.
    BelowThreshold = 20030,
    /// The proposal has no calls, too many, or too many bytes of arguments.
    InvalidPayload = 20031,
    /// The description is too long.
    DescriptionTooLong = 20032,
    /// The reward asset can't be called: it holds the stakes.
    RefusedTarget = 20033,
    /// The same account proposed the same with the same description before.
    ProposalExists = 20034,
    /// This contract has no such function for votes, or its arguments don't fit.
    InvalidSelfCall = 20035,
    /// The account has three proposals whose vote isn't over.
    TooManyProposals = 20036,

    /// No proposal has this id.
    NotFound = 20040,
    /// The proposal isn't open for votes.
    NotActive = 20041,
    /// The account voted before.
    AlreadyVoted = 20042,
    /// A vote is 0 (against), 1 (for) or 2 (abstain).
    InvalidVote = 20043,
    /// The account had no votes at the proposal's snapshot.
    NoVotes = 20044,
    /// The list has more delegators than one call may have.
    TooManyDelegators = 20045,
    /// None of the listed accounts has votes that this delegate may still cast on the proposal.
    NothingToCast = 20046,

    /// The vote isn't over, or wasn't won.
    NotSucceeded = 20050,
    /// The proposal isn't in the queue: it was never queued, has run, or was stopped.
    NotQueued = 20051,
    /// The delay hasn't passed yet.
    NotDue = 20052,
    /// The time to run the proposal is over.
    Expired = 20053,
    /// It is too late to stop the proposal: it has won, has run, or is void.
    NotCancellable = 20054,
    /// The guardian's power has ended.
    VetoEnded = 20055,
    /// The guardian can't stop a proposal that only ends stops and dismisses guardians.
    NotVetoable = 20056,
    /// The new code isn't due: it wasn't announced, or still waits, or waited too long. Announce it with
    /// `admin.announce_upgrade`, then wait for the `eta` of `admin.announced_upgrade`.
    UpgradeNotDue = 20057,
    /// `admin` refused to announce the proposal's new code: this contract doesn't hold the role `upgrader`. Or other code of the
    /// same contract is announced, and the proposal would replace that a second time.
    NotAnnounced = 20058,
    /// This contract was stopped for 30 days: the next stop can begin 44 days after that one began.
    StoppedTooLong = 20059,
}
