//! SetTrustLineFlags: an issuer authorises, limits or frees a trustline of its asset.

use super::{Apply, Check, Context};
use crate::{
    asset,
    trustline::{self, AUTHORIZED, AUTH_FLAGS, CLAWBACK_ENABLED},
};
use stellar_xdr::{
    AccountFlags, AccountId, OperationResult, OperationResultTr, SetTrustLineFlagsOp,
    SetTrustLineFlagsResult,
};

pub(crate) fn check(op: &SetTrustLineFlagsOp, source: &AccountId) -> Check {
    let known = AUTH_FLAGS | CLAWBACK_ENABLED;
    let malformed = !asset::is_valid(&op.asset)
        || !asset::is_issuer(source, &op.asset)
        || &op.trustor == source
        || op.set_flags & op.clear_flags != 0
        || op.set_flags & !AUTH_FLAGS != 0
        || op.set_flags & AUTH_FLAGS == AUTH_FLAGS
        || op.clear_flags & !known != 0;
    if malformed {
        return Err(result(SetTrustLineFlagsResult::Malformed));
    }
    Ok(())
}

pub(crate) fn apply(op: &SetTrustLineFlagsOp, context: &mut Context) -> Apply {
    let Some(issuer) = context.work.account(context.source) else {
        return Err(OperationResult::OpNoAccount);
    };
    let revocable = issuer.flags & AccountFlags::RevocableFlag as u32 != 0;
    let revokes = op.clear_flags & AUTH_FLAGS != 0 && op.set_flags & AUTHORIZED == 0;
    if revokes && !revocable {
        return Err(result(SetTrustLineFlagsResult::CantRevoke));
    }
    let Some(line) = trustline::get(context.work, &op.trustor, &op.asset) else {
        return Err(result(SetTrustLineFlagsResult::NoTrustLine));
    };
    let flags = (line.flags & !op.clear_flags) | op.set_flags;
    if flags & AUTH_FLAGS == AUTH_FLAGS {
        return Err(result(SetTrustLineFlagsResult::InvalidState));
    }
    // The network also deletes the trustor's offers and pool shares here; this ledger has neither.
    trustline::update(context.work, &op.trustor, &op.asset, |line| {
        line.flags = flags
    });
    let authorized = flags & AUTHORIZED != 0;
    context.events.push(
        context
            .emitter
            .set_authorized(&op.asset, &op.trustor, authorized),
    );
    Ok(result(SetTrustLineFlagsResult::Success))
}

fn result(code: SetTrustLineFlagsResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::SetTrustLineFlags(code))
}
