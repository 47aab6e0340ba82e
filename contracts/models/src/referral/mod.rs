//! Referrals: who brought whom, and the money of every programme.

mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_testing::merit_referral::{Programme, Status};
use merit_testing::{
    referral::{Setup, FUNDS},
    Outcome, Subject, MERCHANT,
};
use soroban_sdk::{testutils::Address as _, Address};

use crate::{holds, same, Model};
use reference::{is_dearer, Reference, MERCHANTS, PEOPLE, TERMS, WINDOWS};
use steps::{End, Step};

/// The contract and its model.
pub struct Referrals {
    setup: Setup,
    people: [Address; PEOPLE],
    sponsors: [Address; 2],
    /// The person whose rewards are checked next: checking all after each step would take most of the time.
    turn: usize,
    model: Reference,
}

impl Model for Referrals {
    type Step = Step;

    fn new() -> Self {
        let setup = Setup::new();
        let somebody = || Address::generate(setup.env());
        let mut pair = Referrals {
            people: core::array::from_fn(|_| somebody()),
            sponsors: [setup.actor("sponsor"), somebody()],
            turn: 0,
            model: Reference::new(),
            setup,
        };
        for merchant in 0..MERCHANTS {
            let programme = pair.model.programmes[merchant];
            let terms = pair.terms(&programme);
            pair.setup
                .set_programme_of(number(merchant), &terms)
                .unwrap();
            // Funds from the first step on.
            pair.apply(&Step::Fund(merchant, 250)).unwrap();
        }
        pair
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        if let Step::Refer {
            newcomer,
            referrer,
            merchant,
        } = *step
        {
            self.apply(&Step::Enrol(referrer))?;
            self.apply(&Step::Bind(newcomer, referrer))?;
            return self.apply(&Step::Qualify { merchant, newcomer });
        }
        if let Step::Lapse(merchant, newcomer, seconds) = *step {
            self.apply(&Step::Wait(seconds))?;
            return self.apply(&Step::Expire(merchant, newcomer));
        }
        let before = self.model.referrers;
        let (real, expected) = self.run(step);
        same!(real, expected);
        self.turn = (self.turn + 1) % PEOPLE;
        self.bindings_never_change_and_close_no_cycle(&before)?;
        self.check()
    }
}

impl Referrals {
    /// The contract's answer and the one that the model expects.
    fn run(&mut self, step: &Step) -> (Outcome<i128>, Outcome<i128>) {
        let now = self.setup.now();
        let (setup, model, people) = (&self.setup, &mut self.model, &self.people);
        match *step {
            Step::Enrol(referrer) => {
                let real = setup.enrol(&people[referrer]);
                (done(real), model.enrol(referrer))
            }
            Step::Bind(newcomer, referrer) => {
                let real = setup.bind(&people[newcomer], &people[referrer]);
                (done(real), model.bind(newcomer, referrer))
            }
            Step::SetProgramme {
                merchant,
                terms,
                end,
                other_sponsor,
            } => {
                let known = model.programmes[merchant].ends_at;
                let wanted = reference::Programme {
                    terms,
                    sponsor: usize::from(other_sponsor),
                    ends_at: match end {
                        End::By(seconds) => known.saturating_add_signed(seconds),
                        End::At(seconds) => now + seconds,
                    },
                };
                let terms = self.terms(&wanted);
                let real = self.setup.set_programme_of(number(merchant), &terms);
                (done(real), self.model.set_programme(merchant, wanted, now))
            }
            Step::Fund(merchant, amount) => {
                let real = setup.fund_by(&self.sponsors[0], number(merchant), amount);
                (done(real), model.fund(merchant, amount, now))
            }
            Step::Qualify { merchant, newcomer } => {
                let real = setup.qualify_for(number(merchant), &people[newcomer]);
                (done(real), model.qualify(merchant, newcomer, now))
            }
            Step::Revoke(merchant, newcomer) => {
                let real = setup.revoke_of(number(merchant), &people[newcomer]);
                (done(real), model.revoke(merchant, newcomer, now))
            }
            Step::Claim {
                merchant,
                account,
                newcomer,
            } => {
                let (account_of, newcomer_of) = (&people[account], &people[newcomer]);
                let real = setup.claim_of(number(merchant), account_of, newcomer_of);
                (real, model.claim(merchant, account, newcomer, now))
            }
            Step::Expire(merchant, newcomer) => {
                let real = setup.expire_of(number(merchant), &people[newcomer]);
                (real, model.expire(merchant, newcomer, now))
            }
            Step::Leave(sponsor, merchant) => {
                let real = setup.leave_of(number(merchant), &self.sponsors[sponsor]);
                (real, model.leave(sponsor, merchant, now))
            }
            Step::Settle(merchant) => {
                let real = setup.settle_of(number(merchant));
                (real, model.settle(merchant, now))
            }
            Step::Withdraw(sponsor) => {
                let real = setup.withdraw(&self.sponsors[sponsor]);
                (real, model.withdraw(sponsor))
            }
            _ => self.run_besides(step),
        }
    }

