//! BumpSequence: the source's sequence number jumps ahead. It never goes back; that is a success too.

use super::{Apply, Check, Context};
use crate::account;
use stellar_xdr::{BumpSequenceOp, BumpSequenceResult, OperationResult, OperationResultTr};

pub(crate) fn check(op: &BumpSequenceOp) -> Check {
    if op.bump_to.0 < 0 {
        return Err(result(BumpSequenceResult::BadSeq));
    }
    Ok(())
}

pub(crate) fn apply(op: &BumpSequenceOp, context: &mut Context) -> Apply {
    let bumped = context
        .work
        .update_account(context.source, |source, header| {
            let sequence = source.seq_num.0.max(op.bump_to.0);
            account::set_sequence(header, source, sequence);
        });
    bumped.ok_or(OperationResult::OpNoAccount)?;
    Ok(result(BumpSequenceResult::Success))
}

fn result(code: BumpSequenceResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::BumpSequence(code))
}
