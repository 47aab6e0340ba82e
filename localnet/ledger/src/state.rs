//! The ledger's state: header, entries, parsed settings.

use rpds::HashTrieMapSync;
use std::sync::Arc;
use stellar_xdr::{Hash, LedgerEntry, LedgerHeader, LedgerKey};

/// An entry with its time to live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    pub entry: LedgerEntry,
    /// Last ledger in which the entry is live. `Some` exactly for contract data and contract code.
    pub live_until: Option<u32>,
}

/// Persistent map: O(1) clone, `Send + Sync`. TTL entries are not in it: they follow from `live_until`.
pub type Entries = HashTrieMapSync<LedgerKey, Arc<StoredEntry>>;

/// One closed ledger. Cheap to clone, `Send + Sync`.
#[derive(Clone)]
pub struct State {
    pub header: LedgerHeader,
    pub header_hash: Hash,
    pub network_id: Hash,
    pub entries: Entries,
}

/// Why entries do not make a state.
#[derive(Debug)]
pub struct RestoreError(pub String);

impl std::fmt::Display for RestoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for RestoreError {}

impl State {
    /// The state that `entries` and `header` were persisted from.
    pub fn restore(
        header: LedgerHeader,
        entries: impl IntoIterator<Item = StoredEntry>,
        passphrase: &str,
    ) -> Result<State, RestoreError> {
        let _ = (header, entries.into_iter(), passphrase);
        todo!()
    }

    /// The entry as stored, expired or not (see `StoredEntry::live_until`).
    pub fn get(&self, key: &LedgerKey) -> Option<&StoredEntry> {
        self.entries.get(key).map(Arc::as_ref)
    }

    pub fn sequence(&self) -> u32 {
        self.header.ledger_seq
    }

    /// Unix seconds.
    pub fn close_time(&self) -> u64 {
        self.header.scp_value.close_time.0
    }
}
