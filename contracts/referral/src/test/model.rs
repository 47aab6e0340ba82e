//! Random operation sequences against a model that remembers everything.

use std::{format, string::String, vec::Vec};

use merit_common::{
    roles as names,
    testutils::{call_unsigned, wait, Outcome},
};
use proptest::prelude::*;
use soroban_sdk::{testutils::Address as _, Address};

use super::{error, World, CLAWBACK, DAY, FUNDS, MERCHANT, WINDOW};
use crate::{Programme, ReferralError as Error, Status};

const PEOPLE: usize = 5;
/// Of merchant 0 and 1: bonus of the referrer, of the newcomer, cap, budget.
const TERMS: [[i128; 4]; 2] = [[100, 40, 250, 500], [70, 0, 140, 300]];

#[derive(Clone, Debug)]
enum Step {
    Bind { newcomer: usize, referrer: usize },
    Fund { merchant: usize, amount: i128 },
    Qualify { merchant: usize, newcomer: usize },
    Revoke(usize),
    Claim { account: usize, newcomer: usize },
    Settle(usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let person = || 0..PEOPLE;
    let merchant = || 0..2usize;
    let seconds = prop_oneof![0..DAY, (CLAWBACK - 1)..(CLAWBACK + 2)];
    prop_oneof![
        5 => (person(), person()).prop_map(|(newcomer, referrer)| Step::Bind { newcomer, referrer }),
        3 => (merchant(), -1..301i128).prop_map(|(merchant, amount)| Step::Fund { merchant, amount }),
        6 => (merchant(), person())
            .prop_map(|(merchant, newcomer)| Step::Qualify { merchant, newcomer }),
        1 => person().prop_map(Step::Revoke),
        5 => (person(), person()).prop_map(|(account, newcomer)| Step::Claim { account, newcomer }),
        1 => merchant().prop_map(Step::Settle),
        3 => seconds.prop_map(Step::Wait),
        1 => Just(Step::Wait(WINDOW)),
    ]
}

struct Earned {
    merchant: usize,
    /// Amount and status of the referrer and the newcomer.
    sides: [(i128, Status); 2],
    claimable_at: u64,
}

#[derive(Default)]
struct Model {
    referrers: [Option<usize>; PEOPLE],
    rewards: [Option<Earned>; PEOPLE],
    free: [i128; 2],
    balances: [i128; PEOPLE],
    ends_at: u64,
}

impl Model {
    fn sides(&self) -> impl Iterator<Item = (usize, usize, (i128, Status))> + '_ {
        let rewards = self.rewards.iter().enumerate();
        rewards.flat_map(move |(newcomer, reward)| {
            let accounts = [self.referrers[newcomer].unwrap_or(newcomer), newcomer];
            let sides = reward.iter();
            sides.flat_map(move |r| [0, 1].map(|side| (r.merchant, accounts[side], r.sides[side])))
        })
    }

    fn sum(&self, merchant: usize, status: Status) -> i128 {
        let sides = self.sides();
        let mine = sides.filter(|(of, _, side)| *of == merchant && side.1 == status);
        mine.map(|(_, _, side)| side.0).sum()
    }

    /// What a referrer got or is to get as a referrer.
    fn earned(&self, merchant: usize, referrer: usize) -> i128 {
        let of = |newcomer: usize| {
            let reward = self.rewards[newcomer].as_ref()?;
            let (amount, status) = reward.sides[0];
            let counts = self.referrers[newcomer] == Some(referrer)
                && reward.merchant == merchant
                && status != Status::Revoked;
            counts.then_some(amount)
        };
        (0..PEOPLE).filter_map(of).sum()
    }

    fn bind(&mut self, newcomer: usize, referrer: usize) -> Outcome<i128> {
        if newcomer == referrer {
            return error(Error::SelfReferral);
        }
        if self.referrers[newcomer].is_some() {
            return error(Error::AlreadyBound);
        }
        if self.referrers.contains(&Some(newcomer)) {
            return error(Error::HasReferees);
        }
        self.referrers[newcomer] = Some(referrer);
        Ok(0)
    }

