//! Random operation sequences against a model that remembers everything. After each step:
//! - stakes and what cools down are as the model says, and the contract holds exactly their sum;
//! - every proposal has the model's state and tally, and no tally exceeds the stakes at its snapshot;
//! - a proposal ran once if its state is Executed, which the model reaches only from vote end + delay to before
//!   grace, with quorum and majority at the snapshot; otherwise never;
//! - settings are the ones last voted, within their bounds.

mod compare;
mod reference;
mod steps;

use std::{collections::BTreeMap, format, string::String};

use merit_common::sac;
use merit_governance::{GovernanceError as E, ProposalState as S, Settings, ABSTAIN};
use merit_testing::{Failure, Outcome, DAY};
use proptest::prelude::*;
use soroban_sdk::BytesN;

use crate::fixture::{error, settings, Gov, EXTENSION, PERIOD};
use reference::{Mark, Model, ModelProposal};
use steps::{steps, Step};

struct Pair {
    gov: Gov,
    ids: std::vec::Vec<BytesN<32>>,
    model: Model,
}

impl Pair {
    fn new() -> Self {
        let gov = Gov::new();
        let stakes = crate::fixture::STAKES;
        let model = Model {
            wallets: stakes.map(|stake| 1_000 - stake),
            stakes,
            cooling: [None; 3],
            history: BTreeMap::from([(gov.env().ledger().sequence() - 1, stakes)]),
            proposals: std::vec::Vec::new(),
            delay: settings().delay,
        };
        Pair {
            gov,
            ids: std::vec::Vec::new(),
            model,
        }
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let (real, expected) = match *step {
            Step::Stake(who, amount) => self.stake(who, amount),
            Step::Unstake(who, amount) => self.unstake(who, amount),
            Step::Withdraw(who) => self.withdraw(who),
            Step::Propose(who, own) => self.propose(who, own),
            Step::Vote(who, which, support) => self.vote(who, which, support),
            Step::Queue(which) => self.queue(which),
            Step::Execute(which) => self.execute(which),
            Step::Cancel(who, which) => self.cancel(who, which),
            Step::Veto(which) => self.veto(which),
            Step::Wait(seconds) => {
                self.gov.world.advance(seconds);
                (Ok(()), Ok(()))
            }
        };
        if real != expected {
            return Err(format!("{real:?} instead of {expected:?}"));
        }
        self.compare()
    }

    fn ledger(&self) -> u32 {
        self.gov.env().ledger().sequence()
    }

    fn remember(&mut self) {
        self.model.history.insert(self.ledger(), self.model.stakes);
    }

    fn stake(&mut self, who: usize, amount: i128) -> (Outcome<()>, Outcome<()>) {
        let real = self.gov.stake(&self.gov.stakers[who], amount);
        if amount <= 0 {
            return (real, error(E::InvalidAmount));
        }
        if amount > self.model.wallets[who] {
            let refused = Err(Failure::Contract(sac::BALANCE));
            return (real, refused);
        }
        self.model.wallets[who] -= amount;
        self.model.stakes[who] += amount;
        self.remember();
        (real, Ok(()))
    }

