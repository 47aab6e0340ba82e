//! Facts about an envelope for queue, statistics and simulation.

use stellar_xdr::{
    AccountId, FeeBumpTransactionInnerTx, Memo, MuxedAccount, Operation, OperationBody, PublicKey,
    TransactionEnvelope, Uint256,
};

#[derive(Clone)]
pub struct Summary {
    /// Account whose sequence number it uses.
    pub source: AccountId,
    pub sequence: i64,
    pub fee_source: AccountId,
    /// The most it may cost, in stroops.
    pub fee: i64,
    pub fee_bump: bool,
}

impl Summary {
    pub fn of(envelope: &TransactionEnvelope) -> Self {
        match envelope {
            TransactionEnvelope::TxV0(e) => {
                let source = ed25519(&e.tx.source_account_ed25519);
                Summary {
                    fee_source: source.clone(),
                    source,
                    sequence: e.tx.seq_num.0,
                    fee: i64::from(e.tx.fee),
                    fee_bump: false,
                }
            }
            TransactionEnvelope::Tx(e) => {
                let source = account_id(&e.tx.source_account);
                Summary {
                    fee_source: source.clone(),
                    source,
                    sequence: e.tx.seq_num.0,
                    fee: i64::from(e.tx.fee),
                    fee_bump: false,
                }
            }
            TransactionEnvelope::TxFeeBump(e) => {
                let FeeBumpTransactionInnerTx::Tx(inner) = &e.tx.inner_tx;
                Summary {
                    source: account_id(&inner.tx.source_account),
                    sequence: inner.tx.seq_num.0,
                    fee_source: account_id(&e.tx.fee_source),
                    fee: e.tx.fee,
                    fee_bump: true,
                }
            }
        }
    }
}

pub fn account_id(account: &MuxedAccount) -> AccountId {
    match account {
        MuxedAccount::Ed25519(key) => ed25519(key),
        MuxedAccount::MuxedEd25519(muxed) => ed25519(&muxed.ed25519),
    }
}

fn ed25519(key: &Uint256) -> AccountId {
    AccountId(PublicKey::PublicKeyTypeEd25519(key.clone()))
}

/// The source of the transaction and of operations that name none.
pub fn source(envelope: &TransactionEnvelope) -> MuxedAccount {
    match envelope {
        TransactionEnvelope::TxV0(e) => MuxedAccount::Ed25519(e.tx.source_account_ed25519.clone()),
        TransactionEnvelope::Tx(e) => e.tx.source_account.clone(),
        TransactionEnvelope::TxFeeBump(e) => {
            let FeeBumpTransactionInnerTx::Tx(inner) = &e.tx.inner_tx;
            inner.tx.source_account.clone()
        }
    }
}

pub fn operations(envelope: &TransactionEnvelope) -> &[Operation] {
    match envelope {
        TransactionEnvelope::TxV0(e) => &e.tx.operations,
        TransactionEnvelope::Tx(e) => &e.tx.operations,
        TransactionEnvelope::TxFeeBump(e) => {
            let FeeBumpTransactionInnerTx::Tx(inner) = &e.tx.inner_tx;
            &inner.tx.operations
        }
    }
}

pub fn memo(envelope: &TransactionEnvelope) -> &Memo {
    match envelope {
        TransactionEnvelope::TxV0(e) => &e.tx.memo,
        TransactionEnvelope::Tx(e) => &e.tx.memo,
        TransactionEnvelope::TxFeeBump(e) => {
            let FeeBumpTransactionInnerTx::Tx(inner) = &e.tx.inner_tx;
            &inner.tx.memo
        }
    }
}

pub fn is_soroban(operation: &Operation) -> bool {
    matches!(
        operation.body,
        OperationBody::InvokeHostFunction(_)
            | OperationBody::ExtendFootprintTtl(_)
            | OperationBody::RestoreFootprint(_)
    )
}
