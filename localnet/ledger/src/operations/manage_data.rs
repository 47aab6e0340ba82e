//! ManageData: writes or deletes a named value of the source.

use super::{is_printable, Apply, Check, Context};
use crate::sponsorship;
use stellar_xdr::{
    DataEntry, DataEntryExt, LedgerEntry, LedgerEntryData, LedgerEntryExt, LedgerKey,
    LedgerKeyData, ManageDataOp, ManageDataResult, OperationResult, OperationResultTr,
};

pub(crate) fn check(op: &ManageDataOp) -> Check {
    if op.data_name.is_empty() || !is_printable(&op.data_name) {
        return Err(result(ManageDataResult::InvalidName));
    }
    Ok(())
}

pub(crate) fn apply(op: &ManageDataOp, context: &mut Context) -> Apply {
    let key = LedgerKey::Data(LedgerKeyData {
        account_id: context.source.clone(),
        data_name: op.data_name.clone(),
    });
    let existing = context.work.get(&key).map(|stored| stored.entry.clone());
    match (existing, &op.data_value) {
        (None, None) => return Err(result(ManageDataResult::NameNotFound)),
        (None, Some(value)) => {
            let data = DataEntry {
                account_id: context.source.clone(),
                data_name: op.data_name.clone(),
                data_value: value.clone(),
                ext: DataEntryExt::V0,
            };
            let entry = LedgerEntry {
                last_modified_ledger_seq: 0,
                data: LedgerEntryData::Data(data),
                ext: LedgerEntryExt::V0,
            };
            sponsorship::create_subentry(context.work, entry, context.source)
                .map_err(|refusal| refusal.result(result(ManageDataResult::LowReserve)))?;
        }
        (Some(mut entry), Some(value)) => {
            if let LedgerEntryData::Data(data) = &mut entry.data {
                data.data_value = value.clone();
            }
            context.work.put(entry);
        }
        (Some(entry), None) => sponsorship::remove_subentry(context.work, &entry, context.source),
    }
    Ok(result(ManageDataResult::Success))
}

fn result(code: ManageDataResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::ManageData(code))
}
