//! On the built wasm an inner contract's error reaches the caller with its own number, which is what the
//! service tells a full limit from an empty budget by.

use merit_campaign::CampaignError;
use merit_distribution::DistributionError;
use merit_pool::PoolError;
use merit_testing::{payments, Failure, Line, Outcome, Terms, World, FIRST};

fn code<T>(code: u32) -> Outcome<T> {
    Err(Failure::Contract(code))
}

#[test]
fn errors_keep_their_numbers_through_every_contract() {
    let world = World::wasm("MERIT");
    let short = code(PoolError::InsufficientBalance as u32);
    assert_eq!(world.create(&Terms::default()), short);

    let id = world.open_campaign(&Terms::default());
    let to = [world.asset.holder(Line::default())];
    let pay = |number, amount| world.pay(id, &payments(&world.env, FIRST + number, &to, amount));
    assert_eq!(pay(1, 0), code(DistributionError::InvalidAmount as u32));
    assert_eq!(
        pay(1, 1_000_001),
        code(CampaignError::BudgetExceeded as u32)
    );
    // The merchant has no limit of its own, so half of this is open to it.
    world.set_limit(None, 20).unwrap();
    assert_eq!(pay(1, 11), code(PoolError::LimitExceeded as u32));
    world.asset.set_authorized(&world.pool, false);
    assert_eq!(pay(1, 10), code(PoolError::PoolFrozen as u32));
    world.asset.set_authorized(&world.pool, true);
    assert_eq!(pay(1, 10), Ok(()));
}
