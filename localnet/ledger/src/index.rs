//! Indexes that save a walk over all entries: expiring temporary ones, code, total size.

use crate::{
    config::Settings,
    host::Host,
    soroban::durability,
    state::{StoredEntry, EVICTED},
};
use rpds::RedBlackTreeSetSync;
use stellar_xdr::{ContractDataDurability, LedgerKey};

#[derive(Clone)]
pub(crate) struct Index {
    /// Temporary entries by the last ledger they live in.
    temporary: RedBlackTreeSetSync<(u32, LedgerKey)>,
    code: RedBlackTreeSetSync<LedgerKey>,
    /// Bytes of contract data and code, as rent counts them.
    pub soroban_size: u64,
}

impl Index {
    pub fn new() -> Self {
        Self {
            temporary: RedBlackTreeSetSync::new_sync(),
            code: RedBlackTreeSetSync::new_sync(),
            soroban_size: 0,
        }
    }

    /// Follows the entry under `key` from `before` to `after`.
    pub fn update(
        &mut self,
        key: &LedgerKey,
        before: Option<&StoredEntry>,
        after: Option<&StoredEntry>,
        (settings, host): (&Settings, &dyn Host),
    ) {
        let Some(durability) = durability(key) else {
            return;
        };
        let size = |stored: Option<&StoredEntry>| {
            let in_state = stored.filter(|stored| stored.live_until != Some(EVICTED));
            in_state.map_or(0, |s| u64::from(host.rent_size(settings, &s.entry)))
        };
        self.soroban_size = (self.soroban_size + size(after)).saturating_sub(size(before));
        if matches!(key, LedgerKey::ContractCode(_)) {
            match after {
                Some(_) => self.code.insert_mut(key.clone()),
                None => {
                    self.code.remove_mut(key);
                }
            }
        }
        if durability == ContractDataDurability::Temporary {
            if let Some(until) = before.and_then(|stored| stored.live_until) {
                self.temporary.remove_mut(&(until, key.clone()));
            }
            if let Some(until) = after.and_then(|stored| stored.live_until) {
                self.temporary.insert_mut((until, key.clone()));
            }
        }
    }

    pub fn code(&self) -> impl Iterator<Item = &LedgerKey> {
        self.code.iter()
    }

    /// Temporary entries whose last ledger is before `sequence`, the oldest first.
    pub fn expired(&self, sequence: u32) -> impl Iterator<Item = &LedgerKey> {
        self.temporary
            .iter()
            .take_while(move |(until, _)| *until < sequence)
            .map(|(_, key)| key)
    }
}
