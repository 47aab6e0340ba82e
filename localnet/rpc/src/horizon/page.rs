//! Pages of a listing: `cursor`, `order` and `limit` as Horizon has them.

use super::{
    listing::Listing,
    problem::{bad_request, Problem},
    snapshot::Snapshot,
};
use crate::cursor::{Toid, MAX_OPERATION, MAX_TRANSACTION};
use serde_json::{json, Value};

const DEFAULT_LIMIT: usize = 10;
const MAX_LIMIT: usize = 200;

/// The parameters of a request.
pub struct Query(Vec<(String, String)>);

impl Query {
    pub fn parse(query: Option<&str>) -> Self {
        Query(serde_urlencoded::from_str(query.unwrap_or("")).unwrap_or_default())
    }

    /// `None` where it is absent or empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(key, _)| key == name);
        found
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    pub fn flag(&self, name: &str) -> Result<bool, Problem> {
        match self.get(name) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(bad_request(name, "give true or false")),
        }
    }
}

/// Records beyond `cursor` in the chosen direction, at most `limit`.
pub struct Page {
    pub cursor: Option<Toid>,
    pub descending: bool,
    pub limit: usize,
}

impl Page {
    /// @param latest: what "now" means
    pub fn parse(query: &Query, latest: u32) -> Result<Self, Problem> {
        let descending = match query.get("order") {
            None | Some("asc") => false,
            Some("desc") => true,
            Some(_) => return Err(bad_request("order", "give asc or desc")),
        };
        let limit = match query.get("limit") {
            None => DEFAULT_LIMIT,
            Some(text) => text
                .parse()
                .ok()
                .filter(|limit| (1..=MAX_LIMIT).contains(limit))
                .ok_or_else(|| {
                    bad_request(
                        "limit",
                        format!("give a whole number from 1 to {MAX_LIMIT}"),
                    )
                })?,
        };
        let cursor = match query.get("cursor") {
            None => None,
            Some("now") => Some(Toid::new(latest, MAX_TRANSACTION, MAX_OPERATION)),
            Some(text) => {
                let number = text.parse::<i64>().ok().and_then(|n| u64::try_from(n).ok());
                Some(number.map(Toid).ok_or_else(|| {
                    bad_request("cursor", "give the paging_token of a record, or now")
                })?)
            }
        };
        Ok(Page {
            cursor,
            descending,
            limit,
        })
    }

    /// True if a record stands beyond the cursor.
    pub fn wants(&self, id: Toid) -> bool {
        match self.cursor {
            None => true,
            Some(cursor) if self.descending => id < cursor,
            Some(cursor) => id > cursor,
        }
    }

    /// The ledgers, transactions or operations of this page lie within these ids.
    pub fn bounds(&self, latest: u32) -> (Toid, Toid) {
        let end = Toid::new(latest, MAX_TRANSACTION, MAX_OPERATION);
        match self.cursor {
            None => (Toid(0), end),
            Some(cursor) if self.descending => (Toid(0), cursor.min(end)),
            Some(cursor) => (cursor, end),
        }
    }

    pub fn render(
        &self,
        snapshot: &Snapshot,
        path: &str,
        query: &Query,
        listing: &Listing,
    ) -> Result<Value, Problem> {
        let records = listing.records(snapshot, self)?;
        let token = |record: Option<&Value>| {
            record
                .and_then(|record| record["paging_token"].as_str())
                .map(str::to_owned)
        };
        let own = query.get("cursor").unwrap_or("").to_owned();
        let last = token(records.last()).unwrap_or_else(|| own.clone());
        let first = token(records.first()).unwrap_or_else(|| own.clone());
        let link = |cursor: &str, descending: bool| {
            let mut parameters = vec![
                ("cursor", cursor),
                ("limit", ""),
                ("order", if descending { "desc" } else { "asc" }),
            ];
            let limit = self.limit.to_string();
            parameters[1].1 = &limit;
            for kept in ["include_failed", "join"] {
                parameters.extend(query.get(kept).map(|value| (kept, value)));
            }
            let text = serde_urlencoded::to_string(parameters).unwrap_or_default();
            snapshot.link(&format!("{path}?{text}"))
        };
        Ok(json!({
            "_links": {
                "self": link(&own, self.descending),
                "next": link(&last, self.descending),
                "prev": link(&first, !self.descending),
            },
            "_embedded": { "records": records },
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(query: &str) -> Result<Page, Problem> {
        Page::parse(&Query::parse(Some(query)), 7)
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
    fn now_is_after_all_that_is_there() {
        let page = page("cursor=now").unwrap();
        assert!(!page.wants(Toid::new(7, 500, 3)));
        assert!(page.wants(Toid::new(8, 0, 0)));
    }

    #[test]
    fn names_the_parameter_that_is_wrong() {
        for query in [
            "limit=0",
            "limit=201",
            "limit=x",
            "order=up",
            "cursor=-1",
            "cursor=a",
        ] {
            let body = page(query).err().unwrap().body();
            let field = query.split('=').next().unwrap();
            assert_eq!(body["extras"]["invalid_field"], field, "{query}");
        }
    }
}
