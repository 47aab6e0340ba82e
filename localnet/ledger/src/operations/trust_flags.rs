//! SetTrustLineFlags and AllowTrust: an issuer authorises, limits or frees a trustline of its asset.
//!
//! The network also deletes the trustor's offers and pool shares when it revokes; this ledger has neither.

use super::{Apply, Check, Context};
use crate::{
    asset,
    trustline::{self, AUTHORIZED, AUTH_FLAGS, CLAWBACK_ENABLED, MAINTAIN_LIABILITIES},
};
use stellar_xdr::{
    AccountFlags, AccountId, AllowTrustOp, AllowTrustResult, AlphaNum12, AlphaNum4, Asset,
    AssetCode, OperationResult, OperationResultTr, SetTrustLineFlagsOp, SetTrustLineFlagsResult,
};

pub(crate) fn check_set(op: &SetTrustLineFlagsOp, source: &AccountId) -> Check {
    let known = AUTH_FLAGS | CLAWBACK_ENABLED;
    let malformed = !asset::is_valid(&op.asset)
        || !asset::is_issuer(source, &op.asset)
        || &op.trustor == source
        || op.set_flags & op.clear_flags != 0
        || op.set_flags & !AUTH_FLAGS != 0
        || op.set_flags & AUTH_FLAGS == AUTH_FLAGS
        || op.clear_flags & !known != 0;
    if malformed {
        return Err(set_result(SetTrustLineFlagsResult::Malformed));
    }
    Ok(())
}

pub(crate) fn set(op: &SetTrustLineFlagsOp, context: &mut Context) -> Apply {
    let revokes = op.clear_flags & AUTH_FLAGS != 0 && op.set_flags & AUTHORIZED == 0;
    if revokes && !is_revocable(context)? {
        return Err(set_result(SetTrustLineFlagsResult::CantRevoke));
    }
    let Some(line) = trustline::get(context.work, &op.trustor, &op.asset) else {
        return Err(set_result(SetTrustLineFlagsResult::NoTrustLine));
    };
    let flags = (line.flags & !op.clear_flags) | op.set_flags;
    if flags & AUTH_FLAGS == AUTH_FLAGS {
        return Err(set_result(SetTrustLineFlagsResult::InvalidState));
    }
    write(context, &op.trustor, &op.asset, flags);
    Ok(set_result(SetTrustLineFlagsResult::Success))
}

pub(crate) fn check_allow(op: &AllowTrustOp, source: &AccountId) -> Check {
    let malformed = op.authorize > MAINTAIN_LIABILITIES
        || !asset::is_valid(&issued(op, source))
        || &op.trustor == source;
    if malformed {
        return Err(allow_result(AllowTrustResult::Malformed));
    }
    Ok(())
}

pub(crate) fn allow(op: &AllowTrustOp, context: &mut Context) -> Apply {
    let asset = issued(op, context.source);
    let revocable = is_revocable(context)?;
    if !revocable && op.authorize == 0 {
        return Err(allow_result(AllowTrustResult::CantRevoke));
    }
    let Some(line) = trustline::get(context.work, &op.trustor, &asset) else {
        return Err(allow_result(AllowTrustResult::NoTrustLine));
    };
    let limits = trustline::is_authorized(line) && op.authorize & MAINTAIN_LIABILITIES != 0;
    if !revocable && limits {
        return Err(allow_result(AllowTrustResult::CantRevoke));
    }
    let flags = (line.flags & !AUTH_FLAGS) | op.authorize;
    write(context, &op.trustor, &asset, flags);
    Ok(allow_result(AllowTrustResult::Success))
}

fn is_revocable(context: &Context) -> Result<bool, OperationResult> {
    let issuer = context.work.account(context.source);
    let issuer = issuer.ok_or(OperationResult::OpNoAccount)?;
    Ok(issuer.flags & AccountFlags::RevocableFlag as u32 != 0)
}

fn write(context: &mut Context, trustor: &AccountId, asset: &Asset, flags: u32) {
    trustline::update(context.work, trustor, asset, |line| line.flags = flags);
    let authorized = flags & AUTHORIZED != 0;
    let event = context.emitter.set_authorized(asset, trustor, authorized);
    context.events.push(event);
}

/// The asset whose code AllowTrust names: its issuer is the source.
pub(crate) fn issued(op: &AllowTrustOp, issuer: &AccountId) -> Asset {
    let issuer = issuer.clone();
    match &op.asset {
        AssetCode::CreditAlphanum4(code) => Asset::CreditAlphanum4(AlphaNum4 {
            asset_code: code.clone(),
            issuer,
        }),
        AssetCode::CreditAlphanum12(code) => Asset::CreditAlphanum12(AlphaNum12 {
            asset_code: code.clone(),
            issuer,
        }),
    }
}

fn set_result(code: SetTrustLineFlagsResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::SetTrustLineFlags(code))
}

fn allow_result(code: AllowTrustResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::AllowTrust(code))
}
