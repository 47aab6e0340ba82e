//! ChangeTrust: opens, limits or closes a trustline. Pool shares are not supported.

use super::{Apply, Check, Context};
use crate::{asset, sponsorship, trustline};
use stellar_xdr::{
    AccountFlags, AccountId, Asset, ChangeTrustAsset, ChangeTrustOp, ChangeTrustResult,
    LedgerEntry, LedgerEntryData, LedgerEntryExt, OperationResult, OperationResultTr,
    TrustLineEntry, TrustLineEntryExt,
};

pub(crate) fn check(op: &ChangeTrustOp, source: &AccountId) -> Check {
    if matches!(op.line, ChangeTrustAsset::PoolShare(_)) {
        return Err(OperationResult::OpNotSupported);
    }
    let asset = line_asset(&op.line);
    let malformed = op.limit < 0
        || asset == Asset::Native
        || !asset::is_valid(&asset)
        || asset::is_issuer(source, &asset);
    if malformed {
        return Err(result(ChangeTrustResult::Malformed));
    }
    Ok(())
}

pub(crate) fn apply(op: &ChangeTrustOp, context: &mut Context) -> Apply {
    let asset = line_asset(&op.line);
    let existing = trustline::get(context.work, context.source, &asset);
    match (existing.cloned(), op.limit) {
        (None, 0) => Err(result(ChangeTrustResult::InvalidLimit)),
        (None, limit) => open(context, &asset, limit),
        (Some(line), 0) => close(context, &asset, &line),
        (Some(line), limit) => set_limit(context, &asset, &line, limit),
    }
}

fn open(context: &mut Context, asset: &Asset, limit: i64) -> Apply {
    let issuer_flags = issuer_flags(context, asset)?;
    let mut flags = 0;
    if issuer_flags & AccountFlags::RequiredFlag as u32 == 0 {
        flags |= trustline::AUTHORIZED;
    }
    if issuer_flags & AccountFlags::ClawbackEnabledFlag as u32 != 0 {
        flags |= trustline::CLAWBACK_ENABLED;
    }
    let line = LedgerEntry {
        last_modified_ledger_seq: 0,
        data: LedgerEntryData::Trustline(TrustLineEntry {
            account_id: context.source.clone(),
            asset: asset::trustline_asset(asset),
            balance: 0,
            limit,
            flags,
            ext: TrustLineEntryExt::V0,
        }),
        ext: LedgerEntryExt::V0,
    };
    sponsorship::create_subentry(context.work, line, context.source)
        .map_err(|refusal| refusal.result(result(ChangeTrustResult::LowReserve)))?;
    Ok(result(ChangeTrustResult::Success))
}

fn close(context: &mut Context, asset: &Asset, line: &TrustLineEntry) -> Apply {
    if line.balance + trustline::liabilities(line).buying > 0 {
        return Err(result(ChangeTrustResult::InvalidLimit));
    }
    if trustline::pool_uses(line) != 0 {
        return Err(result(ChangeTrustResult::CannotDelete));
    }
    let key = trustline::key(context.source, asset);
    let stored = context.work.get(&key).map(|stored| stored.entry.clone());
    if let Some(entry) = stored {
        sponsorship::remove_subentry(context.work, &entry, context.source);
    }
    Ok(result(ChangeTrustResult::Success))
}

fn set_limit(context: &mut Context, asset: &Asset, line: &TrustLineEntry, limit: i64) -> Apply {
    if limit
        < line
            .balance
            .saturating_add(trustline::liabilities(line).buying)
    {
        return Err(result(ChangeTrustResult::InvalidLimit));
    }
    issuer_flags(context, asset)?;
    trustline::update(context.work, context.source, asset, |line| {
        line.limit = limit
    });
    Ok(result(ChangeTrustResult::Success))
}

fn issuer_flags(context: &Context, asset: &Asset) -> Result<u32, OperationResult> {
    asset::issuer(asset)
        .and_then(|issuer| context.work.account(issuer))
        .map(|issuer| issuer.flags)
        .ok_or_else(|| result(ChangeTrustResult::NoIssuer))
}

fn line_asset(line: &ChangeTrustAsset) -> Asset {
    match line {
        ChangeTrustAsset::CreditAlphanum4(asset) => Asset::CreditAlphanum4(asset.clone()),
        ChangeTrustAsset::CreditAlphanum12(asset) => Asset::CreditAlphanum12(asset.clone()),
        ChangeTrustAsset::Native | ChangeTrustAsset::PoolShare(_) => Asset::Native,
    }
}

fn result(code: ChangeTrustResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::ChangeTrust(code))
}
