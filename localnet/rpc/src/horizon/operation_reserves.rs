//! Fields of an operation's record: claimable balances, clawback and sponsorship.

use super::{
    claimable::{balance_id, claimants},
    text::{amount, put_account, put_asset, Fields},
};
use crate::{executed::Executed, participants::begin_sponsor};
use localnet_ledger::asset_name;
use serde_json::json;
use stellar_xdr::{
    Asset, ClaimableBalanceId, LedgerKey, MuxedAccount, OperationBody, RevokeSponsorshipOp,
    TrustLineAsset,
};

pub fn put(fields: &mut Fields, executed: &Executed, index: usize, source: &MuxedAccount) {
    match &executed.operations()[index].body {
        OperationBody::CreateClaimableBalance(op) => {
            fields.insert("asset".into(), json!(asset_name(&op.asset)));
            fields.insert("amount".into(), json!(amount(op.amount)));
            fields.insert("claimants".into(), claimants(&op.claimants).into());
        }
        OperationBody::ClaimClaimableBalance(op) => {
            put_balance(fields, "balance_id", &op.balance_id);
            put_account(fields, "claimant", source);
        }
        OperationBody::ClawbackClaimableBalance(op) => {
            put_balance(fields, "balance_id", &op.balance_id);
        }
        OperationBody::Clawback(op) => {
            put_asset(fields, &op.asset);
            put_account(fields, "from", &op.from);
            fields.insert("amount".into(), json!(amount(op.amount)));
        }
        OperationBody::BeginSponsoringFutureReserves(op) => {
            fields.insert("sponsored_id".into(), json!(op.sponsored_id.to_string()));
        }
        OperationBody::EndSponsoringFutureReserves => {
            if let Some(sponsor) = begin_sponsor(executed, index) {
                put_account(fields, "begin_sponsor", &sponsor);
            }
        }
        OperationBody::RevokeSponsorship(op) => put_revoked(fields, op),
        _ => {}
    }
}

fn put_balance(fields: &mut Fields, name: &str, id: &ClaimableBalanceId) {
    fields.insert(name.into(), json!(balance_id(id)));
}

fn put_revoked(fields: &mut Fields, op: &RevokeSponsorshipOp) {
    let mut put = |name: &str, value: String| fields.insert(name.into(), json!(value));
    match op {
        RevokeSponsorshipOp::Signer(signer) => {
            put("signer_account_id", signer.account_id.to_string());
            put("signer_key", signer.signer_key.to_string());
        }
        RevokeSponsorshipOp::LedgerEntry(key) => match key {
            LedgerKey::Account(key) => {
                put("account_id", key.account_id.to_string());
            }
            LedgerKey::Data(key) => {
                put("data_account_id", key.account_id.to_string());
                let name = String::from_utf8_lossy(key.data_name.as_slice()).into_owned();
                put("data_name", name);
            }
            LedgerKey::Trustline(key) => {
                put("trustline_account_id", key.account_id.to_string());
                match &key.asset {
                    TrustLineAsset::Native => put("trustline_asset", asset_name(&Asset::Native)),
                    TrustLineAsset::CreditAlphanum4(asset) => put(
                        "trustline_asset",
                        asset_name(&Asset::CreditAlphanum4(asset.clone())),
                    ),
                    TrustLineAsset::CreditAlphanum12(asset) => put(
                        "trustline_asset",
                        asset_name(&Asset::CreditAlphanum12(asset.clone())),
                    ),
                    TrustLineAsset::PoolShare(pool) => {
                        put("trustline_liquidity_pool_id", hex::encode(pool.0 .0))
                    }
                };
            }
            LedgerKey::ClaimableBalance(key) => {
                put_balance(fields, "claimable_balance_id", &key.balance_id)
            }
            LedgerKey::Offer(key) => {
                put("offer_id", key.offer_id.to_string());
            }
            _ => {}
        },
    }
}
