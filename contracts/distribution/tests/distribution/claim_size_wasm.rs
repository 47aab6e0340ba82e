//! The largest claim, on the built wasm: the deepest proof that the contract takes, of the last leaf that an index can
//! name, into an entry that is full but for it. Run with `--nocapture` to see the figures.

use merit_common::roles::MANAGER;
use merit_distribution::DistributionError;
use merit_testing::{
    distribution::{error, tree::node, Claim, Hash, Setup},
    Line, World, DAY, MERCHANT, START,
};
use soroban_env_host::{InvocationResourceLimits, InvocationResources};
use soroban_sdk::{
    testutils::cost_estimate::NetworkInvocationResourceLimits as _, Address, Bytes, Symbol,
};

/// Most hashes of a proof: what a tree over all `u32` indexes needs.
const PROOF: usize = 32;
/// Most leaves of a drop.
const LEAVES: u32 = u32::MAX;
/// Claims that a ledger of mainnet holds at least, whatever their proofs.
const CLAIMS_PER_LEDGER: i64 = 50;

/// Mainnet's limits for a ledger's transactions: instructions, entries written, bytes written, bytes sent.
const LEDGER: [i64; 4] = [580_000_000, 1_000, 286_720, 266_240];
/// Bytes of a transaction besides its arguments: footprint, fee, signatures.
const OVERHEAD: i64 = 4_000;

struct Bench {
    setup: Setup,
    wallet: Address,
    references: u8,
}

impl Bench {
    fn new() -> Self {
        let world = World::wasm("MERITREWARDS");
        let wallet = world.asset.holder(Line::default());
        world.deposit(MERCHANT, 1_000_000);
        Bench {
            setup: Setup { world },
            wallet,
            references: 0,
        }
    }

    /// A claim with a proof of so many hashes, and its drop, which has as many leaves as there can be.
    fn claim_of(&mut self, index: u32, hashes: usize) -> Claim {
        self.references += 1;
        let setup = &self.setup;
        let proof: Vec<Hash> = (0..hashes).map(|height| [height as u8; 32]).collect();
        let leaf = setup
            .binding(self.references)
            .leaf(index, &self.wallet, 100);
        let root = proof
            .iter()
            .fold(leaf, |hash, sibling| node(hash, *sibling));
        let manager = setup.world.holder(MANAGER);
        let args = (
            manager,
            setup.hash([self.references; 32]),
            MERCHANT,
            setup.hash(root),
            1_000i128,
            LEAVES,
            START,
            START + DAY,
        );
        let contract = &setup.world.distribution;
        let drop = setup.world.call(manager, contract, "create_drop", args);
        Claim {
            drop: drop.unwrap(),
            index,
            wallet: self.wallet.clone(),
            amount: 100,
            proof,
        }
    }

    /// Marks every other leaf of the claim's entry as claimed.
    fn fill_entry(&self, claim: &Claim) {
        let world = &self.setup.world;
        let mut bits = [0xFF; 256];
        let at = claim.index % 2_048;
        bits[at as usize / 8] ^= 1 << (at % 8);
        // As `storage.rs` has it.
        let key = (
            Symbol::new(&world.env, "Claims"),
            claim.drop,
            claim.index / 2_048,
        );
        world.env.as_contract(&world.distribution, || {
            let bits = Bytes::from_array(&world.env, &bits);
            world.env.storage().persistent().set(&key, &bits);
        });
    }

    fn measure(&self, claim: &Claim) -> InvocationResources {
        assert_eq!(self.setup.claim(claim), Ok(()));
        self.setup.env().cost_estimate().resources()
    }
}

#[test]
fn the_largest_claim_fits() {
    let mut bench = Bench::new();
    let first = bench.claim_of(0, 0);
    bench.measure(&first);
    let shallow = bench.claim_of(LEAVES - 1, 0);
    bench.fill_entry(&shallow);
    let shallow = bench.measure(&shallow);
    let deep = bench.claim_of(LEAVES - 1, PROOF);
    bench.fill_entry(&deep);
    let deepest = bench.measure(&deep);
    let drop = bench.setup.world.distribution().drop(&deep.drop);
    assert_eq!((drop.paid, drop.leaves), (100, LEAVES));

    let limit = InvocationResourceLimits::mainnet();
    let sent = OVERHEAD + 40 * PROOF as i64;
    let (written, bytes) = (
        i64::from(deepest.write_entries),
        i64::from(deepest.write_bytes),
    );
    println!(
        "a claim: {} to {} instructions, {written} writes, {bytes} B written",
        shallow.instructions, deepest.instructions
    );
    assert!(deepest.instructions <= limit.instructions);
    assert!(deepest.write_entries <= limit.write_entries);
    assert!(deepest.contract_events_size_bytes <= limit.contract_events_size_bytes);
    let uses = [deepest.instructions, written, bytes, sent];
    for (of_ledger, used) in LEDGER.into_iter().zip(uses) {
        println!("a ledger: room for {} by {of_ledger}", of_ledger / used);
        assert!(of_ledger / used >= CLAIMS_PER_LEDGER);
    }
}

#[test]
fn a_deeper_proof_is_refused() {
    let mut bench = Bench::new();
    let claim = bench.claim_of(LEAVES - 1, PROOF + 1);
    let refused = error(DistributionError::ProofTooLong);
    assert_eq!(bench.setup.claim(&claim), refused);
    let claim = bench.claim_of(LEAVES, PROOF);
    let refused = error(DistributionError::IndexOutOfRange);
    assert_eq!(bench.setup.claim(&claim), refused);
}
