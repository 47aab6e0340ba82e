//! ExtendFootprintTTL: live entries of the read-only footprint live longer.

use super::{diagnostics::Diagnostics, durability, resources::is_soroban, SorobanContext};
use crate::{
    config::Settings,
    frame::Frame,
    host::RentChange,
    operations::{Apply, Check},
    state::xdr_size,
};
use stellar_xdr::{
    ExtendFootprintTtlOp, ExtendFootprintTtlResult, LedgerKey, OperationResult, OperationResultTr,
};

pub(crate) fn check(
    op: &ExtendFootprintTtlOp,
    settings: &Settings,
    frame: &Frame,
    diagnostics: &mut Diagnostics,
) -> Check {
    // An entry lives for at most the maximum TTL, this ledger included.
    let most = settings.archival.max_entry_ttl.saturating_sub(1);
    let valid = frame.soroban_data().is_some_and(|data| {
        let footprint = &data.resources.footprint;
        diagnostics.require(
            footprint.read_write.is_empty(),
            "read-write footprint must be empty for ExtendFootprintTTL operation",
            &[],
        ) && diagnostics.require(
            footprint.read_only.iter().all(is_soroban),
            "only entries with TTL (contract data or code entries) can have it extended",
            &[],
        ) && diagnostics.require(
            op.extend_to <= most,
            "TTL extension is too large: {} > {}",
            &[op.extend_to.into(), most.into()],
        )
    });
    if valid {
        Ok(())
    } else {
        Err(result(ExtendFootprintTtlResult::Malformed))
    }
}

pub(crate) fn apply(op: &ExtendFootprintTtlOp, context: &mut SorobanContext) -> Apply {
    let sequence = context.work.sequence();
    let live_until = sequence.saturating_add(op.extend_to);
    let keys = context.resources().footprint.read_only.to_vec();
    let mut rent = Vec::new();
    for key in &keys {
        let Some(stored) = context.work.get(key) else {
            continue;
        };
        let current = stored.live_until.unwrap_or(u32::MAX);
        if current < sequence || current >= live_until {
            continue;
        }
        let size = xdr_size(&stored.entry);
        let rent_size = context.host.rent_size(context.settings, &stored.entry);
        if !context.check_entry_size(key, size) {
            return Err(result(ExtendFootprintTtlResult::ResourceLimitExceeded));
        }
        rent.extend(rent_change(key, rent_size, current, live_until));
        context.work.set_live_until(key, live_until);
    }
    let rent = context.host.rent_fee(context.settings, &rent, sequence);
    let network = (context.settings, context.host, context.frame);
    context
        .fee
        .consume(rent, 0, network, context.diagnostics)
        .map_err(|_| result(ExtendFootprintTtlResult::InsufficientRefundableFee))?;
    Ok(result(ExtendFootprintTtlResult::Success))
}

fn rent_change(key: &LedgerKey, size: u32, old: u32, new: u32) -> Option<RentChange> {
    Some(RentChange {
        durability: durability(key)?,
        is_code: matches!(key, LedgerKey::ContractCode(_)),
        old_size: size,
        new_size: size,
        old_live_until: old,
        new_live_until: new,
    })
}

fn result(code: ExtendFootprintTtlResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::ExtendFootprintTtl(code))
}
