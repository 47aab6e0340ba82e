//! Merkle trees as a service builds them: plain Rust, from the description in `src/leaf.rs`, no code of the contract.

use sha2::{Digest, Sha256};
use soroban_sdk::{
    xdr::{Limits, ScAddress, ScVal, WriteXdr},
    Address,
};

pub type Hash = [u8; 32];

/// Values that a leaf is bound to besides its own content.
pub struct Binding<'a> {
    pub network: Hash,
    pub contract: &'a Address,
    pub reference: Hash,
}

impl Binding<'_> {
    pub fn leaf(&self, index: u32, wallet: &Address, amount: i128) -> Hash {
        let mut hash = Sha256::new();
        hash.update([0]);
        hash.update(self.network);
        hash.update(xdr(self.contract));
        hash.update(self.reference);
        hash.update(index.to_be_bytes());
        hash.update(xdr(wallet));
        hash.update(amount.to_be_bytes());
        hash.finalize().into()
    }
}

fn xdr(address: &Address) -> Vec<u8> {
    ScVal::Address(ScAddress::from(address))
        .to_xdr(Limits::none())
        .unwrap()
}

pub fn node(a: Hash, b: Hash) -> Hash {
    let mut hash = Sha256::new();
    hash.update([1]);
    hash.update(a.min(b));
    hash.update(a.max(b));
    hash.finalize().into()
}

/// Levels from the leaves to the root.
pub struct Tree(Vec<Vec<Hash>>);

impl Tree {
    /// Pairs each level from the left; an odd last node rises as it is.
    pub fn new(leaves: Vec<Hash>) -> Self {
        let mut levels = vec![leaves];
        while levels[levels.len() - 1].len() > 1 {
            let below = &levels[levels.len() - 1];
            let level = below.chunks(2).map(|pair| match pair {
                [a, b] => node(*a, *b),
                odd => odd[0],
            });
            levels.push(level.collect());
        }
        Tree(levels)
    }

    pub fn root(&self) -> Hash {
        self.0[self.0.len() - 1][0]
    }

    /// Siblings from the leaf upwards.
    pub fn proof(&self, index: usize) -> Vec<Hash> {
        let levels = self.0.iter().enumerate();
        levels
            .filter_map(|(height, level)| level.get((index >> height) ^ 1).copied())
            .collect()
    }
}