    fn fund(&mut self, merchant: usize, amount: i128, now: u64) -> Outcome<i128> {
        if amount <= 0 {
            return error(Error::InvalidAmount);
        }
        if now >= self.ends_at {
            return error(Error::OutsideWindow);
        }
        let promised = self.sum(merchant, Status::Pending) + self.sum(merchant, Status::Paid);
        if self.free[merchant] + promised + amount > TERMS[merchant][3] {
            return error(Error::BudgetExceeded);
        }
        self.free[merchant] += amount;
        Ok(0)
    }

    fn qualify(&mut self, merchant: usize, newcomer: usize, now: u64) -> Outcome<i128> {
        let Some(referrer) = self.referrers[newcomer] else {
            return error(Error::NotBound);
        };
        if self.rewards[newcomer].is_some() {
            return error(Error::AlreadyRewarded);
        }
        if now >= self.ends_at {
            return error(Error::OutsideWindow);
        }
        let [mut bonus, own, cap, _] = TERMS[merchant];
        if self.earned(merchant, referrer) + bonus > cap {
            bonus = 0;
        }
        if bonus + own == 0 {
            return error(Error::CapReached);
        }
        if bonus + own > self.free[merchant] {
            return error(Error::BudgetShort);
        }
        self.free[merchant] -= bonus + own;
        self.rewards[newcomer] = Some(Earned {
            merchant,
            sides: [(bonus, Status::Pending), (own, Status::Pending)],
            claimable_at: now + CLAWBACK,
        });
        Ok(0)
    }

    fn revoke(&mut self, newcomer: usize, now: u64) -> Outcome<i128> {
        let Some(reward) = &mut self.rewards[newcomer] else {
            return error(Error::RewardNotFound);
        };
        if now >= reward.claimable_at {
            return error(Error::RevokeClosed);
        }
        if reward.sides[0].1 == Status::Revoked {
            return error(Error::AlreadyRevoked);
        }
        for side in &mut reward.sides {
            side.1 = Status::Revoked;
            self.free[reward.merchant] += side.0;
        }
        Ok(0)
    }

    fn claim(&mut self, account: usize, newcomer: usize, now: u64) -> Outcome<i128> {
        let referrer = self.referrers[newcomer];
        let Some(reward) = &mut self.rewards[newcomer] else {
            return error(Error::RewardNotFound);
        };
        let side = match account {
            _ if account == newcomer => 1,
            _ if Some(account) == referrer => 0,
            _ => return error(Error::NothingDue),
        };
        let (amount, status) = &mut reward.sides[side];
        if *amount == 0 || *status != Status::Pending {
            return error(Error::NothingDue);
        }
        if now < reward.claimable_at {
            return error(Error::NotClaimable);
        }
        *status = Status::Paid;
        self.balances[account] += *amount;
        Ok(*amount)
    }

    fn settle(&mut self, merchant: usize, now: u64) -> Outcome<i128> {
        if now < self.ends_at {
            return error(Error::NotEnded);
        }
        match core::mem::take(&mut self.free[merchant]) {
            0 => error(Error::NothingLeft),
            rest => Ok(rest),
        }
    }
}

/// The contract beside its model.
struct Pair {
    world: World,
    people: [Address; PEOPLE],
    model: Model,
}

impl Pair {
    fn new() -> Self {
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
        // Funds from the first step on.
        for merchant in 0..2 {
            let amount = 250;
            pair.apply(&Step::Fund { merchant, amount }).unwrap();
        }
        pair
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
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
            Step::Bind { newcomer, referrer } => model.bind(newcomer, referrer),
            Step::Fund { merchant, amount } => model.fund(merchant, amount, now),
            Step::Qualify { merchant, newcomer } => model.qualify(merchant, newcomer, now),
            Step::Revoke(newcomer) => model.revoke(newcomer, now),
            Step::Claim { account, newcomer } => model.claim(account, newcomer, now),
            Step::Settle(merchant) => model.settle(merchant, now),
            Step::Wait(_) => Ok(0),
        }
    }

    fn run(&self, step: &Step) -> Outcome<i128> {
        let (world, people) = (&self.world, &self.people);
        match *step {
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bindings_rewards_and_funds_follow_the_model(steps in prop::collection::vec(step(), 1..50)) {
        let mut pair = Pair::new();
        for step in &steps {
            pair.apply(step).map_err(|cause| TestCaseError::fail(format!("{step:?}: {cause}")))?;
        }
    }
}
