//! The expected state: plain numbers, full history.

use std::collections::BTreeMap;

use merit_testing::merit_governance::{Class, ProposalState as S, Rules, ABSTAIN, AGAINST, FOR};
use merit_testing::{
    governance::{settings, DELAY, EXTENSION, PERIOD, QUEUE_WINDOW, VOTING_DELAY, WARM_UP},
    DAY,
};

#[derive(Clone, Copy, PartialEq)]
pub enum Mark {
    None,
    Canceled,
    Queued(u64),
    Executed,
}

pub struct ModelProposal {
    pub proposer: usize,
    /// Ledger whose stakes count.
    pub snapshot: u32,
    /// Last ledger of the vote, as first planned.
    pub planned: u32,
    /// Last ledger of the vote.
    pub end: u32,
    pub quorum: i128,
    pub threshold_bps: i128,
    pub delay: u64,
    /// Support and stroops by staker.
    pub votes: BTreeMap<usize, (u32, i128)>,
    pub mark: Mark,
    pub asks: Asks,
}

/// The effect of a proposal when it runs.
#[derive(Clone, Copy, Debug)]
pub enum Asks {
    /// Sets a parameter to this value.
    Parameter(i128),
    /// Sets this delay, seconds.
    Delay(u64),
    /// Sets this warm-up, seconds.
    WarmUp(u64),
    /// Ends governance's stop and the system's.
    Unpause,
    /// Gives `token.set_quota` this class.
    Class(Class),
    /// Takes the pauser's role away.
    Dismiss,
    /// Sets the pool's limit, stroops.
    Limit(i128),
    /// Replaces the code of `campaign`.
    Code,
}

impl Asks {
    /// `parameter` is the class of what sets parameters.
    pub fn rules(self, parameter: Class) -> Rules {
        let class = match self {
            Asks::Parameter(_) => parameter,
            Asks::Limit(_) => Class::Parameter,
            Asks::Delay(_)
            | Asks::WarmUp(_)
            | Asks::Unpause
            | Asks::Class(_)
            | Asks::Dismiss
            | Asks::Code => Class::Upgrade,
        };
        match class {
            Class::Parameter => settings().parameter,
            Class::Treasury => settings().treasury,
            Class::Upgrade => settings().upgrade,
        }
    }

    /// True if it only ends stops or dismisses guardians.
    pub fn recovers(self) -> bool {
        matches!(self, Asks::Unpause | Asks::Dismiss)
    }
}

impl ModelProposal {
    pub fn sum(&self, support: u32) -> i128 {
        let cast = self.votes.values().filter(|(cast, _)| *cast == support);
        cast.map(|(_, weight)| weight).sum()
    }

    pub fn has_quorum(&self) -> bool {
        self.sum(FOR) + self.sum(ABSTAIN) >= self.quorum
    }

    pub fn passes(&self) -> bool {
        let (in_favour, against) = (self.sum(FOR), self.sum(AGAINST));
        let enough = in_favour * 10_000 >= (in_favour + against) * self.threshold_bps;
        self.has_quorum() && in_favour > against && enough
    }

    pub fn state(&self, now: u64, ledger: u32) -> S {
        match self.mark {
            Mark::Canceled => S::Canceled,
            Mark::Executed => S::Executed,
            Mark::Queued(eta) if now >= eta + settings().grace => S::Expired,
            Mark::Queued(_) => S::Queued,
            Mark::None if ledger <= self.snapshot => S::Pending,
            Mark::None if ledger <= self.end => S::Active,
            Mark::None if !self.passes() => S::Defeated,
            Mark::None if ledger > self.end + QUEUE_WINDOW => S::Expired,
            Mark::None => S::Succeeded,
        }
    }
}

