//! Governance: stakes, votes, and proposals from vote to execution. After each step:
//! - votes, what warms up and what cools down are as the model says, and the contract holds exactly their sum;
//! - as long as a proposal can still run, everybody who voted on it has as many tokens here;
//! - each stake counts at most once on a proposal: for what its owner said, or the delegate whom it had named when the vote
//!   began and still names;
//! - every proposal has the model's state and tally, and no tally exceeds the stakes at its snapshot;
//! - a proposal ran once if its state is Executed, which the model reaches only from vote end + delay to before
//!   grace, with quorum and majority at the snapshot; otherwise never;
//! - a proposal needs the quorum and majority of its actions' class, as it was last voted;
//! - settings and the pool's limit are the ones last voted, within their bounds.

mod compare;
mod proposals;
mod reference;
mod steps;

use std::collections::BTreeMap;

use arbitrary::Unstructured;
use merit_common::{
    roles::{PAUSER, UNPAUSER, UPGRADER},
    sac,
};
use merit_testing::merit_governance::{Class, GovernanceError as E};
use merit_testing::merit_state::StateError;
use merit_testing::{
    governance::{error, settings, Gov, DELAY, STAKES},
    Failure, Outcome, World, DAY, LIMIT,
};
use soroban_sdk::BytesN;

use crate::{holds, same, Model};
use reference::Stakers;
use steps::Step;

/// The contract and its model.
pub struct Governance {
    gov: Gov,
    ids: Vec<BytesN<32>>,
    model: Stakers,
}

impl Model for Governance {
    type Step = Step;

    /// A way is up to ten of them.
    const STEPS: usize = 25;

    fn new() -> Self {
        // New code waits as long as a proposal does at least, so that one vote is enough.
        let gov = Gov::voting(World::with_upgrade_delay(DELAY));
        gov.world.grant_role(UPGRADER, &gov.contract);
        gov.hand_over();
        let model = Stakers {
            wallets: STAKES.map(|stake| 1_000 - stake),
            stakes: STAKES,
            warming: [None; 3],
            cooling: [None; 3],
            delegates: [None; 3],
            history: BTreeMap::from([(gov.env().ledger().sequence() - 1, STAKES)]),
            proposals: Vec::new(),
            delay: settings().delay,
            warm_up: settings().warm_up,
            stopped: false,
            stop_began: None,
            stopped_since: None,
            system_stopped: false,
            stop_ended: None,
            replaced: false,
            class: Class::Parameter,
            dismissed: false,
            limit: LIMIT,
        };
        Governance {
            gov,
            ids: Vec::new(),
            model,
        }
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        for part in step.parts() {
            let (real, expected) = self.run(&part);
            same!(real, expected, "{part:?}");
            self.model.pass(self.gov.now());
            self.compare()?;
            self.no_stop_keeps_people_from_votes_for_longer_than_thirty_days()?;
        }
        Ok(())
    }
}

impl Governance {
    /// The contract's answer and the one that the model expects.
    fn run(&mut self, step: &Step) -> (Outcome<()>, Outcome<()>) {
        match *step {
            Step::Stake(who, amount) => self.stake(who, amount),
            Step::Activate(who) => self.activate(who),
            Step::Unstake(who, amount) => self.unstake(who, amount),
            Step::Withdraw(who) => self.withdraw(who),
            Step::Propose(who, kind) => self.propose(who, kind),
            Step::Vote(who, which, support) => self.vote(who, which, support),
            Step::Delegate(who, to) => self.delegate(who, to),
            Step::VoteFor(who, which, support, ref list) => {
                self.vote_for(who, which, support, list)
            }
            Step::Queue(which) => self.queue(which),
            Step::Execute(which) => self.execute(which),
            Step::Cancel(who, which) => self.cancel(who, which),
            Step::Veto(which) => self.veto(which),
            Step::WrongVeto(who, which) => self.wrong_veto(who, which),
            Step::Pause(system) => self.pause(system),
            Step::Unpause => {
                let world = &self.gov.world;
                world.unpause(&world.state);
                let real = self.gov.call(world.holder(UNPAUSER), "unpause", ());
                if self.model.stopped {
                    self.model.stop_ended = Some(self.gov.now());
                }
                (self.model.stopped, self.model.system_stopped) = (false, false);
                (real, Ok(()))
            }
            Step::Wait(seconds) => {
                self.gov.world.advance(seconds);
                (Ok(()), Ok(()))
            }
            Step::Way { .. }
            | Step::Join { .. }
            | Step::Crowd(_)
            | Step::Lift { .. }
            | Step::Entrust { .. } => unreachable!("taken apart before"),
        }
    }

