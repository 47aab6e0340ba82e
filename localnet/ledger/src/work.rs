//! The ledger being closed: entries that change in nested steps, with the changes of each step.

use crate::state::{ttl_key, Entries, StoredEntry};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use stellar_xdr::{
    AccountEntry, AccountId, LedgerEntry, LedgerEntryChange, LedgerEntryData, LedgerHeader,
    LedgerKey, LedgerKeyAccount,
};

/// A recorded change of a step. An entry and its TTL are recorded apart, as the network keeps them apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Touch {
    Entry(LedgerKey),
    /// TTL of the data or code under this key.
    Ttl(LedgerKey),
}

/// Order of the first touch, which is the order of the changes in meta.
#[derive(Clone, Default)]
struct Touched {
    order: Vec<Touch>,
    known: BTreeSet<Touch>,
}

impl Touched {
    fn add(&mut self, touch: Touch) {
        if self.known.insert(touch.clone()) {
            self.order.push(touch);
        }
    }
}

/// The state at the start of a step.
pub(crate) struct Mark {
    entries: Entries,
    header: LedgerHeader,
    touched: Touched,
    sponsorships: BTreeMap<AccountId, AccountId>,
}

pub(crate) struct Work {
    pub header: LedgerHeader,
    entries: Entries,
    touched: Touched,
    /// Every key written since the ledger began, rolled back or not.
    written: BTreeSet<LedgerKey>,
    /// TTL raises of read-only entries: the transactions of one stage do not see each other's, as they run in parallel
    /// on the network.
    deferred_ttl: BTreeMap<LedgerKey, u32>,
    /// Sponsor of what an account creates until the sponsorship ends, by the account. Empty between transactions.
    sponsorships: BTreeMap<AccountId, AccountId>,
    /// Highest sequence number that this ledger's transactions give each of their sources.
    last_sequences: BTreeMap<AccountId, i64>,
}

impl Work {
    pub fn new(header: LedgerHeader, entries: Entries) -> Work {
        Work {
            header,
            entries,
            touched: Touched::default(),
            written: BTreeSet::new(),
            deferred_ttl: BTreeMap::new(),
            sponsorships: BTreeMap::new(),
            last_sequences: BTreeMap::new(),
        }
    }

    pub fn sequence(&self) -> u32 {
        self.header.ledger_seq
    }

    pub fn begin(&mut self) -> Mark {
        Mark {
            entries: self.entries.clone(),
            header: self.header.clone(),
            touched: std::mem::take(&mut self.touched),
            sponsorships: self.sponsorships.clone(),
        }
    }

    pub fn commit(&mut self, mark: Mark) {
        let inner = std::mem::replace(&mut self.touched, mark.touched);
        for touch in inner.order {
            self.touched.add(touch);
        }
    }

    pub fn rollback(&mut self, mark: Mark) {
        self.entries = mark.entries;
        self.header = mark.header;
        self.touched = mark.touched;
        self.sponsorships = mark.sponsorships;
    }

    /// The sponsor that pays the reserve of entries that `account` creates from here on, if it has one.
    pub fn sponsor_of(&self, account: &AccountId) -> Option<&AccountId> {
        self.sponsorships.get(account)
    }

    /// True if `account` has begun to sponsor another account's entries, and that account hasn't ended it.
    pub fn is_sponsoring(&self, account: &AccountId) -> bool {
        self.sponsorships.values().any(|sponsor| sponsor == account)
    }

    pub fn begin_sponsorship(&mut self, sponsor: AccountId, sponsored: AccountId) {
        self.sponsorships.insert(sponsored, sponsor);
    }

    /// False if nobody sponsors `account`.
    #[must_use]
    pub fn end_sponsorship(&mut self, account: &AccountId) -> bool {
        self.sponsorships.remove(account).is_some()
    }

    pub fn has_open_sponsorship(&self) -> bool {
        !self.sponsorships.is_empty()
    }

    /// Notes the sequence numbers of the ledger's transactions, before any of them runs.
    pub fn expect_sequences(&mut self, sequences: impl Iterator<Item = (AccountId, i64)>) {
        for (source, sequence) in sequences {
            let last = self.last_sequences.entry(source).or_insert(sequence);
            *last = (*last).max(sequence);
        }
    }

    /// Highest sequence number that a transaction of this ledger gives `account`, whether it has run or not.
    pub fn last_sequence(&self, account: &AccountId) -> Option<i64> {
        self.last_sequences.get(account).copied()
    }

    /// Changes since `mark`: an entry that was loaded for writing counts, changed or not, as in stellar-core.
    pub fn changes(&self, mark: &Mark) -> Vec<LedgerEntryChange> {
        let mut changes = Vec::new();
        for touch in &self.touched.order {
            let (key, before, after) = match touch {
                Touch::Entry(key) => (
                    key.clone(),
                    mark.entries.get(key).map(|stored| stored.entry.clone()),
                    self.entries.get(key).map(|stored| stored.entry.clone()),
                ),
                Touch::Ttl(key) => (
                    ttl_key(key),
                    mark.entries.get(key).and_then(|s| s.ttl_entry()),
                    self.entries.get(key).and_then(|s| s.ttl_entry()),
                ),
            };
            match (before, after) {
                (None, None) => {}
                (None, Some(after)) => changes.push(LedgerEntryChange::Created(after)),
                (Some(before), Some(after)) => {
                    changes.push(LedgerEntryChange::State(before));
                    changes.push(LedgerEntryChange::Updated(after));
                }
                (Some(before), None) => {
                    changes.push(LedgerEntryChange::State(before));
                    changes.push(LedgerEntryChange::Removed(key));
                }
            }
        }
        changes
    }

