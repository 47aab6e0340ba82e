//! The first ledger.

use crate::state::State;

/// The network's Soroban limits and fees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// Mainnet's of August 2026.
    #[default]
    Mainnet,
    /// What stellar-quickstart offers for local networks without limits.
    Unlimited,
}

#[derive(Clone, Debug)]
pub struct Genesis {
    pub passphrase: String,
    pub limits: Limits,
    /// Unix seconds.
    pub close_time: u64,
}

/// Ed25519 seed of the root account, which holds all lumens at genesis: SHA-256 of the passphrase, as in stellar-core.
pub fn root_account(passphrase: &str) -> [u8; 32] {
    let _ = passphrase;
    todo!()
}

impl State {
    /// Ledger 1: the root account and the settings.
    pub fn genesis(genesis: &Genesis) -> State {
        let _ = genesis;
        todo!()
    }
}
