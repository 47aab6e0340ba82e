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
    Asset, LedgerKey, LedgerKeyTrustLine, OperationBody, ScError, ScErrorCode, SorobanResources,
    SorobanTransactionData, SorobanTransactionDataExt, TrustLineAsset,
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
    let keys = footprint
        .read_only
        .iter()
        .chain(footprint.read_write.iter());
    let classic = keys.filter(|key| !is_soroban(key)).count();
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
        && archived_entries_valid(data, diagnostics)
        && footprint_valid(settings, &data.resources, diagnostics)
}

const INSTRUCTIONS: &str = "transaction instructions resources exceed network config limit";
const SIZE: &str = "total transaction size exceeds network config limit";

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
    let limits: [(&str, u64, u64); 7] = [
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
        (
            SIZE,
            limit(declared.transaction_bytes),
            limit(settings.bandwidth.tx_max_size_bytes),
        ),
    ];
    for (message, needed, allowed) in limits {
        if needed > allowed {
            let numbers = [needed, allowed];
            match message {
                INSTRUCTIONS | SIZE => diagnostics.limit_exceeded(message, &numbers),
                _ => diagnostics.storage_limit_exceeded(message, &numbers),
            }
            return false;
        }
    }
    true
}

/// Rising indices of persistent entries in the read-write footprint.
fn archived_entries_valid(data: &SorobanTransactionData, diagnostics: &mut Diagnostics) -> bool {
    let read_write = &data.resources.footprint.read_write;
    let indices = restored_indices(data);
    let rising = indices.windows(2).all(|pair| pair[0] < pair[1]);
    let persistent = indices.iter().all(|index| {
        let key = read_write.get(*index as usize);
        key.is_some_and(is_persistent)
    });
    if !rising || !persistent {
        invalid(
            diagnostics,
            "archivedSorobanEntries must be rising indices of persistent entries",
        );
    }
    rising && persistent
}

fn footprint_valid(
    settings: &Settings,
    declared: &SorobanResources,
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut known = BTreeSet::new();
    let footprint = &declared.footprint;
    for key in footprint
        .read_only
        .iter()
        .chain(footprint.read_write.iter())
    {
        if !key_valid(key) {
            invalid(diagnostics, "unsupported ledger key in the footprint");
            return false;
        }
        let (size, limit) = (xdr_size(key), settings.max_data_key_size);
        if size > limit {
            diagnostics.storage_limit_exceeded(
                "transaction footprint key exceeds network config limit",
                &[u64::from(size), u64::from(limit)],
            );
            return false;
        }
        if !known.insert(key) {
            invalid(diagnostics, "found duplicate key in the Soroban footprint");
            return false;
        }
    }
    true
}

fn key_valid(key: &LedgerKey) -> bool {
    match key {
        LedgerKey::Account(_) | LedgerKey::ContractData(_) | LedgerKey::ContractCode(_) => true,
        LedgerKey::Trustline(line) => trustline_valid(line),
        _ => false,
    }
}

fn trustline_valid(line: &LedgerKeyTrustLine) -> bool {
    let asset = match &line.asset {
        TrustLineAsset::CreditAlphanum4(asset) => Asset::CreditAlphanum4(asset.clone()),
        TrustLineAsset::CreditAlphanum12(asset) => Asset::CreditAlphanum12(asset.clone()),
        TrustLineAsset::Native | TrustLineAsset::PoolShare(_) => return false,
    };
    asset::is_valid(&asset) && !asset::is_issuer(&line.account_id, &asset)
}

fn invalid(diagnostics: &mut Diagnostics, message: &str) {
    let error = ScError::Storage(ScErrorCode::InvalidInput);
    diagnostics.error(error, message, Vec::new());
}
