//! Payment: lumens or an issued asset from the source to an account.

use super::{
    transfer::{credit, debit, Blocked},
    Apply, Check, Context,
};
use crate::{asset, frame::account_id};
use stellar_xdr::{Asset, OperationResult, OperationResultTr, PaymentOp, PaymentResult};

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
        credit(context.work, &destination, &op.asset, op.amount)
            .map_err(|blocked| result(cannot_receive(blocked)))?;
        debit(context.work, context.source, &op.asset, op.amount)
            .map_err(|blocked| result(cannot_pay(blocked)))?;
    }
    let event = context
        .emitter
        .payment(&op.asset, context.source, &op.destination, op.amount);
    context.events.push(event);
    Ok(result(PaymentResult::Success))
}

fn cannot_receive(blocked: Blocked) -> PaymentResult {
    match blocked {
        Blocked::NoAccount => PaymentResult::NoDestination,
        Blocked::NoTrust => PaymentResult::NoTrust,
        Blocked::NotAuthorized => PaymentResult::NotAuthorized,
        Blocked::Amount => PaymentResult::LineFull,
    }
}

fn cannot_pay(blocked: Blocked) -> PaymentResult {
    match blocked {
        Blocked::NoTrust => PaymentResult::SrcNoTrust,
        Blocked::NotAuthorized => PaymentResult::SrcNotAuthorized,
        Blocked::NoAccount | Blocked::Amount => PaymentResult::Underfunded,
    }
}

fn result(code: PaymentResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::Payment(code))
}
