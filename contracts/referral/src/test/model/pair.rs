//! Runs steps on the contract and its model, and compares them.

use std::{format, string::String, vec::Vec};

use merit_common::{
    roles as names,
    testutils::{call_unsigned, wait, Outcome},
};
use soroban_sdk::{testutils::Address as _, Address};

use super::{
    super::{World, FUNDS, MERCHANT},
    reference::Model,
    Step, PEOPLE, TERMS,
};
use crate::{Programme, Status};

/// The contract beside its model.
pub struct Pair {
    world: World,
    people: [Address; PEOPLE],
    model: Model,
}

impl Pair {
    pub fn new() -> Self {
        let world = World::new();
        for (merchant, terms) in TERMS.iter().enumerate() {
            let [bonus_referrer, bonus_newcomer, referrer_cap, budget] = *terms;
            let programme = Programme {
                bonus_referrer,
                bonus_newcomer,
                referrer_cap,
                budget,
                ..world.terms()
            };
            let args = (number(merchant), programme);
            world
                .call_as::<()>(names::MANAGER, "set_programme", args)
                .unwrap();
        }
        let mut pair = Pair {
            people: core::array::from_fn(|_| Address::generate(&world.env)),
            model: Model {
                ends_at: world.terms().ends_at,
                ..Model::default()
            },
            world,
        };
        pair.apply(&Step::Enrol(0)).unwrap();
        // Funds from the first step on.
        for merchant in 0..2 {
            let amount = 250;
            pair.apply(&Step::Fund { merchant, amount }).unwrap();
        }
        pair
    }

    pub fn apply(&mut self, step: &Step) -> Result<(), String> {
        let now = self.world.env.ledger().timestamp();
        let before = self.model.referrers;
        let expected = self.expect(step, now);
        let real = self.run(step);
        if real != expected {
            return Err(format!("{real:?} instead of {expected:?}"));
        }
        self.bindings_are_immutable(&before)?;
        self.no_self_and_acyclic()?;
        self.promised_is_at_most_the_budget()?;
        self.balance_covers_obligations()?;
        self.rewarded_once_per_referee()
    }

    fn expect(&mut self, step: &Step, now: u64) -> Outcome<i128> {
        let model = &mut self.model;
        match *step {
            Step::Enrol(referrer) => model.enrol(referrer),
            Step::Bind { newcomer, referrer } => model.bind(newcomer, referrer),
            Step::Fund { merchant, amount } => model.fund(merchant, amount, now),
            Step::Qualify { merchant, newcomer } => model.qualify(merchant, newcomer, now),
            Step::Revoke(newcomer) => model.revoke(newcomer, now),
            Step::Expire(newcomer) => model.expire(newcomer, now),
            Step::Claim { account, newcomer } => model.claim(account, newcomer, now),
            Step::Settle(merchant) => model.settle(merchant, now),
            Step::Wait(_) => Ok(0),
        }
    }

    fn run(&self, step: &Step) -> Outcome<i128> {
        let (world, people) = (&self.world, &self.people);
        match *step {
            Step::Enrol(referrer) => done(world.enrol(&people[referrer])),
            Step::Bind { newcomer, referrer } => {
                done(world.bind(&people[newcomer], &people[referrer]))
            }
            Step::Fund { merchant, amount } => {
                let sponsor = world.actor("sponsor");
                done(world.fund_by(&sponsor, number(merchant), amount))
            }
            Step::Qualify { merchant, newcomer } => {
                let args = (number(merchant), &people[newcomer]);
                done(world.call_as(names::QUALIFY, "qualify", args))
            }
            Step::Revoke(newcomer) => done(world.revoke(&people[newcomer])),
            Step::Expire(newcomer) => world.expire(&people[newcomer]),
            Step::Claim { account, newcomer } => world.claim(&people[account], &people[newcomer]),
            Step::Settle(merchant) => {
                let args = (number(merchant),);
                call_unsigned(&world.env, &world.contract, "settle", args)
            }
            Step::Wait(seconds) => {
                wait(&world.env, seconds);
                Ok(0)
            }
        }
    }

    fn referrers(&self) -> Vec<Option<usize>> {
        let index = |found: Address| self.people.iter().position(|person| *person == found);
        let client = self.world.client();
        let people = self.people.iter();
        people
            .map(|person| client.referrer(person).and_then(index))
            .collect()
    }

    fn bindings_are_immutable(&self, before: &[Option<usize>]) -> Result<(), String> {
        let after = self.referrers();
        let kept = before
            .iter()
            .zip(&after)
            .all(|(a, b)| a.is_none() || a == b);
        holds(kept && after == self.model.referrers, "a binding changed")
    }

    fn no_self_and_acyclic(&self) -> Result<(), String> {
        let referrers = self.referrers();
        for start in 0..PEOPLE {
            let mut at = start;
            for _ in 0..PEOPLE {
                let Some(next) = referrers[at] else { break };
                holds(next != start, "a cycle")?;
                at = next;
            }
        }
        Ok(())
    }

    fn promised_is_at_most_the_budget(&self) -> Result<(), String> {
        for (merchant, [_, _, cap, budget]) in TERMS.iter().enumerate() {
            let funds = self.world.client().funds(&number(merchant));
            let same = funds.free == self.model.free[merchant]
                && funds.pending == self.model.sum(merchant, Status::Pending)
                && funds.paid == self.model.sum(merchant, Status::Paid);
            let within = funds.pending + funds.paid <= *budget;
            holds(same && within, &format!("funds of {merchant}: {funds:?}"))?;
            for (person, address) in self.people.iter().enumerate() {
                let earned = self.world.client().earned(&number(merchant), address);
                let same = earned == self.model.earned(merchant, person);
                holds(same && earned <= *cap, &format!("{earned} earned"))?;
            }
        }
        Ok(())
    }

    fn balance_covers_obligations(&self) -> Result<(), String> {
        let client = self.world.client();
        let owed = [0, 1].map(|merchant| {
            let funds = client.funds(&number(merchant));
            funds.free + funds.pending
        });
        let held = client.total_held();
        holds(held == owed.iter().sum::<i128>(), "held differs from owed")?;
        let mut all = held + self.world.balance("sponsor");
        for (person, expected) in self.people.iter().zip(self.model.balances) {
            let balance = self.world.asset().balance(person);
            holds(balance == expected, "a balance")?;
            all += balance;
        }
        holds(all == FUNDS, "tokens appeared or vanished")
    }

    fn rewarded_once_per_referee(&self) -> Result<(), String> {
        for (person, expected) in self.people.iter().zip(&self.model.rewards) {
            let real = self.world.client().reward(person).map(|reward| {
                let sides = [reward.for_referrer, reward.for_newcomer];
                (
                    reward.merchant,
                    sides.map(|side| (side.amount, side.status)),
                )
            });
            let expected = expected.as_ref().map(|r| (number(r.merchant), r.sides));
            holds(real == expected, &format!("reward {real:?}"))?;
        }
        Ok(())
    }
}

fn number(merchant: usize) -> u64 {
    MERCHANT + merchant as u64
}

fn done(outcome: Outcome<()>) -> Outcome<i128> {
    outcome.map(|()| 0)
}

fn holds(condition: bool, what: &str) -> Result<(), String> {
    if condition {
        return Ok(());
    }
    Err(String::from(what))
}
