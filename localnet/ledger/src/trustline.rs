//! Rules of trustlines.

use crate::{asset, work::Work};
use stellar_xdr::{
    AccountId, Asset, LedgerEntryData, LedgerKey, LedgerKeyTrustLine, Liabilities, TrustLineEntry,
    TrustLineEntryExt, TrustLineEntryV1Ext, TrustLineFlags,
};

pub(crate) const AUTHORIZED: u32 = TrustLineFlags::AuthorizedFlag as u32;
pub(crate) const MAINTAIN_LIABILITIES: u32 =
    TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag as u32;
pub(crate) const CLAWBACK_ENABLED: u32 = TrustLineFlags::TrustlineClawbackEnabledFlag as u32;
pub(crate) const AUTH_FLAGS: u32 = AUTHORIZED | MAINTAIN_LIABILITIES;

pub(crate) fn key(account: &AccountId, asset: &Asset) -> LedgerKey {
    LedgerKey::Trustline(LedgerKeyTrustLine {
        account_id: account.clone(),
        asset: asset::trustline_asset(asset),
    })
}

pub(crate) fn get<'a>(
    work: &'a Work,
    account: &AccountId,
    asset: &Asset,
) -> Option<&'a TrustLineEntry> {
    match &work.get(&key(account, asset))?.entry.data {
        LedgerEntryData::Trustline(line) => Some(line),
        _ => None,
    }
}

/// Loads a trustline for writing and stores what `change` makes of it. `None`: there is no such line.
pub(crate) fn update<T>(
    work: &mut Work,
    account: &AccountId,
    asset: &Asset,
    change: impl FnOnce(&mut TrustLineEntry) -> T,
) -> Option<T> {
    let mut entry = work.get(&key(account, asset))?.entry.clone();
    let LedgerEntryData::Trustline(line) = &mut entry.data else {
        return None;
    };
    let result = change(line);
    work.put(entry);
    Some(result)
}

pub(crate) fn is_authorized(line: &TrustLineEntry) -> bool {
    line.flags & AUTHORIZED != 0
}

pub(crate) fn liabilities(line: &TrustLineEntry) -> Liabilities {
    match &line.ext {
        TrustLineEntryExt::V0 => Liabilities {
            buying: 0,
            selling: 0,
        },
        TrustLineEntryExt::V1(v1) => v1.liabilities.clone(),
    }
}

/// Pool shares that keep the line from being deleted.
pub(crate) fn pool_uses(line: &TrustLineEntry) -> i32 {
    match &line.ext {
        TrustLineEntryExt::V1(v1) => match &v1.ext {
            TrustLineEntryV1Ext::V2(v2) => v2.liquidity_pool_use_count,
            TrustLineEntryV1Ext::V0 => 0,
        },
        TrustLineEntryExt::V0 => 0,
    }
}

/// Adds `delta` unless that leaves [0, limit] or what liabilities need.
#[must_use]
pub(crate) fn add_balance(line: &mut TrustLineEntry, delta: i64) -> bool {
    if delta == 0 {
        return true;
    }
    let owed = liabilities(line);
    let Some(balance) = line.balance.checked_add(delta) else {
        return false;
    };
    if balance < owed.selling || balance > line.limit - owed.buying {
        return false;
    }
    line.balance = balance;
    true
}
