//! `getFeeStats`: inclusion fees of the last ledgers, 50 of them for Soroban transactions and 10 for the others.

use super::fee_distribution::FeeDistribution;
use crate::{
    dispatch::NoParams,
    envelope::{is_soroban, operations},
    errors::RpcError,
    format::decode,
    node::{unreadable, Node},
    store::Transaction,
};
use serde::Serialize;
use stellar_xdr::{
    SorobanTransactionMetaExt, TransactionEnvelope, TransactionMeta, TransactionResult,
};

const SOROBAN_LEDGERS: u32 = 50;
const CLASSIC_LEDGERS: u32 = 10;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FeeStats {
    soroban_inclusion_fee: FeeDistribution,
    inclusion_fee: FeeDistribution,
    latest_ledger: u32,
}

pub fn call(node: &Node, _: NoParams) -> Result<FeeStats, RpcError> {
    let (reader, range) = node.history()?;
    let first_of = |window: u32| (range.latest + 1).saturating_sub(window).max(range.oldest);
    let (first_soroban, first_classic) = (first_of(SOROBAN_LEDGERS), first_of(CLASSIC_LEDGERS));
    let transactions = reader
        .transactions((first_soroban, 0), range.latest, usize::MAX)
        .map_err(unreadable)?;

    let (mut soroban, mut classic) = (Vec::new(), Vec::new());
    for transaction in &transactions {
        match inclusion_fee(transaction)? {
            Some(Fee::Soroban(fee)) => soroban.push(fee),
            Some(Fee::Classic(fee)) if transaction.ledger >= first_classic => classic.push(fee),
            _ => {}
        }
    }
    Ok(FeeStats {
        soroban_inclusion_fee: FeeDistribution::of(soroban, range.latest + 1 - first_soroban),
        inclusion_fee: FeeDistribution::of(classic, range.latest + 1 - first_classic),
        latest_ledger: range.latest,
    })
}

enum Fee {
    Soroban(u64),
    /// Per operation.
    Classic(u64),
}

/// The charged inclusion fee; `None` for a transaction without operations.
fn inclusion_fee(transaction: &Transaction) -> Result<Option<Fee>, RpcError> {
    let envelope: TransactionEnvelope = decode(&transaction.envelope)?;
    let result: TransactionResult = decode(&transaction.result)?;
    let charged = u64::try_from(result.fee_charged).unwrap_or(0);
    let operations = operations(&envelope);
    if !operations.iter().any(is_soroban) {
        return Ok(
            (!operations.is_empty()).then(|| Fee::Classic(charged / operations.len() as u64))
        );
    }
    let TransactionMeta::V4(meta) = decode(&transaction.meta)? else {
        return Ok(None);
    };
    let Some(SorobanTransactionMetaExt::V1(fees)) = meta.soroban_meta.map(|meta| meta.ext) else {
        return Ok(None);
    };
    let resources =
        fees.total_non_refundable_resource_fee_charged + fees.total_refundable_resource_fee_charged;
    Ok(Some(Fee::Soroban(
        charged.saturating_sub(u64::try_from(resources).unwrap_or(0)),
    )))
}
