//! A decoded transaction with its hashes: the one view of V0, V1 and fee-bump envelopes.

use crate::state::xdr_size;
use stellar_xdr::{
    AccountId, DecoratedSignature, FeeBumpTransactionInnerTx, Hash, LedgerBounds, MuxedAccount,
    Operation, OperationBody, Preconditions, PreconditionsV2, PublicKey, SorobanTransactionData,
    TimeBounds, Transaction, TransactionEnvelope, TransactionExt, TransactionV0, TransactionV0Ext,
    TransactionV1Envelope,
};

/// Hashes a transaction is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TxHashes {
    /// Hash of the whole transaction: for a fee bump the outer one.
    pub hash: Hash,
    /// Hash of the inner transaction, for fee bumps only.
    pub inner: Option<Hash>,
}

pub fn transaction_hashes(network_id: &Hash, envelope: &TransactionEnvelope) -> TxHashes {
    let hash = |envelope: &TransactionEnvelope| {
        Hash(
            envelope
                .hash(network_id.0)
                .expect("a decoded transaction encodes"),
        )
    };
    TxHashes {
        hash: hash(envelope),
        inner: inner_envelope(envelope).map(|inner| hash(&inner)),
    }
}

fn inner_envelope(envelope: &TransactionEnvelope) -> Option<TransactionEnvelope> {
    let TransactionEnvelope::TxFeeBump(bump) = envelope else {
        return None;
    };
    let FeeBumpTransactionInnerTx::Tx(inner) = &bump.tx.inner_tx;
    Some(TransactionEnvelope::Tx(inner.clone()))
}

/// The part that a fee bump adds to its inner transaction.
pub(crate) struct FeeBump {
    pub source: AccountId,
    /// Stroops.
    pub fee: i64,
    pub signatures: Vec<DecoratedSignature>,
}

pub(crate) struct Frame {
    pub envelope: TransactionEnvelope,
    pub hashes: TxHashes,
    /// The inner transaction of a fee bump; V0 in the form of V1.
    pub tx: Transaction,
    pub signatures: Vec<DecoratedSignature>,
    pub bump: Option<FeeBump>,
    /// Bytes of the envelope without a fee bump around it.
    pub size: u32,
}

impl Frame {
    pub fn new(network_id: &Hash, envelope: TransactionEnvelope) -> Frame {
        let hashes = transaction_hashes(network_id, &envelope);
        let inner = inner_envelope(&envelope);
        let size = xdr_size(inner.as_ref().unwrap_or(&envelope));
        let TransactionEnvelope::Tx(v1) = without_v0(inner.unwrap_or_else(|| envelope.clone()))
        else {
            unreachable!("the inner one is no fee bump");
        };
        let (tx, signatures) = (v1.tx, v1.signatures);
        let bump = match &envelope {
            TransactionEnvelope::TxFeeBump(bump) => Some(FeeBump {
                source: account_id(&bump.tx.fee_source),
                fee: bump.tx.fee,
                signatures: bump.signatures.to_vec(),
            }),
            _ => None,
        };
        Frame {
            envelope,
            hashes,
            tx,
            signatures: signatures.into(),
            bump,
            size,
        }
    }

    /// The hash that the transaction's own signatures sign.
    pub fn contents_hash(&self) -> &Hash {
        self.hashes.inner.as_ref().unwrap_or(&self.hashes.hash)
    }

    pub fn source(&self) -> AccountId {
        account_id(&self.tx.source_account)
    }

    pub fn fee_source(&self) -> AccountId {
        self.bump
            .as_ref()
            .map_or_else(|| self.source(), |bump| bump.source.clone())
    }

    pub fn operation_source(&self, operation: &Operation) -> AccountId {
        account_id(self.muxed_source(operation))
    }

    pub fn muxed_source<'a>(&'a self, operation: &'a Operation) -> &'a MuxedAccount {
        operation
            .source_account
            .as_ref()
            .unwrap_or(&self.tx.source_account)
    }

    pub fn is_soroban(&self) -> bool {
        self.tx
            .operations
            .first()
            .is_some_and(|operation| is_soroban(&operation.body))
    }

    pub fn soroban_data(&self) -> Option<&SorobanTransactionData> {
        match &self.tx.ext {
            TransactionExt::V0 => None,
            TransactionExt::V1(data) => Some(data),
        }
    }

    pub fn time_bounds(&self) -> Option<&TimeBounds> {
        match &self.tx.cond {
            Preconditions::None => None,
            Preconditions::Time(bounds) => Some(bounds),
            Preconditions::V2(conditions) => conditions.time_bounds.as_ref(),
        }
    }

    pub fn ledger_bounds(&self) -> Option<&LedgerBounds> {
        self.preconditions()?.ledger_bounds.as_ref()
    }

    pub fn preconditions(&self) -> Option<&PreconditionsV2> {
        match &self.tx.cond {
            Preconditions::V2(conditions) => Some(conditions),
            _ => None,
        }
    }
}

pub(crate) fn is_soroban(body: &OperationBody) -> bool {
    matches!(
        body,
        OperationBody::InvokeHostFunction(_)
            | OperationBody::ExtendFootprintTtl(_)
            | OperationBody::RestoreFootprint(_)
    )
}

pub(crate) fn account_id(muxed: &MuxedAccount) -> AccountId {
    let key = match muxed {
        MuxedAccount::Ed25519(key) => key,
        MuxedAccount::MuxedEd25519(muxed) => &muxed.ed25519,
    };
    AccountId(PublicKey::PublicKeyTypeEd25519(key.clone()))
}

/// An envelope of version 0 as one of version 1, with the same hash, as stellar-core takes it from a sender.
pub fn without_v0(envelope: TransactionEnvelope) -> TransactionEnvelope {
    match envelope {
        TransactionEnvelope::TxV0(v0) => TransactionEnvelope::Tx(TransactionV1Envelope {
            tx: from_v0(v0.tx),
            signatures: v0.signatures,
        }),
        other => other,
    }
}

fn from_v0(tx: TransactionV0) -> Transaction {
    let TransactionV0Ext::V0 = tx.ext;
    Transaction {
        source_account: MuxedAccount::Ed25519(tx.source_account_ed25519),
        fee: tx.fee,
        seq_num: tx.seq_num,
        cond: tx
            .time_bounds
            .map_or(Preconditions::None, Preconditions::Time),
        memo: tx.memo,
        operations: tx.operations,
        ext: TransactionExt::V0,
    }
}
