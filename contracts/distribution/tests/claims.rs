//! Claims: each leaf at most once, only with its own proof, only to its own wallet.

mod common;

use common::{error, Claim, Planned, Setup, Terms};
use merit_common::roles::{DISTRIBUTOR, LIMITER, PAUSER, UNPAUSER};
use merit_distribution::{Claim as ClaimEvent, DistributionError};
use merit_pool::PoolError;
use merit_testing::{Failure, Line, Outcome, DAY, MERCHANT};
use soroban_sdk::{testutils::Events as _, Address, Event as _};

/// A drop of 100, 101, ... to as many wallets.
fn open(setup: &Setup, count: usize) -> (u64, Planned) {
    let leaves: Vec<(Address, i128)> = setup.wallets(count).into_iter().zip(100..).collect();
    setup.open(&Terms::default(), &leaves)
}

#[test]
fn a_wallet_claims_its_leaf_once() {
    let setup = Setup::native();
    let (drop, planned) = open(&setup, 5);
    let claim = setup.leaf(drop, &planned, 3);
    assert!(!setup.world.distribution().is_claimed(&drop, &3));
    assert_eq!(setup.claim(&claim), Ok(()));
    let event = ClaimEvent {
        drop,
        wallet: claim.wallet.clone(),
        index: 3,
        amount: 103,
    };
    let emitted = setup.env().events().all();
    let emitted = emitted.filter_by_contract(&setup.world.distribution);
    assert_eq!(
        emitted.events(),
        [event.to_xdr(setup.env(), &setup.world.distribution)]
    );
    assert!(setup.world.distribution().is_claimed(&drop, &3));

    let again = error(DistributionError::AlreadyClaimed);
    assert_eq!(setup.claim(&claim), again);
    assert_eq!(setup.claim_for(&claim), again);
    assert_eq!(setup.world.asset.balance(&claim.wallet), 103);
    assert_eq!(setup.reserved(drop), 510 - 103);
    assert_eq!(setup.world.distribution().drop(&drop).paid, 103);
    assert_eq!(setup.world.pool().limit(&Some(MERCHANT)).used, 103);
}

#[test]
fn a_distributor_claims_for_a_wallet_and_gets_nothing() {
    let setup = Setup::native();
    let (drop, planned) = open(&setup, 2);
    let claim = setup.leaf(drop, &planned, 0);
    assert_eq!(setup.claim_for(&claim), Ok(()));
    assert_eq!(setup.world.asset.balance(&claim.wallet), 100);
    let distributor = setup.world.holder(DISTRIBUTOR);
    assert_eq!(setup.world.asset.balance(distributor), 0);

    // Another's leaf in its own name is no leaf.
    let stolen = Claim {
        wallet: distributor.clone(),
        ..setup.leaf(drop, &planned, 1)
    };
    let invalid = error(DistributionError::InvalidProof);
    assert_eq!(setup.claim_for(&stolen), invalid);
    assert_eq!(setup.claim(&stolen), invalid);
}

#[test]
fn only_the_whole_leaf_with_its_proof_pays() {
    let setup = Setup::native();
    let (drop, planned) = open(&setup, 6);
    // The same leaves under another reference: same wallets, same amounts, same indexes.
    let second = Terms {
        reference: 2,
        ..Terms::default()
    };
    let (other, other_planned) = setup.open(&second, &planned.leaves);
    let right = setup.leaf(drop, &planned, 1);
    let proof = right.proof.clone();
    let mut longer = proof.clone();
    longer.push([0; 32]);
    let mut swapped = proof.clone();
    swapped.swap(0, 1);
    let with = |proof: &[common::Hash]| Claim {
        proof: proof.to_vec(),
        ..right.clone()
    };
    let table = [
        (
            "amount",
            Claim {
                amount: 102,
                ..right.clone()
            },
        ),
        (
            "negative amount",
            Claim {
                amount: -101,
                ..right.clone()
            },
        ),
        (
            "index",
            Claim {
                index: 2,
                ..right.clone()
            },
        ),
        (
            "wallet",
            Claim {
                wallet: planned.leaves[2].0.clone(),
                ..right.clone()
            },
        ),
        (
            "another leaf's proof",
            with(&setup.leaf(drop, &planned, 2).proof),
        ),
        ("no proof", with(&[])),
        ("proof cut at the top", with(&proof[..proof.len() - 1])),
        ("proof cut at the leaf", with(&proof[1..])),
        ("longer proof", with(&longer)),
        ("swapped proof", with(&swapped)),
        (
            "another drop's leaf",
            Claim {
                drop: other,
                ..right.clone()
            },
        ),
        (
            "this drop's leaf with the other's proof",
            with(&setup.leaf(other, &other_planned, 1).proof),
        ),
    ];
    for (what, wrong) in table {
        let invalid = error(DistributionError::InvalidProof);
        assert_eq!(setup.claim(&wrong), invalid, "{what}");
        assert_eq!(setup.claim_for(&wrong), invalid, "{what}, on behalf");
    }
    assert_eq!(setup.claim(&right), Ok(()));
}

