//! Campaigns: states, windows, caps and every stroop of every budget.

mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_common::roles::MANAGER;
use merit_testing::merit_campaign::Status;
use merit_testing::{
    campaign::{error, Spend},
    Line, Outcome, Terms, World,
};
use soroban_sdk::{testutils::Address as _, Address, BytesN};

use crate::{holds, same, Model};
use reference::{Books, Campaign, LINELESS, MERCHANTS, POOL, WALLETS};
use steps::{Step, Stop};

/// Return value of a call.
#[derive(Debug, Eq, PartialEq)]
pub enum Answer {
    Done,
    Id(u64),
    Remainder(i128),
    /// False: it has this budget and end already.
    Extended(bool),
    /// Codes, and what a payer needs to know of the campaign.
    Spent {
        codes: Vec<u8>,
        merchant: usize,
        clawback: Option<u64>,
    },
}

/// The contract and its model.
pub struct Campaigns {
    world: World,
    wallets: [Address; WALLETS],
    stranger: Address,
    books: Books,
    /// Statuses in the contract, after the last step.
    statuses: Vec<Status>,
}

impl Model for Campaigns {
    type Step = Step;

    fn new() -> Self {
        let world = World::new();
        let wallets = [
            Address::generate(&world.env),
            Address::generate(&world.env),
            world.asset.holder(Line::default()),
            world.asset.account(),
            world.pool.clone(),
        ];
        let mut model = Campaigns {
            stranger: Address::generate(&world.env),
            world,
            wallets,
            books: Books::default(),
            statuses: Vec::new(),
        };
        model.usual_start();
        model
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let held = self.held();
        let now = self.world.env.ledger().timestamp();
        let real = self.run(step, now);
        if self.held() < held {
            self.awards_stay_within_the_window(step, now)?;
        }
        same!(real, self.books.expect(step, now));
        self.check()
    }
}

impl Campaigns {
    /// Merchants with money, and two open campaigns, one with a cap.
    fn usual_start(&mut self) {
        for merchant in 0..MERCHANTS {
            let terms = steps::Wanted {
                reference: merchant as u8 + 1,
                merchant,
                budget: 1_000,
                starts: 0,
                lasts: 1_000,
                cap: (merchant == 0).then_some(150),
            };
            for step in [Step::Deposit(merchant, 3_000), Step::Create(terms)] {
                let outcome = self.apply(&step);
                outcome.unwrap_or_else(|cause| panic!("{step:?}: {cause}"));
            }
        }
    }

    /// The contract's answer.
    fn run(&self, step: &Step, now: u64) -> Outcome<Answer> {
        let world = &self.world;
        let manage = |function, id: u64| world.manage::<()>(function, id);
        match step.clone() {
            Step::Deposit(merchant, amount) => {
                world.deposit(merchant as u64, amount);
                Ok(Answer::Done)
            }
            Step::Create(wanted) => self.create(&wanted.terms(now)),
            Step::CreateAgain(which) => match self.books.campaigns.get(which) {
                Some(campaign) => self.create(&campaign.created_with),
                None => Ok(Answer::Done),
            },
            Step::AllowClawback(which, seconds) => done(world.allow_clawback(id(which), seconds)),
            Step::Extend(which, more, longer) => match self.books.campaigns.get(which) {
                Some(Campaign { terms, .. }) => {
                    let ends_at = terms.ends_at.saturating_add_signed(longer);
                    let extended = world.extend(id(which), terms.budget + more, ends_at);
                    extended.map(Answer::Extended)
                }
                None => world.extend(id(which), 1, now + 1).map(Answer::Extended),
            },
            Step::Pause(which) => done(manage("pause_campaign", id(which))),
            Step::Resume(which) => done(manage("resume_campaign", id(which))),
            Step::End(which, by_stranger) => {
                let manager = world.holder(MANAGER);
                let caller = if by_stranger { &self.stranger } else { manager };
                done(world.call(caller, &world.campaign, "end", (caller, id(which))))
            }
            Step::Settle(which, by_stranger) => {
                let manager = world.holder(MANAGER);
                let caller = if by_stranger { &self.stranger } else { manager };
                let remainder = world.call(caller, &world.campaign, "settle", (caller, id(which)));
                remainder.map(Answer::Remainder)
            }
            Step::Spend(which, rows) => {
                let count = rows.len();
                let spend = Spend {
                    numbers: vec![1; 4 * count],
                    refs: vec![1; 8 * count],
                    to: rows
                        .iter()
                        .map(|row| self.wallets[row.to].clone())
                        .collect(),
                    amounts: rows.iter().map(|row| row.amount).collect(),
                    results: rows.iter().map(|row| row.decided).collect(),
                };
                let spent = spend.call(world, id(which))?;
                Ok(Answer::Spent {
                    codes: spent.results.iter().collect(),
                    merchant: spent.merchant as usize,
                    clawback: spent.clawback_seconds,
                })
            }
            Step::Stop(stop) => {
                self.stop(stop);
                Ok(Answer::Done)
            }
            Step::Wait(seconds) => {
                world.advance(seconds);
                Ok(Answer::Done)
            }
        }
    }

