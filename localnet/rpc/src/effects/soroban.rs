//! Effects of contract calls, and the entries that an operation lets live longer.

use super::{kinds::*, operations::moved, unmuxed, Scene, Sink};
use crate::{
    executed::Change,
    format::to_base64,
    horizon::{amount, put_asset},
    movements::{self, Kind as Moved},
};
use serde_json::json;
use stellar_xdr::{LedgerEntryData, LedgerKey, LedgerKeyTtl, ScAddress};

pub(super) fn contract_call(scene: &Scene, sink: &mut Sink) {
    let executed = scene.executed;
    for movement in movements::of(executed.network_id, executed.events(scene.index)) {
        let mut side = |address: &ScAddress, account_kind, contract_kind| match address {
            ScAddress::Account(account) => {
                let account = unmuxed(account);
                moved(
                    sink,
                    &account,
                    account_kind,
                    &movement.asset,
                    movement.amount,
                );
            }
            contract => sink(&scene.source, contract_kind, &|details| {
                put_asset(details, &movement.asset);
                details.insert("contract".into(), json!(contract.to_string()));
                details.insert("amount".into(), json!(amount(movement.amount)));
            }),
        };
        if let Some(from) = movement
            .from
            .as_ref()
            .filter(|_| movement.kind != Moved::Mint)
        {
            side(from, ACCOUNT_DEBITED, CONTRACT_DEBITED);
        }
        if let Some(to) = &movement.to {
            side(to, ACCOUNT_CREDITED, CONTRACT_CREDITED);
        }
    }
}

/// Keys of the times to live that changed.
pub(super) fn ttl_keys(changes: &[Change]) -> Vec<String> {
    let entries = changes.iter().filter_map(|change| change.after);
    entries
        .filter_map(|entry| match &entry.data {
            LedgerEntryData::Ttl(ttl) => Some(LedgerKey::Ttl(LedgerKeyTtl {
                key_hash: ttl.key_hash.clone(),
            })),
            _ => None,
        })
        .filter_map(|key| to_base64(&key).ok())
        .collect()
}
