//! Authorisation: every role and every party against every function.

use merit_common::roles::{APPOINTER, CAMPAIGN, LIMITER, PAUSER, TREASURER, UNPAUSER};
use merit_pool::PoolError;
use merit_testing::{
    anyone, by, check, operation, signed_by, view, Deployed, Failure, Row, Subject, World, DAY,
    LIMIT, MERCHANT, RAISE_DELAY,
};
use soroban_sdk::{testutils::Address as _, vec as list, Address, BytesN};

const UNAUTHORIZED: Failure = Failure::Contract(PoolError::Unauthorized as u32);
/// Id of the reserve.
const ID: u64 = 77;

/// A merchant has 1,000; whoever pays in has 1,000, too.
fn funded() -> Deployed {
    let world = World::new();
    world.deposit(MERCHANT, 1_000);
    let pool = world.pool.clone();
    let pool = Deployed::new(world, &pool, &["owner", "depositor", "payee"]);
    for payer in ["depositor", TREASURER] {
        pool.world.asset.mint(&pool.actor(payer), 1_000);
    }
    pool
}

fn reserve(pool: &Deployed) {
    let contract = pool.actor(CAMPAIGN);
    pool.world.reserve(&contract, MERCHANT, ID, 100).unwrap();
}

fn name(pool: &Deployed) {
    let (appointer, owner) = (pool.actor(APPOINTER), pool.actor("owner"));
    pool.world.set_owner(&appointer, MERCHANT, &owner).unwrap();
}

fn own(pool: &Deployed) {
    pool.world.first_owner(MERCHANT, &pool.actor("owner"));
}

fn money() -> [Row<Deployed>; 7] {
    [
        signed_by("deposit", &["depositor"], |w: &Deployed| {
            (w.actor("depositor"), MERCHANT, 100i128)
        })
        .paying(100),
        by("grant", &[TREASURER], |w: &Deployed| {
            let reference = BytesN::from_array(w.env(), &[1; 32]);
            (MERCHANT, 100i128, reference)
        })
        .paying(100),
        by("set_owner", &[APPOINTER], |w: &Deployed| {
            (MERCHANT, w.actor("owner"))
        }),
        by("set_owner", &["owner"], |w: &Deployed| {
            (MERCHANT, w.actor("payee"))
        })
        .after(own),
        by("apply_owner", &["owner"], |_| (MERCHANT,)).after(|w: &Deployed| {
            name(w);
            w.world.advance(DAY);
        }),
        by("cancel_owner", &[PAUSER], |_| (MERCHANT,)).after(name),
        by("withdraw", &["owner"], |w: &Deployed| {
            (MERCHANT, w.actor("payee"), 100i128)
        })
        .after(own),
    ]
}

fn payouts() -> [Row<Deployed>; 8] {
    [
        by("reserve", &[CAMPAIGN], |_| (MERCHANT, ID, 100i128)),
        by("reserve_counted", &[CAMPAIGN], |_| (MERCHANT, ID, 100i128)),
        by("raise_reserve", &[CAMPAIGN], |_| (ID, 100i128)).after(reserve),
        by("pay", &[CAMPAIGN], |w: &Deployed| {
            let env = w.env();
            (ID, list![env, w.actor("payee")], list![env, 10i128])
        })
        .after(reserve),
        by("release", &[CAMPAIGN], |_| (ID,)).after(reserve),
        by("set_limit", &[LIMITER], |_| (None::<u64>, LIMIT - 1)),
        by("restore_limit", &[UNPAUSER], |_| (None::<u64>,))
            .after(|w: &Deployed| w.world.set_limit(None, LIMIT - 1).unwrap()),
        anyone("apply_limit", |_| (None::<u64>,)).after(|w: &Deployed| {
            w.world.set_limit(None, LIMIT + 1).unwrap();
            w.world.advance(RAISE_DELAY);
        }),
    ]
}

fn views() -> [Row<Deployed>; 8] {
    [
        view("owner", |_| (MERCHANT,)),
        view("pending_owner", |_| (MERCHANT,)),
        view("limit", |_| (None::<u64>,)),
        view("pending_limit", |_| (None::<u64>,)),
        view("room_at", |_| (MERCHANT, 1i128)),
        view("balance", |_| (MERCHANT,)),
        view("reserved", |w: &Deployed| (w.actor(CAMPAIGN), ID)),
        view("total_held", |_| ()),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = money().into_iter().chain(payouts()).chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("pool", funded, UNAUTHORIZED, rows);
}

#[test]
fn the_treasurer_signs_the_transfer_too() {
    let pool = funded();
    let reference = BytesN::from_array(pool.env(), &[1; 32]);
    // The signature covers the grant, not the transfer below it.
    let half = pool.call_as::<bool>(TREASURER, "grant", (MERCHANT, 100i128, reference));
    assert_eq!(half, Err(Failure::Host));
    assert_eq!(pool.world.treasury_grant(MERCHANT, 100, 1), Ok(true));
}

#[test]
fn only_the_merchants_own_owner_withdraws() {
    let pool = funded();
    let world = &pool.world;
    let owner = pool.actor("owner");
    let other = Address::generate(pool.env());
    let withdraw = |caller: &Address| world.withdraw(caller, MERCHANT, caller, 100);
    assert_eq!(withdraw(&owner), Err(UNAUTHORIZED), "no owner yet");
    for (merchant, owner) in [(MERCHANT, &owner), (MERCHANT + 1, &other)] {
        world.first_owner(merchant, owner);
    }
    assert_eq!(withdraw(&other), Err(UNAUTHORIZED));
    assert_eq!(withdraw(&owner), Ok(()));
}