#[test]
fn indexes_and_proofs_are_bounded() {
    let setup = Setup::native();
    let (drop, planned) = open(&setup, 3);
    let right = setup.leaf(drop, &planned, 2);
    for index in [3, u32::MAX] {
        let out = Claim {
            index,
            ..right.clone()
        };
        assert_eq!(setup.claim(&out), error(DistributionError::IndexOutOfRange));
    }
    for (length, refusal) in [
        (32, DistributionError::InvalidProof),
        (33, DistributionError::ProofTooLong),
    ] {
        let long = Claim {
            proof: vec![[9; 32]; length],
            ..right.clone()
        };
        assert_eq!(setup.claim(&long), error(refusal));
    }
    let unknown = Claim {
        drop: drop + 1,
        ..right
    };
    assert_eq!(
        setup.claim(&unknown),
        error(DistributionError::DropNotFound)
    );
}

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
    let setup = Setup::native();
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
fn the_pools_limits_hold_for_claims() {
    let setup = Setup::native();
    let (drop, planned) = open(&setup, 2);
    let limiter = setup.world.holder(LIMITER);
    let cut = (limiter, Some(MERCHANT), 150i128);
    let pool = &setup.world.pool;
    setup
        .world
        .call::<()>(limiter, pool, "set_limit", cut)
        .unwrap();
    let claim = |index| setup.claim(&setup.leaf(drop, &planned, index));
    assert_eq!(claim(0), Ok(()));
    let full = Err(Failure::Contract(PoolError::LimitExceeded as u32));
    assert_eq!(claim(1), full);
    setup.world.advance(DAY + 900);
    assert_eq!(claim(1), Ok(()));
}

#[test]
fn a_stopped_pool_stops_claims_and_sweeps_with_its_own_error() {
    let setup = Setup::native();
    let (drop, planned) = open(&setup, 2);
    let switch = |role, function| {
        let guardian = setup.world.holder(role);
        let pool = &setup.world.pool;
        let outcome = setup
            .world
            .call::<()>(guardian, pool, function, (guardian,));
        outcome.unwrap();
    };
    let stopped = Failure::Contract(PoolError::Paused as u32);
    let claim = |index| setup.claim(&setup.leaf(drop, &planned, index));
    switch(PAUSER, "pause");
    assert_eq!(claim(0), Err(stopped));
    switch(UNPAUSER, "unpause");
    assert_eq!(claim(0), Ok(()));

    setup.world.advance(30 * DAY);
    switch(PAUSER, "pause");
    assert_eq!(setup.sweep(drop), Err(stopped));
    switch(UNPAUSER, "unpause");
    assert_eq!(setup.sweep(drop), Ok(101));
}

#[test]
fn leaves_above_the_total_are_not_paid_with_others_money() {
    let setup = Setup::native();
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
    let setup = Setup::native();
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

#[test]
fn claims_fill_entries_of_2048_bits() {
    let setup = Setup::native();
    let wallet = setup.wallets(1).remove(0);
    let leaves = vec![(wallet, 1); 4_100];
    let (drop, planned) = setup.open(&Terms::default(), &leaves);
    let client = setup.world.distribution();
    let claimed = [0, 7, 8, 2_046, 2_047, 2_048, 4_095, 4_096, 4_099];
    for index in claimed {
        assert_eq!(setup.claim(&setup.leaf(drop, &planned, index)), Ok(()));
    }
    for index in 0..4_100 {
        let expected = claimed.contains(&index);
        assert_eq!(client.is_claimed(&drop, &(index as u32)), expected);
    }
    assert!(!client.is_claimed(&drop, &u32::MAX));
    let bits = |chunk| -> Vec<usize> {
        let bits: Vec<u8> = client.claims(&drop, &chunk).iter().collect();
        assert_eq!(bits.len(), 256);
        (0..2_048)
            .filter(|at| bits[at / 8] >> (at % 8) & 1 == 1)
            .collect()
    };
    assert_eq!(bits(0), [0, 7, 8, 2_046, 2_047]);
    assert_eq!(bits(1), [0, 2_047]);
    assert_eq!(bits(2), [0, 3]);
    assert_eq!(bits(3), [0; 0]);
}
