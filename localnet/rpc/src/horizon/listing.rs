//! The listings of the history: ledgers, transactions, operations, payments and effects of the whole network, of an
//! account, of a claimable balance, of a ledger, of a transaction or of an operation.

use super::{
    account, claimable, effect, ledger, operation,
    page::Page,
    problem::{before_history, not_found, Problem},
    snapshot::Snapshot,
    transaction,
};
use crate::{
    cursor::{Toid, MAX_OPERATION, MAX_TRANSACTION},
    effects,
    executed::Executed,
    participants::{key, AccountKey, Participants},
    store::{self, Position, EFFECTS, PAYMENT, SUCCESSFUL},
};
use serde_json::Value;
use std::{fmt, ops::RangeInclusive};
use stellar_xdr::{TransactionEnvelope, TransactionMeta, TransactionResult};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Ledgers,
    Transactions,
    Operations,
    Payments,
    Effects,
    /// Offers and trades, of which this ledger has none.
    Nothing,
}

#[derive(Clone)]
pub enum Scope {
    All,
    Account(AccountKey),
    /// A claimable balance by the hash in its id.
    Balance([u8; 32]),
    Ledger(u32),
    /// A transaction by its hash or, for a fee bump, by the hash of the inner one.
    Transaction([u8; 32]),
    Operation(Toid),
}

/// A record's place in a list: a ledger, a transaction or an operation, and effects by their number there, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub Toid, pub u32);

impl Place {
    /// Reads a `paging_token`. One of an operation is behind all effects of the operation, as in Horizon.
    pub fn parse(text: &str) -> Option<Place> {
        let (toid, order) = match text.split_once('-') {
            Some((toid, order)) => (toid, order.parse().ok()?),
            None => (text, u32::MAX),
        };
        let toid = u64::try_from(toid.parse::<i64>().ok()?).ok()?;
        Some(Place(Toid(toid), order))
    }

