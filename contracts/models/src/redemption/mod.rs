//! Redemptions: locked tokens, stock, and exactly one end for each.

mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_common::roles;
use merit_redemption::{Status, Terms};
use merit_testing::{
    redemption::{Setup, FUNDS},
    Outcome, Subject,
};
use soroban_sdk::{testutils::Address as _, Address};

use crate::{holds, same, Model};
use reference::{Made, Reference, CANCEL, FULFIL, ITEMS, WALLETS};
use steps::Step;

/// The contract and its model.
pub struct Redeemed {
    setup: Setup,
    wallets: [Address; WALLETS],
    model: Reference,
}

impl Model for Redeemed {
    type Step = Step;

    fn new() -> Self {
        let setup = Setup::new();
        let asset = setup.asset();
        let somebody = || Address::generate(setup.env());
        let wallets = [setup.wallet(), somebody(), somebody()];
        for wallet in &wallets[1..] {
            asset.mint(wallet, FUNDS);
        }
        let mut pair = Redeemed {
            wallets,
            model: Reference::new(),
            setup,
        };
        // Something to redeem from the first step on.
        for item in 1..=ITEMS {
            let price = 300 * item as i128;
            for step in [
                Step::SetItem {
                    item,
                    merchant: 0,
                    price,
                    active: true,
                },
                Step::Restock(item, 5),
            ] {
                pair.apply(&step).unwrap();
            }
        }
        pair
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let ended = self.ended();
        let (real, expected) = self.run(step);
        same!(real, expected);
        self.what_has_ended_stays_so(&ended)?;
        self.check()
    }
}

impl Redeemed {
    /// What the contract answers and what the model expects.
    fn run(&mut self, step: &Step) -> (Outcome<u64>, Outcome<u64>) {
        let now = self.setup.now();
        let (setup, model) = (&self.setup, &mut self.model);
        match *step {
            Step::SetItem {
                item,
                merchant,
                price,
                active,
            } => {
                let terms = Terms {
                    merchant,
                    price,
                    active,
                    fulfil_within: FULFIL,
                    cancel_within: CANCEL,
                };
                let real = setup.set_item(item, &terms).map(u64::from);
                (real, model.set_item(item, merchant, price, active))
            }
            Step::Restock(item, more) => {
                let known = &model.items[item as usize];
                let stock = known.as_ref().map_or(0, |item| item.stock);
                self.set_stock(item, stock, stock + more)
            }
            Step::SetStock(item, expected, stock) => self.set_stock(item, expected, stock),
            Step::Redeem { .. } => self.redeem(step, now),
            Step::Fulfil(id) => (done(setup.fulfil(id)), model.fulfil(id, now)),
            Step::CancelByRole(id) => (done(setup.cancel(roles::FULFIL, id)), model.refund(id)),
            Step::CancelByWallet(wallet, id) => {
                let real = setup.call_by(&self.wallets[wallet], "cancel", (id,));
                (done(real), model.cancel_by_wallet(id, wallet, now))
            }
            Step::Expire(id) => (done(setup.expire(id)), model.expire(id, now)),
            Step::Withdraw(wallet) => {
                let real = setup.withdraw(&self.wallets[wallet]);
                (real.map(|amount| amount as u64), model.withdraw(wallet))
            }
            _ => self.run_besides(step),
        }
    }

