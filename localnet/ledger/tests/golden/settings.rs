//! The settings stellar-core's tests begin with, and how recorded ledgers change them.

use localnet_ledger::xdr::{
    ConfigSettingEntry, ConfigUpgradeSet, LedgerCloseMetaV2, LedgerEntry, LedgerEntryChange,
    LedgerEntryData,
};

/// Limits at the start differ from mainnet's; the first upgrade of a stream shows what it replaced.
pub fn initial<'a>(streams: impl Iterator<Item = &'a [LedgerCloseMetaV2]>) -> ConfigUpgradeSet {
    let mainnet = include_str!("../../settings/mainnet-2026-08.json");
    let mut settings: ConfigUpgradeSet = serde_json::from_str(mainnet).expect("tested");
    let mut updated = settings.updated_entry.to_vec();
    for ledgers in streams {
        let first = ledgers
            .iter()
            .find(|meta| !meta.upgrades_processing.is_empty());
        let Some(first) = first else { continue };
        let replaced: Vec<ConfigSettingEntry> = first
            .upgrades_processing
            .iter()
            .flat_map(|upgrade| upgrade.changes.0.iter())
            .filter_map(|change| match change {
                LedgerEntryChange::State(entry) => setting(entry),
                _ => None,
            })
            .collect();
        if replaced.len() < 10 {
            continue;
        }
        for old in replaced {
            let place = updated
                .iter_mut()
                .find(|setting| setting.discriminant() == old.discriminant());
            if let Some(place) = place {
                *place = old;
            }
        }
        break;
    }
    settings.updated_entry = updated.try_into().expect("as many as before");
    settings
}

fn setting(entry: &LedgerEntry) -> Option<ConfigSettingEntry> {
    match &entry.data {
        LedgerEntryData::ConfigSetting(setting) => Some(setting.clone()),
        _ => None,
    }
}

/// Entries that the upgrades of a ledger wrote.
pub fn upgraded(meta: &LedgerCloseMetaV2) -> Vec<LedgerEntry> {
    let changes = meta
        .upgrades_processing
        .iter()
        .flat_map(|upgrade| upgrade.changes.0.iter());
    changes
        .filter_map(|change| match change {
            LedgerEntryChange::Updated(entry) | LedgerEntryChange::Created(entry) => {
                Some(entry.clone())
            }
            _ => None,
        })
        .collect()
}
