//! Random operation sequences against a model that remembers everything. After each step:
//! - stakes and what cools down are as the model says, and the contract holds exactly their sum;
//! - every proposal has the model's state and tally, and no tally exceeds the stakes at its snapshot;
//! - a proposal ran once if its state is Executed, which the model reaches only from vote end + delay to before
//!   grace, with quorum and majority at the snapshot; otherwise never;
//! - settings are the ones last voted, within their bounds.

use std::{collections::BTreeMap, format, string::String};

use merit_governance::{
    GovernanceError as E, ProposalState as S, Settings, Tally, ABSTAIN, AGAINST, FOR, QUEUE_WINDOW,
};
use merit_testing::{Outcome, DAY};
use proptest::prelude::*;
use soroban_sdk::BytesN;

use crate::fixture::{error, settings, Gov, EXTENSION, PERIOD};

#[derive(Clone, Debug)]
enum Step {
    Stake(usize, i128),
    Unstake(usize, i128),
    Withdraw(usize),
    /// A parameter, or another delay for this contract.
    Propose(usize, bool),
    Vote(usize, usize, u32),
    Queue(usize),
    Execute(usize),
    Cancel(usize, usize),
    Veto(usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let who = 0..3usize;
    let which = 0..3usize;
    let period = u64::from(PERIOD) * 5;
    let seconds = prop_oneof![
        Just(5u64),
        Just(period - 5),
        Just(period + 5),
        Just(DAY),
        Just(2 * DAY),
        0..3 * DAY
    ];
    prop_oneof![
        2 => (who.clone(), -1..400i128).prop_map(|(who, amount)| Step::Stake(who, amount)),
        2 => (who.clone(), -1..700i128).prop_map(|(who, amount)| Step::Unstake(who, amount)),
        1 => who.clone().prop_map(Step::Withdraw),
        3 => (who.clone(), any::<bool>()).prop_map(|(who, own)| Step::Propose(who, own)),
        7 => (who.clone(), which.clone(), prop_oneof![4 => Just(FOR), 1 => 0..4u32])
            .prop_map(|(who, which, support)| Step::Vote(who, which, support)),
        4 => which.clone().prop_map(Step::Queue),
        4 => which.clone().prop_map(Step::Execute),
        1 => (who, which.clone()).prop_map(|(who, which)| Step::Cancel(who, which)),
        1 => which.prop_map(Step::Veto),
        6 => seconds.prop_map(Step::Wait),
    ]
}

/// The usual way of a proposal, with one step among it that may spoil it: pure chance rarely executes anything.
fn way() -> impl Strategy<Value = Vec<Step>> {
    let (end, margin) = (u64::from(PERIOD + 1) * 5, 0..3u64);
    let queued = prop_oneof![
        Just(DAY - 1),
        Just(DAY),
        Just(2 * DAY),
        Just(3 * DAY - 1),
        Just(3 * DAY)
    ];
    let steps =
        (0..3usize, any::<bool>(), margin, queued).prop_map(move |(who, own, margin, queued)| {
            vec![
                Step::Propose(who, own),
                Step::Vote(0, 0, FOR),
                Step::Vote(1, 0, FOR),
                Step::Wait(end),
                Step::Queue(0),
                Step::Wait(queued + margin),
                Step::Execute(0),
                Step::Execute(0),
            ]
        });
    (steps, 0..8usize, step()).prop_map(|(mut steps, at, other)| {
        steps.insert(at, other);
        steps
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let part = prop_oneof![3 => step().prop_map(|step| vec![step]), 1 => way()];
    prop::collection::vec(part, 1..25).prop_map(|parts| parts.concat())
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    None,
    Canceled,
    Queued(u64),
    Executed,
}

struct ModelProposal {
    proposer: usize,
    /// Stakes of the ledger before the proposal.
    snapshot: [i128; 3],
    end: u32,
    quorum: i128,
    threshold_bps: i128,
    delay: u64,
    votes: BTreeMap<usize, u32>,
    mark: Mark,
    /// The delay that it sets; otherwise it sets a parameter.
    new_delay: Option<u64>,
}

impl ModelProposal {
    fn sum(&self, support: u32) -> i128 {
        let cast = self.votes.iter().filter(|(_, cast)| **cast == support);
        cast.map(|(voter, _)| self.snapshot[*voter]).sum()
    }

    fn has_quorum(&self) -> bool {
        self.sum(FOR) + self.sum(ABSTAIN) >= self.quorum
    }

    fn passes(&self) -> bool {
        let (in_favour, against) = (self.sum(FOR), self.sum(AGAINST));
        let enough = in_favour * 10_000 >= (in_favour + against) * self.threshold_bps;
        self.has_quorum() && in_favour > against && enough
    }

    fn state(&self, now: u64, ledger: u32) -> S {
        match self.mark {
            Mark::Canceled => S::Canceled,
            Mark::Executed => S::Executed,
            Mark::Queued(eta) if now >= eta + settings().grace => S::Expired,
            Mark::Queued(_) => S::Queued,
            Mark::None if ledger <= self.end => S::Active,
            Mark::None if !self.passes() => S::Defeated,
            Mark::None if ledger > self.end + QUEUE_WINDOW => S::Expired,
            Mark::None => S::Succeeded,
        }
    }
}

struct Model {
    wallets: [i128; 3],
    stakes: [i128; 3],
    cooling: [Option<(i128, u64)>; 3],
    /// Stakes at the end of each ledger with a change.
    history: BTreeMap<u32, [i128; 3]>,
    proposals: std::vec::Vec<ModelProposal>,
    delay: u64,
}

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
            // The asset's own refusal.
            let refused = real.is_err();
            return (
                if refused { Ok(()) } else { real },
                if refused {
                    Ok(())
                } else {
                    error(E::InvalidAmount)
                },
            );
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

    fn compare(&self) -> Result<(), String> {
        self.compare_money()?;
        for index in 0..self.ids.len() {
            self.compare_proposal(index)
                .map_err(|cause| format!("proposal {index}: {cause}"))?;
        }
        let expected = Settings {
            delay: self.model.delay,
            ..settings()
        };
        equal("settings", self.gov.client().settings(), expected)
    }

    fn compare_money(&self) -> Result<(), String> {
        let (client, model) = (self.gov.client(), &self.model);
        let mut cooling = 0;
        for (who, staker) in self.gov.stakers.iter().enumerate() {
            equal("stake", client.staked(staker), model.stakes[who])?;
            let wallet = self.gov.world.asset.balance(staker);
            equal("wallet", wallet, model.wallets[who])?;
            let own = client.cooling(staker).map(|own| (own.amount, own.until));
            equal("cooling", own, model.cooling[who])?;
            cooling += own.map_or(0, |(amount, _)| amount);
        }
        let staked: i128 = model.stakes.iter().sum();
        equal("total staked", client.total_staked(), staked)?;
        equal("total cooling", client.total_cooling(), cooling)?;
        equal("held", client.total_held(), staked + cooling)
    }

    fn compare_proposal(&self, index: usize) -> Result<(), String> {
        let (id, proposal) = (&self.ids[index], &self.model.proposals[index]);
        let state = proposal.state(self.gov.now(), self.ledger());
        equal("state", self.gov.state(id), state)?;
        let Tally {
            in_favour,
            against,
            abstain,
            vote_end,
            ..
        } = self.gov.client().tally(id);
        equal("for", in_favour, proposal.sum(FOR))?;
        equal("against", against, proposal.sum(AGAINST))?;
        equal("abstain", abstain, proposal.sum(ABSTAIN))?;
        equal("vote end", vote_end, proposal.end)?;
        if in_favour + against + abstain > proposal.snapshot.iter().sum::<i128>() {
            return Err("more votes than stakes".into());
        }
        if proposal.new_delay.is_some() {
            return Ok(());
        }
        let number = index as i128;
        let ran = (state == S::Executed).then_some(number);
        equal("ran", self.gov.param(&format!("p{number}")), ran)
    }
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, real: T, expected: T) -> Result<(), String> {
    if real == expected {
        return Ok(());
    }
    Err(format!("{what} {real:?} instead of {expected:?}"))
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
