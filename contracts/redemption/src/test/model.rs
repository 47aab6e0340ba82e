//! Random operation sequences against a model that remembers everything.

use std::{format, string::String, vec::Vec};

use merit_common::{
    roles as names,
    testutils::{wait, Outcome},
};
use proptest::prelude::*;
use soroban_sdk::{testutils::Address as _, Address, BytesN};

use super::{error, World, DAY, FUNDS};
use crate::{RedemptionError as Error, Status, Terms};

const ITEMS: u64 = 2;
const FULFIL: u64 = 3 * DAY;
const CANCEL: u64 = DAY;

#[derive(Clone, Debug)]
enum Step {
    SetItem {
        item: u64,
        price: i128,
        active: bool,
    },
    SetStock {
        item: u64,
        expected: u32,
        stock: u32,
    },
    Redeem {
        wallet: usize,
        item: u64,
        quantity: u32,
        max_price: i128,
        reference: u8,
    },
    Fulfil(u64),
    CancelByRole(u64),
    CancelByWallet {
        wallet: usize,
        id: u64,
    },
    Expire(u64),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let id = || 1..12u64;
    let item = || 0..=ITEMS;
    prop_oneof![
        1 => (item(), 0..4_000i128, any::<bool>())
            .prop_map(|(item, price, active)| Step::SetItem { item, price, active }),
        2 => (item(), 0..6u32, 0..6u32)
            .prop_map(|(item, expected, stock)| Step::SetStock { item, expected, stock }),
        6 => (0..2usize, item(), 0..4u32, 0..4_000i128, 0..8u8).prop_map(
            |(wallet, item, quantity, max_price, reference)| Step::Redeem {
                wallet, item, quantity, max_price, reference,
            }
        ),
        2 => id().prop_map(Step::Fulfil),
        1 => id().prop_map(Step::CancelByRole),
        2 => (0..2usize, id()).prop_map(|(wallet, id)| Step::CancelByWallet { wallet, id }),
        2 => id().prop_map(Step::Expire),
        2 => prop_oneof![0..CANCEL + 2, Just(FULFIL)].prop_map(Step::Wait),
    ]
}

#[derive(Clone, Default)]
struct Item {
    exists: bool,
    price: i128,
    version: u32,
    active: bool,
    stock: u32,
}

struct Made {
    wallet: usize,
    item: u64,
    quantity: u32,
    reference: u8,
    amount: i128,
    /// Accepted unit price.
    max_price: i128,
    at: u64,
    status: Status,
}

struct Model {
    items: Vec<Item>,
    made: Vec<Made>,
    balances: [i128; 2],
}

impl Model {
    fn set_item(&mut self, item: u64, price: i128, active: bool) -> Outcome<u64> {
        if price <= 0 {
            return error(Error::InvalidAmount);
        }
        let item = &mut self.items[item as usize];
        if !item.exists || item.price != price {
            item.version += 1;
        }
        item.exists = true;
        item.price = price;
        item.active = active;
        Ok(u64::from(item.version))
    }

    fn set_stock(&mut self, item: u64, expected: u32, stock: u32) -> Outcome<u64> {
        let item = &mut self.items[item as usize];
        if !item.exists {
            return error(Error::ItemNotFound);
        }
        if item.stock != expected {
            return error(Error::StockChanged);
        }
        item.stock = stock;
        Ok(0)
    }

    fn redeem(&mut self, wanted: Made) -> Outcome<u64> {
        if wanted.quantity == 0 {
            return error(Error::InvalidQuantity);
        }
        let same = |made: &Made| (made.wallet, made.reference) == (wanted.wallet, wanted.reference);
        if let Some(at) = self.made.iter().position(same) {
            let made = &self.made[at];
            if (made.item, made.quantity) != (wanted.item, wanted.quantity) {
                return error(Error::ReferenceTaken);
            }
            return Ok(at as u64 + 1);
        }
        let item = &mut self.items[wanted.item as usize];
        if !item.exists {
            return error(Error::ItemNotFound);
        }
        if !item.active {
            return error(Error::ItemInactive);
        }
        if item.price > wanted.max_price {
            return error(Error::PriceAboveMax);
        }
        if item.stock < wanted.quantity {
            return error(Error::StockShort);
        }
        let amount = item.price * i128::from(wanted.quantity);
        if amount > self.balances[wanted.wallet] {
            return error(Error::BalanceOutOfRange);
        }
        item.stock -= wanted.quantity;
        self.balances[wanted.wallet] -= amount;
        self.made.push(Made { amount, ..wanted });
        Ok(self.made.len() as u64)
    }

    fn open(&mut self, id: u64) -> Outcome<&mut Made> {
        let Some(made) = self.made.get_mut(id as usize - 1) else {
            return error(Error::RedemptionNotFound);
        };
        if made.status != Status::Open {
            return error(Error::NotOpen);
        }
        Ok(made)
    }

    fn fulfil(&mut self, id: u64, now: u64) -> Outcome<u64> {
        let made = self.open(id)?;
        if now >= made.at + FULFIL {
            return error(Error::DeadlinePassed);
        }
        made.status = Status::Fulfilled;
        Ok(0)
    }

    fn cancel_by_wallet(&mut self, id: u64, wallet: usize, now: u64) -> Outcome<u64> {
        let made = self.open(id)?;
        if made.wallet != wallet {
            return error(Error::Unauthorized);
        }
        if now >= made.at + CANCEL {
            return error(Error::CancelClosed);
        }
        self.refund(id)
    }

    fn expire(&mut self, id: u64, now: u64) -> Outcome<u64> {
        if now < self.open(id)?.at + FULFIL {
            return error(Error::NotExpired);
        }
        self.refund(id)
    }

    fn refund(&mut self, id: u64) -> Outcome<u64> {
        let made = self.open(id)?;
        made.status = Status::Refunded;
        let (wallet, item, quantity, amount) = (made.wallet, made.item, made.quantity, made.amount);
        self.balances[wallet] += amount;
        self.items[item as usize].stock += quantity;
        Ok(0)
    }

    fn sum(&self, status: Status) -> i128 {
        let made = self.made.iter().filter(|made| made.status == status);
        made.map(|made| made.amount).sum()
    }
}

/// The contract beside its model.
struct Pair {
    world: World,
    wallets: [Address; 2],
    model: Model,
}

impl Pair {
    fn new() -> Self {
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

    fn apply(&mut self, step: &Step) -> Result<(), String> {
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
                done(merit_common::testutils::call(
                    env, wallet, contract, "cancel", args,
                ))
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn redemptions_stock_and_balances_follow_the_model(steps in prop::collection::vec(step(), 1..50)) {
        let mut pair = Pair::new();
        for step in &steps {
            pair.apply(step).map_err(|cause| TestCaseError::fail(format!("{step:?}: {cause}")))?;
        }
    }
}
