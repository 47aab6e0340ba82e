//! The invariants: what the contract answers is compared with what must hold.

use merit_testing::escrow::FUNDS;
use merit_testing::merit_escrow::{Milestone, Status, MAX_FEE_BPS};

use super::{
    reference,
    steps::{Step, Who},
    Escrows,
};
use crate::{holds, same};

impl Escrows {
    pub fn check(&mut self, step: &Step) -> Result<(), String> {
        let client = self.setup.client();
        let now: Vec<_> = self
            .ids
            .iter()
            .map(|id| client.get(id).milestones)
            .collect();
        for (before, after) in self.seen.iter().zip(&now) {
            for (before, after) in before.iter().zip(after) {
                self.terminal_is_final(&before, &after)?;
                self.nobody_alone_moves_anothers_money_before_the_deadline(step, &before, &after)?;
            }
        }
        self.seen = now;
        for id in 0..self.books.escrows.len() {
            self.milestones_are_as_modelled(id)?;
            self.each_escrow_adds_up(id)?;
            self.fee_is_within_the_cap(id)?;
        }
        self.totals_and_balances()
    }

    fn terminal_is_final(&self, before: &Milestone, after: &Milestone) -> Result<(), String> {
        if !before.is_open() {
            same!(before, after, "final states stay final");
        }
        Ok(())
    }

    /// Only a gift needs no consent. Any other step that moves money is signed by both, taken before the others accepted, decided
    /// by the arbiter whom a party called, or due. Nothing is due before the deadline.
    fn nobody_alone_moves_anothers_money_before_the_deadline(
        &self,
        step: &Step,
        before: &Milestone,
        after: &Milestone,
    ) -> Result<(), String> {
        if after.is_open() || !before.is_open() {
            return Ok(());
        }
        let allowed = match (step, after.status) {
            (Step::Release(..), Status::Released) => true,
            (Step::Split(..), Status::Split) => true,
            (Step::Cancel(_, true), Status::Refunded) => true,
            (Step::Cancel(id, false), Status::Refunded) => !self.books.escrows[*id].bound(),
            (Step::Resolve(..), Status::Split) => before.status == Status::Disputed,
            (Step::Expire(..), Status::Refunded | Status::Split) => {
                self.setup.now() >= before.deadline
            }
            _ => false,
        };
        holds!(
            allowed,
            "{step:?} turned {:?} into {:?}",
            before.status,
            after.status
        );
        Ok(())
    }

    fn milestones_are_as_modelled(&self, id: usize) -> Result<(), String> {
        let bound = self.setup.get(&self.id(id)).is_bound();
        same!(bound, self.books.escrows[id].bound());
        let modelled = &self.books.escrows[id].milestones;
        for (milestone, seen) in modelled.iter().zip(self.seen[id].iter()) {
            same!(seen.status, milestone.status);
            same!(seen.amount, milestone.amount);
            if milestone.open() {
                same!(seen.decide_by.unwrap_or(seen.deadline), milestone.due());
            }
        }
        Ok(())
    }

    /// Deposited = released + refunded + fees + held, per id.
    fn each_escrow_adds_up(&self, id: usize) -> Result<(), String> {
        let sums = self.setup.get(&self.id(id)).sums;
        let ended = sums.released + sums.refunded + sums.fees;
        same!(sums.deposited, ended + sums.held);
        let milestones = &self.books.escrows[id].milestones;
        let of =
            |part: fn(&reference::Milestone) -> i128| milestones.iter().map(part).sum::<i128>();
        same!(sums.deposited, of(|m| m.amount));
        same!(sums.released, of(|m| m.parts.0));
        same!(sums.refunded, of(|m| m.parts.1));
        same!(sums.fees, of(|m| m.parts.2));
        Ok(())
    }

    fn fee_is_within_the_cap(&self, id: usize) -> Result<(), String> {
        let sums = self.setup.get(&self.id(id)).sums;
        let received = sums.released + sums.fees;
        holds!(sums.fees * 10_000 <= received * i128::from(MAX_FEE_BPS));
        Ok(())
    }

    fn totals_and_balances(&self) -> Result<(), String> {
        let (setup, books) = (&self.setup, &self.books);
        let totals = setup.client().totals();
        let deposited = books.sum(|m| m.amount);
        let ended = (
            books.sum(|m| m.parts.0),
            books.sum(|m| m.parts.1),
            books.sum(|m| m.parts.2),
        );
        let held = deposited - ended.0 - ended.1 - ended.2;
        let sums = &totals.sums;
        same!((sums.deposited, sums.held), (deposited, held));
        same!((sums.released, sums.refunded, sums.fees), ended);
        same!(totals.fees_due, books.fees_due());
        same!(totals.owed, books.owed());
        // Nothing is clawed back here, so what is held covers it exactly.
        let balance = setup.balance(&setup.contract);
        same!(balance, held + totals.fees_due + totals.owed);
        for who in [Who::Depositor, Who::Beneficiary, Who::Arbiter] {
            let (address, account) = (self.address(who), &books.accounts[who as usize]);
            let funds = match who {
                Who::Depositor => FUNDS - deposited,
                _ => 0,
            };
            same!(setup.balance(&address), funds + account.received, "{who:?}");
            same!(setup.client().owed(&address), account.owed, "{who:?}");
        }
        Ok(())
    }
}
