//! Whatever order calls come in, money is neither made nor lost. A plain model follows every call.

use std::collections::BTreeMap;

use merit_common::{
    result::{ALREADY_SAME, LINE_FULL, NO_TRUSTLINE, PAID, REFUSED},
    roles::MANAGER,
};
use merit_testing::{payment, Line, PaidReward, Terms, World, DAY, LIMIT, MERCHANT, START};
use soroban_sdk::{testutils::Address as _, Address, Vec};

/// Small generator, so that a failing run can be repeated from its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % bound
    }
}

#[derive(Default)]
struct Model {
    balances: BTreeMap<u64, i128>,
    /// Merchant, budget, spent; settled campaigns keep only what they spent.
    campaigns: BTreeMap<u64, (u64, i128, i128, bool)>,
    paid_numbers: BTreeMap<(u64, u32), Paid>,
    received: BTreeMap<usize, i128>,
    deposited: i128,
    withdrawn: i128,
    /// Clawed back.
    burnt: i128,
}

/// A number that was paid.
#[derive(Clone)]
struct Paid {
    to: usize,
    at: u64,
    clawed_back: bool,
}

/// Seconds in which campaigns with an odd reference may claw back.
const WINDOW: u64 = 3_000;

struct Run {
    world: World,
    random: Random,
    model: Model,
    recipients: std::vec::Vec<(Address, Option<u8>)>,
    owner: Address,
    references: u8,
}

impl Run {
    fn new(seed: u64) -> Self {
        let world = World::new();
        let asset = &world.asset;
        let small = Line {
            limit: 500,
            ..Line::default()
        };
        let recipients = vec![
            (asset.holder(Line::default()), None),
            (Address::generate(&world.env), None),
            (asset.holder(small), None),
            (asset.account(), Some(NO_TRUSTLINE)),
            (asset.issuer.clone(), Some(REFUSED)),
            (world.pool.clone(), Some(REFUSED)),
        ];
        let owner = Address::generate(&world.env);
        let manager = world.holder(MANAGER);
        for merchant in merchants() {
            let args = (manager, merchant, &owner);
            world
                .call::<()>(manager, &world.pool, "set_owner", args)
                .unwrap();
        }
        Run {
            world,
            random: Random(seed),
            model: Model::default(),
            recipients,
            owner,
            references: 0,
        }
    }

    fn step(&mut self) {
        match self.random.below(12) {
            0 | 1 => self.deposit(),
            2 | 3 => self.create(),
            4 => self.withdraw(),
            5 => self.settle(),
            6 => self.world.advance(600),
            7 | 8 => self.claw_back(),
            _ => self.pay(),
        }
    }

    fn merchant(&mut self) -> u64 {
        MERCHANT + self.random.below(3)
    }

    fn campaign(&mut self) -> u64 {
        let count = self.model.campaigns.len() as u64;
        1 + self.random.below(count + 1)
    }

    fn deposit(&mut self) {
        let merchant = self.merchant();
        let amount = 1 + self.random.below(5_000) as i128;
        self.world.deposit(merchant, amount);
        *self.model.balances.entry(merchant).or_default() += amount;
        self.model.deposited += amount;
    }

    fn create(&mut self) {
        self.references += 1;
        let terms = Terms {
            reference: self.references,
            merchant: self.merchant(),
            budget: 1 + self.random.below(4_000) as i128,
            ends_at: START + 1_000 * DAY,
            ..Terms::default()
        };
        let free = self.model.balances.entry(terms.merchant).or_default();
        let outcome = self.world.create(&terms);
        assert_eq!(outcome.is_ok(), terms.budget <= *free);
        if let Ok(id) = outcome {
            *free -= terms.budget;
            let created = (terms.merchant, terms.budget, 0, true);
            self.model.campaigns.insert(id, created);
            if self.references % 2 == 1 {
                self.world.allow_clawback(id, WINDOW).unwrap();
            }
        }
    }

    fn withdraw(&mut self) {
        let merchant = self.merchant();
        let amount = 1 + self.random.below(2_000) as i128;
        let free = self.model.balances.entry(merchant).or_default();
        let args = (&self.owner, merchant, &self.owner, amount);
        let outcome = self
            .world
            .call::<()>(&self.owner, &self.world.pool, "withdraw", args);
        assert_eq!(outcome.is_ok(), amount <= *free);
        if outcome.is_ok() {
            *free -= amount;
            self.model.withdrawn += amount;
        }
    }

    fn settle(&mut self) {
        let id = self.campaign();
        let ended = self.world.manage::<()>("end", id).is_ok();
        let settled = self.world.manage::<i128>("settle", id);
        let Some((merchant, budget, spent, open)) = self.model.campaigns.get_mut(&id) else {
            assert!(settled.is_err());
            return;
        };
        assert_eq!(ended, *open);
        assert_eq!(settled.is_ok(), *open);
        if let Ok(remainder) = settled {
            assert_eq!(remainder, *budget - *spent);
            *self.model.balances.entry(*merchant).or_default() += remainder;
            *open = false;
        }
    }

