//! Claimable balances: an amount that waits for one of its claimants, or goes back to the asset's issuer.

use super::{
    transfer::{credit, debit, Blocked},
    Apply, Check, Context,
};
use crate::{
    asset, frozen,
    sponsorship::{self, Refusal},
    state::{sha256, xdr},
    trustline::{self, CLAWBACK_ENABLED},
};
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountFlags, Asset, ClaimClaimableBalanceOp, ClaimClaimableBalanceResult as ClaimCode,
    ClaimPredicate, ClaimableBalanceEntry, ClaimableBalanceEntryExt,
    ClaimableBalanceEntryExtensionV1, ClaimableBalanceEntryExtensionV1Ext, ClaimableBalanceFlags,
    ClaimableBalanceId, Claimant, ClawbackClaimableBalanceOp,
    ClawbackClaimableBalanceResult as ClawbackCode, CreateClaimableBalanceOp,
    CreateClaimableBalanceResult as CreateCode, HashIdPreimage, HashIdPreimageOperationId,
    LedgerEntry, LedgerEntryData, LedgerEntryExt, LedgerKey, LedgerKeyClaimableBalance,
    OperationResult, OperationResultTr, ScAddress,
};

/// Levels of predicates inside each other that the network takes.
const MAX_DEPTH: u32 = 4;

pub(crate) fn check_create(op: &CreateClaimableBalanceOp) -> Check {
    let mut destinations = BTreeSet::new();
    let claimants = op.claimants.iter().map(|Claimant::ClaimantTypeV0(c)| c);
    let valid = asset::is_valid(&op.asset)
        && op.amount > 0
        && !op.claimants.is_empty()
        && claimants
            .clone()
            .all(|claimant| destinations.insert(&claimant.destination))
        && claimants
            .clone()
            .all(|claimant| is_predicate_valid(&claimant.predicate, 1));
    if valid {
        Ok(())
    } else {
        Err(created(CreateCode::Malformed))
    }
}

fn is_predicate_valid(predicate: &ClaimPredicate, depth: u32) -> bool {
    let all = |inner: &[ClaimPredicate]| {
        inner
            .iter()
            .all(|predicate| is_predicate_valid(predicate, depth + 1))
    };
    if depth > MAX_DEPTH {
        return false;
    }
    match predicate {
        ClaimPredicate::Unconditional => true,
        ClaimPredicate::And(inner) | ClaimPredicate::Or(inner) => inner.len() == 2 && all(inner),
        ClaimPredicate::Not(inner) => inner
            .as_deref()
            .is_some_and(|inner| is_predicate_valid(inner, depth + 1)),
        ClaimPredicate::BeforeAbsoluteTime(time) | ClaimPredicate::BeforeRelativeTime(time) => {
            *time >= 0
        }
    }
}

pub(crate) fn create(op: &CreateClaimableBalanceOp, context: &mut Context) -> Apply {
    context.work.touch_account(context.source);
    debit(context.work, context.source, &op.asset, op.amount).map_err(|blocked| {
        created(match blocked {
            Blocked::NoTrust => CreateCode::NoTrust,
            Blocked::NotAuthorized => CreateCode::NotAuthorized,
            Blocked::NoAccount | Blocked::Amount => CreateCode::Underfunded,
        })
    })?;
    let id = balance_id(context);
    let entry = LedgerEntry {
        last_modified_ledger_seq: 0,
        data: LedgerEntryData::ClaimableBalance(new_balance(op, context, id.clone())),
        ext: LedgerEntryExt::V0,
    };
    store(entry, context).map_err(|refusal| refusal.result(created(CreateCode::LowReserve)))?;
    let event = context
        .emitter
        .reserved(&op.asset, context.source, &id, op.amount);
    context.events.push(event);
    Ok(created(CreateCode::Success(id)))
}

