//! Proposals: what the contract answers and what the model expects.

use std::collections::BTreeMap;

use merit_common::roles::PAUSER;
use merit_testing::merit_admin::AdminError;
use merit_testing::merit_governance::{
    Action, ClassEntry, GovernanceError as E, ProposalState as S, Settings, ABSTAIN,
};
use merit_testing::{
    governance::{error, settings, EXTENSION, PERIOD, VOTING_DELAY},
    other_code, Failure, Outcome, DAY, LIMIT,
};
use soroban_sdk::Symbol;

use super::{
    reference::{Asks, Mark, ModelProposal},
    steps::Kind,
    Governance,
};

impl Governance {
    pub fn propose(&mut self, who: usize, kind: Kind) -> (Outcome<()>, Outcome<()>) {
        let number = self.ids.len() as u64;
        let asks = match kind {
            Kind::Parameter => Asks::Parameter(i128::from(number) + 1),
            Kind::Delay => Asks::Delay(DAY + number),
            Kind::WarmUp(days) => Asks::WarmUp(days * DAY + number),
            Kind::Unpause => Asks::Unpause,
            Kind::Class(class) => Asks::Class(class),
            Kind::Dismiss => Asks::Dismiss,
            Kind::Limit => Asks::Limit(LIMIT - i128::from(number)),
            Kind::Code => Asks::Code,
        };
        let proposer = &self.gov.stakers[who];
        let actions = self.actions(asks);
        let real = self
            .gov
            .propose_described(proposer, &actions, &number.to_string());
        let ledger = self.ledger();
        let stakes = self.model.stakes;
        if stakes[who] < settings().proposal_threshold {
            return (real.map(drop), error(E::BelowThreshold));
        }
        let proposals = self.model.proposals.iter();
        let open = proposals.filter(|other| other.proposer == who && ledger <= other.planned);
        if open.count() == 3 {
            return (real.map(drop), error(E::TooManyProposals));
        }
        let rules = asks.rules(self.model.class);
        let supply: i128 = stakes.iter().sum();
        let share = (supply * i128::from(rules.quorum_bps) + 9_999) / 10_000;
        self.model.proposals.push(ModelProposal {
            proposer: who,
            snapshot: ledger + VOTING_DELAY,
            planned: ledger + VOTING_DELAY + PERIOD,
            end: ledger + VOTING_DELAY + PERIOD,
            quorum: share.max(settings().quorum_floor),
            threshold_bps: i128::from(rules.threshold_bps),
            delay: self.model.delay,
            votes: BTreeMap::new(),
            mark: Mark::None,
            asks,
        });
        let outcome = real.map(|id| self.ids.push(id));
        (outcome, Ok(()))
    }

    fn actions(&self, asks: Asks) -> Vec<Action> {
        let gov = &self.gov;
        match asks {
            Asks::Parameter(value) => vec![gov.set_quota(&format!("p{value}"), value)],
            Asks::Delay(delay) => {
                let changed = Settings {
                    delay,
                    ..settings()
                };
                vec![gov.own("set_settings", (changed,))]
            }
            Asks::WarmUp(warm_up) => {
                let changed = Settings {
                    warm_up,
                    ..settings()
                };
                vec![gov.own("set_settings", (changed,))]
            }
            Asks::Unpause => {
                let system = gov.action(&gov.world.state, "unpause", (&gov.contract,));
                vec![system, gov.own("unpause", ())]
            }
            Asks::Class(class) => {
                let entry = ClassEntry {
                    target: gov.world.token.clone(),
                    function: Symbol::new(gov.env(), "set_quota"),
                    class,
                };
                vec![gov.own("set_class", (entry,))]
            }
            Asks::Dismiss => {
                vec![gov.revoke_role(PAUSER)]
            }
            Asks::Limit(limit) => {
                let args = (&gov.contract, None::<u64>, limit);
                vec![gov.action(&gov.world.pool, "set_limit", args)]
            }
            Asks::Code => {
                let args = (other_code(gov.env()), &gov.contract);
                vec![gov.action(&gov.world.campaign, "upgrade", args)]
            }
        }
    }

    /// The `which`-th newest proposal, if there are so many, and its state.
    fn pick(&self, which: usize) -> Option<(usize, S)> {
        let index = self.ids.len().checked_sub(which + 1)?;
        let proposal = &self.model.proposals[index];
        Some((index, proposal.state(self.gov.now(), self.ledger())))
    }

