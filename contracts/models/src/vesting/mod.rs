//! Vesting: what is due when, to whom, and every stroop of every schedule.

mod entry;
mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_common::{
    handover::WINDOW,
    roles::{PAUSER, UNPAUSER},
};
use merit_testing::{
    vesting::{error, linear, tranches, Setup, FUNDS},
    Outcome, START,
};
use merit_vesting::{Plan, Terms};
use soroban_sdk::{Address, Vec as List};

use crate::{holds, same, Model};
use entry::{Entry, Shape};
use reference::{Books, PEOPLE};
use steps::{Step, Stop, Wanted, Whom};

/// The contract and its model.
pub struct Schedules {
    setup: Setup,
    people: [Address; PEOPLE],
    books: Books,
}

impl Model for Schedules {
    type Step = Step;

    fn new() -> Self {
        let setup = Setup::new();
        let mut schedules = Schedules {
            people: [(); PEOPLE].map(|()| setup.person()),
            setup,
            books: Books::default(),
        };
        schedules.usual_start();
        schedules
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let real = self.run(step);
        let now = self.now();
        let expected = self.books.expect(step, now);
        same!(real, expected);
        self.check()
    }
}

impl Schedules {
    /// A schedule of each person: what most steps need.
    fn usual_start(&mut self) {
        let batch = (0..PEOPLE).map(|who| Wanted {
            shape: Shape::Linear(1_000, [0, 100, 900]),
            who,
            revocable: who != 1,
        });
        let created = self.apply(&Step::Create(batch.collect()));
        created.unwrap_or_else(|cause| panic!("{cause}"));
    }

    /// Seconds after [`START`]; so are all times of the model.
    fn now(&self) -> u64 {
        self.setup.now() - START
    }

    /// What the contract answers.
    fn run(&self, step: &Step) -> Outcome<i128> {
        let setup = &self.setup;
        match step.clone() {
            Step::Create(batch) => {
                if let [alone] = &batch[..] {
                    return setup.create(&self.terms(alone)).map(i128::from);
                }
                let terms = batch.iter().map(|wanted| self.terms(wanted));
                let batch = List::from_iter(setup.env(), terms);
                setup.create_batch(&batch).map(i128::from)
            }
            Step::Claim(which) => setup.claim(id(which)),
            Step::Revoke(which) => setup.revoke(id(which)),
            Step::Withdraw => setup.withdraw(&setup.funder),
            Step::Begin(which, right, to) => {
                let from = &self.people[self.books.owner(which, right)];
                none(setup.begin(from, id(which), &self.people[to]))
            }
            Step::Cancel(which, right) => {
                let from = &self.people[self.books.owner(which, right)];
                none(setup.cancel(from, id(which)))
            }
            Step::Accept(which, right) => {
                let to = &self.people[self.books.heir(which, right)];
                none(setup.accept(to, id(which)))
            }
            Step::Stop(Stop::Contract) => none(setup.operate(PAUSER, "pause")),
            Step::Stop(Stop::System) => {
                setup.world.pause(&setup.world.state);
                Ok(0)
            }
            Step::Stop(Stop::Nothing) => {
                setup.world.unpause(&setup.world.state);
                none(setup.operate(UNPAUSER, "unpause"))
            }
            Step::Freeze(whom, frozen) => {
                let account = match whom {
                    Whom::Contract => &setup.contract,
                    Whom::Funder => &setup.funder,
                    Whom::Person(person) => &self.people[person],
                };
                setup.world.asset.set_authorized(account, !frozen);
                Ok(0)
            }
            Step::ClawBack(amount) => {
                let amount = amount.min(setup.balance(&setup.contract));
                if amount > 0 {
                    setup.world.asset.claw_back(&setup.contract, amount);
                }
                Ok(0)
            }
            Step::Wait(seconds) => {
                setup.world.advance(seconds);
                Ok(0)
            }
        }
    }

    fn terms(&self, wanted: &Wanted) -> Terms {
        Terms {
            beneficiary: self.people[wanted.who].clone(),
            plan: self.plan(wanted),
            revoker: wanted.revocable.then(|| self.setup.revoker.clone()),
        }
    }

