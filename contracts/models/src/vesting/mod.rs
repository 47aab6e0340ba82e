//! Vesting: what is due when, to whom, and every stroop of every schedule.

mod entry;
mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_common::roles::{PAUSER, UNPAUSER};
use merit_testing::merit_vesting::{Plan, Terms};
use merit_testing::{
    vesting::{error, linear, tranches, Setup, FUNDS},
    Outcome, OFFER_WINDOW, START,
};
use soroban_sdk::{Address, BytesN, Vec as List};

use crate::{holds, same, Model};
use entry::{Entry, Shape};
use reference::{Books, PEOPLE};
use steps::{Step, Stop, Wanted, Whom};

/// The contract and its model.
pub struct Schedules {
    setup: Setup,
    people: [Address; PEOPLE],
    books: Books,
    ids: Vec<BytesN<32>>,
}

impl Model for Schedules {
    type Step = Step;

    fn new() -> Self {
        let setup = Setup::new();
        let mut schedules = Schedules {
            people: [(); PEOPLE].map(|()| setup.person()),
            setup,
            books: Books::default(),
            ids: Vec::new(),
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

    /// The contract's answer.
    fn run(&mut self, step: &Step) -> Outcome<i128> {
        if let Step::Create(batch) = step {
            return self.create(batch);
        }
        let setup = &self.setup;
        let id = |which: usize| self.id(which);
        match step.clone() {
            Step::Create(_) => unreachable!("done above"),
            Step::Claim(which) => setup.claim(&id(which)),
            Step::Revoke(which) => setup.revoke(&id(which)),
            Step::Renounce(which, right) => {
                let by = &self.people[self.books.owner(which, right)];
                setup.call(by, "revoke", (by, id(which)))
            }
            Step::Withdraw => setup.withdraw(&setup.funder),
            Step::Begin(which, right, to) => {
                let from = &self.people[self.books.owner(which, right)];
                none(setup.begin(from, &id(which), &self.people[to]))
            }
            Step::Cancel(which, right) => {
                let from = &self.people[self.books.owner(which, right)];
                none(setup.cancel(from, &id(which)))
            }
            Step::Accept(which, right) => {
                let to = &self.people[self.books.heir(which, right)];
                none(setup.accept(to, &id(which)))
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
            Step::Freeze(Whom::Contract, frozen) => {
                setup.world.asset.set_authorized(&setup.contract, !frozen);
                Ok(0)
            }
            Step::Freeze(whom, frozen) => {
                let account = match whom {
                    Whom::Person(person) => &self.people[person],
                    _ => &setup.funder,
                };
                if frozen {
                    setup.world.freeze(account);
                } else if !self.books.system_stopped {
                    setup.world.unfreeze(account);
                }
                Ok(0)
            }
            Step::RenewLine(person) => {
                setup.world.asset.renew_line(&self.people[person]);
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

    fn create(&mut self, batch: &[Wanted]) -> Outcome<i128> {
        let terms = batch.iter().map(|wanted| self.terms(wanted));
        let batch = List::from_iter(self.setup.env(), terms);
        self.ids.extend(self.setup.create_batch(&batch)?);
        Ok(0)
    }

    /// An unknown one if there aren't so many.
    fn id(&self, which: usize) -> BytesN<32> {
        let known = self.ids.get(which).cloned();
        known.unwrap_or_else(|| BytesN::from_array(self.setup.env(), &[0; 32]))
    }

    fn terms(&self, wanted: &Wanted) -> Terms {
        Terms {
            reference: self.setup.ids.reference(),
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
            let vested = client.vested_at(&self.ids[which], &self.setup.now());
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
        self.who_is_frozen_receives_nothing()?;
        self.balance_covers_the_remainders()
    }

    fn released_stays_within_vested_within_total(
        &self,
        which: usize,
        entry: &Entry,
    ) -> Result<(), String> {
        let schedule = self.setup.client().get(&self.ids[which]);
        let vested = entry.vested(self.now());
        same!(schedule.released, entry.released(), "released of {which}");
        same!(schedule.refunded, entry.refunded(), "refunded of {which}");
        same!(schedule.total, entry.total, "total of {which}");
        same!(schedule.beneficiary, self.people[entry.owner]);
        holds!(0 <= schedule.released && schedule.released <= vested);
        holds!(vested + schedule.refunded <= schedule.total);
        let at_the_end = self.setup.client().vested_at(&self.ids[which], &u64::MAX);
        same!(at_the_end + entry.refunded(), entry.total, "nothing stays");
        Ok(())
    }

    /// The times and the number of claims don't matter: what was released had vested by the last claim.
    fn claims_add_up_to_what_vested(&self, which: usize, entry: &Entry) -> Result<(), String> {
        let schedule = self.setup.client().get(&self.ids[which]);
        let last = entry.claims.last();
        let due = last.map_or(0, |claim| entry.vested(claim.at));
        same!(schedule.released, due, "released of {which}");
        let claimable = self.setup.client().claimable(&self.ids[which]);
        same!(claimable, entry.vested(self.now()) - due);
        Ok(())
    }

    fn offer_is_as_modelled(&self, which: usize, entry: &Entry) -> Result<(), String> {
        let offer = self.setup.client().pending_transfer(&self.ids[which]);
        let offer = offer.map(|offer| (offer.to, offer.expires_at));
        let expected = entry
            .offer
            .map(|(to, at)| (self.people[to].clone(), START + at + OFFER_WINDOW));
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

    /// Whatever happens to its trustline.
    fn who_is_frozen_receives_nothing(&self) -> Result<(), String> {
        for (person, before) in self.books.frozen_with.iter().enumerate() {
            let now = self.setup.balance(&self.people[person]);
            same!(now, before.unwrap_or(now), "paid to {person}");
        }
        Ok(())
    }
}

fn none(outcome: Outcome<()>) -> Outcome<i128> {
    outcome.map(|()| 0)
}
