//! Transactions that the queue does not take for a while.

use std::collections::HashMap;
use stellar_xdr::Hash;

/// Ledgers that a ban lasts: `TRANSACTION_QUEUE_BAN_LEDGERS` in stellar-core.
const LEDGERS: u32 = 10;

/// Hashes of transactions, with the ledger that lifts their ban.
#[derive(Clone, Default)]
pub struct Bans(HashMap<Hash, u32>);

impl Bans {
    /// Bans a transaction from `ledger` on.
    pub fn add(&mut self, hash: Hash, ledger: u32) {
        self.0.insert(hash, ledger + LEDGERS);
    }

    pub fn hold(&self, hash: &Hash, ledger: u32) -> bool {
        self.0.get(hash).is_some_and(|lifted| ledger < *lifted)
    }

    pub fn forget_lifted(&mut self, ledger: u32) {
        self.0.retain(|_, lifted| ledger < *lifted);
    }
}
