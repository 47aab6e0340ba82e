//! Distribution: numbered rewards, what is clawed back of them, and drops.

mod books;
mod checks;
mod drops;
mod epochs;
mod periods;
mod push;
mod steps;

use arbitrary::Unstructured;
use merit_testing::{
    distribution::{error, Claim, Planned, Setup, Terms as DropTerms},
    fingerprint, Batch, Line, Outcome, PaidReward, Payment, RewardEvent, Terms, DAY, PERIOD, START,
    START_LEDGER,
};
use soroban_sdk::{Address, BytesN};

use crate::{same, Model};
use books::{reference, Books, LINELESS, MERCHANTS, OPEN_DELAY, SMALL, SMALL_LINE, WALLETS};
use steps::{Jump, Known, Off, Row, Step, Stop, Twist, Wrong};

/// Return value of a call.
#[derive(Debug, Eq, PartialEq)]
pub enum Answer {
    Done,
    Id(u64),
    Amount(i128),
    Batch(RewardEvent),
}

/// The contracts and their model.
pub struct Distribution {
    setup: Setup,
    owner: Address,
    wallets: Vec<Address>,
    planned: Vec<Planned>,
    books: Books,
}

impl Model for Distribution {
    type Step = Step;

    const STEPS: usize = 45;

    fn new() -> Self {
        let setup = Setup::with_open_delay(OPEN_DELAY);
        let asset = &setup.world.asset;
        let small = Line {
            limit: SMALL_LINE as i64,
            ..Line::default()
        };
        let accounts = [
            asset.holder(Line::default()),
            asset.holder(small),
            asset.account(),
            asset.issuer.clone(),
        ];
        let wallets: Vec<_> = setup.wallets(3).into_iter().chain(accounts).collect();
        let mut model = Distribution {
            owner: setup.wallets(1).remove(0),
            wallets,
            setup,
            planned: Vec::new(),
            books: Books::default(),
        };
        model.usual_start();
        model
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let real = self.run(step);
        let (now, ledger) = (self.setup.now(), self.ledger());
        let expected = self.books.expect(step, now, ledger);
        same!(real, expected);
        self.check()
    }
}

impl Distribution {
    fn ledger(&self) -> u32 {
        self.setup.env().ledger().sequence()
    }

    /// Merchants with money and an owner, a campaign of each, one of which may claw back, an open drop, and an epoch, before
    /// which nobody could pay.
    fn usual_start(&mut self) {
        for merchant in 0..MERCHANTS {
            let world = &self.setup.world;
            world.first_owner(merchant as u64, &self.owner);
        }
        let leaves = vec![(0, 50), (3, 60), (1, 70), (SMALL, 80), (LINELESS, 90)];
        let steps = [
            Step::Deposit(0, 2_000),
            Step::Deposit(1, 2_000),
            Step::CreateCampaign(0, 900, true),
            Step::CreateCampaign(1, 900, false),
            Step::CreateDrop(1, leaves, 0, OPEN_DELAY, 1_000),
            Step::Wait(OPEN_DELAY),
            Step::Pay(Off::Right, Off::Right, 0, Vec::new()),
            Step::Open(Off::Right, Known::All),
        ];
        for step in steps {
            let outcome = self.apply(&step);
            outcome.unwrap_or_else(|cause| panic!("{step:?}: {cause}"));
        }
    }

    /// The contracts' answer.
    fn run(&mut self, step: &Step) -> Outcome<Answer> {
        let world = &self.setup.world;
        match step.clone() {
            Step::Deposit(merchant, amount) => {
                world.deposit(merchant as u64, amount);
                Ok(Answer::Done)
            }
            Step::Withdraw(merchant, amount) => {
                done(world.withdraw(&self.owner, merchant as u64, &self.owner, amount))
            }
            Step::CreateCampaign(merchant, budget, clawback) => {
                self.create_campaign(merchant, budget, clawback)
            }
            Step::Open(epoch, known) => {
                let known = self.books.known(known);
                let (epoch, paid) = (epoch.of(self.books.epoch), known.len() as u64);
                let opened = world.open_epoch_knowing(epoch, paid, &fingerprint(known));
                opened.map(Answer::Id)
            }
            Step::Pay(epoch, merchant, campaign, rows) => {
                self.pay(epoch, merchant, campaign, &rows)
            }
            Step::ClawBack(campaign, nth, wrong) => self.claw_back(campaign, nth, wrong),
            Step::End(campaign) => done(world.manage("end", campaign as u64 + 1)),
            Step::Settle(campaign) => {
                let rest = world.manage("settle", campaign as u64 + 1);
                rest.map(Answer::Amount)
            }
            Step::CreateDrop(merchant, leaves, surplus, opens, lasts) => {
                self.create_drop(merchant, &leaves, surplus, opens, lasts)
            }
            Step::CreateAgain(drop) => match self.planned.get(drop) {
                Some(planned) => self.setup.create(planned).map(Answer::Id),
                None => Ok(Answer::Done),
            },
            Step::Claim(drop, leaf, behalf, twist) => {
                let claim = self.sent(drop, leaf, twist);
                done(if behalf {
                    self.setup.claim_for(&claim)
                } else {
                    self.setup.claim(&claim)
                })
            }
            Step::OpenEarly(drop) => done(self.setup.open_early(&self.owner, drop as u64 + 1)),
            Step::Cancel(drop, true) => self.setup.end(drop as u64 + 1).map(Answer::Amount),
            Step::Cancel(drop, false) => self.setup.cancel(drop as u64 + 1).map(Answer::Amount),
            Step::Sweep(drop) => self.setup.sweep(drop as u64 + 1).map(Answer::Amount),
            Step::Lose(wallet, amount) => {
                let amount = amount.min(self.books.balance(wallet));
                if amount > 0 {
                    world.asset.claw_back(&self.wallets[wallet], amount);
                }
                Ok(Answer::Done)
            }
            Step::Freeze(wallet, frozen) => {
                world.asset.set_authorized(&self.wallets[wallet], !frozen);
                Ok(Answer::Done)
            }
            Step::Stop(stop) => {
                self.stop(stop);
                Ok(Answer::Done)
            }
            Step::Wait(seconds) => {
                world.advance(seconds);
                Ok(Answer::Done)
            }
            Step::Ledgers(jump) => {
                let passed = (self.ledger() - START_LEDGER) % PERIOD;
                world.advance_ledgers(match jump {
                    Jump::One => 1,
                    Jump::ToLast => PERIOD - 1 - passed,
                    Jump::Periods(periods) => periods * PERIOD,
                });
                Ok(Answer::Done)
            }
        }
    }

