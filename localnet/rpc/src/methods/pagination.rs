//! Where a page of `getLedgers` or `getTransactions` begins, and how much it holds.

use crate::{
    errors::{self, RpcError},
    node::LedgerRange,
};
use serde::Deserialize;

const MAX_LIMIT: u32 = 200;
const DEFAULT_LIMIT: u32 = 50;

#[derive(Default, Deserialize)]
pub struct Pagination {
    #[serde(default)]
    cursor: String,
    #[serde(default)]
    limit: u32,
}

impl Pagination {
    /// The cursor, without which `start_ledger` counts, and the number of records.
    pub fn check(
        &self,
        start_ledger: u32,
        range: &LedgerRange,
    ) -> Result<(Option<&str>, u32), RpcError> {
        let (cursor, oldest, latest) = (self.cursor.as_str(), range.oldest, range.latest);
        if !cursor.is_empty() && start_ledger != 0 {
            return Err(errors::invalid_request(format!(
                "startLedger ({start_ledger}) and cursor ({cursor}) cannot both be set"
            )));
        }
        if cursor.is_empty() && !range.contains(start_ledger) {
            return Err(errors::invalid_request(format!(
                "start ledger ({start_ledger}) must be between the oldest ledger: {oldest} and the latest ledger: {latest} for this rpc instance"
            )));
        }
        if self.limit > MAX_LIMIT {
            return Err(errors::invalid_request(format!(
                "limit must not exceed {MAX_LIMIT}"
            )));
        }
        let limit = match self.limit {
            0 => DEFAULT_LIMIT,
            limit => limit,
        };
        Ok(((!cursor.is_empty()).then_some(cursor), limit))
    }
}
