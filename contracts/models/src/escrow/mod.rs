//! Escrows: states, deadlines, fees and every stroop of every milestone.

mod checks;
mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_testing::merit_escrow::{Milestone, Part, MAX_FEE_BPS};
use merit_testing::{
    escrow::{Setup, DEADLINE, LONG},
    Outcome, Subject,
};
use soroban_sdk::{Address, BytesN, Vec as List};

use crate::{same, Model};
use reference::Books;
use steps::{Call, Step, Who};

/// The contract and its model.
pub struct Escrows {
    setup: Setup,
    books: Books,
    ids: Vec<BytesN<32>>,
    /// Each escrow's milestones, as the contract had them after the last step.
    seen: Vec<List<Milestone>>,
}

impl Model for Escrows {
    type Step = Step;

    fn new() -> Self {
        let mut escrows = Escrows {
            setup: Setup::new(),
            books: Books::default(),
            ids: Vec::new(),
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
    /// Two accepted escrows, with deadlines before and after the arbiter's time: most steps need them.
    fn usual_start(&mut self) {
        let escrows = [
            vec![(10_000, DEADLINE), (5_001, LONG), (99, DEADLINE)],
            vec![(7_777, LONG)],
        ];
        for (id, parts) in escrows.into_iter().enumerate() {
            let steps = [
                Step::Create(parts),
                Step::Accept(id, true),
                Step::Accept(id, false),
            ];
            for step in steps {
                self.apply(&step).unwrap_or_else(|cause| panic!("{cause}"));
            }
        }
    }

    /// The contract's answer.
    fn run(&mut self, step: &Step) -> Outcome<()> {
        if let Step::Create(parts) = step {
            return self.create(parts);
        }
        let setup = &self.setup;
        match *step {
            Step::Accept(id, first) => {
                let party = self.address(if first {
                    Who::Beneficiary
                } else {
                    Who::Arbiter
                });
                setup.accept(&party, &self.id(id)).map(drop)
            }
            Step::Release(id, index) => setup.release(&self.id(id), index as u32),
            Step::Dispute(id, index, first) => {
                let party = self.party(first);
                let decide_by = setup.dispute(&party, &self.id(id), index as u32);
                decide_by.map(drop)
            }
            Step::Evidence(id, index, first) => {
                setup.submit(&self.party(first), &self.id(id), index as u32)
            }
            Step::Resolve(id, index, share) => setup.resolve(&self.id(id), index as u32, share),
            Step::Split(id, index, share) => setup.split(&self.id(id), index as u32, share),
            Step::Extend(id, index, length) => {
                setup.extend(&self.id(id), index as u32, setup.now() + length)
            }
            Step::Expire(id, index) => setup.expire(&self.id(id), index as u32),
            Step::Cancel(id, true) => setup.cancel(&self.id(id)),
            Step::Cancel(id, false) => setup.call(&setup.depositor, "cancel", (self.id(id),)),
            Step::Withdraw(who) => setup.withdraw(&self.address(who)).map(drop),
            Step::SetFee(fee) => setup.set_fee(fee),
            Step::Collect(amount) => setup.collect(setup.person(), amount),
            Step::Wrong(call, who, id, index) => self.wrong(call, who, &self.id(id), index as u32),
            _ => {
                self.run_besides(step);
                Ok(())
            }
        }
    }

    /// Steps that are no function of the contract, or always succeed.
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

    /// Id of the nth escrow, or an unknown one if there aren't so many.
    fn id(&self, nth: usize) -> BytesN<32> {
        let known = self.ids.get(nth).cloned();
        known.unwrap_or_else(|| self.setup.hash(0))
    }

    fn create(&mut self, parts: &[(i128, u64)]) -> Outcome<()> {
        let amounts: Vec<i128> = parts.iter().map(|part| part.0).collect();
        let mut terms = self.setup.terms(&amounts);
        terms.max_fee = MAX_FEE_BPS;
        let now = self.setup.now();
        let parts = parts.iter().map(|(amount, length)| Part {
            amount: *amount,
            deadline: now + length,
        });
        terms.parts = List::from_iter(self.setup.env(), parts);
        self.ids.push(self.setup.create(&terms)?);
        Ok(())
    }

    fn wrong(&self, call: Call, who: Who, id: &BytesN<32>, index: u32) -> Outcome<()> {
        let (setup, caller) = (&self.setup, self.address(who));
        match call {
            Call::Accept => setup.accept(&caller, id).map(drop),
            Call::Release => setup.call(&caller, "release", (id, index)),
            Call::Dispute => setup.dispute(&caller, id, index).map(drop),
            Call::Evidence => setup.submit(&caller, id, index),
            Call::Resolve => setup.call(&caller, "resolve", (id, index, 5_000u32)),
            Call::Split => setup.call(&caller, "split", (id, index, 5_000u32)),
            Call::Extend => setup.call(&caller, "extend", (id, index, setup.now() + LONG + LONG)),
        }
    }
}
