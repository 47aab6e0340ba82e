//! A transaction that went through a ledger, operation by operation.

use crate::envelope::{self, operations};
use stellar_xdr::{
    ContractEvent, Hash, InnerTransactionResultResult, LedgerEntry, LedgerEntryChange,
    MuxedAccount, Operation, OperationResult, OperationResultTr, TransactionEnvelope,
    TransactionMeta, TransactionResult, TransactionResultResult,
};

pub struct Executed<'a> {
    pub network_id: &'a Hash,
    pub envelope: &'a TransactionEnvelope,
    pub result: &'a TransactionResult,
    pub meta: &'a TransactionMeta,
    pub success: bool,
}

/// A change of an entry: from nothing, where it was created or restored, or to nothing.
#[derive(Clone, Copy)]
pub struct Change<'a> {
    pub before: Option<&'a LedgerEntry>,
    pub after: Option<&'a LedgerEntry>,
}

impl<'a> Executed<'a> {
    pub fn operations(&self) -> &'a [Operation] {
        operations(self.envelope)
    }

    /// Source of an operation: its own or the transaction's.
    pub fn source(&self, index: usize) -> MuxedAccount {
        match &self.operations()[index].source_account {
            Some(own) => own.clone(),
            None => envelope::source(self.envelope),
        }
    }

    /// Result of an operation; `None` if it wasn't run.
    pub fn outcome(&self, index: usize) -> Option<&'a OperationResultTr> {
        match operation_results(self.result)?.get(index)? {
            OperationResult::OpInner(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Events of an operation; a failed transaction has none.
    pub fn events(&self, index: usize) -> &'a [ContractEvent] {
        match self.meta {
            TransactionMeta::V4(meta) => meta
                .operations
                .get(index)
                .map_or(&[], |operation| operation.events.as_slice()),
            _ => &[],
        }
    }

    /// Changes by an operation, in the order of its meta; a failed transaction has none.
    pub fn changes(&self, index: usize) -> Vec<Change<'a>> {
        match self.meta {
            TransactionMeta::V4(meta) => meta
                .operations
                .get(index)
                .map_or_else(Vec::new, |operation| pairs(&operation.changes.0)),
            _ => Vec::new(),
        }
    }
}

/// Meta writes the old state of an entry before what became of it.
fn pairs(all: &[LedgerEntryChange]) -> Vec<Change<'_>> {
    let mut found = Vec::new();
    let mut state = None;
    for one in all {
        let (before, after) = match one {
            LedgerEntryChange::State(entry) => {
                state = Some(entry);
                continue;
            }
            LedgerEntryChange::Created(entry) | LedgerEntryChange::Restored(entry) => {
                (None, Some(entry))
            }
            LedgerEntryChange::Updated(entry) => (state.take(), Some(entry)),
            LedgerEntryChange::Removed(_) => (state.take(), None),
        };
        found.push(Change { before, after });
    }
    found
}

/// Results of the operations, when it came to them.
pub fn operation_results(result: &TransactionResult) -> Option<&[OperationResult]> {
    match &result.result {
        TransactionResultResult::TxSuccess(all) | TransactionResultResult::TxFailed(all) => {
            Some(all)
        }
        TransactionResultResult::TxFeeBumpInnerSuccess(pair)
        | TransactionResultResult::TxFeeBumpInnerFailed(pair) => match &pair.result.result {
            InnerTransactionResultResult::TxSuccess(all)
            | InnerTransactionResultResult::TxFailed(all) => Some(all),
            _ => None,
        },
        _ => None,
    }
}