    /// Steps that call no function of the contract, or always succeed.
    fn run_besides(&mut self, step: &Step) -> (Outcome<i128>, Outcome<i128>) {
        let (setup, model) = (&self.setup, &mut self.model);
        match *step {
            Step::Freeze(person, frozen) => {
                setup.asset().set_authorized(&self.people[person], !frozen);
                model.frozen[person] = frozen;
            }
            Step::FreezeSponsor(sponsor, frozen) => {
                setup
                    .asset()
                    .set_authorized(&self.sponsors[sponsor], !frozen);
                model.sponsor_frozen[sponsor] = frozen;
            }
            Step::ClawBack(most) => {
                let amount = most.min(model.owed() - model.clawed_back);
                if amount > 0 {
                    setup.asset().claw_back(&setup.contract, amount);
                }
                model.clawed_back += amount;
            }
            Step::Refill => {
                let missing = std::mem::take(&mut model.clawed_back);
                if missing > 0 {
                    setup.asset().mint(&setup.contract, missing);
                }
            }
            Step::Pause(stop) => {
                model.paused = stop;
                if stop {
                    setup.pause();
                } else {
                    setup.unpause();
                }
            }
            Step::PauseSystem(stop) => {
                model.system_paused = stop;
                if stop {
                    setup.pause_system();
                } else {
                    setup.unpause_system();
                }
            }
            Step::Wait(seconds) => setup.world.advance(seconds),
            _ => unreachable!("{step:?} is run elsewhere"),
        }
        (Ok(0), Ok(0))
    }

    fn terms(&self, programme: &reference::Programme) -> Programme {
        let [bonus_referrer, bonus_newcomer, referrer_cap, budget] = TERMS[programme.terms];
        Programme {
            sponsor: self.sponsors[programme.sponsor].clone(),
            bonus_referrer,
            bonus_newcomer,
            referrer_cap,
            budget,
            ends_at: programme.ends_at,
            clawback_window: WINDOWS[programme.terms],
            ..self.setup.terms()
        }
    }

    fn check(&self) -> Result<(), String> {
        self.referrers_have_enrolled()?;
        self.promised_is_at_most_the_budget()?;
        self.balance_covers_obligations()?;
        self.funds_go_by_terms_that_the_sponsor_funded()?;
        self.a_programme_rewards_a_newcomer_once()
    }

    fn referrers(&self) -> [Option<usize>; PEOPLE] {
        let client = self.setup.client();
        let index = |found: Address| self.people.iter().position(|person| *person == found);
        core::array::from_fn(|person| client.referrer(&self.people[person]).and_then(index))
    }

    fn bindings_never_change_and_close_no_cycle(
        &self,
        before: &[Option<usize>],
    ) -> Result<(), String> {
        let referrers = self.referrers();
        for (old, new) in before.iter().zip(&referrers) {
            holds!(old.is_none() || old == new, "a binding is immutable");
        }
        same!(referrers, self.model.referrers);
        for start in 0..PEOPLE {
            let mut at = start;
            for _ in 0..PEOPLE {
                let Some(next) = referrers[at] else { break };
                holds!(next != start, "no self-referral and no cycle");
                at = next;
            }
        }
        Ok(())
    }

    fn referrers_have_enrolled(&self) -> Result<(), String> {
        let enrolled = self.setup.client().is_enrolled(&self.people[self.turn]);
        same!(enrolled, self.model.enrolled[self.turn]);
        for referrer in self.model.referrers.into_iter().flatten() {
            holds!(self.model.enrolled[referrer], "who refers has enrolled");
        }
        Ok(())
    }

    /// Whatever a manager sets: neither bonuses nor cap rise, nor does the time to revoke become shorter.
    fn funds_go_by_terms_that_the_sponsor_funded(&self) -> Result<(), String> {
        for merchant in 0..MERCHANTS {
            let Some(funded) = self.model.funded_under[merchant] else {
                continue;
            };
            let funds = self.setup.client().funds(&number(merchant));
            let terms = self.model.programmes[merchant].terms;
            holds!(funds.free == 0 || !is_dearer(terms, funded));
        }
        Ok(())
    }

    fn promised_is_at_most_the_budget(&self) -> Result<(), String> {
        let (client, model) = (self.setup.client(), &self.model);
        for merchant in 0..MERCHANTS {
            let [_, _, _, budget] = TERMS[model.programmes[merchant].terms];
            let funds = client.funds(&number(merchant));
            same!(funds.free, model.free[merchant]);
            same!(funds.pending, model.sum(merchant, Status::Pending));
            same!(funds.paid, model.sum(merchant, Status::Paid));
            let total = funds.free + funds.pending + funds.paid;
            holds!(total <= budget, "total <= budget");
            let earned = client.earned(&number(merchant), &self.people[self.turn]);
            same!(earned, model.earned(merchant, self.turn));
        }
        Ok(())
    }

    fn balance_covers_obligations(&self) -> Result<(), String> {
        let model = &self.model;
        let held = self.setup.client().total_held();
        same!(
            held,
            model.owed() - model.clawed_back,
            "held = free + pending + owed"
        );
        let asset = self.setup.asset();
        for (sponsor, funds) in [(0, FUNDS), (1, 0)] {
            let balance = asset.balance(&self.sponsors[sponsor]);
            same!(
                balance,
                funds - model.spent[sponsor],
                "sponsors get back their own"
            );
            let owed = self.setup.client().owed(&self.sponsors[sponsor]);
            same!(owed, model.due[sponsor]);
        }
        for (person, expected) in self.people.iter().zip(model.balances) {
            same!(asset.balance(person), expected);
        }
        let paid: i128 = model.balances.iter().sum();
        let spent: i128 = model.spent.iter().sum();
        same!(spent, model.owed() + paid, "nothing is made or lost");
        Ok(())
    }

    fn a_programme_rewards_a_newcomer_once(&self) -> Result<(), String> {
        for merchant in 0..MERCHANTS {
            let client = self.setup.client();
            let real = client.reward(&number(merchant), &self.people[self.turn]);
            let real = real.map(|reward| {
                let sides = [reward.for_referrer, reward.for_newcomer];
                let sides = sides.map(|side| (side.amount, side.status));
                (reward.merchant, sides)
            });
            let expected = self.model.rewards[merchant][self.turn].as_ref();
            let expected = expected.map(|reward| (number(merchant), reward.sides));
            same!(real, expected, "one reward per newcomer and programme");
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