    pub fn vote(&mut self, who: usize, which: usize, support: u32) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let real = self.gov.vote(who, &self.ids[index], support).map(drop);
        let ledger = self.ledger();
        let weight = self.model.at(self.model.proposals[index].snapshot)[who];
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
        if weight == 0 {
            return (real, error(E::NoVotes));
        }
        let had_quorum = proposal.has_quorum();
        proposal.votes.insert(who, (support, weight));
        if !had_quorum && proposal.has_quorum() {
            proposal.end = proposal.end.max(ledger + EXTENSION);
        }
        (real, Ok(()))
    }

    pub fn vote_for(
        &mut self,
        who: usize,
        which: usize,
        support: u32,
        list: &[usize],
    ) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let delegate = &self.gov.stakers[who];
        let wallets = list.iter().map(|each| self.gov.stakers.get(*each));
        let wallets: Vec<_> = wallets
            .map(|wallet| wallet.unwrap_or(&self.gov.contract).clone())
            .collect();
        let id = &self.ids[index];
        let real = self.gov.vote_for(delegate, id, support, &wallets).map(drop);
        let ledger = self.ledger();
        if state != S::Active {
            return (real, error(E::NotActive));
        }
        if support > ABSTAIN {
            return (real, error(E::InvalidVote));
        }
        let proposal = &mut self.model.proposals[index];
        let stakes = self.model.history.range(..=proposal.snapshot);
        let stakes = *stakes.last().expect("the first stakes are older").1;
        let had_quorum = proposal.has_quorum();
        let votes = proposal.votes.len();
        for (delegator, weight) in (0..).zip(stakes) {
            let named = self.model.delegates[delegator];
            let may = named.is_some_and(|(to, since)| to == who && since <= proposal.snapshot);
            if may && weight > 0 && list.contains(&delegator) {
                proposal.votes.entry(delegator).or_insert((support, weight));
            }
        }
        if proposal.votes.len() == votes {
            return (real, error(E::NothingToCast));
        }
        if !had_quorum && proposal.has_quorum() {
            proposal.end = proposal.end.max(ledger + EXTENSION);
        }
        (real, Ok(()))
    }

    pub fn queue(&mut self, which: usize) -> (Outcome<()>, Outcome<()>) {
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

    pub fn execute(&mut self, which: usize) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let now = self.gov.now();
        let real = self.gov.execute(&self.ids[index]);
        let asks = self.model.proposals[index].asks;
        let (allowed, dismissed) = (self.model.allows(asks, now), self.model.dismissed);
        let (replaced, accepted) = (self.model.replaced, self.model.accepts(asks));
        let proposal = &mut self.model.proposals[index];
        let expected = match (state, proposal.mark) {
            (S::Expired, _) => error(E::Expired),
            (S::Queued, Mark::Queued(eta)) if now < eta => error(E::NotDue),
            (S::Queued, _) if !allowed => error(E::Paused),
            (S::Queued, _) if !accepted => error(E::InvalidSettings),
            (S::Queued, _) if matches!(asks, Asks::Dismiss) && dismissed => {
                Err(Failure::Contract(AdminError::RoleNotHeld as u32))
            }
            // The new code has no functions.
            (S::Queued, _) if matches!(asks, Asks::Code) && replaced => Err(Failure::Host),
            (S::Queued, _) => {
                proposal.mark = Mark::Executed;
                self.model.run(asks, now);
                Ok(())
            }
            _ => error(E::NotQueued),
        };
        (real, expected)
    }

    pub fn cancel(&mut self, who: usize, which: usize) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let real = self.gov.cancel(&self.gov.stakers[who], &self.ids[index]);
        let proposal = &mut self.model.proposals[index];
        if proposal.proposer != who {
            return (real, error(E::Unauthorized));
        }
        if !matches!(state, S::Pending | S::Active) || proposal.passes() {
            return (real, error(E::NotCancellable));
        }
        proposal.mark = Mark::Canceled;
        (real, Ok(()))
    }

    pub fn wrong_veto(&self, who: usize, which: usize) -> (Outcome<()>, Outcome<()>) {
        let Some(id) = self.pick(which).map(|(index, _)| &self.ids[index]) else {
            return (Ok(()), Ok(()));
        };
        let real = self.gov.call(&self.gov.stakers[who], "veto", (id,));
        (real, error(E::Unauthorized))
    }

    pub fn veto(&mut self, which: usize) -> (Outcome<()>, Outcome<()>) {
        let Some((index, state)) = self.pick(which) else {
            return (Ok(()), Ok(()));
        };
        let over = self.gov.now() >= settings().veto_until;
        let real = self.gov.veto(&self.ids[index]);
        if over {
            return (real, error(E::VetoEnded));
        }
        if !matches!(state, S::Pending | S::Active | S::Succeeded | S::Queued) {
            return (real, error(E::NotCancellable));
        }
        if self.model.proposals[index].asks.recovers() {
            return (real, error(E::NotVetoable));
        }
        self.model.proposals[index].mark = Mark::Canceled;
        (real, Ok(()))
    }
}
