//! Claimable balances and their claimants, as Horizon writes them.

use super::{
    account::put_sponsor,
    page::Page,
    problem::{bad_request, not_found, Problem},
    snapshot::Snapshot,
    state_list::{self, Filters},
    text::{amount, Fields},
};
use crate::{
    clock::rfc3339,
    effects::sponsor,
    participants::key,
    store::{balance_place, term},
};
use localnet_ledger::asset_name;
use serde_json::{json, Value};
use stellar_xdr::{
    AccountId, ClaimPredicate, ClaimableBalanceEntry, ClaimableBalanceEntryExt, ClaimableBalanceId,
    Claimant, Hash, LedgerEntry, LedgerEntryData, LedgerKey, LedgerKeyClaimableBalance, Limits,
    WriteXdr,
};

/// XDR of the id in hexadecimal.
pub fn balance_id(id: &ClaimableBalanceId) -> String {
    hex::encode(id.to_xdr(Limits::none()).unwrap_or_default())
}

/// Reads an id in hexadecimal, or one that begins with B.
///
/// @param field: the parameter that has it
pub fn parse_balance_id(field: &str, text: &str) -> Result<[u8; 32], Problem> {
    let mut bytes = [0; 36];
    if hex::decode_to_slice(text, &mut bytes).is_ok() && bytes[..4] == [0; 4] {
        let mut id = [0; 32];
        id.copy_from_slice(&bytes[4..]);
        return Ok(id);
    }
    match stellar_strkey::Strkey::from_string(text) {
        Ok(stellar_strkey::Strkey::ClaimableBalance(stellar_strkey::ClaimableBalance::V0(id))) => {
            Ok(id)
        }
        _ => Err(bad_request(
            field,
            "give the id of a claimable balance, 72 hexadecimal digits",
        )),
    }
}

fn clawback_enabled(balance: &ClaimableBalanceEntry) -> bool {
    matches!(&balance.ext, ClaimableBalanceEntryExt::V1(v1) if v1.flags & 1 != 0)
}

pub fn claimants(claimants: &[Claimant]) -> Vec<Value> {
    let shown = claimants.iter().map(|Claimant::ClaimantTypeV0(claimant)| {
        json!({
            "destination": claimant.destination.to_string(),
            "predicate": predicate(&claimant.predicate),
        })
    });
    shown.collect()
}

fn predicate(of: &ClaimPredicate) -> Value {
    match of {
        ClaimPredicate::Unconditional => json!({ "unconditional": true }),
        ClaimPredicate::And(all) => json!({ "and": all.iter().map(predicate).collect::<Vec<_>>() }),
        ClaimPredicate::Or(any) => json!({ "or": any.iter().map(predicate).collect::<Vec<_>>() }),
        ClaimPredicate::Not(not) => json!({ "not": not.as_ref().map(|not| predicate(not)) }),
        ClaimPredicate::BeforeAbsoluteTime(time) => json!({
            "abs_before": u64::try_from(*time).map(rfc3339).unwrap_or_default(),
            "abs_before_epoch": time.to_string(),
        }),
        ClaimPredicate::BeforeRelativeTime(seconds) => json!({ "rel_before": seconds.to_string() }),
    }
}

pub fn find(snapshot: &Snapshot, id: &[u8; 32]) -> Result<Value, Problem> {
    match entry(snapshot, id)? {
        Some(entry) => record(snapshot, &entry),
        None => Err(not_found(format!(
            "There is no claimable balance {}; it may have been claimed.",
            balance_id(&xdr_id(id))
        ))),
    }
}

fn xdr_id(id: &[u8; 32]) -> ClaimableBalanceId {
    ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash(*id))
}

pub fn entry(snapshot: &Snapshot, id: &[u8; 32]) -> Result<Option<LedgerEntry>, Problem> {
    snapshot.entry(&LedgerKey::ClaimableBalance(LedgerKeyClaimableBalance {
        balance_id: xdr_id(id),
    }))
}

