//! Escrows: states, deadlines, fees and every stroop of every milestone.

mod checks;
mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_escrow::{Milestone, MAX_FEE_BPS};
use merit_testing::{
    escrow::{Setup, DEADLINE},
    Outcome, Subject,
};
use soroban_sdk::{Address, Vec as List};

use crate::{same, Model};
use reference::Books;
use steps::{Call, Step, Who};

/// The contract and its model.
pub struct Escrows {
    setup: Setup,
    books: Books,
    /// Each escrow's milestones, as the contract had them after the last step.
    seen: Vec<List<Milestone>>,
}

impl Model for Escrows {
    type Step = Step;

    fn new() -> Self {
        let mut escrows = Escrows {
            setup: Setup::new(),
            books: Books::default(),
            seen: Vec::new(),
        };
        escrows.usual_start();
        escrows
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let now = self.setup.now();
        let real = self.run(step);
        let expected = self.books.expect(step, now);
        same!(real, expected);
        self.check(step)
    }
}

impl Escrows {
    /// Two escrows: what most steps need.
    fn usual_start(&mut self) {
        for amounts in [vec![10_000, 5_001, 99], vec![7_777]] {
            let created = self.apply(&Step::Create(amounts));
            created.unwrap_or_else(|cause| panic!("{cause}"));
        }
    }

    /// What the contract answers.
    fn run(&self, step: &Step) -> Outcome<()> {
        let setup = &self.setup;
        match *step {
            Step::Create(ref amounts) => self.create(amounts),
            Step::Release(id, index) => setup.release(number(id), index as u32),
            Step::Dispute(id, index, first) => {
                let party = self.party(first);
                let decide_by = setup.dispute(&party, number(id), index as u32);
                decide_by.map(drop)
            }
            Step::Evidence(id, index, first) => {
                setup.submit(&self.party(first), number(id), index as u32)
            }
            Step::Resolve(id, index, share) => setup.resolve(number(id), index as u32, share),
            Step::Expire(id, index) => setup.expire(number(id), index as u32),
            Step::Cancel(id) => setup.cancel(number(id)),
            Step::Withdraw(who) => setup.withdraw(&self.address(who)).map(drop),
            Step::SetFee(fee) => setup.set_fee(fee),
            Step::Collect(amount) => setup.collect(setup.person(), amount),
            Step::Wrong(call, who, id, index) => self.wrong(call, who, number(id), index as u32),
            _ => {
                self.run_besides(step);
                Ok(())
            }
        }
    }

    /// What is no function of the contract, or succeeds always.
    fn run_besides(&self, step: &Step) {
        let setup = &self.setup;
        match *step {
            Step::Wait(seconds) => setup.world.advance(seconds),
            Step::Freeze(who, frozen) => {
                let account = who.map_or(setup.contract.clone(), |who| self.address(who));
                setup.world.asset.set_authorized(&account, !frozen);
            }
            Step::Stop(true) => setup.pause(),
            Step::Stop(false) => setup.unpause(),
            Step::StopSystem(true) => setup.pause_system(),
            Step::StopSystem(false) => setup.unpause_system(),
            _ => unreachable!("{step:?} is run elsewhere"),
        }
    }

    fn address(&self, who: Who) -> Address {
        self.setup.actor(match who {
            Who::Depositor => "depositor",
            Who::Beneficiary => "beneficiary",
            Who::Arbiter => "arbiter",
            Who::Stranger => "stranger",
        })
    }

    /// The depositor, or the beneficiary.
    fn party(&self, first: bool) -> Address {
        self.address(if first {
            Who::Depositor
        } else {
            Who::Beneficiary
        })
    }

    fn create(&self, amounts: &[i128]) -> Outcome<()> {
        let mut terms = self.setup.terms(amounts);
        terms.max_fee = MAX_FEE_BPS;
        let due = self.setup.now() + DEADLINE;
        let parts = terms.parts.iter().map(|mut part| {
            part.deadline = due;
            part
        });
        terms.parts = List::from_iter(self.setup.env(), parts);
        self.setup.create(&terms).map(drop)
    }

    fn wrong(&self, call: Call, who: Who, id: u64, index: u32) -> Outcome<()> {
        let (setup, caller) = (&self.setup, self.address(who));
        match call {
            Call::Release => setup.call_by(&caller, "release", (id, index)),
            Call::Dispute => setup.dispute(&caller, id, index).map(drop),
            Call::Evidence => setup.submit(&caller, id, index),
            Call::Resolve => setup.call_by(&caller, "resolve", (id, index, 5_000u32)),
            Call::Cancel => setup.cancel_signed_by(&[&caller], id),
        }
    }
}

/// The contract counts from 1.
fn number(id: usize) -> u64 {
    id as u64 + 1
}
