//! Clawback: an issuer takes its asset out of an account.

use super::{Apply, Check, Context};
use crate::{
    asset,
    frame::account_id,
    trustline::{self, CLAWBACK_ENABLED},
};
use stellar_xdr::{
    AccountId, ClawbackOp, ClawbackResult, MuxedAccount, OperationResult, OperationResultTr,
    PublicKey, ScAddress,
};

pub(crate) fn check(op: &ClawbackOp, source: &AccountId) -> Check {
    let PublicKey::PublicKeyTypeEd25519(key) = &source.0;
    let malformed = op.from == MuxedAccount::Ed25519(key.clone())
        || op.amount < 1
        || !asset::is_valid(&op.asset)
        || !asset::is_issuer(source, &op.asset);
    if malformed {
        return Err(result(ClawbackResult::Malformed));
    }
    Ok(())
}

pub(crate) fn apply(op: &ClawbackOp, context: &mut Context) -> Apply {
    let from = account_id(&op.from);
    let taken = trustline::update(context.work, &from, &op.asset, |line| {
        if line.flags & CLAWBACK_ENABLED == 0 {
            return Err(ClawbackResult::NotClawbackEnabled);
        }
        if !trustline::add_balance(line, -op.amount) {
            return Err(ClawbackResult::Underfunded);
        }
        Ok(())
    });
    taken
        .unwrap_or(Err(ClawbackResult::NoTrust))
        .map_err(result)?;
    let from = ScAddress::Account(from);
    let event = context.emitter.clawback(&op.asset, from, op.amount);
    context.events.push(event);
    Ok(result(ClawbackResult::Success))
}

fn result(code: ClawbackResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::Clawback(code))
}