/// The source pays the reserve, one for each claimant, unless somebody sponsors it.
fn store(mut entry: LedgerEntry, context: &mut Context) -> Result<(), Refusal> {
    let work = &mut *context.work;
    let sponsor = work.sponsor_of(context.source).unwrap_or(context.source);
    let sponsor = sponsor.clone();
    sponsorship::start_sponsoring(work, &sponsor, sponsorship::reserves(&entry))?;
    sponsorship::set_sponsor(&mut entry, Some(sponsor));
    work.put(entry);
    Ok(())
}

fn new_balance(
    op: &CreateClaimableBalanceOp,
    context: &Context,
    balance_id: ClaimableBalanceId,
) -> ClaimableBalanceEntry {
    let now = context.work.header.scp_value.close_time.0;
    let mut claimants = op.claimants.to_vec();
    for Claimant::ClaimantTypeV0(claimant) in &mut claimants {
        claimant.predicate = absolute(&claimant.predicate, now);
    }
    let ext = if may_be_clawed_back(context, &op.asset) {
        ClaimableBalanceEntryExt::V1(ClaimableBalanceEntryExtensionV1 {
            ext: ClaimableBalanceEntryExtensionV1Ext::V0,
            flags: ClaimableBalanceFlags::ClaimableBalanceClawbackEnabledFlag as u32,
        })
    } else {
        ClaimableBalanceEntryExt::V0
    };
    ClaimableBalanceEntry {
        balance_id,
        claimants: claimants.try_into().expect("as many as before"),
        asset: op.asset.clone(),
        amount: op.amount,
        ext,
    }
}

/// A balance inherits this from the line it is paid from, or from the issuer itself.
fn may_be_clawed_back(context: &Context, asset: &Asset) -> bool {
    if asset::is_issuer(context.source, asset) {
        let issuer = context.work.account(context.source);
        let flag = AccountFlags::ClawbackEnabledFlag as u32;
        return issuer.is_some_and(|issuer| issuer.flags & flag != 0);
    }
    let line = trustline::get(context.work, context.source, asset);
    line.is_some_and(|line| line.flags & CLAWBACK_ENABLED != 0)
}

/// Times that count from now become points in time (Unix seconds).
fn absolute(predicate: &ClaimPredicate, now: u64) -> ClaimPredicate {
    let both = |inner: &[ClaimPredicate]| {
        let inner: Vec<_> = inner.iter().map(|inner| absolute(inner, now)).collect();
        inner.try_into().expect("as many as before")
    };
    match predicate {
        ClaimPredicate::And(inner) => ClaimPredicate::And(both(inner)),
        ClaimPredicate::Or(inner) => ClaimPredicate::Or(both(inner)),
        ClaimPredicate::Not(inner) => {
            let inner = inner.as_deref().map(|inner| Box::new(absolute(inner, now)));
            ClaimPredicate::Not(inner)
        }
        ClaimPredicate::BeforeRelativeTime(seconds) => {
            let now = i64::try_from(now).unwrap_or(i64::MAX);
            ClaimPredicate::BeforeAbsoluteTime(now.saturating_add(*seconds))
        }
        ClaimPredicate::Unconditional | ClaimPredicate::BeforeAbsoluteTime(_) => predicate.clone(),
    }
}

/// Ids follow from who sends which transaction, so a client knows them beforehand.
fn balance_id(context: &Context) -> ClaimableBalanceId {
    let preimage = HashIdPreimage::OpId(HashIdPreimageOperationId {
        source_account: context.frame.source(),
        seq_num: context.frame.tx.seq_num.clone(),
        op_num: context.index,
    });
    ClaimableBalanceId::ClaimableBalanceIdTypeV0(sha256(&xdr(&preimage)))
}