fn record(snapshot: &Snapshot, entry: &LedgerEntry) -> Result<Value, Problem> {
    let LedgerEntryData::ClaimableBalance(balance) = &entry.data else {
        return Err(not_found("This is not a claimable balance."));
    };
    let id = balance_id(&balance.balance_id);
    let modified = entry.last_modified_ledger_seq;
    let path = format!("/claimable_balances/{id}");
    let mut fields = Fields::new();
    fields.insert("id".into(), json!(id));
    fields.insert("paging_token".into(), json!(format!("{modified}-{id}")));
    fields.insert("asset".into(), json!(asset_name(&balance.asset)));
    fields.insert("amount".into(), json!(amount(balance.amount)));
    put_sponsor(&mut fields, entry);
    fields.insert("last_modified_ledger".into(), json!(modified));
    fields.insert(
        "last_modified_time".into(),
        json!(snapshot.modified_at(modified)?),
    );
    fields.insert("claimants".into(), claimants(&balance.claimants).into());
    let flags = json!({ "clawback_enabled": clawback_enabled(balance) });
    fields.insert("flags".into(), flags);
    let links = json!({
        "self": snapshot.link(&path),
        "transactions": snapshot.listing_link(&format!("{path}/transactions")),
        "operations": snapshot.listing_link(&format!("{path}/operations")),
    });
    fields.insert("_links".into(), links);
    Ok(fields.into())
}

/// The ledger of the last change and the id, as in `paging_token`.
pub fn cursor(text: &str) -> Option<Vec<u8>> {
    let (modified, id) = text.split_once('-')?;
    Some(balance_place(
        modified.parse().ok()?,
        &parse_balance_id("cursor", id).ok()?,
    ))
}

/// The narrowest index finds them; the other filters are applied to what it finds.
pub fn list(
    snapshot: &Snapshot,
    page: &Page<Vec<u8>>,
    filters: &Filters,
) -> Result<Vec<Value>, Problem> {
    let prefix = match (&filters.claimant, &filters.sponsor, &filters.asset) {
        (Some(claimant), ..) => state_list::prefix(term::CLAIMANT, &key(claimant)),
        (_, Some(sponsor), _) => state_list::prefix(term::BALANCE_SPONSOR, &key(sponsor)),
        (.., Some(asset)) => state_list::prefix_of(term::BALANCE_ASSET, asset),
        _ => state_list::prefix(term::BALANCE, &[]),
    };
    let mut found = Vec::new();
    state_list::scan(snapshot, page, &prefix, |place| {
        let id = place.last_chunk::<32>().copied().unwrap_or_default();
        let Some(entry) = entry(snapshot, &id)? else {
            return Ok(true);
        };
        if passes(&entry, filters) {
            found.push(record(snapshot, &entry)?);
        }
        Ok(found.len() < page.limit)
    })?;
    Ok(found)
}

fn passes(entry: &LedgerEntry, filters: &Filters) -> bool {
    let LedgerEntryData::ClaimableBalance(balance) = &entry.data else {
        return false;
    };
    let sponsor = sponsor(entry);
    let claims = |wanted: &AccountId| {
        let mut all = balance.claimants.iter();
        all.any(|Claimant::ClaimantTypeV0(claimant)| claimant.destination == *wanted)
    };
    filters
        .asset
        .as_ref()
        .is_none_or(|asset| *asset == balance.asset)
        && filters
            .sponsor
            .as_ref()
            .is_none_or(|wanted| sponsor == Some(wanted))
        && filters.claimant.as_ref().is_none_or(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_predicates_as_horizon_does() {
        let soon = ClaimPredicate::BeforeRelativeTime(12);
        let never = ClaimPredicate::Not(Some(Box::new(ClaimPredicate::Unconditional)));
        let either = ClaimPredicate::Or(vec![soon, never].try_into().unwrap());
        assert_eq!(
            predicate(&either),
            json!({ "or": [{ "rel_before": "12" }, { "not": { "unconditional": true } }] })
        );
        assert_eq!(
            predicate(&ClaimPredicate::BeforeAbsoluteTime(60)),
            json!({ "abs_before": "1970-01-01T00:01:00Z", "abs_before_epoch": "60" })
        );
        // Times that the calendar ends before are told by their number alone.
        assert_eq!(
            predicate(&ClaimPredicate::BeforeAbsoluteTime(i64::MAX))["abs_before"],
            ""
        );
    }
}
