//! Leaves and nodes of a drop's Merkle tree, all SHA-256:
//!
//! ```text
//! leaf = sha256(0x00 | network | contract | reference | index | wallet | amount)
//! node = sha256(0x01 | smaller child | larger child)
//! ```
//!
//! - `network`: 32 B, the network id, which is the SHA-256 of its passphrase
//! - `contract`: 40 B, this contract's address as the XDR of an `ScVal`
//! - `reference`: 32 B, the drop's; unlike its id, it is known before the drop exists
//! - `index`: 4 B, big-endian, from 0
//! - `wallet`: the address as the XDR of an `ScVal`, 44 B for an account (G...), 40 B for a contract (C...)
//! - `amount`: 16 B, big-endian two's complement, stroops
//!
//! So a leaf is worth nothing on another network, contract, drop or index. The first byte keeps leaves and nodes
//! apart: no inner node can be passed off as a leaf. Children are ordered as bytes, so a proof is the list of
//! siblings from the leaf upwards and needs no sides. Any shape of tree will do; the usual one pairs each level
//! from the left and lets an odd last node rise as it is. A single leaf is its own root and has an empty proof.

use soroban_sdk::{xdr::ToXdr, Address, Bytes, BytesN, Env, Vec};
use stellar_contract_utils::crypto::{hasher::Hasher, merkle::Verifier, sha256::Sha256};

const LEAF: u8 = 0;
const NODE: u8 = 1;

/// The claim of one wallet.
pub struct Leaf {
    pub index: u32,
    pub wallet: Address,
    /// Stroops.
    pub amount: i128,
}

impl Leaf {
    pub fn hash(&self, env: &Env, reference: &BytesN<32>) -> BytesN<32> {
        let mut bytes = Bytes::from_array(env, &[LEAF]);
        bytes.append(env.ledger().network_id().as_ref());
        bytes.append(&env.current_contract_address().to_xdr(env));
        bytes.append(reference.as_ref());
        bytes.extend_from_array(&self.index.to_be_bytes());
        bytes.append(&self.wallet.clone().to_xdr(env));
        bytes.extend_from_array(&self.amount.to_be_bytes());
        env.crypto().sha256(&bytes).to_bytes()
    }
}

/// True if the siblings lead from the leaf's hash to the root.
pub fn verify(env: &Env, root: BytesN<32>, leaf: BytesN<32>, proof: Vec<BytesN<32>>) -> bool {
    Verifier::<Node>::verify(env, proof, root, leaf)
}

/// SHA-256 that starts with the mark of an inner node.
struct Node(Sha256);

impl Hasher for Node {
    type Output = BytesN<32>;

    fn new(env: &Env) -> Self {
        let mut hasher = Sha256::new(env);
        hasher.update(Bytes::from_array(env, &[NODE]));
        Node(hasher)
    }

    fn update(&mut self, input: Bytes) {
        self.0.update(input);
    }

    fn finalize(self) -> BytesN<32> {
        self.0.finalize()
    }
}
