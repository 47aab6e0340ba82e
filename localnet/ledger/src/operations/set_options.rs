//! SetOptions: flags, thresholds, signers, home domain.

use super::{Apply, Check, Context};
use crate::{sponsorship, work::Work};
use stellar_xdr::{
    AccountEntry, AccountFlags, AccountId, OperationResult, OperationResultTr, PublicKey,
    SetOptionsOp, SetOptionsResult, Signer, SignerKey,
};

const MAX_SIGNERS: usize = 20;
const MAX_WEIGHT: u32 = 255;
const IMMUTABLE: u32 = AccountFlags::ImmutableFlag as u32;
const REVOCABLE: u32 = AccountFlags::RevocableFlag as u32;
const CLAWBACK: u32 = AccountFlags::ClawbackEnabledFlag as u32;
const ALL_FLAGS: u32 = AccountFlags::RequiredFlag as u32 | REVOCABLE | IMMUTABLE | CLAWBACK;

pub(crate) fn check(op: &SetOptionsOp, source: &AccountId) -> Check {
    let (set, clear) = (op.set_flags.unwrap_or(0), op.clear_flags.unwrap_or(0));
    if (set | clear) & !ALL_FLAGS != 0 {
        return Err(result(SetOptionsResult::UnknownFlag));
    }
    if set & clear != 0 {
        return Err(result(SetOptionsResult::BadFlags));
    }
    let weights = [
        op.master_weight,
        op.low_threshold,
        op.med_threshold,
        op.high_threshold,
    ];
    if weights
        .into_iter()
        .flatten()
        .any(|weight| weight > MAX_WEIGHT)
    {
        return Err(result(SetOptionsResult::ThresholdOutOfRange));
    }
    if op
        .signer
        .as_ref()
        .is_some_and(|signer| !is_signer_valid(signer, source))
    {
        return Err(result(SetOptionsResult::BadSigner));
    }
    if op
        .home_domain
        .as_ref()
        .is_some_and(|domain| !super::is_printable(&domain.0))
    {
        return Err(result(SetOptionsResult::InvalidHomeDomain));
    }
    Ok(())
}

fn is_signer_valid(signer: &Signer, source: &AccountId) -> bool {
    let PublicKey::PublicKeyTypeEd25519(master) = &source.0;
    let key_valid = match &signer.key {
        SignerKey::Ed25519(key) => key != master,
        SignerKey::Ed25519SignedPayload(signed) => !signed.payload.is_empty(),
        SignerKey::PreAuthTx(_) | SignerKey::HashX(_) => true,
    };
    key_valid && signer.weight <= MAX_WEIGHT
}

pub(crate) fn apply(op: &SetOptionsOp, context: &mut Context) -> Apply {
    if let Some(destination) = &op.inflation_dest {
        if destination != context.source && context.work.account(destination).is_none() {
            return Err(result(SetOptionsResult::InvalidInflation));
        }
    }
    let changed = context
        .work
        .update_account(context.source, |account, _| change(op, account));
    changed.unwrap_or(Err(OperationResult::OpNoAccount))?;
    match &op.signer {
        None => {}
        Some(signer) if signer.weight == 0 => {
            remove_signer(context.work, context.source, &signer.key);
        }
        Some(signer) => set_signer(context, signer)?,
    }
    Ok(result(SetOptionsResult::Success))
}

/// Everything but the signer.
fn change(op: &SetOptionsOp, account: &mut AccountEntry) -> Result<(), OperationResult> {
    if let Some(destination) = &op.inflation_dest {
        account.inflation_dest = Some(destination.clone());
    }
    let (set, clear) = (op.set_flags.unwrap_or(0), op.clear_flags.unwrap_or(0));
    if account.flags & IMMUTABLE != 0 && (set | clear) & ALL_FLAGS != 0 {
        return Err(result(SetOptionsResult::CantChange));
    }
    account.flags = (account.flags & !clear) | set;
    if account.flags & CLAWBACK != 0 && account.flags & REVOCABLE == 0 {
        return Err(result(SetOptionsResult::AuthRevocableRequired));
    }
    if let Some(domain) = &op.home_domain {
        account.home_domain = domain.clone();
    }
    let weights = [
        op.master_weight,
        op.low_threshold,
        op.med_threshold,
        op.high_threshold,
    ];
    for (place, weight) in account.thresholds.0.iter_mut().zip(weights) {
        // `check` has seen that it fits.
        *place = weight.map_or(*place, |weight| weight as u8);
    }
    Ok(())
}

/// Removes the signer, if the account has it, and releases who pays for it.
pub(crate) fn remove_signer(work: &mut Work, id: &AccountId, key: &SignerKey) {
    let removed = work.update_account(id, |account, _| {
        let index = account.signers.iter().position(|s| &s.key == key)?;
        let mut signers = account.signers.to_vec();
        signers.remove(index);
        account.signers = signers.try_into().expect("fewer than before");
        account.num_sub_entries = account.num_sub_entries.saturating_sub(1);
        sponsorship::remove_signer(account, index)
    });
    if let Some(Some(sponsor)) = removed {
        sponsorship::release_signer(work, &sponsor, id);
    }
}

fn set_signer(context: &mut Context, signer: &Signer) -> Result<(), OperationResult> {
    let placed = context
        .work
        .update_account(context.source, |account, _| place_signer(account, signer));
    let inserted = placed.unwrap_or(Err(OperationResult::OpNoAccount))?;
    if let Some(index) = inserted {
        sponsorship::create_signer(context.work, context.source, index)
            .map_err(|refusal| refusal.result(result(SetOptionsResult::LowReserve)))?;
    }
    Ok(())
}

/// Changes the signer's weight or inserts it; answers where, if it is new.
fn place_signer(
    account: &mut AccountEntry,
    signer: &Signer,
) -> Result<Option<usize>, OperationResult> {
    let mut signers = account.signers.to_vec();
    let known = signers.iter().position(|known| known.key == signer.key);
    let inserted = match known {
        Some(index) => {
            signers[index].weight = signer.weight;
            None
        }
        None if signers.len() == MAX_SIGNERS => {
            return Err(result(SetOptionsResult::TooManySigners));
        }
        None => {
            let index = signers.partition_point(|known| known.key < signer.key);
            signers.insert(index, signer.clone());
            sponsorship::insert_unsponsored_signer(account, index);
            Some(index)
        }
    };
    account.signers = signers.try_into().expect("at most 20, checked above");
    Ok(inserted)
}

fn result(code: SetOptionsResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::SetOptions(code))
}
