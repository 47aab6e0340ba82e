//! The invariants: what the contract says against what should be so.

use std::{format, string::String};

use merit_governance::{Proposal, ProposalState as S, Settings, ABSTAIN, AGAINST, FOR};

use super::Pair;
use crate::fixture::settings;

impl Pair {
    pub fn compare(&self) -> Result<(), String> {
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
        let Proposal {
            state: real,
            in_favour,
            against,
            abstain,
            vote_end,
            ..
        } = self.gov.proposal(id);
        equal("state", real, state)?;
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
