//! Random operation sequences against a model that remembers everything.

use std::{
    string::{String, ToString},
    vec::Vec,
};

use merit_common::{
    roles as names,
    testutils::{wait, Outcome},
};
use proptest::prelude::*;
use soroban_sdk::{testutils::Address as _, Address};

use super::{error, World};
use crate::TokenError;

const CAP: i128 = 2_000;
const DAY: u64 = 86_400;
const QUARTER: u64 = 900;

#[derive(Clone, Debug)]
enum Step {
    Mint {
        minter: usize,
        holder: usize,
        amount: i128,
    },
    Clawback {
        holder: usize,
        amount: i128,
    },
    SetQuota {
        minter: usize,
        daily: i128,
    },
    Freeze(usize),
    Unfreeze(usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let amount = prop_oneof![1..200i128, Just(1_000), Just(CAP), -1..1i128];
    let seconds = prop_oneof![0..2 * QUARTER, (DAY - 2)..(DAY + 2), 0..2 * DAY];
    prop_oneof![
        5 => (0..2usize, 0..2usize, amount.clone())
            .prop_map(|(minter, holder, amount)| Step::Mint { minter, holder, amount }),
        2 => (0..2usize, amount).prop_map(|(holder, amount)| Step::Clawback { holder, amount }),
        1 => (0..2usize, 0..1_500i128).prop_map(|(minter, daily)| Step::SetQuota { minter, daily }),
        1 => (0..2usize).prop_map(Step::Freeze),
        1 => (0..2usize).prop_map(Step::Unfreeze),
        3 => seconds.prop_map(Step::Wait),
    ]
}

#[derive(Default)]
struct Model {
    balances: [i128; 2],
    frozen: [bool; 2],
    quotas: [i128; 2],
    /// When and how much, per minter.
    minted: [Vec<(u64, i128)>; 2],
}

impl Model {
    fn supply(&self) -> i128 {
        self.balances.iter().sum()
    }

    /// What the rule counts: the current quarter-hour and the 96 before it.
    fn used(&self, minter: usize, now: u64) -> i128 {
        let recent = |at: u64| at / QUARTER + 96 >= now / QUARTER;
        let amounts = self.minted[minter].iter().filter(|(at, _)| recent(*at));
        amounts.map(|(_, amount)| amount).sum()
    }

    fn mint(&mut self, minter: usize, holder: usize, amount: i128, now: u64) -> Outcome<()> {
        if amount <= 0 {
            return error(TokenError::InvalidAmount);
        }
        if self.supply() + amount > CAP {
            return error(TokenError::CapExceeded);
        }
        if self.used(minter, now) + amount > self.quotas[minter] {
            return error(TokenError::QuotaExceeded);
        }
        if self.frozen[holder] {
            return error(TokenError::NotAuthorized);
        }
        self.minted[minter].push((now, amount));
        self.balances[holder] += amount;
        Ok(())
    }

    fn clawback(&mut self, holder: usize, amount: i128) -> Outcome<()> {
        if amount <= 0 {
            return error(TokenError::InvalidAmount);
        }
        if amount > self.balances[holder] {
            return error(TokenError::BalanceOutOfRange);
        }
        self.balances[holder] -= amount;
        Ok(())
    }
}

/// The contract beside its model.
struct Pair {
    world: World,
    minters: [Address; 2],
    holders: [Address; 2],
    model: Model,
}

impl Pair {
    fn new() -> Self {
        let world = World::with_cap(CAP);
        let minters = [world.actor(names::MINTER), Address::generate(&world.env)];
        world.grant(names::MINTER, &minters[1]);
        for minter in &minters {
            world.set_quota(minter, 500).unwrap();
        }
        let holders = [
            world.asset.trusting_account(),
            world.asset.trusting_account(),
        ];
        let model = Model {
            quotas: [500; 2],
            ..Model::default()
        };
        Pair {
            world,
            minters,
            holders,
            model,
        }
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        let Pair { world, model, .. } = self;
        let now = world.env.ledger().timestamp();
        let (real, expected) = match *step {
            Step::Mint {
                minter,
                holder,
                amount,
            } => {
                let args = (&self.holders[holder], amount);
                let real = world.call_by(&self.minters[minter], "mint", args);
                (real, model.mint(minter, holder, amount, now))
            }
            Step::Clawback { holder, amount } => {
                let real = world.clawback(&self.holders[holder], amount);
                (real, model.clawback(holder, amount))
            }
            Step::SetQuota { minter, daily } => {
                model.quotas[minter] = daily;
                (world.set_quota(&self.minters[minter], daily), Ok(()))
            }
            Step::Freeze(holder) => {
                model.frozen[holder] = true;
                (world.freeze(&self.holders[holder]), Ok(()))
            }
            Step::Unfreeze(holder) => {
                model.frozen[holder] = false;
                (world.unfreeze(&self.holders[holder]), Ok(()))
            }
            Step::Wait(seconds) => {
                wait(&world.env, seconds);
                (Ok(()), Ok(()))
            }
        };
        if real != expected {
            return Err(std::format!("{real:?} instead of {expected:?}"));
        }
        self.compare()
    }

    fn compare(&self) -> Result<(), String> {
        let (world, model) = (&self.world, &self.model);
        let now = world.env.ledger().timestamp();
        let minted = world.client().minted();
        if minted != model.supply() || minted > CAP {
            return Err(std::format!("{minted} minted, {} held", model.supply()));
        }
        for index in 0..2 {
            if world.asset.client().balance(&self.holders[index]) != model.balances[index] {
                return Err("a balance differs".to_string());
            }
            let used = world.client().quota(&self.minters[index]).used;
            if used != model.used(index, now) {
                return Err(std::format!("{used} used of a quota"));
            }
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn supply_balances_and_quotas_follow_the_model(steps in prop::collection::vec(step(), 1..60)) {
        let mut pair = Pair::new();
        for step in &steps {
            pair.apply(step).map_err(|cause| TestCaseError::fail(std::format!("{step:?}: {cause}")))?;
        }
    }
}