    /// A batch of random numbers, so that some repeat.
    fn pay(&mut self) {
        let id = self.campaign();
        let mut number = self.random.below(300) as u32;
        let mut rows = std::vec::Vec::new();
        for _ in 0..1 + self.random.below(8) {
            // A number always stands for the same recipient and amount, as in the service.
            let to = number as usize % self.recipients.len();
            rows.push((number, to, amount_of(number)));
            number += 1 + self.random.below(40) as u32;
        }
        let env = &self.world.env;
        let batch = rows
            .iter()
            .map(|(number, to, amount)| payment(env, *number, &self.recipients[*to].0, *amount));
        let batch = Vec::from_iter(env, batch);
        let outcome = self.world.pay(id, &batch);
        let Some((_, budget, spent, open)) = self.model.campaigns.get_mut(&id) else {
            assert!(outcome.is_err());
            return;
        };
        let paid_before = |number| self.model.paid_numbers.contains_key(&(id, number));
        let fresh = rows.iter().filter(|(number, ..)| !paid_before(*number));
        let wanted: i128 = fresh.map(|(.., amount)| amount).sum();
        assert_eq!(outcome.is_ok(), *open && wanted <= *budget - *spent);
        if outcome.is_err() {
            return;
        }
        let results = self.world.reward().results;
        for ((number, to, amount), code) in rows.into_iter().zip(results) {
            if self.model.paid_numbers.contains_key(&(id, number)) {
                assert_eq!(code, ALREADY_SAME);
                continue;
            }
            match self.recipients[to].1 {
                Some(expected) => assert_eq!(code, expected),
                None => assert!(code == PAID || code == LINE_FULL),
            }
            if code == PAID {
                *spent += amount;
                let paid = Paid {
                    to,
                    at: self.world.env.ledger().timestamp(),
                    clawed_back: false,
                };
                self.model.paid_numbers.insert((id, number), paid);
                *self.model.received.entry(to).or_default() += amount;
            }
        }
    }

    /// Takes one of the paid numbers back, or one that was taken before.
    fn claw_back(&mut self) {
        let count = self.model.paid_numbers.len() as u64;
        if count == 0 {
            return;
        }
        let at = self.random.below(count) as usize;
        let Some(((id, number), paid)) = self.model.paid_numbers.iter_mut().nth(at) else {
            return;
        };
        let amount = amount_of(*number);
        let outcome = self.world.claw_back(&PaidReward {
            campaign: *id,
            number: *number,
            wallet: self.recipients[paid.to].0.clone(),
            amount,
            paid_at: paid.at,
        });
        let campaign = self.world.campaigns().get(id);
        let now = self.world.env.ledger().timestamp();
        let open = campaign
            .clawback_seconds
            .is_some_and(|seconds| now < paid.at + seconds);
        assert_eq!(outcome.is_ok(), open && !paid.clawed_back);
        if outcome.is_ok() {
            paid.clawed_back = true;
            self.model.burnt += amount;
            *self.model.received.get_mut(&paid.to).unwrap() -= amount;
        }
    }

    fn check(&self) {
        let pool = self.world.pool();
        let mut owed = 0;
        for merchant in merchants() {
            let free = self.model.balances.get(&merchant).copied().unwrap_or(0);
            assert_eq!(pool.balance(&merchant), free);
            owed += free;
        }
        for (id, (_, budget, spent, open)) in &self.model.campaigns {
            let left = if *open { budget - spent } else { 0 };
            assert_eq!(pool.reserved(&self.world.campaign, id), left);
            assert_eq!(self.world.campaigns().get(id).spent, *spent);
            owed += left;
        }
        let paid = self.model.received.values().sum::<i128>() + self.model.burnt;
        assert_eq!(pool.total_held(), owed);
        assert_eq!(owed, self.model.deposited - self.model.withdrawn - paid);
        for (to, received) in &self.model.received {
            assert_eq!(self.world.asset.balance(&self.recipients[*to].0), *received);
        }
        let used = pool.limit(&None).used;
        assert!(used <= LIMIT && used <= paid + self.model.withdrawn);
    }
}

/// A number always stands for the same amount.
fn amount_of(number: u32) -> i128 {
    1 + i128::from(number) % 90
}

fn merchants() -> impl Iterator<Item = u64> {
    MERCHANT..MERCHANT + 3
}

#[test]
fn money_is_neither_made_nor_lost() {
    for seed in [1, 2, 3, 4] {
        let mut run = Run::new(seed);
        for _ in 0..140 {
            run.step();
            run.check();
        }
        assert!(run.model.received.values().sum::<i128>() > 0, "seed {seed}");
        assert!(run.model.paid_numbers.len() > 20, "seed {seed}");
        assert!(run.model.burnt > 0, "seed {seed}");
    }
}
