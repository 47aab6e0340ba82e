//! Runs steps on the contract and its model, and compares them.

use std::{format, string::String, vec::Vec};

use merit_common::{
    roles as names,
    testutils::{call, wait, Outcome},
};
use soroban_sdk::{testutils::Address as _, Address, BytesN};

use super::{
    super::{World, FUNDS},
    reference::{Item, Made, Model},
    Step, CANCEL, FULFIL, ITEMS,
};
use crate::{Status, Terms};

/// The contract beside its model.
pub struct Pair {
    world: World,
    wallets: [Address; 2],
    model: Model,
}

impl Pair {
    pub fn new() -> Self {
        let world = World::new();
        let wallets = [world.wallet(), Address::generate(&world.env)];
        world.asset().mint(&wallets[1], FUNDS);
        let model = Model {
            items: std::vec![Item::default(); ITEMS as usize + 1],
            made: Vec::new(),
            balances: [FUNDS; 2],
        };
        let mut pair = Pair {
            world,
            wallets,
            model,
        };
        // Something to redeem from the first step on; item 0 has to be created by a step.
        for item in 1..=ITEMS {
            let (price, stock) = (500 * item as i128, 5);
            pair.apply(&Step::SetItem {
                item,
                price,
                active: true,
            })
            .unwrap();
            pair.apply(&Step::SetStock {
                item,
                expected: 0,
                stock,
            })
            .unwrap();
        }
        pair
    }

    pub fn apply(&mut self, step: &Step) -> Result<(), String> {
        let now = self.world.env.ledger().timestamp();
        let expected = self.expect(step, now);
        let real = self.run(step);
        if real != expected {
            return Err(format!("{real:?} instead of {expected:?}"));
        }
        self.compare()
    }

    fn expect(&mut self, step: &Step, now: u64) -> Outcome<u64> {
        let model = &mut self.model;
        match *step {
            Step::SetItem {
                item,
                price,
                active,
            } => model.set_item(item, price, active),
            Step::SetStock {
                item,
                expected,
                stock,
            } => model.set_stock(item, expected, stock),
            Step::Redeem {
                wallet,
                item,
                quantity,
                max_price,
                reference,
            } => model.redeem(Made {
                wallet,
                item,
                quantity,
                reference,
                max_price,
                amount: 0,
                at: now,
                status: Status::Open,
            }),
            Step::Fulfil(id) => model.fulfil(id, now),
            Step::CancelByRole(id) => model.refund(id),
            Step::CancelByWallet { wallet, id } => model.cancel_by_wallet(id, wallet, now),
            Step::Expire(id) => model.expire(id, now),
            Step::Wait(_) => Ok(0),
        }
    }

    fn run(&self, step: &Step) -> Outcome<u64> {
        let world = &self.world;
        match *step {
            Step::SetItem {
                item,
                price,
                active,
            } => {
                let terms = Terms {
                    merchant: 1,
                    price,
                    active,
                    fulfil_within: FULFIL,
                    cancel_within: CANCEL,
                };
                world.set_item(item, &terms).map(u64::from)
            }
            Step::SetStock {
                item,
                expected,
                stock,
            } => done(world.set_stock(item, expected, stock)),
            Step::Redeem {
                wallet,
                item,
                quantity,
                max_price,
                reference,
            } => {
                let price = world
                    .client()
                    .item(&item)
                    .map_or(0, |item| item.terms.price);
                let amount = price * i128::from(quantity);
                let wallet = &self.wallets[wallet];
                world.redeem_signing(amount, wallet, item, quantity, max_price, reference)
            }
            Step::Fulfil(id) => done(world.fulfil(id)),
            Step::CancelByRole(id) => done(world.cancel(names::FULFIL, id)),
            Step::CancelByWallet { wallet, id } => {
                let wallet = &self.wallets[wallet];
                let args = (wallet, id);
                let (env, contract) = (&world.env, &world.contract);
                done(call(env, wallet, contract, "cancel", args))
            }
            Step::Expire(id) => done(world.expire(id)),
            Step::Wait(seconds) => {
                wait(&world.env, seconds);
                Ok(0)
            }
        }
    }

    fn compare(&self) -> Result<(), String> {
        self.locked_is_the_sum_of_open_redemptions()?;
        self.balances_are_conserved()?;
        self.stock_is_what_was_not_taken()?;
        self.each_redemption_is_as_in_the_model()
    }

    fn locked_is_the_sum_of_open_redemptions(&self) -> Result<(), String> {
        let (totals, model) = (self.world.client().totals(), &self.model);
        let same = totals.count == model.made.len() as u64
            && totals.locked == model.sum(Status::Open)
            && totals.burned == model.sum(Status::Fulfilled)
            && totals.refunded == model.sum(Status::Refunded);
        let covered = self.world.client().total_held() == totals.locked;
        holds(same && covered, &format!("totals: {totals:?}"))
    }

    fn balances_are_conserved(&self) -> Result<(), String> {
        let client = self.world.client();
        let mut held = client.total_held() + client.totals().burned;
        for (wallet, expected) in self.wallets.iter().zip(self.model.balances) {
            let balance = self.world.asset().balance(wallet);
            holds(balance == expected, "a wallet's balance")?;
            held += balance;
        }
        holds(held == 2 * FUNDS, "tokens appeared or were burned besides")
    }

    fn stock_is_what_was_not_taken(&self) -> Result<(), String> {
        for (number, expected) in self.model.items.iter().enumerate() {
            let item = self.world.client().item(&(number as u64));
            let real = item.map(|item| (item.stock, item.price_version));
            let expected = expected
                .exists
                .then_some((expected.stock, expected.version));
            holds(real == expected, &format!("item {number}: {real:?}"))?;
        }
        Ok(())
    }

    fn each_redemption_is_as_in_the_model(&self) -> Result<(), String> {
        for (index, expected) in self.model.made.iter().enumerate() {
            let id = index as u64 + 1;
            let real = self.world.client().redemption(&id).unwrap();
            let same = real.status == expected.status && real.amount == expected.amount;
            holds(
                same && real.price <= expected.max_price,
                &format!("redemption {id}"),
            )?;
            let reference = BytesN::from_array(&self.world.env, &[expected.reference; 32]);
            let found = self.world.client().by_reference(&real.wallet, &reference);
            holds(found == Some(id), &format!("reference of {id}"))?;
        }
        Ok(())
    }
}

fn done(outcome: Outcome<()>) -> Outcome<u64> {
    outcome.map(|()| 0)
}

fn holds(condition: bool, what: &str) -> Result<(), String> {
    if condition {
        return Ok(());
    }
    Err(String::from(what))
}