    /// Behind all that there is up to a ledger.
    pub fn end(ledger: u32) -> Place {
        Place(Toid::new(ledger, MAX_TRANSACTION, MAX_OPERATION), u32::MAX)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl Page<Place> {
    /// True if a ledger, a transaction or an operation stands beyond the cursor.
    pub fn wants(&self, id: Toid) -> bool {
        match self.cursor {
            None => true,
            Some(Place(cursor, _)) if self.descending => id < cursor,
            Some(Place(cursor, _)) => id > cursor,
        }
    }

    fn wants_effect(&self, place: Place) -> bool {
        match self.cursor {
            None => true,
            Some(cursor) if self.descending => place < cursor,
            Some(cursor) => place > cursor,
        }
    }

    /// The records of this page lie within these ids.
    pub fn bounds(&self, latest: u32) -> (Toid, Toid) {
        let Place(end, _) = Place::end(latest);
        match self.cursor {
            None => (Toid(0), end),
            Some(Place(cursor, _)) if self.descending => (Toid(0), cursor.min(end)),
            Some(Place(cursor, _)) => (cursor, end),
        }
    }
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
    pub fn records(&self, snapshot: &Snapshot, page: &Page<Place>) -> Result<Vec<Value>, Problem> {
        let oldest = snapshot.range.oldest;
        let behind = |Place(cursor, _)| cursor <= Toid::new(oldest, 0, 0);
        if page.descending && page.cursor.is_some_and(behind) {
            return Err(before_history(oldest));
        }
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
        let needed = match self.kind {
            Kind::Payments => PAYMENT,
            Kind::Effects => EFFECTS,
            _ => 0,
        } | if self.include_failed { 0 } else { SUCCESSFUL };
        let wants = |flags| flags & needed == needed;
        let reader = &snapshot.reader;
        match &self.scope {
            Scope::Account(concerned) | Scope::Balance(concerned) => {
                reader.scan_account(concerned, range, page.descending, wants, visit)?;
            }
            Scope::All | Scope::Ledger(_) => {
                reader.scan_kinds(range, page.descending, wants, visit)?
            }
            Scope::Transaction(_) | Scope::Operation(_) => {
                reader.scan_transactions(range, page.descending, visit)?;
            }
        }
        Ok(records)
    }

    /// First and last transaction of the page; `None` if there are none.
    fn range(
        &self,
        snapshot: &Snapshot,
        page: &Page<Place>,
    ) -> Result<Option<RangeInclusive<Position>>, Problem> {
        let (low, high) = page.bounds(snapshot.range.latest);
        let mut first = (low.ledger(), low.transaction());
        let mut last = (high.ledger(), high.transaction());
        let within = match &self.scope {
            Scope::All => None,
            Scope::Balance(id) => {
                if !snapshot.has_history(id)? {
                    claimable::find(snapshot, id)?;
                }
                None
            }
            Scope::Account(account) => {
                account::require_known(snapshot, account)?;
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
            Scope::Operation(id) => {
                let at = (id.ledger(), id.transaction());
                Some((at, at))
            }
        };
        if let Some((from, to)) = within {
            first = first.max(from);
            last = last.min(to);
        }
        let empty = first > last || self.kind == Kind::Nothing;
        Ok((!empty).then_some(first..=last))
    }

    /// Adds the transaction, or those of its operations or effects that belong here.
    fn add(
        &self,
        snapshot: &Snapshot,
        page: &Page<Place>,
        transaction: &store::Transaction,
        records: &mut Vec<Value>,
    ) -> Result<(), Problem> {
        let id =
            |operation| Toid::new(transaction.ledger, transaction.application_order, operation);
        // A transaction's own operations are shown whether it failed or not.
        let shown = transaction.success
            || self.include_failed
            || matches!(self.scope, Scope::Transaction(_));
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
        let result: TransactionResult = snapshot.decode(&transaction.result)?;
        let meta: TransactionMeta = snapshot.decode(&transaction.meta)?;
        let executed = Executed {
            network_id: &snapshot.network_id,
            envelope: &envelope,
            result: &result,
            meta: &meta,
            success: transaction.success,
        };
        let mut indexes: Vec<usize> = (0..executed.operations().len()).collect();
        if page.descending {
            indexes.reverse();
        }
        for index in indexes {
            if records.len() == page.limit {
                break;
            }
            let id = id(index as u32 + 1);
            if self.kind == Kind::Effects {
                self.add_effects(snapshot, page, (&executed, index), id, records)?;
            } else if page.wants(id) && self.concerns(&executed, index) {
                let joined = self.join.then_some(transaction);
                records.push(operation::record(
                    snapshot,
                    transaction,
                    &executed,
                    index,
                    joined,
                )?);
            }
        }
        Ok(())
    }

    fn add_effects(
        &self,
        snapshot: &Snapshot,
        page: &Page<Place>,
        (executed, index): (&Executed, usize),
        id: Toid,
        records: &mut Vec<Value>,
    ) -> Result<(), Problem> {
        if matches!(self.scope, Scope::Operation(only) if only != id) {
            return Ok(());
        }
        let mut all: Vec<_> = effects::of(executed, index).into_iter().zip(1..).collect();
        if page.descending {
            all.reverse();
        }
        for (one, order) in all {
            if records.len() == page.limit {
                break;
            }
            let place = Place(id, order);
            let in_scope = match &self.scope {
                Scope::Account(account) => {
                    key(&crate::envelope::account_id(&one.account)) == *account
                }
                _ => true,
            };
            if in_scope && page.wants_effect(place) {
                records.push(effect::record(snapshot, place, one)?);
            }
        }
        Ok(())
    }

    fn concerns(&self, executed: &Executed, index: usize) -> bool {
        let narrow = matches!(self.scope, Scope::Account(_) | Scope::Balance(_));
        if !narrow && self.kind != Kind::Payments {
            return true;
        }
        let found = Participants::of_operation(executed, index);
        let in_scope = match &self.scope {
            Scope::Account(account) => found.accounts.contains(account),
            Scope::Balance(balance) => found.balances.contains(balance),
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

#[cfg(test)]
mod tests {
    use super::{super::page::Query, *};

    fn page(query: &str) -> Result<Page<Place>, Problem> {
        Page::parse(&Query::parse(Some(query)), Place::parse)
    }

    #[test]
    fn begins_at_the_oldest_with_ten_records() {
        let page = page("").unwrap();
        assert!(!page.descending && page.cursor.is_none());
        assert_eq!(page.limit, 10);
    }

    #[test]
    fn leaves_out_the_record_at_the_cursor() {
        let at = Toid::new(3, 1, 0);
        let (before, after) = (Toid(at.0 - 1), Toid(at.0 + 1));
        let up = page(&format!("cursor={at}")).unwrap();
        assert_eq!(
            [before, at, after].map(|id| up.wants(id)),
            [false, false, true]
        );
        let down = page(&format!("cursor={at}&order=desc")).unwrap();
        assert_eq!(
            [before, at, after].map(|id| down.wants(id)),
            [true, false, false]
        );
    }

    #[test]
    fn counts_the_effects_of_an_operation() {
        let at = Toid::new(3, 1, 1);
        let up = page(&format!("cursor={at}-2")).unwrap();
        assert_eq!(
            [1, 2, 3].map(|order| up.wants_effect(Place(at, order))),
            [false, false, true]
        );
        let behind = page(&format!("cursor={at}")).unwrap();
        assert!(!behind.wants_effect(Place(at, 3)));
        assert!(page("cursor=1-x").is_err());
    }

    #[test]
    fn the_end_of_a_ledger_is_after_all_that_is_there() {
        let page = page(&format!("cursor={}", Place::end(7).0)).unwrap();
        assert!(!page.wants(Toid::new(7, 500, 3)));
        assert!(page.wants(Toid::new(8, 0, 0)));
    }
}
