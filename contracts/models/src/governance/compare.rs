//! The invariants: what the contract says against what should be so.

use merit_testing::merit_governance::{
    Proposal, ProposalState as S, Settings, ABSTAIN, AGAINST, FOR,
};

use merit_testing::governance::settings;

use super::{reference::Asks, Governance};
use crate::{holds, same};

impl Governance {
    pub fn compare(&self) -> Result<(), String> {
        self.contract_holds_stakes_and_what_cools_down()?;
        for index in 0..self.ids.len() {
            self.proposal_ran_once_if_it_won(index)
                .map_err(|cause| format!("proposal {index}: {cause}"))?;
        }
        let expected = Settings {
            delay: self.model.delay,
            warm_up: self.model.warm_up,
            ..settings()
        };
        same!(self.gov.client().settings(), expected, "as last voted");
        same!(self.gov.client().paused(), self.model.stopped);
        let limit = self.gov.world.pool().limit(&None).limit;
        same!(limit, self.model.limit, "as last voted");
        Ok(())
    }

    fn contract_holds_stakes_and_what_cools_down(&self) -> Result<(), String> {
        let (client, model) = (self.gov.client(), &self.model);
        let (mut warming, mut cooling) = (0, 0);
        for (who, staker) in self.gov.stakers.iter().enumerate() {
            same!(client.staked(staker), model.stakes[who], "stake of {who}");
            let named = model.delegates[who].map(|(to, _)| self.gov.stakers[to].clone());
            same!(client.get_delegate(staker), named, "delegate of {who}");
            let wallet = self.gov.world.asset.balance(staker);
            same!(wallet, model.wallets[who], "wallet of {who}");
            let own = client.warming(staker).map(|own| (own.amount, own.since));
            same!(own, model.warming[who], "warming of {who}");
            warming += own.map_or(0, |(amount, _)| amount);
            let own = client.cooling(staker).map(|own| (own.amount, own.until));
            same!(own, model.cooling[who], "cooling of {who}");
            cooling += own.map_or(0, |(amount, _)| amount);
        }
        let staked: i128 = model.stakes.iter().sum();
        same!(client.total_staked(), staked);
        same!(client.total_cooling(), cooling);
        same!(client.total_warming(), warming);
        same!(client.total_held(), staked + warming + cooling);
        Ok(())
    }

    /// The model reaches Executed only from vote end + delay to before grace, with quorum and majority at the snapshot.
    fn proposal_ran_once_if_it_won(&self, index: usize) -> Result<(), String> {
        let (id, proposal) = (&self.ids[index], &self.model.proposals[index]);
        let state = proposal.state(self.gov.now(), self.ledger());
        let Proposal {
            state: real,
            in_favour,
            against,
            abstain,
            vote_end,
            quorum,
            threshold_bps,
            ..
        } = self.gov.proposal(id);
        same!(real, state);
        same!(in_favour, proposal.sum(FOR));
        same!(against, proposal.sum(AGAINST));
        same!(abstain, proposal.sum(ABSTAIN));
        same!(vote_end, proposal.end);
        // These are the rules of its class when it was made.
        same!(quorum, proposal.quorum);
        same!(i128::from(threshold_bps), proposal.threshold_bps);
        let stakes: i128 = self.model.at(proposal.snapshot).iter().sum();
        holds!(in_favour + against + abstain <= stakes, "votes <= stakes");
        for (voter, (_, weight)) in &proposal.votes {
            let cooling = self.model.cooling[*voter].map_or(0, |(amount, _)| amount);
            let held = self.model.stakes[*voter] + cooling;
            let is_open = matches!(state, S::Active | S::Succeeded | S::Queued);
            holds!(!is_open || held >= *weight, "voter {voter} is still in");
        }
        if let Asks::Parameter(value) = proposal.asks {
            let ran = if state == S::Executed { value } else { 0 };
            same!(self.gov.quota(&format!("p{value}")), ran, "its trace");
        }
        Ok(())
    }
}