    fn unstake(&mut self, who: usize, amount: i128) -> (Outcome<()>, Outcome<()>) {
        let real = self.gov.unstake(&self.gov.stakers[who], amount).map(drop);
        if amount <= 0 {
            return (real, error(E::InvalidAmount));
        }
        if amount > self.model.stakes[who] {
            return (real, error(E::InsufficientStake));
        }
        self.model.stakes[who] -= amount;
        let before = self.model.cooling[who].map_or(0, |(amount, _)| amount);
        let until = self.gov.now() + settings().cooldown;
        self.model.cooling[who] = Some((before + amount, until));
        self.remember();
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

    fn propose(&mut self, who: usize, own: bool) -> (Outcome<()>, Outcome<()>) {
        let number = self.ids.len() as i128;
        let new_delay = own.then(|| DAY + self.ids.len() as u64);
        let action = match new_delay {
            Some(delay) => {
                let changed = Settings {
                    delay,
                    ..settings()
                };
                self.gov.own("set_settings", (changed,))
            }
            None => self.gov.set_param(&format!("p{number}"), number),
        };
        let description = format!("{number}");
        let proposer = &self.gov.stakers[who];
        let real = self
            .gov
            .propose_described(proposer, &[action], &description);
        let before = self.model.history.range(..self.ledger()).next_back();
        let snapshot = *before.unwrap().1;
        if snapshot[who] < settings().proposal_threshold {
            return (real.map(drop), error(E::BelowThreshold));
        }
        let rules = if own {
            settings().upgrade
        } else {
            settings().parameter
        };
        let supply: i128 = snapshot.iter().sum();
        let share = (supply * i128::from(rules.quorum_bps) + 9_999) / 10_000;
        self.model.proposals.push(ModelProposal {
            proposer: who,
            snapshot,
            end: self.ledger() + PERIOD,
            quorum: share.max(settings().quorum_floor),
            threshold_bps: i128::from(rules.threshold_bps),
            delay: self.model.delay,
            votes: BTreeMap::new(),
            mark: Mark::None,
            new_delay,
        });
        let outcome = real.map(|id| self.ids.push(id));
        (outcome, Ok(()))
    }

    /// The `which`-th newest proposal, if there are so many, and its state.
    fn pick(&self, which: usize) -> Option<(usize, S)> {
        let index = self.ids.len().checked_sub(which + 1)?;
        let proposal = &self.model.proposals[index];
        Some((index, proposal.state(self.gov.now(), self.ledger())))
    }

    fn vote(&mut self, who: usize, which: usize, support: u32) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let real = self.gov.vote(who, &self.ids[index], support).map(drop);
        let ledger = self.ledger();
        let proposal = &mut self.model.proposals[index];
        if state != S::Active {
            return (real, error(E::NotActive));
        }
        if support > ABSTAIN {
            return (real, error(E::InvalidVote));
        }
        if proposal.votes.contains_key(&who) {
            return (real, error(E::AlreadyVoted));
        }
        if proposal.snapshot[who] == 0 {
            return (real, error(E::NoVotes));
        }
        let had_quorum = proposal.has_quorum();
        proposal.votes.insert(who, support);
        if !had_quorum && proposal.has_quorum() {
            proposal.end = proposal.end.max(ledger + EXTENSION);
        }
        (real, Ok(()))
    }

    fn queue(&mut self, which: usize) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let real = self.gov.queue(&self.ids[index]).map(drop);
        if state != S::Succeeded {
            return (real, error(E::NotSucceeded));
        }
        let proposal = &mut self.model.proposals[index];
        proposal.mark = Mark::Queued(self.gov.now() + proposal.delay);
        (real, Ok(()))
    }

    fn execute(&mut self, which: usize) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let now = self.gov.now();
        let real = self.gov.execute(&self.ids[index]);
        let total: i128 = self.model.stakes.iter().sum();
        let proposal = &mut self.model.proposals[index];
        let expected = match (state, proposal.mark) {
            (S::Expired, Mark::Queued(_)) | (S::Expired, Mark::None) => error(E::Expired),
            (S::Queued, Mark::Queued(eta)) if now < eta => error(E::NotDue),
            (S::Queued, _) if proposal.new_delay.is_some() && total < 100 => {
                error(E::InvalidSettings)
            }
            (S::Queued, _) => {
                proposal.mark = Mark::Executed;
                self.model.delay = proposal.new_delay.unwrap_or(self.model.delay);
                Ok(())
            }
            _ => error(E::NotQueued),
        };
        (real, expected)
    }

    fn cancel(&mut self, who: usize, which: usize) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let real = self.gov.cancel(&self.gov.stakers[who], &self.ids[index]);
        let proposal = &mut self.model.proposals[index];
        if proposal.proposer != who {
            return (real, error(E::Unauthorized));
        }
        if state != S::Active || proposal.passes() {
            return (real, error(E::NotCancellable));
        }
        proposal.mark = Mark::Canceled;
        (real, Ok(()))
    }

    fn veto(&mut self, which: usize) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let over = self.gov.now() >= settings().veto_until;
        let real = self.gov.veto(&self.ids[index]);
        if over {
            return (real, error(E::VetoEnded));
        }
        if !matches!(state, S::Active | S::Succeeded | S::Queued) {
            return (real, error(E::NotCancellable));
        }
        self.model.proposals[index].mark = Mark::Canceled;
        (real, Ok(()))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn stakes_votes_and_proposals_follow_the_model(steps in steps()) {
        let mut pair = Pair::new();
        for step in &steps {
            pair.apply(step).map_err(|cause| TestCaseError::fail(format!("{step:?}: {cause}")))?;
        }
    }
}
