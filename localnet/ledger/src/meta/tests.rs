//! The time to live in meta, of an entry that came back from the archive.

use super::*;
use crate::state::ttl_key;
use stellar_xdr::{
    ContractCodeEntry, ContractCodeEntryExt, LedgerEntry, LedgerEntryData, LedgerEntryExt,
};

fn code(live_until: u32) -> StoredEntry {
    let data = LedgerEntryData::ContractCode(ContractCodeEntry {
        ext: ContractCodeEntryExt::V0,
        hash: Hash([1; 32]),
        code: Default::default(),
    });
    StoredEntry {
        entry: LedgerEntry {
            last_modified_ledger_seq: 1,
            data,
            ext: LedgerEntryExt::V0,
        },
        live_until: Some(live_until),
        ttl_modified: 1,
    }
}

/// Restored until ledger 100: left so, extended in the same call, or deleted in it.
#[test]
fn a_lifetime_that_grows_beyond_the_restored_one_is_a_change_of_its_own() {
    let was = code(10);
    let key = was.entry.to_key();
    let changes = |now: Option<StoredEntry>| restored_ttl(&key, &was, now.as_ref(), 100);
    let ttl = |until| code(until).ttl_entry().expect("code has a lifetime");
    let restored = |until| LedgerEntryChange::Restored(ttl(until));
    assert_eq!(changes(Some(code(100))), [restored(100)]);
    let extended = LedgerEntryChange::Updated(ttl(200));
    assert_eq!(changes(Some(code(200))), [restored(10), extended]);
    let removed = LedgerEntryChange::Removed(ttl_key(&key));
    assert_eq!(changes(None), [restored(10), removed]);
}
