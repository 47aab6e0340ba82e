//! Random operations against a plain model. The model never keeps a running result: it computes what is due from
//! the history.

mod common;

use common::{error, linear, tranches, Setup, FUNDS};
use merit_testing::{Outcome, START};
use merit_vesting::{Plan, Terms, VestingError};
use proptest::prelude::*;
use soroban_sdk::Address;

const PEOPLE: usize = 3;

#[derive(Clone, Debug)]
enum Step {
    /// Total, three times after now, beneficiary, revocable.
    Linear(i128, [u64; 3], usize, bool),
    Tranches(Vec<(u64, i128)>, usize, bool),
    Claim(usize),
    Revoke(usize),
    HandOn(usize, usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let total = prop_oneof![1..10i128, 1..5_000i128, Just(1_000_003)];
    let times = prop::array::uniform3(0..600u64).prop_map(|mut times| {
        times.sort_unstable();
        times
    });
    let parts = prop::collection::btree_map(0..600u64, 1..500i128, 1..6);
    prop_oneof![
        2 => (total, times, 0..PEOPLE, any::<bool>())
            .prop_map(|(total, times, who, revocable)| Step::Linear(total, times, who, revocable)),
        1 => (parts, 0..PEOPLE, any::<bool>())
            .prop_map(|(parts, who, revocable)| Step::Tranches(parts.into_iter().collect(), who, revocable)),
        5 => (0..8usize).prop_map(Step::Claim),
        1 => (0..8usize).prop_map(Step::Revoke),
        1 => (0..8usize, 0..PEOPLE).prop_map(|(id, to)| Step::HandOn(id, to)),
        4 => (0..200u64).prop_map(Step::Wait),
    ]
}

/// The whole history of one schedule. Times are seconds after [`START`].
#[derive(Clone)]
struct Entry {
    total: i128,
    shape: Shape,
    owner: usize,
    revocable: bool,
    revoked: Option<u64>,
    claims: Vec<(usize, i128)>,
    last_vested: i128,
}

#[derive(Clone)]
enum Shape {
    Linear([u64; 3]),
    Parts(Vec<(u64, i128)>),
}

impl Entry {
    fn vested(&self, now: u64) -> i128 {
        let now = self.revoked.map_or(now, |end| end.min(now));
        match &self.shape {
            Shape::Parts(parts) => parts
                .iter()
                .filter(|part| part.0 <= now)
                .map(|part| part.1)
                .sum(),
            Shape::Linear([_, cliff, _]) if now < *cliff => 0,
            Shape::Linear([_, _, end]) if now >= *end => self.total,
            // The largest whole number of stroops whose share of the time has passed.
            Shape::Linear([start, _, end]) => {
                let (passed, length) = ((now - start) as i128, (end - start) as i128);
                let due = |stroops: &i128| *stroops * length <= self.total * passed;
                partition(self.total, due)
            }
        }
    }

    fn released(&self) -> i128 {
        self.claims.iter().map(|claim| claim.1).sum()
    }

