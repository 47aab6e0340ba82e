//! BeginSponsoringFutureReserves and EndSponsoringFutureReserves: between them, the sponsor pays for what the sponsored
//! account creates. Both must be in one transaction, which otherwise ends as txBAD_SPONSORSHIP.

use super::{Apply, Check, Context};
use stellar_xdr::{
    AccountId, BeginSponsoringFutureReservesOp, BeginSponsoringFutureReservesResult as Begin,
    EndSponsoringFutureReservesResult as End, OperationResult, OperationResultTr,
};

pub(crate) fn check_begin(op: &BeginSponsoringFutureReservesOp, source: &AccountId) -> Check {
    if &op.sponsored_id == source {
        return Err(begin_result(Begin::Malformed));
    }
    Ok(())
}

pub(crate) fn begin(op: &BeginSponsoringFutureReservesOp, context: &mut Context) -> Apply {
    let work = &mut *context.work;
    if work.sponsor_of(&op.sponsored_id).is_some() {
        return Err(begin_result(Begin::AlreadySponsored));
    }
    if work.sponsor_of(context.source).is_some() || work.is_sponsoring(&op.sponsored_id) {
        return Err(begin_result(Begin::Recursive));
    }
    work.begin_sponsorship(context.source.clone(), op.sponsored_id.clone());
    Ok(begin_result(Begin::Success))
}

pub(crate) fn end(context: &mut Context) -> Apply {
    if !context.work.end_sponsorship(context.source) {
        return Err(end_result(End::NotSponsored));
    }
    Ok(end_result(End::Success))
}

fn begin_result(code: Begin) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::BeginSponsoringFutureReserves(code))
}

fn end_result(code: End) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::EndSponsoringFutureReserves(code))
}
