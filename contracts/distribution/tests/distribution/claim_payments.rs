//! Conditions of a claim on its wallet and the pool; without them nothing is paid and the leaf is unclaimed.

use merit_distribution::DistributionError;
use merit_pool::PoolError;
use merit_testing::distribution::{error, Setup, Terms};
use merit_testing::{Failure, Line, Outcome, DAY, MERCHANT};
use soroban_sdk::Address;

/// Sets another limit of the line, or another freedom to receive.
fn line(setup: &Setup, account: &Address, limit: i64, authorized: bool) {
    let line = Line {
        limit,
        authorized,
        ..Line::default()
    };
    setup.world.asset.put_line(account, line);
}

#[test]
fn a_wallet_that_cannot_be_paid_may_claim_later() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let account = asset.account();
    let missing = asset.missing_account();
    let leaves = [
        (account.clone(), 100),
        (missing, 100),
        (asset.issuer.clone(), 100),
        (setup.world.pool.clone(), 100),
    ];
    let (drop, planned) = setup.open(&Terms::default(), &leaves);
    let claim = |index| setup.claim_for(&setup.leaf(drop, &planned, index));
    let untouched = |what: &str, outcome: Outcome<()>, refusal| {
        assert_eq!(outcome, error(refusal), "{what}");
        assert_eq!(setup.reserved(drop), 400, "{what}");
        assert_eq!(setup.world.pool().limit(&None).used, 0, "{what}");
        assert!(!setup.world.distribution().is_claimed(&drop, &0), "{what}");
    };
    untouched("no line", claim(0), DistributionError::NoTrustline);
    untouched("no account", claim(1), DistributionError::NoTrustline);
    untouched("issuer", claim(2), DistributionError::RefusedRecipient);
    untouched("pool", claim(3), DistributionError::RefusedRecipient);
    line(&setup, &account, i64::MAX, false);
    untouched("frozen", claim(0), DistributionError::NotAuthorized);
    line(&setup, &account, 99, true);
    untouched("full", claim(0), DistributionError::LineFull);

    line(&setup, &account, 100, true);
    assert_eq!(setup.claim(&setup.leaf(drop, &planned, 0)), Ok(()));
    assert_eq!(setup.world.asset.balance(&account), 100);
    assert_eq!(setup.reserved(drop), 300);
}

#[test]
fn a_drop_counts_against_its_merchants_limit_when_it_is_created() {
    let setup = Setup::new();
    setup.world.set_limit(Some(MERCHANT), 1_000).unwrap();
    let leaves: Vec<(Address, i128)> = setup.wallets(2).into_iter().zip([600, 401]).collect();
    let planned = setup.plan(&Terms::default(), &leaves);
    setup.world.deposit(MERCHANT, 2_000);
    let over = Err(Failure::Contract(PoolError::LimitExceeded as u32));
    assert_eq!(setup.create(&planned), over);
    let fitting = setup.plan(&Terms::default(), &[leaves[0].clone()]);
    assert!(setup.create(&fitting).is_ok());
    assert_eq!(setup.world.pool().limit(&Some(MERCHANT)).remaining, 400);
}

#[test]
fn a_merchants_other_payments_hold_up_no_claim() {
    let setup = Setup::new();
    let world = &setup.world;
    let merchant = setup.wallets(1).remove(0);
    world.first_owner(MERCHANT, &merchant);
    let (drop, planned) = setup.open_for(2);
    let rest = 1_000 - planned.total();
    world.deposit(MERCHANT, 1_000);
    world.set_limit(Some(MERCHANT), 1_000).unwrap();
    // It pays itself until its limit is used up.
    world
        .withdraw(&merchant, MERCHANT, &merchant, rest)
        .unwrap();
    let over = Err(Failure::Contract(PoolError::LimitExceeded as u32));
    assert_eq!(world.withdraw(&merchant, MERCHANT, &merchant, 1), over);
    for index in 0..2 {
        let claim = setup.leaf(drop, &planned, index);
        assert_eq!(setup.claim(&claim), Ok(()));
    }
}

#[test]
fn the_global_limit_holds_for_claims() {
    let setup = Setup::new();
    let (drop, planned) = setup.open_for(2);
    // Merchants without a limit of their own share half of it.
    setup.world.set_limit(None, 300).unwrap();
    let claim = |index| setup.claim(&setup.leaf(drop, &planned, index));
    assert_eq!(claim(0), Ok(()));
    let full = Err(Failure::Contract(PoolError::LimitExceeded as u32));
    assert_eq!(claim(1), full);
    setup.world.advance(DAY + 900);
    assert_eq!(claim(1), Ok(()));
}

#[test]
fn a_stopped_pool_stops_claims_with_its_own_error_but_no_money_s_return() {
    let setup = Setup::new();
    let (drop, planned) = setup.open_for(2);
    let (world, pool) = (&setup.world, &setup.world.pool);
    let stopped = Failure::Contract(PoolError::Paused as u32);
    let claim = |index| setup.claim(&setup.leaf(drop, &planned, index));
    world.pause(pool);
    assert_eq!(claim(0), Err(stopped));
    world.unpause(pool);
    assert_eq!(claim(0), Ok(()));

    setup.world.advance(30 * DAY);
    world.pause(pool);
    assert_eq!(setup.sweep(drop), Ok(101));
}

#[test]
fn leaves_above_the_total_are_not_paid_with_others_money() {
    let setup = Setup::new();
    let leaves: Vec<(Address, i128)> = setup.wallets(3).into_iter().zip([100; 3]).collect();
    let terms = Terms {
        surplus: -1,
        ..Terms::default()
    };
    let (drop, planned) = setup.open(&terms, &leaves);
    setup.world.deposit(MERCHANT, 1_000);
    let claim = |index| setup.claim(&setup.leaf(drop, &planned, index));
    assert_eq!((claim(0), claim(2)), (Ok(()), Ok(())));
    let short = Err(Failure::Contract(PoolError::ReserveShort as u32));
    assert_eq!(claim(1), short);
    assert_eq!(setup.reserved(drop), 99);
    assert_eq!(setup.world.pool().balance(&MERCHANT), 1_000);
}

#[test]
fn one_wallet_may_have_several_leaves() {
    let setup = Setup::new();
    let wallet = setup.wallets(1).remove(0);
    let leaves = [
        (wallet.clone(), 5),
        (wallet.clone(), 5),
        (wallet.clone(), 7),
    ];
    let (drop, planned) = setup.open(&Terms::default(), &leaves);
    for index in 0..3 {
        assert_eq!(setup.claim(&setup.leaf(drop, &planned, index)), Ok(()));
    }
    assert_eq!(setup.world.asset.balance(&wallet), 17);
}
