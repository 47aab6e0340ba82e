//! Accounts that a transaction concerns, as Horizon counts them: they list it in their history.

use crate::{
    envelope::{account_id, operations, Summary},
    movements,
};
use std::collections::BTreeSet;
use stellar_xdr::{
    AccountId, Hash, Operation, OperationBody, PublicKey, ScAddress, TransactionEnvelope,
    TransactionMeta,
};

pub type AccountKey = [u8; 32];

pub fn key(account: &AccountId) -> AccountKey {
    let PublicKey::PublicKeyTypeEd25519(key) = &account.0;
    key.0
}

/// Accounts that take part in a transaction or an operation.
#[derive(Default)]
pub struct Participants {
    pub accounts: BTreeSet<AccountKey>,
    /// True if Horizon lists it among the payments.
    pub payment: bool,
}

impl Participants {
    pub fn of_transaction(
        network_id: &Hash,
        envelope: &TransactionEnvelope,
        meta: &TransactionMeta,
    ) -> Self {
        let summary = Summary::of(envelope);
        let mut all = Participants::default();
        all.add(&summary.source);
        all.add(&summary.fee_source);
        for (index, operation) in operations(envelope).iter().enumerate() {
            let one =
                Participants::of_operation(network_id, operation, &summary.source, meta, index);
            all.accounts.extend(one.accounts);
            all.payment |= one.payment;
        }
        all
    }

    /// Participants in operation `index` of a transaction with the given source and meta.
    pub fn of_operation(
        network_id: &Hash,
        operation: &Operation,
        source: &AccountId,
        meta: &TransactionMeta,
        index: usize,
    ) -> Self {
        let mut found = Participants::default();
        match &operation.source_account {
            Some(own) => found.add(&account_id(own)),
            None => found.add(source),
        }
        match &operation.body {
            OperationBody::CreateAccount(op) => {
                found.add(&op.destination);
                found.payment = true;
            }
            OperationBody::Payment(op) => {
                found.add(&account_id(&op.destination));
                found.payment = true;
            }
            OperationBody::SetTrustLineFlags(op) => found.add(&op.trustor),
            OperationBody::InvokeHostFunction(_) => {
                for movement in movements::of(network_id, events_of(meta, index)) {
                    found.payment = true;
                    for address in [&movement.from, &movement.to].into_iter().flatten() {
                        if let ScAddress::Account(account) = address {
                            found.add(account);
                        }
                    }
                }
            }
            _ => {}
        }
        found
    }

    fn add(&mut self, account: &AccountId) {
        self.accounts.insert(key(account));
    }
}

/// Events of one operation; a failed transaction has none.
pub fn events_of(meta: &TransactionMeta, operation: usize) -> &[stellar_xdr::ContractEvent] {
    match meta {
        TransactionMeta::V4(meta) => meta
            .operations
            .get(operation)
            .map_or(&[], |operation| operation.events.as_slice()),
        _ => &[],
    }
}
