//! The bytes of leaves and trees: a vector computed by the JavaScript SDK, trees of many sizes, and that leaves and
//! nodes can't stand for each other.

use merit_distribution::{Distribution, DistributionClient, DistributionError};
use merit_testing::distribution::{error, tree::node, Binding, Claim, Hash, Setup, Terms, Tree};
use merit_testing::MERCHANT;
use sha2::{Digest, Sha256};
use soroban_sdk::{
    testutils::{Address as _, EnvTestConfig, Ledger as _},
    Address, BytesN, Env, String,
};

const PASSPHRASE: &str = "Standalone Network ; February 2017";
const CONTRACT: &str = "CAIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRDB3V";
const REFERENCE: Hash = [0x55; 32];

/// Wallet, stroops, hash; the indexes are 0, 1, 2.
const LEAVES: [(&str, i128, &str); 3] = [
    (
        "GARCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCFRVX",
        10_000_000,
        "d82daa67cea8167859f4ceef2766a8dc32f2d71e07f0a3cadb9a284b3fb9ed5d",
    ),
    (
        "CAZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGGJH",
        25_000_000,
        "55d1ef256b5af0dec17e7d31cd8b726c361fd94cd2670e09eaef300209178d29",
    ),
    (
        "GBCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIZCA",
        1,
        "a58408d86e5876a6d0f9602780e7c5e5c93763e2dd4f0759fcb7ec5bdc229606",
    ),
];
/// Node of the leaves 0 and 1.
const INNER: &str = "9b60e32d5a8ce3ff2fd5071960af2821ab5eeb604738bcd983cafff9dc125bb3";
const ROOT: &str = "e57613db8783a605c29ed09924989c3e1ee2bd25843b5db867ba34780ccf46f7";

fn hex(hash: &Hash) -> std::string::String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_tree_matches_the_published_vector() {
    let env = Env::new_with_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    let network: Hash = Sha256::digest(PASSPHRASE).into();
    env.ledger().with_mut(|ledger| ledger.network_id = network);
    let address = |text: &str| Address::from_string(&String::from_str(&env, text));
    let contract = address(CONTRACT);
    // Nothing but the address of the contract counts here.
    let other = Address::generate(&env);
    let config = (&other, &other, &other, &other, &other, 0u64);
    env.register_at(&contract, Distribution, config);
    let client = DistributionClient::new(&env, &contract);
    let binding = Binding {
        network,
        contract: &contract,
        reference: REFERENCE,
    };
    let reference = BytesN::from_array(&env, &REFERENCE);
    let leaves = (0..)
        .zip(LEAVES)
        .map(|(index, (wallet, amount, expected))| {
            let wallet = address(wallet);
            let leaf = client.leaf(&reference, &index, &wallet, &amount).to_array();
            assert_eq!(hex(&leaf), expected, "the contract's leaf {index}");
            assert_eq!(binding.leaf(index, &wallet, amount), leaf);
            leaf
        });
    let tree = Tree::new(leaves.collect());
    assert_eq!(hex(&tree.root()), ROOT);
    let proof = |index| tree.proof(index).iter().map(hex).collect::<Vec<_>>();
    assert_eq!(proof(0), [LEAVES[1].2, LEAVES[2].2]);
    assert_eq!(proof(1), [LEAVES[0].2, LEAVES[2].2]);
    assert_eq!(proof(2), [INNER]);
}

#[test]
fn trees_of_every_size_pay_every_leaf() {
    for size in 1..=9u8 {
        let setup = Setup::new();
        let leaves: Vec<(Address, i128)> =
            setup.wallets(size.into()).into_iter().zip(1..).collect();
        let terms = Terms {
            reference: size,
            ..Terms::default()
        };
        let (drop, planned) = setup.open(&terms, &leaves);
        for index in 0..leaves.len() {
            let claim = setup.leaf(drop, &planned, index);
            assert_eq!(setup.claim(&claim), Ok(()), "leaf {index} of {size}");
        }
        assert_eq!(setup.reserved(drop), 0);
    }
}

/// Creates a drop for one wallet with any root, and tries to claim 100 from it.
fn claim_under(root: Hash, setup: &Setup, wallet: &Address, proof: Vec<Hash>) -> bool {
    let manager = setup.world.holder(merit_common::roles::MANAGER);
    setup.world.deposit(MERCHANT, 100);
    let terms = Terms::default();
    let args = (
        manager,
        setup.hash([1; 32]),
        MERCHANT,
        setup.hash(root),
        100i128,
        1u32,
        terms.opens_at,
        terms.expires_at,
    );
    let contract = &setup.world.distribution;
    let drop = setup
        .world
        .call::<u64>(manager, contract, "create_drop", args)
        .unwrap();
    let claim = Claim {
        drop,
        index: 0,
        wallet: wallet.clone(),
        amount: 100,
        proof,
    };
    let outcome = setup.claim(&claim);
    assert!(outcome.is_ok() || outcome == error(DistributionError::InvalidProof));
    outcome.is_ok()
}

#[test]
fn leaves_and_nodes_have_domains_of_their_own() {
    let sibling = [9; 32];
    let pair = |first: u8, leaf: Hash| -> Hash {
        let mut hash = Sha256::new();
        hash.update([first]);
        hash.update(leaf.min(sibling));
        hash.update(leaf.max(sibling));
        hash.finalize().into()
    };
    // The node's mark is 1: not the leaf's, and not none.
    for (first, pays) in [(1, true), (0, false), (2, false)] {
        let setup = Setup::new();
        let wallet = setup.wallets(1).remove(0);
        let leaf = setup.binding(1).leaf(0, &wallet, 100);
        let root = pair(first, leaf);
        assert_eq!(root == node(leaf, sibling), pays);
        assert_eq!(claim_under(root, &setup, &wallet, vec![sibling]), pays);
    }
    let setup = Setup::new();
    let wallet = setup.wallets(1).remove(0);
    let leaf = setup.binding(1).leaf(0, &wallet, 100);
    let bare = Sha256::digest([leaf.min(sibling), leaf.max(sibling)].concat());
    assert!(!claim_under(bare.into(), &setup, &wallet, vec![sibling]));
}

#[test]
fn a_leaf_is_invalid_elsewhere() {
    for changed in ["network", "contract", "reference", "nothing"] {
        let setup = Setup::new();
        let wallet = setup.wallets(1).remove(0);
        let stranger = Address::generate(setup.env());
        let mut binding = setup.binding(1);
        match changed {
            "network" => binding.network = [8; 32],
            "contract" => binding.contract = &stranger,
            "reference" => binding.reference = [2; 32],
            _ => {}
        }
        let root = binding.leaf(0, &wallet, 100);
        let paid = claim_under(root, &setup, &wallet, vec![]);
        assert_eq!(paid, changed == "nothing", "{changed}");
    }
}
