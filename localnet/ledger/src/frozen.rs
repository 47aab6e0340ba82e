//! Keys that the network froze (CAP-77): transactions that would touch their entries are refused.

use crate::{
    config::Settings,
    frame::{account_id, Frame},
    operations::trust_flags,
    state::xdr,
    trustline, work,
};
use stellar_xdr::{
    AccountId, Asset, ChangeTrustAsset, LedgerKey, MuxedAccount, Operation, OperationBody,
    RevokeSponsorshipOp,
};

/// True if the transaction must be refused as txFROZEN_KEY_ACCESSED. A fee bump's own source is checked apart.
pub(crate) fn accesses(settings: &Settings, frame: &Frame) -> bool {
    if settings.frozen_keys.is_empty() || is_exempt(settings, frame) {
        return false;
    }
    let mut keys = vec![work::account_key(&frame.source())];
    if let Some(data) = frame.soroban_data() {
        let footprint = &data.resources.footprint;
        keys.extend(footprint.read_only.iter().cloned());
        keys.extend(footprint.read_write.iter().cloned());
    }
    for operation in frame.tx.operations.iter() {
        keys.extend(operation.source_account.as_ref().map(account));
        keys.extend(touched(operation, &frame.operation_source(operation)));
    }
    keys.iter().any(|key| is_frozen(settings, key))
}

/// True for transactions that may touch frozen entries, by the hash of the whole envelope.
pub(crate) fn is_exempt(settings: &Settings, frame: &Frame) -> bool {
    settings.freeze_exempt.contains(&frame.hashes.hash)
}

pub(crate) fn is_frozen(settings: &Settings, key: &LedgerKey) -> bool {
    !settings.frozen_keys.is_empty() && settings.frozen_keys.contains(&xdr(key))
}

/// True if `holder` can't receive `asset`: its account or its trustline is frozen.
pub(crate) fn is_holding_frozen(settings: &Settings, holder: &AccountId, asset: &Asset) -> bool {
    is_frozen(settings, &holding(holder, asset))
}

fn holding(holder: &AccountId, asset: &Asset) -> LedgerKey {
    match asset {
        Asset::Native => work::account_key(holder),
        _ => trustline::key(holder, asset),
    }
}

fn account(muxed: &MuxedAccount) -> LedgerKey {
    work::account_key(&account_id(muxed))
}

/// Keys that the operation names. Other entries that it touches, beside its source, are seen only when it runs.
fn touched(operation: &Operation, source: &AccountId) -> Vec<LedgerKey> {
    match &operation.body {
        OperationBody::CreateAccount(op) => vec![work::account_key(&op.destination)],
        OperationBody::Payment(op) => {
            let mut keys = vec![holding(&account_id(&op.destination), &op.asset)];
            if op.asset != Asset::Native {
                keys.push(trustline::key(source, &op.asset));
            }
            keys
        }
        OperationBody::ChangeTrust(op) => match &op.line {
            ChangeTrustAsset::CreditAlphanum4(asset) => {
                vec![trustline::key(
                    source,
                    &Asset::CreditAlphanum4(asset.clone()),
                )]
            }
            ChangeTrustAsset::CreditAlphanum12(asset) => {
                vec![trustline::key(
                    source,
                    &Asset::CreditAlphanum12(asset.clone()),
                )]
            }
            ChangeTrustAsset::Native | ChangeTrustAsset::PoolShare(_) => Vec::new(),
        },
        OperationBody::AllowTrust(op) => {
            vec![trustline::key(
                &op.trustor,
                &trust_flags::issued(op, source),
            )]
        }
        OperationBody::SetTrustLineFlags(op) => vec![trustline::key(&op.trustor, &op.asset)],
        OperationBody::AccountMerge(to) => vec![account(to)],
        OperationBody::Clawback(op) => {
            vec![trustline::key(&account_id(&op.from), &op.asset)]
        }
        OperationBody::CreateClaimableBalance(op) if op.asset != Asset::Native => {
            vec![trustline::key(source, &op.asset)]
        }
        OperationBody::RevokeSponsorship(RevokeSponsorshipOp::LedgerEntry(key)) => {
            vec![key.clone()]
        }
        OperationBody::RevokeSponsorship(RevokeSponsorshipOp::Signer(signer)) => {
            vec![work::account_key(&signer.account_id)]
        }
        _ => Vec::new(),
    }
}