    pub fn get(&self, key: &LedgerKey) -> Option<&StoredEntry> {
        self.entries.get(key).map(Arc::as_ref)
    }

    /// Writes `entry`, which keeps the TTL it had.
    pub fn put(&mut self, mut entry: LedgerEntry) {
        entry.last_modified_ledger_seq = self.sequence();
        let key = entry.to_key();
        let (live_until, ttl_modified) = self
            .get(&key)
            .map_or((None, 0), |stored| (stored.live_until, stored.ttl_modified));
        self.store(key, entry, live_until, ttl_modified);
    }

    fn store(
        &mut self,
        key: LedgerKey,
        entry: LedgerEntry,
        live_until: Option<u32>,
        ttl_modified: u32,
    ) {
        self.touched.add(Touch::Entry(key.clone()));
        self.written.insert(key.clone());
        let stored = StoredEntry {
            entry,
            live_until,
            ttl_modified,
        };
        self.entries.insert_mut(key, Arc::new(stored));
    }

    pub fn set_live_until(&mut self, key: &LedgerKey, live_until: u32) {
        let Some(stored) = self.get(key) else { return };
        let mut stored = stored.clone();
        stored.live_until = Some(live_until);
        stored.ttl_modified = self.sequence();
        self.touched.add(Touch::Ttl(key.clone()));
        self.written.insert(key.clone());
        self.entries.insert_mut(key.clone(), Arc::new(stored));
    }

    /// Removes the entry and its TTL.
    pub fn remove(&mut self, key: &LedgerKey) {
        let Some(stored) = self.get(key) else { return };
        if stored.live_until.is_some() {
            self.touched.add(Touch::Ttl(key.clone()));
        }
        self.touched.add(Touch::Entry(key.clone()));
        self.written.insert(key.clone());
        self.entries.remove_mut(key);
    }

    pub fn account(&self, id: &AccountId) -> Option<&AccountEntry> {
        match &self.get(&account_key(id))?.entry.data {
            LedgerEntryData::Account(account) => Some(account),
            _ => None,
        }
    }

    /// Loads an account for writing and stores what `change` makes of it. `None`: there is no such account.
    pub fn update_account<T>(
        &mut self,
        id: &AccountId,
        change: impl FnOnce(&mut AccountEntry, &LedgerHeader) -> T,
    ) -> Option<T> {
        let mut entry = self.get(&account_key(id))?.entry.clone();
        let LedgerEntryData::Account(account) = &mut entry.data else {
            return None;
        };
        let result = change(account, &self.header);
        self.put(entry);
        Some(result)
    }

    /// Loads an account for writing without changing it: meta shows that too.
    pub fn touch_account(&mut self, id: &AccountId) {
        self.update_account(id, |_, _| ());
    }

    /// Takes TTL raises of read-only `keys` back out of sight until [`Work::flush_ttl`], keeping them in meta.
    pub fn defer_ttl(&mut self, mark: &Mark, keys: &[LedgerKey]) {
        for key in keys {
            let (Some(before), Some(after)) = (mark.entries.get(key), self.entries.get(key)) else {
                continue;
            };
            let (Some(old), Some(new)) = (before.live_until, after.live_until) else {
                continue;
            };
            if new <= old {
                continue;
            }
            let before = before.clone();
            let raised = self.deferred_ttl.entry(key.clone()).or_insert(new);
            *raised = (*raised).max(new);
            self.entries.insert_mut(key.clone(), before);
        }
    }

    /// Makes the deferred raises of `keys` visible, of all keys if `None`.
    pub fn flush_ttl(&mut self, keys: Option<&[LedgerKey]>) {
        let flushed: Vec<(LedgerKey, u32)> = match keys {
            None => std::mem::take(&mut self.deferred_ttl).into_iter().collect(),
            Some(keys) => keys
                .iter()
                .filter_map(|key| self.deferred_ttl.remove_entry(key))
                .collect(),
        };
        for (key, live_until) in flushed {
            let current = self.get(&key).and_then(|stored| stored.live_until);
            if current.is_some_and(|current| current < live_until) {
                self.set_live_until(&key, live_until);
            }
        }
    }

    /// The header, the entries and every key that may differ from where the ledger began.
    pub fn finish(self) -> (LedgerHeader, Entries, BTreeSet<LedgerKey>) {
        (self.header, self.entries, self.written)
    }
}

pub(crate) fn account_key(id: &AccountId) -> LedgerKey {
    LedgerKey::Account(LedgerKeyAccount {
        account_id: id.clone(),
    })
}