    fn pause(&mut self, system: bool) -> (Outcome<()>, Outcome<()>) {
        let (gov, model) = (&self.gov, &mut self.model);
        let pauser = gov.world.holder(PAUSER);
        let state = &gov.world.state;
        let (contract, unauthorized) = if system {
            (state, StateError::Unauthorized as u32)
        } else {
            (&gov.contract, E::Unauthorized as u32)
        };
        let real = gov.world.call(pauser, contract, "pause", (pauser,));
        if model.dismissed {
            return (real, Err(Failure::Contract(unauthorized)));
        }
        if system {
            model.system_stopped = true;
        } else if !model.stop(gov.now()) {
            return (real, error(E::StoppedTooLong));
        }
        (real, Ok(()))
    }

    fn no_stop_keeps_people_from_votes_for_longer_than_thirty_days(
        &mut self,
    ) -> Result<(), String> {
        if !self.gov.client().paused() {
            self.model.stopped_since = None;
            return Ok(());
        }
        let now = self.gov.now();
        let since = *self.model.stopped_since.get_or_insert(now);
        holds!(now < since + 30 * DAY);
        Ok(())
    }

    fn ledger(&self) -> u32 {
        self.gov.env().ledger().sequence()
    }

    fn remember(&mut self) {
        self.model.history.insert(self.ledger(), self.model.stakes);
    }

    fn stake(&mut self, who: usize, amount: i128) -> (Outcome<()>, Outcome<()>) {
        let real = self.gov.stake(&self.gov.stakers[who], amount);
        if self.model.stopped {
            return (real, error(E::Paused));
        }
        if amount <= 0 {
            return (real, error(E::InvalidAmount));
        }
        if amount > self.model.wallets[who] {
            let refused = Err(Failure::Contract(sac::BALANCE));
            return (real, refused);
        }
        self.model.wallets[who] -= amount;
        let before = self.model.warming[who].map_or(0, |(amount, _)| amount);
        self.model.warming[who] = Some((before + amount, self.gov.now()));
        (real, Ok(()))
    }

    fn activate(&mut self, who: usize) -> (Outcome<()>, Outcome<()>) {
        let now = self.gov.now();
        let real = self.gov.activate(&self.gov.stakers[who]).map(drop);
        if self.model.stopped {
            return (real, error(E::Paused));
        }
        let expected = match self.model.warming[who] {
            None => error(E::NothingWarming),
            Some((_, since)) if now < since + self.model.warm_up => error(E::StillWarming),
            Some((amount, _)) => {
                self.model.warming[who] = None;
                self.model.stakes[who] += amount;
                self.remember();
                Ok(())
            }
        };
        (real, expected)
    }

    fn unstake(&mut self, who: usize, amount: i128) -> (Outcome<()>, Outcome<()>) {
        let real = self.gov.unstake(&self.gov.stakers[who], amount).map(drop);
        if amount <= 0 {
            return (real, error(E::InvalidAmount));
        }
        let (warming, since) = self.model.warming[who].unwrap_or((0, 0));
        if amount > self.model.stakes[who] + warming {
            return (real, error(E::InsufficientStake));
        }
        let young = amount.min(warming);
        self.model.warming[who] = (warming > young).then_some((warming - young, since));
        self.model.stakes[who] -= amount - young;
        let before = self.model.cooling[who].map_or(0, |(amount, _)| amount);
        let until = self.gov.now() + settings().cooldown;
        self.model.cooling[who] = Some((before + amount, until));
        self.remember();
        (real, Ok(()))
    }

    fn delegate(&mut self, who: usize, to: usize) -> (Outcome<()>, Outcome<()>) {
        let real = self
            .gov
            .delegate(&self.gov.stakers[who], &self.gov.stakers[to]);
        let before = self.model.delegates[who];
        if who == to {
            self.model.delegates[who] = None;
        } else if before.is_none_or(|(before, _)| before != to) {
            self.model.delegates[who] = Some((to, self.ledger()));
        }
        (real, Ok(()))
    }

    fn withdraw(&mut self, who: usize) -> (Outcome<()>, Outcome<()>) {
        let now = self.gov.now();
        let real = self.gov.withdraw(&self.gov.stakers[who]).map(drop);
        let expected = match self.model.cooling[who] {
            None => error(E::NothingCooling),
            Some((_, until)) if now < until => error(E::StillCooling),
            Some((amount, _)) => {
                self.model.cooling[who] = None;
                self.model.wallets[who] += amount;
                Ok(())
            }
        };
        (real, expected)
    }
}
