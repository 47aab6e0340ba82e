//! A payment's instructions must not depend on how many withdrawals came before it.

use merit_common::rolling::Ring;
use merit_testing::{payments, Line, Terms, World, FIRST, MERCHANT};
use soroban_sdk::{Address, IntoVal, Symbol, Val, Vec};

/// Withdrawals that are real calls of the wasm, some 4 ms each; 100,000 would take many minutes.
const REAL: u32 = 1_000;
const MANY: u32 = 100_000;

pub fn report() {
    let mut figures = vec![(1, after_calls(1)), (REAL, after_calls(REAL))];
    figures.push((MANY, after_taken(MANY)));
    println!("pool limit check: instructions of a payment to one recipient");
    println!("  (up to {REAL} withdrawals are calls; {MANY} are put into the pool's rings)");
    for (count, instructions) in &figures {
        println!("  after {count} withdrawals: {instructions}");
    }
    let all = figures.iter().map(|(_, instructions)| *instructions);
    let (least, most) = (all.clone().min().unwrap(), all.max().unwrap());
    let spread = (most - least) as f64 / least as f64 * 100.0;
    println!("  spread {spread:.2} % (goal: constant)");
    assert!(spread < 1.0, "the check's cost grows");
}

/// Withdrawals one by one, a second apart.
fn after_calls(count: u32) -> i64 {
    let (world, campaign) = funded();
    let owner = world.asset.holder(Line::default());
    world.first_owner(MERCHANT, &owner);
    for _ in 0..count {
        let args = (&owner, MERCHANT, &owner, 1i128);
        world
            .call_as_source::<()>(&owner, &world.pool, "withdraw", args)
            .unwrap();
        world.advance(1);
    }
    payment(&world, campaign)
}

/// The same rings that so many withdrawals leave, taken by the pool's own code and put in their place: the pool keeps no
/// other trace of them.
fn after_taken(count: u32) -> i64 {
    let (world, campaign) = funded();
    let env = &world.env;
    let mut ring = Ring::empty(env.ledger().timestamp());
    for _ in 0..count {
        world.advance(1);
        ring.advance(env.ledger().timestamp());
        assert!(ring.take(1, 1_000_000));
    }
    for merchant in [None, Some(MERCHANT)] {
        let key: Vec<Val> = (Symbol::new(env, "Usage"), &world.asset.sac, merchant).into_val(env);
        env.as_contract(&world.pool, || ring.store(env, &key));
        let used = world.pool().limit(&merchant).used;
        assert!(used > 80_000, "the pool reads the rings: {used}");
    }
    payment(&world, campaign)
}

/// A campaign, paid once, so that its entries are there.
fn funded() -> (World, u64) {
    let world = World::wasm("MERIT");
    world.deposit(MERCHANT, 10_000_000);
    let campaign = world.open_campaign(&Terms::default());
    pay(&world, campaign, 0);
    (world, campaign)
}

fn payment(world: &World, campaign: u64) -> i64 {
    pay(world, campaign, 1);
    world.env.cost_estimate().resources().instructions
}

/// Pays under the number at an index.
fn pay(world: &World, campaign: u64, index: u32) {
    let to: Address = world.asset.holder(Line::default());
    world
        .pay(campaign, &payments(&world.env, FIRST + index, [&to], 7))
        .unwrap();
}
