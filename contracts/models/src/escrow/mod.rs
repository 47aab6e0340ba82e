//! Escrows: states, deadlines, fees and every stroop of every milestone.

mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_escrow::{EscrowError, Status, MAX_FEE_BPS};
use merit_testing::{
    escrow::{error, Setup, DEADLINE, FEE, FUNDS},
    Outcome,
};

use crate::{holds, same, Model};
use reference::{dispute, expire, invalid, release, resolve, Escrow, Milestone};
use steps::Step;

/// The contract and its model.
pub struct Escrows {
    setup: Setup,
    fee: u32,
    collected: i128,
    escrows: Vec<Escrow>,
}

impl Model for Escrows {
    type Step = Step;

    fn new() -> Self {
        Escrows {
            setup: Setup::new(),
            fee: FEE,
            collected: 0,
            escrows: Vec::new(),
        }
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let (real, expected) = self.run(step);
        same!(real, expected);
        self.check()
    }
}

impl Escrows {
    /// What the contract answers and what the model expects.
    fn run(&mut self, step: &Step) -> (Outcome<()>, Outcome<()>) {
        let now = self.setup.now();
        let setup = &self.setup;
        match step.clone() {
            Step::Create(amounts) => self.create(&amounts),
            Step::Release(id, index) => {
                let real = setup.release(id as u64 + 1, index as u32);
                let fee = self.fee_of(id);
                (real, self.change(id, index, |m| release(m, fee)))
            }
            Step::Dispute(id, index, first) => {
                let party = if first {
                    &setup.depositor
                } else {
                    &setup.beneficiary
                };
                let real = setup
                    .dispute(party, id as u64 + 1, index as u32)
                    .map(|_| ());
                (real, self.change(id, index, |m| dispute(m, now)))
            }
            Step::Resolve(id, index, share) => {
                let real = setup.resolve(id as u64 + 1, index as u32, share);
                let fee = self.fee_of(id);
                (
                    real,
                    self.change(id, index, |m| resolve(m, now, share, fee)),
                )
            }
            Step::Expire(id, index) => {
                let real = setup.expire(id as u64 + 1, index as u32);
                let fee = self.fee_of(id);
                (real, self.change(id, index, |m| expire(m, now, fee)))
            }
            Step::Cancel(id) => (setup.cancel(id as u64 + 1), self.cancel(id)),
            Step::SetFee(fee) => {
                let real = setup.set_fee(fee);
                if fee > MAX_FEE_BPS {
                    return (real, error(EscrowError::FeeTooHigh));
                }
                self.fee = fee;
                (real, Ok(()))
            }
            Step::Collect(amount) => {
                let real = setup.collect(setup.person(), amount);
                if amount > self.sum(|m| m.parts.2) - self.collected {
                    return (real, error(EscrowError::FeesShort));
                }
                self.collected += amount;
                (real, Ok(()))
            }
            Step::Wait(seconds) => {
                setup.world.advance(seconds);
                (Ok(()), Ok(()))
            }
        }
    }

    fn create(&mut self, amounts: &[i128]) -> (Outcome<()>, Outcome<()>) {
        let mut terms = self.setup.terms(amounts);
        terms.max_fee = MAX_FEE_BPS;
        let due = self.setup.now() + DEADLINE;
        let parts = terms.parts.iter().map(|mut part| {
            part.deadline = due;
            part
        });
        terms.parts = soroban_sdk::Vec::from_iter(self.setup.env(), parts);
        let real = self.setup.create(&terms).map(|_| ());
        let milestones = amounts.iter().map(|amount| Milestone {
            amount: *amount,
            status: Status::Held,
            due,
            parts: (0, 0, 0),
        });
        self.escrows.push(Escrow {
            fee: self.fee,
            milestones: milestones.collect(),
        });
        (real, Ok(()))
    }

    fn cancel(&mut self, id: usize) -> Outcome<()> {
        let Some(escrow) = self.escrows.get_mut(id) else {
            return error(EscrowError::NotFound);
        };
        let open: Vec<_> = escrow.milestones.iter_mut().filter(|m| m.open()).collect();
        if open.is_empty() {
            return invalid();
        }
        for milestone in open {
            milestone.end(Status::Refunded, 0, 0);
        }
        Ok(())
    }

    fn change(
        &mut self,
        id: usize,
        index: usize,
        rule: impl FnOnce(&mut Milestone) -> Outcome<()>,
    ) -> Outcome<()> {
        let Some(escrow) = self.escrows.get_mut(id) else {
            return error(EscrowError::NotFound);
        };
        match escrow.milestones.get_mut(index) {
            Some(milestone) => rule(milestone),
            None => error(EscrowError::NoMilestone),
        }
    }

    fn fee_of(&self, id: usize) -> u32 {
        self.escrows.get(id).map_or(0, |escrow| escrow.fee)
    }

    fn sum(&self, of: impl Fn(&Milestone) -> i128) -> i128 {
        self.escrows
            .iter()
            .flat_map(|e| &e.milestones)
            .map(of)
            .sum()
    }

    fn check(&self) -> Result<(), String> {
        let client = self.setup.client();
        for (escrow, id) in self.escrows.iter().zip(1u64..) {
            let real = client.get(&id);
            for (milestone, seen) in escrow.milestones.iter().zip(real.milestones.iter()) {
                same!(seen.status, milestone.status, "final states stay final");
            }
            let sums = &real.sums;
            // deposited = released + refunded + fees + held, per id
            same!(
                sums.deposited,
                sums.released + sums.refunded + sums.fees + sums.held
            );
            let of =
                |part: fn(&Milestone) -> i128| escrow.milestones.iter().map(part).sum::<i128>();
            same!(sums.deposited, of(|m| m.amount));
            same!(sums.released, of(|m| m.parts.0));
            same!(sums.refunded, of(|m| m.parts.1));
            same!(sums.fees, of(|m| m.parts.2));
            // fee <= cap
            let received = sums.released + sums.fees;
            holds!(sums.fees * 10_000 <= received * i128::from(MAX_FEE_BPS));
        }
        self.totals_and_balances()
    }

    fn totals_and_balances(&self) -> Result<(), String> {
        let setup = &self.setup;
        let totals = setup.client().totals();
        let (released, refunded, fees) = (
            self.sum(|m| m.parts.0),
            self.sum(|m| m.parts.1),
            self.sum(|m| m.parts.2),
        );
        let deposited = self.sum(|m| m.amount);
        let held = deposited - released - refunded - fees;
        let sums = &totals.sums;
        same!((sums.deposited, sums.held), (deposited, held));
        same!(
            (sums.released, sums.refunded, sums.fees),
            (released, refunded, fees)
        );
        same!(totals.fees_due, fees - self.collected);
        // held <= token balance; here nobody is owed and nothing was clawed back, so it is exact
        let balance = setup.balance(&setup.contract);
        same!(balance, held + totals.fees_due + totals.owed);
        same!(setup.balance(&setup.beneficiary), released);
        same!(
            setup.balance(&setup.depositor),
            FUNDS - deposited + refunded
        );
        Ok(())
    }
}
