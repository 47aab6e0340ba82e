//! Claims: each leaf at most once, only with its own proof, only to its own wallet.

use merit_common::roles::DISTRIBUTOR;
use merit_distribution::{Claim as ClaimEvent, DistributionError};
use merit_testing::distribution::{error, Claim, Hash, Setup, Terms};
use merit_testing::MERCHANT;
use soroban_sdk::{testutils::Events as _, Event as _};

#[test]
fn a_wallet_claims_its_leaf_once() {
    let setup = Setup::new();
    let (drop, planned) = setup.open_for(5);
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
    // The drop counted against its merchant's limit when it was created.
    assert_eq!(setup.world.pool().limit(&Some(MERCHANT)).used, 510);
    assert_eq!(setup.world.pool().limit(&None).used, 103);
}

#[test]
fn a_distributor_claims_for_a_wallet_and_gets_nothing() {
    let setup = Setup::new();
    let (drop, planned) = setup.open_for(2);
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
    let setup = Setup::new();
    let (drop, planned) = setup.open_for(6);
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
    let with = |proof: &[Hash]| Claim {
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
    let setup = Setup::new();
    let (drop, planned) = setup.open_for(3);
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

#[test]
fn claims_fill_entries_of_2048_bits() {
    let setup = Setup::new();
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