    fn stop(&self, stop: Stop) {
        let world = &self.setup.world;
        let contracts = [
            &world.distribution,
            &world.campaign,
            &world.pool,
            &world.token,
            &world.state,
        ];
        match stop {
            Stop::Contract(which) => world.pause(contracts[which]),
            Stop::Nothing => contracts
                .iter()
                .for_each(|contract| world.unpause(contract)),
        }
    }

    fn create_campaign(&self, merchant: usize, budget: i128, clawback: bool) -> Outcome<Answer> {
        let world = &self.setup.world;
        let id = world.create(&Terms {
            reference: self.books.campaigns.len() as u8 + 1,
            merchant: merchant as u64,
            budget,
            ends_at: START + 10_000 * DAY,
            ..Terms::default()
        })?;
        if clawback {
            world.allow_clawback(id, books::CLAWBACK_WINDOW).unwrap();
        }
        Ok(Answer::Id(id))
    }

    fn pay(&self, epoch: Off, merchant: Off, campaign: usize, rows: &[Row]) -> Outcome<Answer> {
        let env = self.setup.env();
        let rows = self.books.rows(campaign, rows, self.ledger());
        let payments = rows.into_iter().map(|row| Payment {
            number: row.number,
            reference: BytesN::from_array(env, &reference(row.number, row.variant)),
            to: self.wallets[row.to].clone(),
            amount: row.amount,
        });
        let payments: Vec<_> = payments.collect();
        let epoch = epoch.of(self.books.epoch);
        let world = &self.setup.world;
        world.send(&Batch {
            merchant: merchant.of(self.books.merchant_of(campaign)),
            ..Batch::new(env, epoch, campaign as u64 + 1, &payments)
        })?;
        Ok(Answer::Batch(world.reward()))
    }

    fn claw_back(&self, campaign: usize, nth: usize, wrong: Wrong) -> Outcome<Answer> {
        let wanted = self.books.wanted(campaign, nth, wrong);
        done(self.setup.world.claw_back(&PaidReward {
            campaign: campaign as u64 + 1,
            number: wanted.number,
            wallet: self.wallets[wanted.to].clone(),
            amount: wanted.amount,
            paid_at: wanted.at,
        }))
    }

    fn create_drop(
        &mut self,
        merchant: usize,
        leaves: &[(usize, i128)],
        surplus: i128,
        opens: u64,
        lasts: u64,
    ) -> Outcome<Answer> {
        let opens_at = self.setup.now() + opens;
        let terms = DropTerms {
            reference: self.planned.len() as u8 + 1,
            merchant: merchant as u64,
            surplus,
            opens_at,
            expires_at: opens_at + lasts,
        };
        let rows = leaves
            .iter()
            .map(|(wallet, amount)| (self.wallets[*wallet].clone(), *amount));
        let planned = self.setup.plan(&terms, &rows.collect::<Vec<_>>());
        let id = self.setup.create(&planned)?;
        self.planned.push(planned);
        Ok(Answer::Id(id))
    }

    fn sent(&self, drop: usize, leaf: usize, twist: Twist) -> Claim {
        let id = drop as u64 + 1;
        let Some(planned) = self.planned.get(drop) else {
            return Claim {
                drop: id,
                index: 0,
                wallet: self.wallets[0].clone(),
                amount: 1,
                proof: Vec::new(),
            };
        };
        let leaf = leaf % planned.leaves.len();
        let mut claim = self.setup.leaf(id, planned, leaf);
        match twist {
            Twist::Nothing => {}
            Twist::Amount => claim.amount += 1,
            Twist::Index => claim.index += 1,
            Twist::Wallet => {
                let other = (self.books.drops[drop].leaves[leaf].0 + 1) % WALLETS;
                claim.wallet = self.wallets[other].clone();
            }
            // Proof of the same leaf in a drop that differs in its reference alone.
            Twist::ProofOfAnother => {
                let terms = DropTerms {
                    reference: 255,
                    ..planned.terms.clone()
                };
                let other = self.setup.plan(&terms, &planned.leaves);
                claim.proof = other.tree.proof(leaf);
            }
            Twist::LongerProof => claim.proof.push([1; 32]),
        }
        claim
    }
}

fn done(outcome: Outcome<()>) -> Outcome<Answer> {
    outcome.map(|()| Answer::Done)
}
