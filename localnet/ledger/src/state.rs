//! The ledger's state: header, entries and what is derived from them.

use crate::{
    config::Settings,
    host::{self, Host},
    index::Index,
};
use rpds::HashTrieMapSync;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use stellar_xdr::{
    Hash, LedgerEntry, LedgerEntryData, LedgerEntryExt, LedgerHeader, LedgerKey, LedgerKeyTtl,
    Limits, TtlEntry, WriteXdr,
};

/// An entry with its time to live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    pub entry: LedgerEntry,
    /// Last ledger in which the entry is live. `Some` exactly for contract data and contract code.
    pub live_until: Option<u32>,
    /// Ledger in which `live_until` changed last; 0 for entries without TTL.
    pub ttl_modified: u32,
}

/// `live_until` of an archived entry whose TTL the network has dropped. Only replayed ledgers have such entries.
pub(crate) const EVICTED: u32 = 0;

impl StoredEntry {
    /// An entry that never expires: everything but contract data and code.
    pub fn classic(entry: LedgerEntry) -> Self {
        Self {
            entry,
            live_until: None,
            ttl_modified: 0,
        }
    }

    pub fn is_live(&self, sequence: u32) -> bool {
        self.live_until.is_none_or(|until| until >= sequence)
    }

    /// The TTL entry that the network keeps beside this one.
    pub fn ttl_entry(&self) -> Option<LedgerEntry> {
        let live_until_ledger_seq = self.live_until?;
        Some(LedgerEntry {
            last_modified_ledger_seq: self.ttl_modified,
            data: LedgerEntryData::Ttl(TtlEntry {
                key_hash: key_hash(&self.entry.to_key()),
                live_until_ledger_seq,
            }),
            ext: LedgerEntryExt::V0,
        })
    }
}

/// Persistent map: O(1) clone, `Send + Sync`. TTL entries are not in it: they follow from `live_until`.
pub type Entries = HashTrieMapSync<LedgerKey, Arc<StoredEntry>>;

/// One closed ledger. Cheap to clone, `Send + Sync`: the clone is the read view.
#[derive(Clone)]
pub struct State {
    pub header: LedgerHeader,
    pub header_hash: Hash,
    /// SHA-256 of the passphrase.
    pub network_id: Hash,
    pub entries: Entries,
    pub(crate) settings: Arc<Settings>,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) index: Index,
}

/// Reasons why a header and entries do not make a state.
#[derive(Debug)]
pub struct RestoreError(pub String);

impl std::fmt::Display for RestoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for RestoreError {}

impl State {
    /// The state that `header` and `entries` were persisted from.
    pub fn restore(
        header: LedgerHeader,
        entries: impl IntoIterator<Item = StoredEntry>,
        passphrase: &str,
    ) -> Result<State, RestoreError> {
        let network_id = network_id(passphrase);
        let mut map = Entries::new_sync();
        for stored in entries {
            map.insert_mut(stored.entry.to_key(), Arc::new(stored));
        }
        State::assemble(header, network_id, map)
    }

    pub(crate) fn assemble(
        header: LedgerHeader,
        network_id: Hash,
        entries: Entries,
    ) -> Result<State, RestoreError> {
        let settings = Arc::new(Settings::load(&entries)?);
        let host = host::for_protocol(header.ledger_version, &settings).map_err(RestoreError)?;
        let mut index = Index::new();
        for (key, stored) in entries.iter() {
            index.update(key, None, Some(stored), (&settings, host.as_ref()));
        }
        Ok(State {
            header_hash: sha256(&xdr(&header)),
            header,
            network_id,
            entries,
            settings,
            host,
            index,
        })
    }

    /// The entry as stored, expired or not (see [`StoredEntry::is_live`]).
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

pub(crate) fn network_id(passphrase: &str) -> Hash {
    sha256(passphrase.as_bytes())
}

pub(crate) fn sha256(bytes: &[u8]) -> Hash {
    Hash(Sha256::digest(bytes).into())
}

/// Values inside a ledger were decoded under limits, so encoding them can't fail.
pub(crate) fn xdr(value: &impl WriteXdr) -> Vec<u8> {
    value
        .to_xdr(Limits::none())
        .expect("a ledger value encodes")
}

pub(crate) fn xdr_size(value: &impl WriteXdr) -> u32 {
    u32::try_from(xdr(value).len()).unwrap_or(u32::MAX)
}

pub(crate) fn key_hash(key: &LedgerKey) -> Hash {
    sha256(&xdr(key))
}

pub(crate) fn ttl_key(key: &LedgerKey) -> LedgerKey {
    LedgerKey::Ttl(LedgerKeyTtl {
        key_hash: key_hash(key),
    })
}