    /// What is no function of the contract, or succeeds always.
    fn run_besides(&mut self, step: &Step) -> (Outcome<u64>, Outcome<u64>) {
        let (setup, model) = (&self.setup, &mut self.model);
        match *step {
            Step::FreezeWallet(wallet, frozen) => {
                setup.asset().set_authorized(&self.wallets[wallet], !frozen);
                model.frozen[wallet] = frozen;
            }
            Step::ClawBack(most) => {
                let amount = most.min(model.held());
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

    fn set_stock(&mut self, item: u64, expected: u32, stock: u32) -> (Outcome<u64>, Outcome<u64>) {
        let real = done(self.setup.set_stock(item, expected, stock));
        (real, self.model.set_stock(item, expected, stock))
    }

    fn redeem(&mut self, step: &Step, now: u64) -> (Outcome<u64>, Outcome<u64>) {
        let Step::Redeem {
            wallet,
            item,
            quantity,
            margin,
            reference,
        } = *step
        else {
            unreachable!("{step:?} redeems nothing")
        };
        let known = &self.model.items[item as usize];
        let price = known.as_ref().map_or(0, |item| item.price);
        let max_price = price + margin;
        let (amount, signer) = (price * i128::from(quantity), &self.wallets[wallet]);
        let real = self
            .setup
            .redeem_signing(amount, signer, item, quantity, max_price, reference);
        let expected = self.model.redeem(Made {
            wallet,
            item,
            quantity,
            reference,
            amount: 0,
            max_price,
            at: now,
            status: Status::Open,
        });
        (real, expected)
    }

    fn check(&self) -> Result<(), String> {
        self.locked_is_the_sum_of_open_redemptions()?;
        self.balances_are_conserved()?;
        self.stock_is_what_was_not_taken()?;
        self.prices_are_at_most_what_was_accepted()
    }

    fn ended(&self) -> Vec<(u64, Status)> {
        let made = self.model.made.iter().zip(1u64..);
        let ended = made.filter(|(made, _)| made.status != Status::Open);
        ended.map(|(made, id)| (id, made.status)).collect()
    }

    fn what_has_ended_stays_so(&self, ended: &[(u64, Status)]) -> Result<(), String> {
        for (id, status) in ended {
            let real = self.setup.client().redemption(id);
            same!(real.map(|made| made.status), Some(*status));
        }
        Ok(())
    }

    fn locked_is_the_sum_of_open_redemptions(&self) -> Result<(), String> {
        let (totals, model) = (self.setup.client().totals(), &self.model);
        same!(totals.count, model.made.len() as u64);
        same!(totals.locked, model.sum(Status::Open), "locked = sum(open)");
        same!(
            totals.burned,
            model.sum(Status::Fulfilled),
            "burn only on fulfil"
        );
        same!(totals.refunded, model.sum(Status::Refunded));
        same!(totals.owed, model.owed());
        same!(self.setup.client().total_held(), model.held());
        Ok(())
    }

    fn balances_are_conserved(&self) -> Result<(), String> {
        let totals = self.setup.client().totals();
        let mut sum = totals.locked + totals.burned + totals.owed;
        let model = &self.model;
        let expected = model.balances.iter().zip(model.due);
        for (wallet, (expected, due)) in self.wallets.iter().zip(expected) {
            let balance = self.setup.asset().balance(wallet);
            same!(balance, *expected);
            same!(self.setup.client().owed(wallet), due);
            sum += balance;
        }
        let funds = FUNDS * WALLETS as i128;
        same!(sum, funds, "balances + locked + burned + owed conserved");
        Ok(())
    }

    fn stock_is_what_was_not_taken(&self) -> Result<(), String> {
        for (known, number) in self.model.items.iter().zip(0u64..) {
            let real = self.setup.client().item(&number);
            let real = real.map(|item| (item.stock, item.price_version, item.terms.price));
            let known = known.as_ref();
            same!(
                real,
                known.map(|item| (item.stock, item.version, item.price))
            );
        }
        Ok(())
    }

    fn prices_are_at_most_what_was_accepted(&self) -> Result<(), String> {
        let client = self.setup.client();
        for (made, id) in self.model.made.iter().zip(1u64..) {
            let Some(real) = client.redemption(&id) else {
                return Err(format!("redemption {id} vanished"));
            };
            same!((real.status, real.amount), (made.status, made.amount));
            holds!(real.price <= made.max_price, "price <= max_price");
            let reference = self.setup.hash(made.reference);
            let found = client.by_reference(&self.wallets[made.wallet], &reference);
            same!(found, Some(id), "a reference is redeemed once per wallet");
        }
        Ok(())
    }
}

fn done(outcome: Outcome<()>) -> Outcome<u64> {
    outcome.map(|()| 0)
}
