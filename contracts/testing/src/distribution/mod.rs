//! Drops in the deployed system, with calls signed for exactly one invocation.

pub mod tree;

use merit_common::roles::{DISTRIBUTOR, MANAGER, PAUSER};
use merit_distribution::DistributionError;
use soroban_sdk::{testutils::Address as _, xdr::ScAddress, Address, BytesN, Env, Vec};

use crate::{Failure, Outcome, World, DAY, MERCHANT, START};

pub use tree::{Binding, Hash, Tree};

pub fn error<T>(error: DistributionError) -> Outcome<T> {
    Err(Failure::Contract(error as u32))
}

/// Terms of a new drop, besides its leaves.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Fills the 32 bytes of the reference.
    pub reference: u8,
    pub merchant: u64,
    /// Added to the sum of the leaves.
    pub surplus: i128,
    pub opens_at: u64,
    pub expires_at: u64,
}

impl Default for Terms {
    /// Opens at once, for 30 days, with as much money as its leaves add up to.
    fn default() -> Self {
        Terms {
            reference: 1,
            merchant: MERCHANT,
            surplus: 0,
            opens_at: START,
            expires_at: START + 30 * DAY,
        }
    }
}

/// A drop as its creator knows it.
pub struct Planned {
    pub terms: Terms,
    pub leaves: std::vec::Vec<(Address, i128)>,
    pub tree: Tree,
}

impl Planned {
    pub fn total(&self) -> i128 {
        let sum: i128 = self.leaves.iter().map(|leaf| leaf.1).sum();
        sum + self.terms.surplus
    }
}

/// A claim, as sent.
#[derive(Clone)]
pub struct Claim {
    pub drop: u64,
    pub index: u32,
    pub wallet: Address,
    pub amount: i128,
    pub proof: std::vec::Vec<Hash>,
}

pub struct Setup {
    pub world: World,
}

impl Setup {
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        Setup {
            world: World::new(),
        }
    }

    /// A drop opens so many seconds after its creation, at least.
    pub fn with_open_delay(seconds: u64) -> Self {
        Setup {
            world: World::with_open_delay(seconds),
        }
    }

    pub fn env(&self) -> &Env {
        &self.world.env
    }

    /// Contract wallets: they can sign in tests and need no trustline.
    pub fn wallets(&self, count: usize) -> std::vec::Vec<Address> {
        (0..count).map(|_| Address::generate(self.env())).collect()
    }

    pub fn binding(&self, reference: u8) -> Binding<'_> {
        Binding {
            network: self.env().ledger().network_id().to_array(),
            contract: &self.world.distribution,
            reference: [reference; 32],
        }
    }

    pub fn plan(&self, terms: &Terms, leaves: &[(Address, i128)]) -> Planned {
        let binding = self.binding(terms.reference);
        let hashes = (0..)
            .zip(leaves)
            .map(|(index, (wallet, amount))| binding.leaf(index, wallet, *amount));
        Planned {
            terms: terms.clone(),
            leaves: leaves.to_vec(),
            tree: Tree::new(hashes.collect()),
        }
    }

    pub fn create(&self, planned: &Planned) -> Outcome<u64> {
        let manager = self.world.holder(MANAGER);
        let terms = &planned.terms;
        let args = (
            manager,
            self.hash([terms.reference; 32]),
            terms.merchant,
            self.hash(planned.tree.root()),
            planned.total(),
            planned.leaves.len() as u32,
            terms.opens_at,
            terms.expires_at,
        );
        self.distribution(manager, "create_drop", args)
    }

    /// A funded drop.
    pub fn open(&self, terms: &Terms, leaves: &[(Address, i128)]) -> (u64, Planned) {
        let planned = self.plan(terms, leaves);
        self.world.deposit(terms.merchant, planned.total());
        (self.create(&planned).unwrap(), planned)
    }

    /// A drop of 100, 101, ... to as many wallets.
    pub fn open_for(&self, count: usize) -> (u64, Planned) {
        let leaves: std::vec::Vec<_> = self.wallets(count).into_iter().zip(100..).collect();
        self.open(&Terms::default(), &leaves)
    }

    /// The right claim of a leaf.
    pub fn leaf(&self, drop: u64, planned: &Planned, index: usize) -> Claim {
        let (wallet, amount) = planned.leaves[index].clone();
        Claim {
            drop,
            index: index as u32,
            wallet,
            amount,
            proof: planned.tree.proof(index),
        }
    }

    /// Claims with the wallet's signature: an account is the operation's source.
    pub fn claim(&self, claim: &Claim) -> Outcome<()> {
        let wallet = &claim.wallet;
        let args = (
            wallet,
            claim.drop,
            claim.index,
            claim.amount,
            self.hashes(&claim.proof),
        );
        if matches!(ScAddress::from(wallet), ScAddress::Account(_)) {
            let contract = &self.world.distribution;
            return self.world.call_as_source(wallet, contract, "claim", args);
        }
        self.distribution(wallet, "claim", args)
    }

    /// Claims with the distributor's signature.
    pub fn claim_for(&self, claim: &Claim) -> Outcome<()> {
        let distributor = self.world.holder(DISTRIBUTOR);
        let args = (
            distributor,
            &claim.wallet,
            claim.drop,
            claim.index,
            claim.amount,
            self.hashes(&claim.proof),
        );
        self.distribution(distributor, "claim_for", args)
    }

    pub fn cancel(&self, drop: u64) -> Outcome<i128> {
        let manager = self.world.holder(MANAGER);
        self.distribution(manager, "cancel_drop", (manager, drop))
    }

    /// The guardian cancels the drop.
    pub fn end(&self, drop: u64) -> Outcome<i128> {
        let guardian = self.world.holder(PAUSER);
        self.distribution(guardian, "cancel_drop", (guardian, drop))
    }

    pub fn open_early(&self, owner: &Address, drop: u64) -> Outcome<()> {
        self.distribution(owner, "open_drop", (owner, drop))
    }

    pub fn sweep(&self, drop: u64) -> Outcome<i128> {
        let contract = &self.world.distribution;
        self.world.call_unsigned(contract, "sweep", (drop,))
    }

    fn distribution<T>(
        &self,
        signer: &Address,
        function: &str,
        args: impl soroban_sdk::IntoVal<Env, Vec<soroban_sdk::Val>>,
    ) -> Outcome<T>
    where
        T: soroban_sdk::TryFromVal<Env, soroban_sdk::Val>,
    {
        let contract = &self.world.distribution;
        self.world.call(signer, contract, function, args)
    }

    pub fn hash(&self, hash: Hash) -> BytesN<32> {
        BytesN::from_array(self.env(), &hash)
    }

    pub fn hashes(&self, hashes: &[Hash]) -> Vec<BytesN<32>> {
        Vec::from_iter(self.env(), hashes.iter().map(|hash| self.hash(*hash)))
    }

    pub fn reserved(&self, drop: u64) -> i128 {
        let world = &self.world;
        world.pool().reserved(&world.distribution, &drop)
    }

    pub fn now(&self) -> u64 {
        self.env().ledger().timestamp()
    }
}