    fn create(&self, terms: &Terms) -> Outcome<Answer> {
        self.world.create(terms).map(Answer::Id)
    }

    fn stop(&self, stop: Stop) {
        let world = &self.world;
        let contracts = [&world.campaign, &world.pool, &world.state];
        match stop {
            Stop::Contract(which) => world.pause(contracts[which]),
            Stop::Nothing => contracts
                .iter()
                .for_each(|contract| world.unpause(contract)),
        }
    }

    fn held(&self) -> i128 {
        self.world.asset.balance(&self.world.pool)
    }

    /// No step but the listed ones, so that Settled is final.
    fn only_listed_transitions(&mut self, which: usize, after: Status) -> Result<(), String> {
        use Status::{Active, Ended, Paused, Settled};
        let listed = [
            (Active, Paused),
            (Paused, Active),
            (Active, Ended),
            (Paused, Ended),
            (Ended, Settled),
        ];
        let Some(before) = self.statuses.get(which).copied() else {
            same!(after, Active, "a new campaign");
            self.statuses.push(after);
            return Ok(());
        };
        let step = (before, after);
        holds!(before == after || listed.contains(&step), "step {step:?}");
        self.statuses[which] = after;
        Ok(())
    }

    /// Money left the pool: by `spend` of an active campaign within `[starts_at, ends_at)`, while nothing is stopped.
    fn awards_stay_within_the_window(&self, step: &Step, now: u64) -> Result<(), String> {
        let Step::Spend(which, _) = step else {
            return Err(format!("money left the pool by {step:?}"));
        };
        let campaign = &self.books.campaigns[*which];
        let open = (campaign.terms.starts_at..campaign.terms.ends_at).contains(&now);
        holds!(open, "an award outside the window");
        same!(campaign.status, Status::Active, "it pays while active only");
        same!(self.books.stopped, [false; 3], "it pays while running only");
        Ok(())
    }

    fn check(&mut self) -> Result<(), String> {
        for which in 0..self.books.campaigns.len() {
            self.budget_is_spent_reserved_or_returned(which)?;
            self.wallets_stay_within_their_cap(which)?;
        }
        self.money_is_in_its_place()
    }

    fn budget_is_spent_reserved_or_returned(&mut self, which: usize) -> Result<(), String> {
        let real = self.world.campaigns().get(&id(which));
        self.only_listed_transitions(which, real.status)?;
        let (world, campaign) = (&self.world, &self.books.campaigns[which]);
        let reserved = world.pool().reserved(&world.campaign, &id(which));
        same!(real.status, campaign.status, "status of {which}");
        same!(real.spent, campaign.spent(), "spent by {which}");
        same!(reserved, campaign.left(), "reserved for {which}");
        holds!(real.spent + reserved <= real.budget);
        same!(real.clawback_seconds, campaign.clawback);
        let terms = &campaign.terms;
        same!(
            (real.merchant, real.budget, real.per_wallet_cap),
            (terms.merchant, terms.budget, terms.per_wallet_cap)
        );
        same!(
            (real.starts_at, real.ends_at),
            (terms.starts_at, terms.ends_at)
        );
        let reference = BytesN::from_array(&world.env, &[terms.reference; 32]);
        same!(real.reference, reference);
        Ok(())
    }

    fn wallets_stay_within_their_cap(&self, which: usize) -> Result<(), String> {
        let campaign = &self.books.campaigns[which];
        let Some(cap) = campaign.terms.per_wallet_cap else {
            return Ok(());
        };
        for (wallet, address) in self.wallets.iter().enumerate() {
            let spent = self.world.campaigns().wallet_spent(&id(which), address);
            same!(spent, campaign.received(wallet), "{which} to {wallet}");
            holds!(spent <= cap, "{which} paid {spent} to a wallet");
        }
        Ok(())
    }

    /// Each remainder returned exactly once, or free balances would differ.
    fn money_is_in_its_place(&self) -> Result<(), String> {
        let books = &self.books;
        for merchant in 0..MERCHANTS {
            let free = self.world.pool().balance(&(merchant as u64));
            same!(free, books.free(merchant), "free of {merchant}");
        }
        for wallet in (0..WALLETS).filter(|wallet| ![LINELESS, POOL].contains(wallet)) {
            let balance = self.world.asset.balance(&self.wallets[wallet]);
            same!(balance, books.received(wallet), "balance of {wallet}");
        }
        let received: i128 = (0..WALLETS).map(|wallet| books.received(wallet)).sum();
        same!(self.held(), books.deposited.iter().sum::<i128>() - received);
        Ok(())
    }
}

fn id(which: usize) -> u64 {
    which as u64 + 1
}

fn done(outcome: Outcome<()>) -> Outcome<Answer> {
    outcome.map(|()| Answer::Done)
}
