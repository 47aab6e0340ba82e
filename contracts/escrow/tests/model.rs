//! Random operations against a plain model that keeps the state and the money of every milestone.

mod common;

use common::{error, Setup, DEADLINE, FUNDS, UNDECIDED, WINDOW};
use merit_escrow::{EscrowError, Status, MAX_FEE_BPS};
use merit_testing::Outcome;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Create(Vec<i128>),
    Release(usize, usize),
    Dispute(usize, usize, bool),
    Resolve(usize, usize, u32),
    Expire(usize, usize),
    Cancel(usize),
    SetFee(u32),
    Collect(i128),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let amount = prop_oneof![1..100i128, 1..1_000_000i128];
    let place = (0..4usize, 0..3usize);
    let seconds = prop_oneof![0..DEADLINE, Just(WINDOW)];
    prop_oneof![
        3 => prop::collection::vec(amount, 1..4).prop_map(Step::Create),
        3 => place.clone().prop_map(|(id, index)| Step::Release(id, index)),
        4 => (place.clone(), any::<bool>()).prop_map(|((id, index), first)| Step::Dispute(id, index, first)),
        4 => (place.clone(), 0..=10_000u32).prop_map(|((id, index), share)| Step::Resolve(id, index, share)),
        4 => place.prop_map(|(id, index)| Step::Expire(id, index)),
        1 => (0..4usize).prop_map(Step::Cancel),
        1 => (0..=MAX_FEE_BPS + 1).prop_map(Step::SetFee),
        1 => (1..2_000i128).prop_map(Step::Collect),
        3 => seconds.prop_map(Step::Wait),
    ]
}

/// Released, refunded, fee.
type Parts = (i128, i128, i128);

struct Milestone {
    amount: i128,
    status: Status,
    due: u64,
    parts: Parts,
}

impl Milestone {
    fn open(&self) -> bool {
        matches!(self.status, Status::Held | Status::Disputed)
    }

    fn end(&mut self, status: Status, share: u32, fee: u32) {
        let gross = self.amount * i128::from(share) / 10_000;
        let fee = gross * i128::from(fee) / 10_000;
        self.status = status;
        self.parts = (gross - fee, self.amount - gross, fee);
    }
}

struct Escrow {
    fee: u32,
    milestones: Vec<Milestone>,
}

struct Pair {
    setup: Setup,
    fee: u32,
    collected: i128,
    escrows: Vec<Escrow>,
}

impl Pair {
    fn new() -> Self {
        Pair {
            setup: Setup::native(),
            fee: common::FEE,
            collected: 0,
            escrows: Vec::new(),
        }
    }

    /// What the contract answers and what the model expects.
    fn apply(&mut self, step: &Step) -> (Outcome<()>, Outcome<()>) {
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

    fn check(&self) -> Result<(), TestCaseError> {
        let client = self.setup.client();
        for (escrow, id) in self.escrows.iter().zip(1u64..) {
            let real = client.get(&id);
            for (milestone, seen) in escrow.milestones.iter().zip(real.milestones.iter()) {
                prop_assert_eq!(seen.status, milestone.status, "final states stay final");
            }
            let sums = &real.sums;
            // deposited = released + refunded + fees + held, per id
            prop_assert_eq!(
                sums.deposited,
                sums.released + sums.refunded + sums.fees + sums.held
            );
            let of =
                |part: fn(&Milestone) -> i128| escrow.milestones.iter().map(part).sum::<i128>();
            prop_assert_eq!(sums.deposited, of(|m| m.amount));
            prop_assert_eq!(sums.released, of(|m| m.parts.0));
            prop_assert_eq!(sums.refunded, of(|m| m.parts.1));
            prop_assert_eq!(sums.fees, of(|m| m.parts.2));
            // fee <= cap
            let received = sums.released + sums.fees;
            prop_assert!(sums.fees * 10_000 <= received * i128::from(MAX_FEE_BPS));
        }
        self.totals_and_balances()
    }

    fn totals_and_balances(&self) -> Result<(), TestCaseError> {
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
        prop_assert_eq!((sums.deposited, sums.held), (deposited, held));
        prop_assert_eq!(
            (sums.released, sums.refunded, sums.fees),
            (released, refunded, fees)
        );
        prop_assert_eq!(totals.fees_due, fees - self.collected);
        // held <= token balance; here nobody is owed and nothing was clawed back, so it is exact
        let balance = setup.balance(&setup.contract);
        prop_assert_eq!(balance, held + totals.fees_due + totals.owed);
        prop_assert_eq!(setup.balance(&setup.beneficiary), released);
        prop_assert_eq!(
            setup.balance(&setup.depositor),
            FUNDS - deposited + refunded
        );
        Ok(())
    }
}

fn invalid() -> Outcome<()> {
    error(EscrowError::InvalidTransition)
}

fn release(milestone: &mut Milestone, fee: u32) -> Outcome<()> {
    if !milestone.open() {
        return invalid();
    }
    milestone.end(Status::Released, 10_000, fee);
    Ok(())
}

fn dispute(milestone: &mut Milestone, now: u64) -> Outcome<()> {
    if milestone.status != Status::Held {
        return invalid();
    }
    if now >= milestone.due {
        return error(EscrowError::DeadlinePassed);
    }
    milestone.status = Status::Disputed;
    milestone.due = now + WINDOW;
    Ok(())
}

fn resolve(milestone: &mut Milestone, now: u64, share: u32, fee: u32) -> Outcome<()> {
    if milestone.status != Status::Disputed {
        return invalid();
    }
    if now >= milestone.due {
        return error(EscrowError::DeadlinePassed);
    }
    milestone.end(Status::Split, share, fee);
    Ok(())
}

fn expire(milestone: &mut Milestone, now: u64, fee: u32) -> Outcome<()> {
    let (to, share) = match milestone.status {
        Status::Held => (Status::Refunded, 0),
        Status::Disputed => (Status::Split, UNDECIDED),
        _ => return invalid(),
    };
    if now < milestone.due {
        return error(EscrowError::NotDue);
    }
    milestone.end(to, share, fee);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn escrows_follow_the_model(steps in prop::collection::vec(step(), 1..30)) {
        let mut pair = Pair::new();
        for step in &steps {
            let (real, expected) = pair.apply(step);
            prop_assert_eq!(real, expected, "{:?}", step);
            pair.check()?;
        }
    }
}
