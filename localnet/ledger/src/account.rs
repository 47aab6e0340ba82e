//! Rules of accounts: reserve, liabilities, balance, sequence.

use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountEntryExtensionV1, AccountEntryExtensionV1Ext,
    AccountEntryExtensionV2, AccountEntryExtensionV2Ext, AccountEntryExtensionV3, ExtensionPoint,
    LedgerHeader, Liabilities, SequenceNumber, SponsorshipDescriptor, TimePoint,
};

/// Subentries (trustlines, signers, offers, data) an account may have.
pub(crate) const MAX_SUBENTRIES: u32 = 1_000;

pub(crate) fn liabilities(account: &AccountEntry) -> Liabilities {
    match &account.ext {
        AccountEntryExt::V0 => Liabilities {
            buying: 0,
            selling: 0,
        },
        AccountEntryExt::V1(v1) => v1.liabilities.clone(),
    }
}

pub(crate) fn extension_v2(account: &AccountEntry) -> Option<&AccountEntryExtensionV2> {
    match &account.ext {
        AccountEntryExt::V1(AccountEntryExtensionV1 {
            ext: AccountEntryExtensionV1Ext::V2(v2),
            ..
        }) => Some(v2),
        _ => None,
    }
}

fn extension_v3(account: &AccountEntry) -> Option<&AccountEntryExtensionV3> {
    match &extension_v2(account)?.ext {
        AccountEntryExtensionV2Ext::V0 => None,
        AccountEntryExtensionV2Ext::V3(v3) => Some(v3),
    }
}

/// Stroops the account must keep.
pub(crate) fn min_balance(header: &LedgerHeader, account: &AccountEntry) -> i64 {
    let (sponsoring, sponsored) =
        extension_v2(account).map_or((0, 0), |v2| (v2.num_sponsoring, v2.num_sponsored));
    let entries =
        2 + i64::from(account.num_sub_entries) + i64::from(sponsoring) - i64::from(sponsored);
    entries * i64::from(header.base_reserve)
}

/// Stroops the account can spend: balance without reserve and selling liabilities. Negative when below the reserve.
pub(crate) fn available(header: &LedgerHeader, account: &AccountEntry) -> i64 {
    account.balance - min_balance(header, account) - liabilities(account).selling
}

/// Adds `delta` stroops unless that overflows, breaks the reserve or what liabilities need.
#[must_use]
pub(crate) fn add_balance(header: &LedgerHeader, account: &mut AccountEntry, delta: i64) -> bool {
    if delta == 0 {
        return true;
    }
    let Some(balance) = account.balance.checked_add(delta).filter(|b| *b >= 0) else {
        return false;
    };
    let owed = liabilities(account);
    if delta < 0 && balance - min_balance(header, account) < owed.selling {
        return false;
    }
    if balance > i64::MAX - owed.buying {
        return false;
    }
    account.balance = balance;
    true
}

/// Sequence number an account created in this ledger starts with.
pub(crate) fn starting_sequence(ledger: u32) -> i64 {
    i64::from(ledger) << 32
}

/// Ledger and time (Unix seconds) of the last change of the sequence number.
pub(crate) fn sequence_changed(account: &AccountEntry) -> (u32, u64) {
    extension_v3(account).map_or((0, 0), |v3| (v3.seq_ledger, v3.seq_time.0))
}

pub(crate) fn set_sequence(header: &LedgerHeader, account: &mut AccountEntry, sequence: i64) {
    account.seq_num = SequenceNumber(sequence);
    let v2 = extend_to_v2(account);
    v2.ext = AccountEntryExtensionV2Ext::V3(AccountEntryExtensionV3 {
        ext: ExtensionPoint::V0,
        seq_ledger: header.ledger_seq,
        seq_time: TimePoint(header.scp_value.close_time.0),
    });
}

/// The extension for writing, added if the account has none.
pub(crate) fn extend_to_v2(account: &mut AccountEntry) -> &mut AccountEntryExtensionV2 {
    let signers = account.signers.len();
    if matches!(account.ext, AccountEntryExt::V0) {
        account.ext = AccountEntryExt::V1(AccountEntryExtensionV1 {
            liabilities: Liabilities {
                buying: 0,
                selling: 0,
            },
            ext: AccountEntryExtensionV1Ext::V0,
        });
    }
    let AccountEntryExt::V1(v1) = &mut account.ext else {
        unreachable!("set above")
    };
    if matches!(v1.ext, AccountEntryExtensionV1Ext::V0) {
        v1.ext = AccountEntryExtensionV1Ext::V2(AccountEntryExtensionV2 {
            num_sponsored: 0,
            num_sponsoring: 0,
            signer_sponsoring_i_ds: vec![SponsorshipDescriptor(None); signers]
                .try_into()
                .expect("an account has at most 20 signers"),
            ext: AccountEntryExtensionV2Ext::V0,
        });
    }
    let AccountEntryExtensionV1Ext::V2(v2) = &mut v1.ext else {
        unreachable!("set above")
    };
    v2
}

/// The extension for writing, if the account has one.
pub(crate) fn extension_v2_mut(account: &mut AccountEntry) -> Option<&mut AccountEntryExtensionV2> {
    match &mut account.ext {
        AccountEntryExt::V1(AccountEntryExtensionV1 {
            ext: AccountEntryExtensionV1Ext::V2(v2),
            ..
        }) => Some(v2),
        _ => None,
    }
}