pub struct Stakers {
    pub wallets: [i128; 3],
    pub stakes: [i128; 3],
    /// Stroops without votes yet, and since when they warm up.
    pub warming: [Option<(i128, u64)>; 3],
    pub cooling: [Option<(i128, u64)>; 3],
    /// Delegate that each has named, and the ledger of that.
    pub delegates: [Option<(usize, u32)>; 3],
    /// Stakes at the end of each ledger with a change.
    pub history: BTreeMap<u32, [i128; 3]>,
    pub proposals: Vec<ModelProposal>,
    /// Delay in force, seconds.
    pub delay: u64,
    /// Warm-up in force, seconds.
    pub warm_up: u64,
    pub stopped: bool,
    /// Unix second at which the first of the newest own stops began.
    pub stop_began: Option<u64>,
    /// Unix second since which the contract has said that it is stopped.
    pub stopped_since: Option<u64>,
    pub system_stopped: bool,
    /// Governance's own stop, or one that a vote ended, ended last at this Unix second.
    pub stop_ended: Option<u64>,
    /// Class of what sets parameters.
    pub class: Class,
    /// `campaign` has other code.
    pub replaced: bool,
    /// The pauser has lost its role.
    pub dismissed: bool,
    /// Limit of the pool, stroops.
    pub limit: i128,
}

impl Stakers {
    pub fn is_stopped(&self) -> bool {
        self.stopped || self.system_stopped
    }

    /// An own stop ends 30 days after it began.
    pub fn pass(&mut self, now: u64) {
        if self.stop_began.is_some_and(|began| now >= began + 30 * DAY) {
            self.stopped = false;
        }
    }

    /// Begins an own stop, unless the last one lasted to its end less than 14 days ago. A stop that is ended and begins again within
    /// its 30 days still ends with them.
    pub fn stop(&mut self, now: u64) -> bool {
        let recent = self.stop_began.filter(|began| now < began + 44 * DAY);
        if recent.is_some_and(|began| now >= began + 30 * DAY) {
            return false;
        }
        self.stop_began = recent.or(Some(now));
        self.stopped = true;
        true
    }

    /// True if this may run: recovery always, new code unless governance's own stop lasts or has just ended, and the
    /// rest unless anything is stopped or has just been.
    pub fn allows(&self, asks: Asks, now: u64) -> bool {
        let held = self.stopped || self.stop_ended.is_some_and(|ended| now < ended + DAY);
        asks.recovers() || (!held && (!self.system_stopped || matches!(asks, Asks::Code)))
    }

    /// Stakes when this ledger had closed.
    pub fn at(&self, ledger: u32) -> [i128; 3] {
        let before = self.history.range(..=ledger).next_back();
        *before.expect("the first stakes are of an earlier ledger").1
    }

    /// True if these settings may be set: proposals stay possible, and a new stake waits for a proposal about
    /// it, made within seven days, even if ledgers take six seconds.
    pub fn accepts(&self, asks: Asks) -> bool {
        let total: i128 = self.stakes.iter().sum();
        let (delay, warm_up) = match asks {
            Asks::Delay(delay) => (delay, WARM_UP),
            Asks::WarmUp(warm_up) => (DELAY, warm_up),
            _ => return true,
        };
        let vote = u64::from(VOTING_DELAY + PERIOD + EXTENSION) * 6;
        total >= settings().proposal_threshold && warm_up >= 7 * DAY + vote + delay
    }

    /// Applies the changes of a proposal.
    pub fn run(&mut self, asks: Asks, now: u64) {
        match asks {
            Asks::Parameter(_) => {}
            Asks::Delay(delay) => (self.delay, self.warm_up) = (delay, WARM_UP),
            Asks::WarmUp(warm_up) => (self.delay, self.warm_up) = (DELAY, warm_up),
            Asks::Unpause => {
                if self.is_stopped() {
                    self.stop_ended = Some(now);
                }
                (self.stopped, self.system_stopped) = (false, false);
            }
            Asks::Code => self.replaced = true,
            Asks::Class(class) => self.class = class,
            Asks::Dismiss => self.dismissed = true,
            // A raise waits in the pool.
            Asks::Limit(limit) => self.limit = self.limit.min(limit),
        }
    }
}