    fn plan(&self, wanted: &Wanted) -> Plan {
        let now = self.now();
        match wanted.shape.after(now) {
            Shape::Linear(total, times) => {
                let [start, cliff, end] = times.map(|time| START + time);
                linear(total, start, cliff, end)
            }
            Shape::Parts(parts) => tranches(self.setup.env(), &parts),
        }
    }

    fn check(&mut self) -> Result<(), String> {
        let now = self.now();
        let client = self.setup.client();
        for (which, entry) in self.books.entries.iter_mut().enumerate() {
            let vested = client.vested(&id(which));
            same!(vested, entry.vested(now), "vested of {which}");
            holds!(
                vested >= entry.last_vested,
                "{which} vested less than before"
            );
            entry.last_vested = vested;
        }
        for (which, entry) in self.books.entries.iter().enumerate() {
            self.released_stays_within_vested_within_total(which, entry)?;
            self.claims_add_up_to_what_vested(which, entry)?;
            self.offer_is_as_modelled(which, entry)?;
        }
        self.balance_covers_the_remainders()?;
        self.lists_are_the_owners()
    }

    fn released_stays_within_vested_within_total(
        &self,
        which: usize,
        entry: &Entry,
    ) -> Result<(), String> {
        let schedule = self.setup.client().get(&id(which));
        let vested = entry.vested(self.now());
        same!(schedule.released, entry.released(), "released of {which}");
        same!(schedule.refunded, entry.refunded(), "refunded of {which}");
        same!(schedule.total, entry.total, "total of {which}");
        same!(schedule.beneficiary, self.people[entry.owner]);
        holds!(0 <= schedule.released && schedule.released <= vested);
        holds!(vested + schedule.refunded <= schedule.total);
        let at_the_end = self.setup.client().vested_at(&id(which), &u64::MAX);
        same!(at_the_end + entry.refunded(), entry.total, "no dust stays");
        Ok(())
    }

    /// Whenever and however often was claimed: released is what had vested at the last claim.
    fn claims_add_up_to_what_vested(&self, which: usize, entry: &Entry) -> Result<(), String> {
        let schedule = self.setup.client().get(&id(which));
        let last = entry.claims.last();
        let due = last.map_or(0, |claim| entry.vested(claim.at));
        same!(schedule.released, due, "released of {which}");
        let claimable = self.setup.client().claimable(&id(which));
        same!(claimable, entry.vested(self.now()) - due);
        Ok(())
    }

    fn offer_is_as_modelled(&self, which: usize, entry: &Entry) -> Result<(), String> {
        let offer = self.setup.client().pending_transfer(&id(which));
        let offer = offer.map(|offer| (offer.to, offer.expires_at));
        let expected = entry
            .offer
            .map(|(to, at)| (self.people[to].clone(), START + at + WINDOW));
        same!(offer, expected, "offer of {which}");
        Ok(())
    }

    fn balance_covers_the_remainders(&self) -> Result<(), String> {
        let (setup, books) = (&self.setup, &self.books);
        same!(setup.client().obligations(), books.owed());
        let balance = setup.balance(&setup.contract);
        same!(setup.client().total_held(), balance);
        // Nothing but what the issuer clawed back may be missing.
        same!(balance, books.held());
        let refunded: i128 = books.entries.iter().map(Entry::refunded).sum();
        same!(setup.client().owed(&setup.funder), books.due);
        let funder = setup.balance(&setup.funder);
        same!(funder, FUNDS - books.put_in() + refunded - books.due);
        for (person, address) in self.people.iter().enumerate() {
            same!(setup.balance(address), books.received(person));
        }
        Ok(())
    }

    fn lists_are_the_owners(&self) -> Result<(), String> {
        let client = self.setup.client();
        for (person, address) in self.people.iter().enumerate() {
            let mut listed: Vec<u64> = client.ids(address, &0, &100).iter().collect();
            listed.sort_unstable();
            let all = self.books.entries.iter().enumerate();
            let owned = all.filter(|(_, entry)| entry.owner == person);
            let owned: Vec<u64> = owned.map(|(which, _)| id(which)).collect();
            same!(listed, owned, "schedules of {person}");
            same!(client.count(address) as usize, owned.len());
        }
        Ok(())
    }
}

fn id(which: usize) -> u64 {
    which as u64 + 1
}

fn none(outcome: Outcome<()>) -> Outcome<i128> {
    outcome.map(|()| 0)
}
