//! Effects of operations, as Horizon derives them: from the operation, its result and events, and from the changes in its
//! meta. An operation of a failed transaction has none.

mod kinds;
mod operations;
mod soroban;
mod sponsorship;
#[cfg(test)]
mod tests;

pub use kinds::Kind;
pub use operations::allowed_asset;
pub use sponsorship::{sponsor, sponsor_of_created};

use crate::{
    envelope::account_id,
    executed::{Change, Executed},
    horizon::Fields,
    participants::{key, AccountKey},
};
use stellar_xdr::{AccountId, LedgerEntry, MuxedAccount, PublicKey};

pub struct Effect {
    pub account: MuxedAccount,
    pub kind: Kind,
    /// Fields that this kind has beside those of all.
    pub details: Fields,
}

/// Effects of operation `index`, in their order.
pub fn of(executed: &Executed, index: usize) -> Vec<Effect> {
    let mut all = Vec::new();
    derive(executed, index, &mut |account, kind, details| {
        let mut fields = Fields::new();
        details(&mut fields);
        all.push(Effect {
            account: account.clone(),
            kind,
            details: fields,
        });
    });
    all
}

/// The accounts of these effects.
pub fn accounts(executed: &Executed, index: usize) -> Vec<AccountKey> {
    let mut all = Vec::new();
    derive(executed, index, &mut |account, _, _| {
        all.push(key(&account_id(account)));
    });
    all
}

/// Takes an effect. The closure writes its details, for those who want them: an index needs only the account.
type Sink<'a> = dyn FnMut(&MuxedAccount, Kind, &dyn Fn(&mut Fields)) + 'a;

/// One operation, with all that its effects are derived from.
struct Scene<'a> {
    executed: &'a Executed<'a>,
    index: usize,
    source: MuxedAccount,
    changes: Vec<Change<'a>>,
}

fn derive(executed: &Executed, index: usize, sink: &mut Sink) {
    if !executed.success {
        return;
    }
    let mut scene = Scene {
        executed,
        index,
        source: executed.source(index),
        changes: executed.changes(index),
    };
    // Horizon's order, whatever that of the meta is.
    scene.changes.sort_by_cached_key(|change| {
        let entry = change.after.or(change.before);
        entry.map(LedgerEntry::to_key)
    });
    operations::derive(&scene, sink);
    sponsorship::derive(&scene, sink);
}

fn unmuxed(account: &AccountId) -> MuxedAccount {
    let PublicKey::PublicKeyTypeEd25519(key) = &account.0;
    MuxedAccount::Ed25519(key.clone())
}
