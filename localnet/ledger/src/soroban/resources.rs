//! Declared resources: whether the network's limits allow them, and what they cost.

use super::{diagnostics::Diagnostics, is_persistent};
use crate::{
    asset,
    config::Settings,
    frame::Frame,
    host::{Host, ResourceFee, Resources},
    state::xdr_size,
};
use std::collections::BTreeSet;
use stellar_xdr::{
    Asset, LedgerFootprint, LedgerKey, LedgerKeyTrustLine, OperationBody, ScError, ScErrorCode,
    ScVal, SorobanTransactionData, SorobanTransactionDataExt, TrustLineAsset,
};

/// Fee of the declared resources plus `events_bytes` of events and return value.
pub(crate) fn fee(
    settings: &Settings,
    host: &dyn Host,
    frame: &Frame,
    events_bytes: u32,
) -> ResourceFee {
    let Some(data) = frame.soroban_data() else {
        return ResourceFee {
            non_refundable: 0,
            refundable: 0,
        };
    };
    let resources = Resources {
        events_bytes,
        ..declared(frame, data)
    };
    host.resource_fee(settings, &resources)
}

/// The transaction's declared resources, without events.
pub(crate) fn declared(frame: &Frame, data: &SorobanTransactionData) -> Resources {
    let resources = &data.resources;
    Resources {
        instructions: resources.instructions,
        disk_read_entries: disk_read_entries(frame, data),
        write_entries: count(resources.footprint.read_write.len()),
        disk_read_bytes: resources.disk_read_bytes,
        write_bytes: resources.write_bytes,
        events_bytes: 0,
        transaction_bytes: frame.size,
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Live Soroban state is in memory: only classic entries and restored ones are read from disk.
fn disk_read_entries(frame: &Frame, data: &SorobanTransactionData) -> u32 {
    let footprint = &data.resources.footprint;
    let restores = matches!(
        frame.tx.operations.first().map(|operation| &operation.body),
        Some(OperationBody::RestoreFootprint(_))
    );
    if restores {
        return count(footprint.read_write.len());
    }
    let classic = keys(footprint).filter(|key| !is_soroban(key)).count();
    count(classic + restored_indices(data).len())
}

/// Indices into the read-write footprint of entries to restore on the way.
pub(crate) fn restored_indices(data: &SorobanTransactionData) -> &[u32] {
    match &data.ext {
        SorobanTransactionDataExt::V0 => &[],
        SorobanTransactionDataExt::V1(ext) => &ext.archived_soroban_entries,
    }
}

pub(crate) fn is_soroban(key: &LedgerKey) -> bool {
    matches!(key, LedgerKey::ContractData(_) | LedgerKey::ContractCode(_))
}

/// True if the network takes these resources; if not, `diagnostics` says why.
pub(crate) fn check(settings: &Settings, frame: &Frame, diagnostics: &mut Diagnostics) -> bool {
    let Some(data) = frame.soroban_data() else {
        return false;
    };
    within_limits(settings, frame, data, diagnostics)
        && keys_valid(settings, &data.resources.footprint, diagnostics)
        && size_valid(settings, frame, diagnostics)
        && archived_entries_valid(data, diagnostics)
}

const INSTRUCTIONS: &str = "transaction instructions resources exceed network config limit";

fn within_limits(
    settings: &Settings,
    frame: &Frame,
    data: &SorobanTransactionData,
    diagnostics: &mut Diagnostics,
) -> bool {
    let declared = declared(frame, data);
    let footprint = &data.resources.footprint;
    let entries = (footprint.read_only.len() + footprint.read_write.len()) as u64;
    let limit = |value: u32| u64::from(value);
    let cost = &settings.ledger_cost;
    let limits: [(&str, u64, u64); 6] = [
        (
            INSTRUCTIONS,
            limit(declared.instructions),
            settings.compute.tx_max_instructions.max(0) as u64,
        ),
        (
            "transaction byte-read resources exceed network config limit",
            limit(declared.disk_read_bytes),
            limit(cost.tx_max_disk_read_bytes),
        ),
        (
            "transaction byte-write resources exceed network config limit",
            limit(declared.write_bytes),
            limit(cost.tx_max_write_bytes),
        ),
        (
            "the number of entries in transaction footprint exceeds the network config limit",
            entries,
            limit(settings.ledger_cost_ext.tx_max_footprint_entries),
        ),
        (
            "transaction entry-disk-read resources exceed network config limit",
            limit(declared.disk_read_entries),
            limit(cost.tx_max_disk_read_entries),
        ),
        (
            "transaction entry-write resources exceed network config limit",
            limit(declared.write_entries),
            limit(cost.tx_max_write_ledger_entries),
        ),
    ];
    for (message, needed, allowed) in limits {
        if needed > allowed {
            let numbers = [needed, allowed];
            match message {
                INSTRUCTIONS => diagnostics.limit_exceeded(message, &numbers),
                _ => diagnostics.storage_limit_exceeded(message, &numbers),
            }
            return false;
        }
    }
    true
}

fn size_valid(settings: &Settings, frame: &Frame, diagnostics: &mut Diagnostics) -> bool {
    let (size, limit) = (frame.size, settings.bandwidth.tx_max_size_bytes);
    if size > limit {
        diagnostics.limit_exceeded(
            "total transaction size exceeds network config limit",
            &[u64::from(size), u64::from(limit)],
        );
    }
    size <= limit
}

/// Rising indices of persistent entries in the read-write footprint.
fn archived_entries_valid(data: &SorobanTransactionData, diagnostics: &mut Diagnostics) -> bool {
    let read_write = &data.resources.footprint.read_write;
    let mut least = 0;
    restored_indices(data).iter().all(|&index| {
        let place = u64::from(index);
        let rising = diagnostics.require(
            place >= least,
            "archivedSorobanEntries must be sorted in ascending order",
            &[],
        );
        least = place + 1;
        let key = read_write.get(index as usize);
        rising
            && diagnostics.require(
                key.is_some(),
                "archivedSorobanEntries index is out of bounds",
                &[place, read_write.len() as u64],
            )
            && key.is_some_and(|key| {
                diagnostics.require(
                    is_persistent(key),
                    "archivedSorobanEntries index points to a non-persistent entry",
                    &[place, key.discriminant() as u64],
                )
            })
    })
}

fn keys_valid(
    settings: &Settings,
    footprint: &LedgerFootprint,
    diagnostics: &mut Diagnostics,
) -> bool {
    keys(footprint).all(|key| {
        let (size, limit) = (xdr_size(key), settings.max_data_key_size);
        if !key_valid(key, diagnostics) {
            return false;
        }
        if size > limit {
            diagnostics.storage_limit_exceeded(
                "transaction footprint key exceeds network config limit",
                &[u64::from(size), u64::from(limit)],
            );
        }
        size <= limit
    })
}

fn keys(footprint: &LedgerFootprint) -> impl Iterator<Item = &LedgerKey> {
    let (read_only, read_write) = (&footprint.read_only, &footprint.read_write);
    read_only.iter().chain(read_write.iter())
}

/// Checked behind the fees, as in stellar-core.
pub(crate) fn are_keys_unique(footprint: &LedgerFootprint, diagnostics: &mut Diagnostics) -> bool {
    let mut known = BTreeSet::new();
    diagnostics.require(
        keys(footprint).all(|key| known.insert(key)),
        "Found duplicate key in the Soroban footprint; every key across read-only and read-write footprints has to be unique.",
        &[],
    )
}

fn key_valid(key: &LedgerKey, diagnostics: &mut Diagnostics) -> bool {
    match key {
        LedgerKey::Account(_) | LedgerKey::ContractData(_) | LedgerKey::ContractCode(_) => true,
        LedgerKey::Trustline(line) => diagnostics.require(
            trustline_valid(line),
            "transaction footprint contains invalid trustline asset",
            &[],
        ),
        _ => {
            let error = ScError::Storage(ScErrorCode::UnexpectedType);
            let message = "transaction footprint contains unsupported ledger key type";
            diagnostics.error(error, message, vec![ScVal::U64(key.discriminant() as u64)]);
            false
        }
    }
}

fn trustline_valid(line: &LedgerKeyTrustLine) -> bool {
    let asset = match &line.asset {
        TrustLineAsset::CreditAlphanum4(asset) => Asset::CreditAlphanum4(asset.clone()),
        TrustLineAsset::CreditAlphanum12(asset) => Asset::CreditAlphanum12(asset.clone()),
        TrustLineAsset::PoolShare(_) => return true,
        TrustLineAsset::Native => return false,
    };
    asset::is_valid(&asset) && !asset::is_issuer(&line.account_id, &asset)
}
