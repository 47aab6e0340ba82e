//! The source of one answer: the history up to the last published ledger, and the target of its links.

use super::problem::Problem;
use crate::{
    clock::rfc3339,
    format::decode,
    node::{LedgerRange, Node},
    store::Reader,
};
use axum::http::{header, HeaderMap};
use serde_json::{json, Value};
use std::sync::Arc;
use stellar_xdr::{Hash, LedgerEntry, LedgerKey, Limits, ReadXdr, WriteXdr};

pub struct Snapshot {
    pub node: Arc<Node>,
    pub reader: Reader,
    pub range: LedgerRange,
    pub network_id: Hash,
    base: String,
}

impl Snapshot {
    pub fn of(node: Arc<Node>, base: String) -> Result<Self, Problem> {
        let (reader, range) = node.history()?;
        let network_id = node.view().state.network_id.clone();
        Ok(Snapshot {
            node,
            reader,
            range,
            network_id,
            base,
        })
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    pub fn link(&self, path: &str) -> Value {
        json!({ "href": self.url(path) })
    }

    /// A link to a listing, to which clients add parameters.
    pub fn template(&self, path: &str) -> Value {
        json!({ "href": self.url(path), "templated": true })
    }

    pub fn listing_link(&self, path: &str) -> Value {
        self.template(&format!("{path}{{?cursor,limit,order}}"))
    }

    /// Close time of a ledger, RFC 3339.
    pub fn closed_at(&self, ledger: u32) -> Result<String, Problem> {
        Ok(rfc3339(self.reader.close_time(ledger)?.unwrap_or(0)))
    }

    /// An entry as the store has it, which may be a ledger ahead of the last view.
    pub fn entry(&self, key: &LedgerKey) -> Result<Option<LedgerEntry>, Problem> {
        let key = key.to_xdr(Limits::none()).unwrap_or_default();
        match self.reader.entry(&key)? {
            Some(xdr) => Ok(Some(decode(&xdr)?)),
            None => Ok(None),
        }
    }

    /// True if a transaction concerns the account or claimable balance.
    pub fn has_history(&self, key: &[u8; 32]) -> Result<bool, Problem> {
        let mut found = false;
        let all = (0, 0)..=(u32::MAX, u32::MAX);
        let stop = |_| {
            found = true;
            Ok::<bool, Problem>(false)
        };
        self.reader.scan_account(key, all, false, |_| true, stop)?;
        Ok(found)
    }

    /// Close time of the ledger in which something changed, RFC 3339; `None` if the ledger is not kept any more.
    pub fn modified_at(&self, ledger: u32) -> Result<Option<String>, Problem> {
        Ok(self.reader.closed_at_or_before(ledger)?.map(rfc3339))
    }

    /// XDR that this node has stored.
    pub fn decode<T: ReadXdr>(&self, xdr: &[u8]) -> Result<T, Problem> {
        Ok(decode(xdr)?)
    }
}

/// Scheme and host as the client wrote them; empty makes links relative.
pub fn base_url(headers: &HeaderMap) -> String {
    headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .map(|host| format!("http://{host}"))
        .unwrap_or_default()
}
