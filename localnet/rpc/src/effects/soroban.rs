//! Effects of contract calls.

use super::{
    kinds::*,
    operations::{moved, signer},
    unmuxed, Scene, Sink,
};
use crate::{
    horizon::{amount, line_asset, put_asset},
    movements::{self, Kind as Moved},
};
use serde_json::json;
use stellar_xdr::{LedgerEntryData, MuxedAccount, MuxedAccountMed25519, ScAddress};

pub(super) fn contract_call(scene: &Scene, sink: &mut Sink) {
    let executed = scene.executed;
    for movement in movements::of(executed.network_id, executed.events(scene.index)) {
        let mut side = |address: &ScAddress, muxed_id, account_kind, contract_kind| match address {
            ScAddress::Account(account) => {
                let account = match (unmuxed(account), muxed_id) {
                    (MuxedAccount::Ed25519(ed25519), Some(id)) => {
                        MuxedAccount::MuxedEd25519(MuxedAccountMed25519 { id, ed25519 })
                    }
                    (account, _) => account,
                };
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
            side(from, None, ACCOUNT_DEBITED, CONTRACT_DEBITED);
        }
        if let Some(to) = &movement.to {
            side(
                to,
                movement.to_muxed_id,
                ACCOUNT_CREDITED,
                CONTRACT_CREDITED,
            );
        }
    }
    // Assets' contracts emit nothing for the trustlines and accounts that they create (CAP-73).
    let created = || {
        let new = scene
            .changes
            .iter()
            .filter(|change| change.before.is_none());
        new.filter_map(|change| Some(&change.after?.data))
    };
    for data in created() {
        if let LedgerEntryData::Trustline(line) = data {
            sink(&unmuxed(&line.account_id), TRUSTLINE_CREATED, &|details| {
                if let Some(asset) = line_asset(&line.asset) {
                    put_asset(details, &asset);
                }
                details.insert("limit".into(), json!(amount(line.limit)));
            });
        }
    }
    for data in created() {
        if let LedgerEntryData::Account(new) = data {
            let account = unmuxed(&new.account_id);
            sink(&account, ACCOUNT_CREATED, &|details| {
                details.insert("starting_balance".into(), json!(amount(new.balance)));
            });
            signer(
                sink,
                &account,
                SIGNER_CREATED,
                &new.account_id.to_string(),
                1,
            );
        }
    }
}
