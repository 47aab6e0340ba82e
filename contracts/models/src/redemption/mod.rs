//! Redemptions: locked tokens, stock, and exactly one end for each.

mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_common::roles;
use merit_testing::merit_redemption::{Order, Redemption, Status, Terms};
use merit_testing::{
    redemption::{Setup, FUNDS},
    Outcome, Subject,
};
use soroban_sdk::{testutils::Address as _, Address};

use crate::{holds, same, Model};
use reference::{Made, Name, Reference, ITEMS, TIMES, WALLETS};
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
                    terms: reference::Terms {
                        merchant: 0,
                        price,
                        active: true,
                        times: 0,
                        limit: 0,
                    },
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
    /// The contract's answer and the one that the model expects.
    fn run(&mut self, step: &Step) -> (Outcome<u64>, Outcome<u64>) {
        let now = self.setup.now();
        let (setup, model) = (&self.setup, &mut self.model);
        match *step {
            Step::SetItem { item, terms } => {
                let (fulfil_within, cancel_within) = TIMES[terms.times];
                let wanted = Terms {
                    merchant: terms.merchant,
                    price: terms.price,
                    active: terms.active,
                    fulfil_within,
                    cancel_within,
                    wallet_limit: Some(terms.limit),
                };
                let real = setup.set_item(item, &wanted).map(u64::from);
                (real, model.set_item(item, terms))
            }
            Step::Restock(item, more) => {
                let known = &model.items[item as usize];
                let stock = known.as_ref().map_or(0, |item| item.stock);
                self.set_stock(item, stock, stock + more)
            }
            Step::SetStock(item, expected, stock) => self.set_stock(item, expected, stock),
            Step::Redeem { .. } => self.redeem(step, now),
            Step::Fulfil(name) => {
                let real = self.call_by(&self.setup.actor(roles::FULFIL), "fulfil", name);
                (real, self.model.fulfil(name, now))
            }
            Step::CancelByRole(name) => {
                let real = self.call_by(&self.setup.actor(roles::FULFIL), "cancel", name);
                (real, self.model.cancel_by_role(name, now))
            }
            Step::CancelByWallet(wallet, name) => {
                let real = self.call_by(&self.wallets[wallet], "cancel", name);
                (real, self.model.cancel_by_wallet(wallet, name, now))
            }
            Step::Expire(name) => {
                let real = setup.expire_of(&self.wallets[name.0], name.1);
                (done(real), model.expire(name, now))
            }
            Step::Withdraw(wallet) => {
                let real = setup.withdraw(&self.wallets[wallet]);
                (real.map(|amount| amount as u64), model.withdraw(wallet))
            }
            _ => self.run_besides(step),
        }
    }

    /// Steps that call no function of the contract, or always succeed.
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
            times,
            reference,
        } = *step
        else {
            unreachable!("{step:?} redeems nothing")
        };
        let known = &self.model.items[item as usize];
        let (price, own) = known
            .as_ref()
            .map_or((0, 0), |item| (item.terms.price, item.terms.times));
        let order = reference::Order {
            wallet,
            reference,
            item,
            quantity,
            max_price: price + margin,
            times: times.unwrap_or(own),
        };
        let (fulfil_within, cancel_within) = TIMES[order.times];
        let wanted = Order {
            item,
            quantity,
            max_price: order.max_price,
            fulfil_within,
            cancel_within,
        };
        let amount = price * i128::from(quantity);
        let signer = &self.wallets[wallet];
        let real = self
            .setup
            .redeem_signing(amount, signer, reference, &wanted);
        (done(real), self.model.redeem(order, now))
    }

    /// Calls `function` for a redemption, signed by `signer`.
    fn call_by(&self, signer: &Address, function: &str, (wallet, reference): Name) -> Outcome<u64> {
        let args = (&self.wallets[wallet], self.setup.hash(reference));
        done(self.setup.call_by(signer, function, args))
    }

    fn check(&self) -> Result<(), String> {
        self.locked_is_the_sum_of_open_redemptions()?;
        self.balances_are_conserved()?;
        self.stock_is_what_was_not_taken()?;
        self.wallets_got_what_they_accepted()?;
        self.lists_are_complete()
    }

    fn ended(&self) -> Vec<(Name, Status)> {
        let made = self.model.made.iter();
        let ended = made.filter(|made| made.status != Status::Open);
        let named = |made: &Made| ((made.order.wallet, made.order.reference), made.status);
        ended.map(named).collect()
    }

    fn real(&self, (wallet, reference): Name) -> Option<Redemption> {
        let client = self.setup.client();
        client.redemption(&self.wallets[wallet], &self.setup.hash(reference))
    }

    fn what_has_ended_stays_so(&self, ended: &[(Name, Status)]) -> Result<(), String> {
        for (name, status) in ended {
            same!(self.real(*name).map(|made| made.status), Some(*status));
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
            let expected = known.map(|item| (item.stock, item.version, item.terms.price));
            same!(real, expected);
        }
        Ok(())
    }

    fn wallets_got_what_they_accepted(&self) -> Result<(), String> {
        for made in &self.model.made {
            let order = &made.order;
            let name = (order.wallet, order.reference);
            let Some(real) = self.real(name) else {
                return Err(format!("redemption {name:?} vanished"));
            };
            same!((real.status, real.amount), (made.status, made.amount));
            holds!(real.price <= order.max_price, "price <= max_price");
            let times = (real.deadline, real.cancel_until);
            same!(times, (made.deadline(), made.cancel_until()));
        }
        Ok(())
    }

    /// Each wallet's list has all its redemptions, newest first, and each reference once.
    fn lists_are_complete(&self) -> Result<(), String> {
        for (number, wallet) in self.wallets.iter().enumerate() {
            let made = self.model.made.iter().rev();
            let mine = made.filter(|made| made.order.wallet == number);
            let expected: Vec<_> = mine.map(|made| made.order.reference).collect();
            let real = self.setup.client().redemptions(wallet, &None, &100);
            let real = real.iter().map(|made| made.reference.to_array()[0]);
            same!(real.collect::<Vec<_>>(), expected);
        }
        Ok(())
    }
}

fn done(outcome: Outcome<()>) -> Outcome<u64> {
    outcome.map(|()| 0)
}
