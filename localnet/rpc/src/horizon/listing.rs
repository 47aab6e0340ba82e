//! The listings: ledgers, transactions, operations and payments of the whole network, of an account, of a ledger or of a
//! transaction.

use super::{
    ledger, operation,
    page::Page,
    problem::{before_history, not_found, Problem},
    snapshot::Snapshot,
    transaction,
};
use crate::{
    cursor::Toid,
    envelope::{operations, Summary},
    participants::{AccountKey, Participants},
    store::{self, Position, PAYMENT, SUCCESSFUL},
};
use serde_json::Value;
use stellar_xdr::{TransactionEnvelope, TransactionMeta};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Ledgers,
    Transactions,
    Operations,
    Payments,
}

#[derive(Clone)]
pub enum Scope {
    All,
    Account(AccountKey),
    Ledger(u32),
    /// A transaction by its hash or, for a fee bump, by the hash of the inner one.
    Transaction([u8; 32]),
}

#[derive(Clone)]
pub struct Listing {
    pub kind: Kind,
    pub scope: Scope,
    pub include_failed: bool,
    /// True if operations bring their transaction along.
    pub join: bool,
}

impl Listing {
    pub fn records(&self, snapshot: &Snapshot, page: &Page) -> Result<Vec<Value>, Problem> {
        let mut records = Vec::new();
        if self.kind == Kind::Ledgers {
            for sequence in ledger::sequences(snapshot, page) {
                records.push(ledger::record(snapshot, sequence)?);
            }
            return Ok(records);
        }
        let visit = |transaction: store::Transaction| {
            self.add(snapshot, page, &transaction, &mut records)?;
            Ok::<bool, Problem>(records.len() < page.limit)
        };
        let Some(range) = self.range(snapshot, page)? else {
            return Ok(records);
        };
        let reader = &snapshot.reader;
        match &self.scope {
            Scope::Account(account) => {
                let needed = if self.include_failed { 0 } else { SUCCESSFUL }
                    | if self.kind == Kind::Payments {
                        PAYMENT
                    } else {
                        0
                    };
                let wants = |flags| flags & needed == needed;
                reader.scan_account(account, range, page.descending, wants, visit)?;
            }
            _ => reader.scan_transactions(range, page.descending, visit)?,
        }
        Ok(records)
    }

    /// First and last transaction of the page; `None` if there are none.
    fn range(
        &self,
        snapshot: &Snapshot,
        page: &Page,
    ) -> Result<Option<std::ops::RangeInclusive<Position>>, Problem> {
        let (low, high) = page.bounds(snapshot.range.latest);
        let mut first = (low.ledger(), low.transaction());
        let mut last = (high.ledger(), high.transaction());
        let within = match &self.scope {
            Scope::All => None,
            Scope::Account(account) => {
                super::account::require_known(snapshot, account)?;
                None
            }
            Scope::Ledger(sequence) => {
                require_ledger(snapshot, *sequence)?;
                Some(((*sequence, 0), (*sequence, u32::MAX)))
            }
            Scope::Transaction(hash) => {
                let found = transaction::find(snapshot, hash)?;
                let at = (found.ledger, found.application_order);
                Some((at, at))
            }
        };
        if let Some((from, to)) = within {
            first = first.max(from);
            last = last.min(to);
        }
        Ok((first <= last).then_some(first..=last))
    }

    /// Adds the transaction, or those of its operations that belong here.
    fn add(
        &self,
        snapshot: &Snapshot,
        page: &Page,
        transaction: &store::Transaction,
        records: &mut Vec<Value>,
    ) -> Result<(), Problem> {
        // A transaction's own operations are shown whether it failed or not.
        let shown = transaction.success
            || self.include_failed
            || matches!(self.scope, Scope::Transaction(_));
        let id =
            |operation| Toid::new(transaction.ledger, transaction.application_order, operation);
        if !shown {
            return Ok(());
        }
        if self.kind == Kind::Transactions {
            if page.wants(id(0)) {
                records.push(transaction::record(
                    snapshot,
                    transaction,
                    &transaction.hash,
                )?);
            }
            return Ok(());
        }
        let envelope: TransactionEnvelope = snapshot.decode(&transaction.envelope)?;
        let meta: TransactionMeta = snapshot.decode(&transaction.meta)?;
        let mut indexes: Vec<usize> = (0..operations(&envelope).len()).collect();
        if page.descending {
            indexes.reverse();
        }
        for index in indexes {
            if records.len() == page.limit {
                break;
            }
            let wanted = page.wants(id(index as u32 + 1))
                && self.concerns(snapshot, &envelope, &meta, index);
            if wanted {
                let parts = operation::Parts {
                    transaction,
                    envelope: &envelope,
                    meta: &meta,
                };
                records.push(operation::record(snapshot, &parts, index, self.join)?);
            }
        }
        Ok(())
    }

    fn concerns(
        &self,
        snapshot: &Snapshot,
        envelope: &TransactionEnvelope,
        meta: &TransactionMeta,
        index: usize,
    ) -> bool {
        let source = Summary::of(envelope).source;
        let operation = &operations(envelope)[index];
        let found =
            Participants::of_operation(&snapshot.network_id, operation, &source, meta, index);
        let in_scope = match &self.scope {
            Scope::Account(account) => found.accounts.contains(account),
            _ => true,
        };
        in_scope && (self.kind != Kind::Payments || found.payment)
    }
}

pub fn require_ledger(snapshot: &Snapshot, sequence: u32) -> Result<(), Problem> {
    let range = &snapshot.range;
    if sequence < range.oldest {
        return Err(before_history(range.oldest));
    }
    if sequence > range.latest {
        let latest = range.latest;
        return Err(not_found(format!(
            "Ledger {sequence} has not closed; the latest one is {latest}."
        )));
    }
    Ok(())
}
