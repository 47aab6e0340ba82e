//! Funds of fee accounts.

use crate::envelope::Summary;
use localnet_ledger::State;
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountEntryExtensionV1Ext, AccountId, LedgerEntryData,
    LedgerKey, LedgerKeyAccount,
};

/// True if the fee source can pay this fee on top of the `owed` stroops; the ledger's own check has passed.
pub fn affords(state: &State, summary: &Summary, owed: i128) -> bool {
    owed == 0
        || i128::from(available_balance(state, &summary.fee_source))
            >= owed + i128::from(summary.fee)
}

/// Stroops that an account can spend: above its reserve and its selling liabilities.
fn available_balance(state: &State, account: &AccountId) -> i64 {
    let key = LedgerKey::Account(LedgerKeyAccount {
        account_id: account.clone(),
    });
    let Some(LedgerEntryData::Account(entry)) = state.get(&key).map(|stored| &stored.entry.data)
    else {
        return 0;
    };
    let (selling, sponsoring, sponsored) = obligations(entry);
    let entries = 2 + i64::from(entry.num_sub_entries) + sponsoring - sponsored;
    entry.balance - entries * i64::from(state.header.base_reserve) - selling
}

fn obligations(entry: &AccountEntry) -> (i64, i64, i64) {
    let AccountEntryExt::V1(v1) = &entry.ext else {
        return (0, 0, 0);
    };
    let selling = v1.liabilities.selling;
    match &v1.ext {
        AccountEntryExtensionV1Ext::V0 => (selling, 0, 0),
        AccountEntryExtensionV1Ext::V2(v2) => (
            selling,
            i64::from(v2.num_sponsoring),
            i64::from(v2.num_sponsored),
        ),
    }
}
