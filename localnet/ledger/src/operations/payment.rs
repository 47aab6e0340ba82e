//! Payment: lumens or an issued asset from the source to an account.

use super::{Apply, Check, Context};
use crate::{account, asset, frame::account_id, trustline};
use stellar_xdr::{AccountId, Asset, OperationResult, OperationResultTr, PaymentOp, PaymentResult};

pub(crate) fn check(op: &PaymentOp) -> Check {
    if op.amount <= 0 || !asset::is_valid(&op.asset) {
        return Err(result(PaymentResult::Malformed));
    }
    Ok(())
}

pub(crate) fn apply(op: &PaymentOp, context: &mut Context) -> Apply {
    let destination = account_id(&op.destination);
    let to_itself = &destination == context.source && op.asset == Asset::Native;
    if !to_itself {
        // A payment back to its issuer needs no issuer account; every other one needs its destination.
        if !asset::is_issuer(&destination, &op.asset)
            && context.work.account(&destination).is_none()
        {
            return Err(result(PaymentResult::NoDestination));
        }
        credit(context, &destination, &op.asset, op.amount).map_err(result)?;
        debit(context, &op.asset, op.amount).map_err(result)?;
    }
    let event = context
        .emitter
        .payment(&op.asset, context.source, &op.destination, op.amount);
    context.events.push(event);
    Ok(result(PaymentResult::Success))
}

fn credit(
    context: &mut Context,
    destination: &AccountId,
    asset: &Asset,
    amount: i64,
) -> Result<(), PaymentResult> {
    if *asset == Asset::Native {
        let credited = context.work.update_account(destination, |to, header| {
            account::add_balance(header, to, amount)
        });
        return match credited {
            Some(true) => Ok(()),
            Some(false) => Err(PaymentResult::LineFull),
            None => Err(PaymentResult::NoDestination),
        };
    }
    if asset::is_issuer(destination, asset) {
        return Ok(());
    }
    let credited = trustline::update(context.work, destination, asset, |line| {
        if !trustline::is_authorized(line) {
            return Err(PaymentResult::NotAuthorized);
        }
        if !trustline::add_balance(line, amount) {
            return Err(PaymentResult::LineFull);
        }
        Ok(())
    });
    credited.unwrap_or(Err(PaymentResult::NoTrust))
}

fn debit(context: &mut Context, asset: &Asset, amount: i64) -> Result<(), PaymentResult> {
    if *asset == Asset::Native {
        let paid = context.work.update_account(context.source, |from, header| {
            amount <= account::available(header, from)
                && account::add_balance(header, from, -amount)
        });
        return match paid {
            Some(true) => Ok(()),
            _ => Err(PaymentResult::Underfunded),
        };
    }
    if asset::is_issuer(context.source, asset) {
        return Ok(());
    }
    let paid = trustline::update(context.work, context.source, asset, |line| {
        if !trustline::is_authorized(line) {
            return Err(PaymentResult::SrcNotAuthorized);
        }
        if !trustline::add_balance(line, -amount) {
            return Err(PaymentResult::Underfunded);
        }
        Ok(())
    });
    paid.unwrap_or(Err(PaymentResult::SrcNoTrust))
}

fn result(code: PaymentResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::Payment(code))
}
