//! A proposal and its states.

use merit_common::amount::{self, WHOLE_BPS};
use soroban_sdk::{contracttype, panic_with_error, Address, BytesN, Env, String, Vec};

use crate::{
    classes,
    errors::GovernanceError,
    events::Proposed,
    history,
    payload::{self, Action},
    storage::{self, Config},
};

/// Ledgers after the vote (14 days) in which a won proposal may be queued. Afterwards it is void.
pub const QUEUE_WINDOW: u32 = 14 * merit_common::ttl::DAY;
/// Most proposals of one account whose vote isn't over.
pub const MAX_OPEN: u32 = 3;

/// Numbered as OpenZeppelin's governor does.
#[contracttype]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u32)]
pub enum ProposalState {
    /// The vote hasn't begun: its snapshot lies ahead.
    Pending = 0,
    /// Open for votes.
    Active = 1,
    /// No quorum or no majority.
    Defeated = 2,
    /// Withdrawn or vetoed.
    Canceled = 3,
    /// Won: may be queued.
    Succeeded = 4,
    /// Waits for its delay, or may be executed.
    Queued = 5,
    /// Queued or executed too late.
    Expired = 6,
    Executed = 7,
}

/// Its terms are those that were in force when it was made. Votes are in stroops.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proposal {
    pub proposer: Address,
    pub state: ProposalState,
    /// Ledger whose stakes count. The vote begins after it.
    pub snapshot: u32,
    /// Last ledger of the vote.
    pub vote_end: u32,
    /// Ledgers that the vote lasts once its quorum is reached. `None` in proposals of release 0.2.0: that of the settings.
    pub late_extension: Option<u32>,
    pub in_favour: i128,
    pub abstain: i128,
    /// Votes for and abstentions that it needs.
    pub quorum: i128,
    pub against: i128,
    /// Votes for that it needs, in basis points of for and against.
    pub threshold_bps: u32,
    /// Seconds between queue and execution.
    pub delay: u64,
    /// Seconds that it may then be executed.
    pub grace: u64,
    /// Unix second from which it may be executed; 0 until it is queued.
    pub eta: u64,
}

impl Proposal {
    /// Unix second from which a queued one is void.
    pub fn expires_at(&self) -> u64 {
        self.eta.saturating_add(self.grace)
    }

    pub fn has_quorum(&self) -> bool {
        self.in_favour + self.abstain >= self.quorum
    }

    /// True if it would win if the vote ended now.
    pub fn is_passing(&self) -> bool {
        self.has_quorum()
            && self.in_favour > self.against
            && self.in_favour >= at_least(self.in_favour + self.against, self.threshold_bps)
    }

    /// The state that follows from the stored one and the time.
    fn state_now(&self, env: &Env) -> ProposalState {
        match self.state {
            ProposalState::Active => self.outcome(env.ledger().sequence()),
            ProposalState::Queued if env.ledger().timestamp() >= self.expires_at() => {
                ProposalState::Expired
            }
            state => state,
        }
    }

    fn outcome(&self, ledger: u32) -> ProposalState {
        if ledger <= self.snapshot {
            return ProposalState::Pending;
        }
        if ledger <= self.vote_end {
            return ProposalState::Active;
        }
        if !self.is_passing() {
            return ProposalState::Defeated;
        }
        if ledger > self.vote_end.saturating_add(QUEUE_WINDOW) {
            return ProposalState::Expired;
        }
        ProposalState::Succeeded
    }
}

/// Announces a vote, which begins after the voting delay and counts the stakes of that ledger. The quorum is a share of
/// all votes at this moment. Publishes the proposal and returns its id.
pub fn propose(
    env: &Env,
    config: &Config,
    proposer: &Address,
    actions: Vec<Action>,
    description: String,
) -> BytesN<32> {
    payload::require_valid(env, config, &actions, &description);
    let settings = storage::settings(env);
    let ledger = env.ledger().sequence();
    if history::now(env, proposer) < settings.proposal_threshold {
        panic_with_error!(env, GovernanceError::BelowThreshold);
    }
    let snapshot = ledger + settings.voting_delay;
    let vote_end = snapshot + settings.voting_period;
    add_to_open(env, proposer, vote_end);
    let id = payload::id(env, proposer, &actions, &description);
    if storage::proposal(env, &id).is_some() {
        panic_with_error!(env, GovernanceError::ProposalExists);
    }
    let rules = classes::strictest(env, config, &settings, &actions);
    let share = at_least(
        history::now(env, &env.current_contract_address()),
        rules.quorum_bps,
    );
    let proposal = Proposal {
        proposer: proposer.clone(),
        state: ProposalState::Active,
        snapshot,
        vote_end,
        late_extension: Some(settings.late_extension),
        in_favour: 0,
        abstain: 0,
        quorum: share.max(settings.quorum_floor),
        against: 0,
        threshold_bps: rules.threshold_bps,
        delay: settings.delay,
        grace: settings.grace,
        eta: 0,
    };
    storage::set_proposal(env, &id, &proposal);
    storage::set_actions(env, &id, &actions);
    Proposed {
        id: id.clone(),
        proposer: proposal.proposer,
        actions,
        description,
        snapshot,
        vote_end: proposal.vote_end,
        quorum: proposal.quorum,
        threshold_bps: proposal.threshold_bps,
    }
    .publish(env);
    id
}

/// A cancelled proposal counts until its vote would have ended: cancelling makes no room for another one.
fn add_to_open(env: &Env, proposer: &Address, vote_end: u32) {
    let ledger = env.ledger().sequence();
    let mut open = Vec::from_array(env, [vote_end]);
    let ends = storage::vote_ends(env, proposer).into_iter();
    open.extend(ends.filter(|end| *end >= ledger));
    if open.len() > MAX_OPEN {
        panic_with_error!(env, GovernanceError::TooManyProposals);
    }
    storage::set_vote_ends(env, proposer, &open);
}

/// The proposal with its state as of now.
pub fn find(env: &Env, id: &BytesN<32>) -> Option<Proposal> {
    let mut found = storage::proposal(env, id);
    if let Some(proposal) = &mut found {
        proposal.state = proposal.state_now(env);
    }
    found
}

pub fn load(env: &Env, id: &BytesN<32>) -> Proposal {
    find(env, id).unwrap_or_else(|| panic_with_error!(env, GovernanceError::NotFound))
}

/// `bps` of `votes`, rounded up: `votes` less the other part, which is rounded down.
fn at_least(votes: i128, bps: u32) -> i128 {
    votes - amount::share(votes, WHOLE_BPS - bps)
}