pub(crate) fn claim(op: &ClaimClaimableBalanceOp, context: &mut Context) -> Apply {
    let Some((entry, balance)) = find(context, &op.balance_id) else {
        return Err(claimed(ClaimCode::DoesNotExist));
    };
    let now = context.work.header.scp_value.close_time.0;
    let may_claim = balance
        .claimants
        .iter()
        .any(|Claimant::ClaimantTypeV0(claimant)| {
            &claimant.destination == context.source && holds(&claimant.predicate, now)
        });
    if !may_claim {
        return Err(claimed(ClaimCode::CannotClaim));
    }
    let (asset, amount) = (&balance.asset, balance.amount);
    if frozen::is_holding_frozen(context.settings, context.source, asset) {
        return Err(claimed(ClaimCode::TrustlineFrozen));
    }
    credit(context.work, context.source, asset, amount).map_err(|blocked| {
        claimed(match blocked {
            Blocked::NoTrust => ClaimCode::NoTrust,
            Blocked::NotAuthorized => ClaimCode::NotAuthorized,
            Blocked::NoAccount | Blocked::Amount => ClaimCode::LineFull,
        })
    })?;
    remove(context, &entry);
    let event = context
        .emitter
        .claimed(asset, &op.balance_id, context.muxed_source, amount);
    context.events.push(event);
    Ok(claimed(ClaimCode::Success))
}

/// A stored predicate has no relative times.
fn holds(predicate: &ClaimPredicate, now: u64) -> bool {
    match predicate {
        ClaimPredicate::Unconditional => true,
        ClaimPredicate::And(inner) => inner.iter().all(|inner| holds(inner, now)),
        ClaimPredicate::Or(inner) => inner.iter().any(|inner| holds(inner, now)),
        ClaimPredicate::Not(inner) => !inner.as_deref().is_some_and(|inner| holds(inner, now)),
        ClaimPredicate::BeforeAbsoluteTime(time) => {
            u64::try_from(*time).is_ok_and(|time| time > now)
        }
        ClaimPredicate::BeforeRelativeTime(_) => false,
    }
}

pub(crate) fn claw_back(op: &ClawbackClaimableBalanceOp, context: &mut Context) -> Apply {
    let Some((entry, balance)) = find(context, &op.balance_id) else {
        return Err(clawed_back(ClawbackCode::DoesNotExist));
    };
    if !asset::is_issuer(context.source, &balance.asset) {
        return Err(clawed_back(ClawbackCode::NotIssuer));
    }
    let flag = ClaimableBalanceFlags::ClaimableBalanceClawbackEnabledFlag as u32;
    let enabled = match &balance.ext {
        ClaimableBalanceEntryExt::V0 => false,
        ClaimableBalanceEntryExt::V1(v1) => v1.flags & flag != 0,
    };
    if !enabled {
        return Err(clawed_back(ClawbackCode::NotClawbackEnabled));
    }
    remove(context, &entry);
    let from = ScAddress::ClaimableBalance(op.balance_id.clone());
    let event = context
        .emitter
        .clawback(&balance.asset, from, balance.amount);
    context.events.push(event);
    Ok(clawed_back(ClawbackCode::Success))
}

fn find(
    context: &Context,
    balance_id: &ClaimableBalanceId,
) -> Option<(LedgerEntry, ClaimableBalanceEntry)> {
    let key = LedgerKey::ClaimableBalance(LedgerKeyClaimableBalance {
        balance_id: balance_id.clone(),
    });
    let entry = context.work.get(&key)?.entry.clone();
    match &entry.data {
        LedgerEntryData::ClaimableBalance(balance) => {
            let balance = balance.clone();
            Some((entry, balance))
        }
        _ => None,
    }
}

fn remove(context: &mut Context, entry: &LedgerEntry) {
    context.work.touch_account(context.source);
    if let Some(sponsor) = sponsorship::sponsor(entry) {
        sponsorship::stop_sponsoring(context.work, &sponsor, sponsorship::reserves(entry));
    }
    context.work.remove(&entry.to_key());
}

fn created(code: CreateCode) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::CreateClaimableBalance(code))
}

fn claimed(code: ClaimCode) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::ClaimClaimableBalance(code))
}

fn clawed_back(code: ClawbackCode) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::ClawbackClaimableBalance(code))
}
