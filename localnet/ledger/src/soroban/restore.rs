//! RestoreFootprint: archived entries of the read-write footprint live again.

use super::{diagnostics::Diagnostics, is_persistent, SorobanContext};
use crate::{
    frame::Frame,
    host::RentChange,
    operations::{Apply, Check},
    state::{xdr_size, EVICTED},
};
use stellar_xdr::{
    ContractDataDurability, LedgerKey, OperationResult, OperationResultTr, RestoreFootprintResult,
};

pub(crate) fn check(frame: &Frame, diagnostics: &mut Diagnostics) -> Check {
    let valid = frame.soroban_data().is_some_and(|data| {
        let footprint = &data.resources.footprint;
        diagnostics.require(
            footprint.read_only.is_empty(),
            "read-only footprint must be empty for RestoreFootprint operation",
            &[],
        ) && diagnostics.require(
            footprint.read_write.iter().all(is_persistent),
            "only persistent Soroban entries can be restored",
            &[],
        )
    });
    if valid {
        Ok(())
    } else {
        Err(result(RestoreFootprintResult::Malformed))
    }
}

pub(crate) fn apply(context: &mut SorobanContext) -> Apply {
    let sequence = context.work.sequence();
    let live_until = context.restored_until();
    let keys = context.resources().footprint.read_write.to_vec();
    let mut rent = Vec::new();
    let mut bytes = 0u64;
    for key in &keys {
        let Some(stored) = context
            .work
            .get(key)
            .filter(|stored| !stored.is_live(sequence))
        else {
            continue;
        };
        let stored = stored.clone();
        let entry = &stored.entry;
        let size = xdr_size(entry);
        bytes += u64::from(size);
        let allowed = context.check_entry_size(key, size) && within_declared(context, bytes);
        if !allowed {
            return Err(result(RestoreFootprintResult::ResourceLimitExceeded));
        }
        rent.push(RentChange {
            durability: ContractDataDurability::Persistent,
            is_code: matches!(key, LedgerKey::ContractCode(_)),
            old_size: 0,
            new_size: context.host.rent_size(context.settings, entry),
            old_live_until: 0,
            new_live_until: live_until,
        });
        let mut shown = stored.clone();
        if shown.live_until == Some(EVICTED) {
            context.work.put(shown.entry.clone());
            shown.entry.last_modified_ledger_seq = sequence;
        }
        context.work.set_live_until(key, live_until);
        context.effects.restored.insert(key.clone(), shown);
    }
    let rent = context.host.rent_fee(context.settings, &rent, sequence);
    let network = (context.settings, context.host, context.frame);
    context
        .fee
        .consume(rent, 0, network, context.diagnostics)
        .map_err(|_| result(RestoreFootprintResult::InsufficientRefundableFee))?;
    Ok(result(RestoreFootprintResult::Success))
}

/// Restoring reads an entry from disk and writes it.
fn within_declared(context: &mut SorobanContext, bytes: u64) -> bool {
    let declared = context.resources();
    let limits = [
        (
            "operation byte-read resources exceeds amount specified",
            u64::from(declared.disk_read_bytes),
        ),
        (
            "operation byte-write resources exceeds amount specified",
            u64::from(declared.write_bytes),
        ),
    ];
    for (message, declared) in limits {
        if declared < bytes {
            context
                .diagnostics
                .limit_exceeded(message, &[bytes, declared]);
            return false;
        }
    }
    true
}

fn result(code: RestoreFootprintResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::RestoreFootprint(code))
}