    fn refunded(&self) -> i128 {
        self.revoked.map_or(0, |end| self.total - self.vested(end))
    }
}

/// Largest number in `0..=most` that satisfies `fits`, which holds up to some number and not beyond.
fn partition(most: i128, fits: impl Fn(&i128) -> bool) -> i128 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = (low + high + 1) / 2;
        if fits(&middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

struct Pair {
    setup: Setup,
    people: Vec<Address>,
    entries: Vec<Entry>,
}

impl Pair {
    fn new() -> Self {
        let setup = Setup::new();
        let people = (0..PEOPLE).map(|_| setup.person()).collect();
        Pair {
            setup,
            people,
            entries: Vec::new(),
        }
    }

    fn now(&self) -> u64 {
        self.setup.now() - START
    }

    /// What the contract answers and what the model expects.
    fn apply(&mut self, step: &Step) -> (Outcome<i128>, Outcome<i128>) {
        match step.clone() {
            Step::Linear(total, times, who, revocable) => {
                let times = times.map(|time| time + self.now());
                let [start, cliff, end] = times.map(|time| START + time);
                let plan = linear(total, start, cliff, end);
                self.create(total, plan, Shape::Linear(times), who, revocable)
            }
            Step::Tranches(parts, who, revocable) => {
                let total = parts.iter().map(|part| part.1).sum();
                let plan = tranches(self.setup.env(), &parts);
                self.create(total, plan, Shape::Parts(parts), who, revocable)
            }
            Step::Claim(index) => (self.setup.claim(index as u64 + 1), self.claim(index)),
            Step::Revoke(index) => (self.setup.revoke(index as u64 + 1), self.revoke(index)),
            Step::HandOn(index, to) => self.hand_on(index, to),
            Step::Wait(seconds) => {
                self.setup.world.advance(seconds);
                (Ok(0), Ok(0))
            }
        }
    }

    fn create(
        &mut self,
        total: i128,
        plan: Plan,
        shape: Shape,
        owner: usize,
        revocable: bool,
    ) -> (Outcome<i128>, Outcome<i128>) {
        let terms = Terms {
            beneficiary: self.people[owner].clone(),
            plan,
            revoker: revocable.then(|| self.setup.revoker.clone()),
        };
        let real = self.setup.create(&terms).map(i128::from);
        self.entries.push(Entry {
            total,
            shape,
            owner,
            revocable,
            revoked: None,
            claims: Vec::new(),
            last_vested: 0,
        });
        (real, Ok(self.entries.len() as i128))
    }

    fn claim(&mut self, index: usize) -> Outcome<i128> {
        let now = self.now();
        let Some(entry) = self.entries.get_mut(index) else {
            return error(VestingError::NotFound);
        };
        let due = entry.vested(now) - entry.released();
        if due == 0 {
            return error(VestingError::NothingToClaim);
        }
        entry.claims.push((entry.owner, due));
        Ok(due)
    }

    fn revoke(&mut self, index: usize) -> Outcome<i128> {
        let now = self.now();
        let Some(entry) = self.entries.get_mut(index) else {
            return error(VestingError::NotFound);
        };
        if !entry.revocable {
            return error(VestingError::NotRevocable);
        }
        if entry.revoked.is_some() {
            return error(VestingError::AlreadyRevoked);
        }
        if entry.vested(now) == entry.total {
            return error(VestingError::FullyVested);
        }
        entry.revoked = Some(now);
        Ok(entry.refunded())
    }

    fn hand_on(&mut self, index: usize, to: usize) -> (Outcome<i128>, Outcome<i128>) {
        let id = index as u64 + 1;
        let Some(entry) = self.entries.get_mut(index) else {
            let real = self.setup.begin(&self.people[0], id, &self.people[to]);
            return (real.map(|_| 0), error(VestingError::NotFound));
        };
        let owner = entry.owner;
        let real = self.setup.begin(&self.people[owner], id, &self.people[to]);
        if owner == to {
            return (real.map(|_| 0), error(VestingError::SameBeneficiary));
        }
        let real = real.and_then(|_| self.setup.accept(&self.people[to], id));
        entry.owner = to;
        (real.map(|_| 0), Ok(0))
    }

    fn check(&mut self) -> Result<(), TestCaseError> {
        self.released_stays_within_vested_within_total()?;
        self.vested_is_monotone_and_complete_at_the_end()?;
        self.balance_covers_the_remainders()?;
        self.lists_are_the_owners()
    }

    fn released_stays_within_vested_within_total(&self) -> Result<(), TestCaseError> {
        for (index, entry) in self.entries.iter().enumerate() {
            let id = index as u64 + 1;
            let schedule = self.setup.client().get(&id);
            let vested = self.setup.client().vested(&id);
            prop_assert!(0 <= schedule.released);
            prop_assert!(schedule.released <= vested);
            prop_assert!(vested + schedule.refunded <= schedule.total);
            prop_assert_eq!(vested, entry.vested(self.now()));
            prop_assert_eq!(schedule.released, entry.released());
            prop_assert_eq!(schedule.refunded, entry.refunded());
        }
        Ok(())
    }

    fn vested_is_monotone_and_complete_at_the_end(&mut self) -> Result<(), TestCaseError> {
        for (index, entry) in self.entries.iter_mut().enumerate() {
            let id = index as u64 + 1;
            let vested = self.setup.client().vested(&id);
            prop_assert!(
                vested >= entry.last_vested,
                "not even a revocation lowers it"
            );
            entry.last_vested = vested;
            let at_the_end = self.setup.client().vested_at(&id, &u64::MAX);
            prop_assert_eq!(at_the_end + entry.refunded(), entry.total);
        }
        Ok(())
    }

    fn balance_covers_the_remainders(&self) -> Result<(), TestCaseError> {
        let left = |entry: &Entry| entry.total - entry.released() - entry.refunded();
        let owed: i128 = self.entries.iter().map(left).sum();
        prop_assert_eq!(self.setup.client().obligations(), owed);
        prop_assert_eq!(self.setup.balance(&self.setup.contract), owed);
        let put_in: i128 = self.entries.iter().map(|entry| entry.total).sum();
        let refunded: i128 = self.entries.iter().map(Entry::refunded).sum();
        let funder = self.setup.balance(&self.setup.funder);
        prop_assert_eq!(funder, FUNDS - put_in + refunded);
        for (person, address) in self.people.iter().enumerate() {
            let claims = self.entries.iter().flat_map(|entry| &entry.claims);
            let received: i128 = claims
                .filter(|claim| claim.0 == person)
                .map(|claim| claim.1)
                .sum();
            prop_assert_eq!(self.setup.balance(address), received);
        }
        Ok(())
    }

    fn lists_are_the_owners(&self) -> Result<(), TestCaseError> {
        for (person, address) in self.people.iter().enumerate() {
            let mut listed: Vec<u64> = self.setup.client().ids(address, &0, &100).iter().collect();
            listed.sort_unstable();
            let owned = (1..)
                .zip(&self.entries)
                .filter(|(_, entry)| entry.owner == person);
            let owned: Vec<u64> = owned.map(|(id, _)| id).collect();
            prop_assert_eq!(listed, owned);
        }
        Ok(())
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn schedules_follow_the_model(steps in prop::collection::vec(step(), 1..25)) {
        let mut pair = Pair::new();
        for step in &steps {
            let (real, expected) = pair.apply(step);
            prop_assert_eq!(real, expected, "{:?}", step);
            pair.check()?;
        }
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn the_result_is_independent_of_the_claim_pattern(
        total in 1..2_000_000i128,
        mut times in prop::array::uniform3(0..900u64),
        mut claims in prop::collection::vec(0..1_000u64, 0..12),
    ) {
        times.sort_unstable();
        claims.sort_unstable();
        let setup = Setup::new();
        let [start, cliff, end] = times.map(|time| START + time);
        let terms = setup.terms(linear(total, start, cliff, end));
        let (often, once) = (setup.create(&terms).unwrap(), setup.create(&terms).unwrap());
        let mut received = 0;
        for time in claims {
            setup.world.advance(START + time - setup.now());
            received += setup.claim(often).unwrap_or(0);
        }
        received += setup.claim(often).unwrap_or(0);
        prop_assert_eq!(received, setup.claim(once).unwrap_or(0));
        setup.world.advance(1_000);
        let rest = setup.claim(often).unwrap_or(0);
        prop_assert_eq!(received + rest, total, "no dust stays");
    }
}
