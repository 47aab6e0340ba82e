//! Pages of a list: `cursor`, `order` and `limit` as Horizon has them.

use super::{
    problem::{bad_request, Problem},
    snapshot::Snapshot,
};
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

    /// Puts another value in the place of those that the client gave.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.retain(|(key, _)| key != name);
        self.0.push((name.to_owned(), value.to_owned()));
    }

    pub fn flag(&self, name: &str) -> Result<bool, Problem> {
        match self.get(name) {
            None | Some("false" | "False" | "FALSE" | "f" | "F" | "0") => Ok(false),
            Some("true" | "True" | "TRUE" | "t" | "T" | "1") => Ok(true),
            Some(_) => Err(bad_request(name, "give true or false")),
        }
    }

    /// True if operations are to bring their transaction along.
    pub fn join(&self) -> Result<bool, Problem> {
        match self.get("join") {
            None => Ok(false),
            Some("transactions") => Ok(true),
            Some(_) => Err(bad_request("join", "give transactions, or leave it out")),
        }
    }

    /// All but what a link to another page has of its own.
    fn filters(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self
            .0
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()));
        all.filter(|(key, _)| !["cursor", "limit", "order"].contains(key))
    }
}

/// Records beyond `cursor` in the chosen direction, at most `limit`.
#[derive(Clone)]
pub struct Page<C> {
    pub cursor: Option<C>,
    pub descending: bool,
    pub limit: usize,
}

impl<C> Page<C> {
    /// @param cursor: reads the `paging_token` of a record; `None` for what is not one
    pub fn parse(query: &Query, cursor: impl Fn(&str) -> Option<C>) -> Result<Self, Problem> {
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
        let read = |text| {
            cursor(text).ok_or_else(|| {
                bad_request("cursor", "give the paging_token of a record of this list")
            })
        };
        Ok(Page {
            cursor: query.get("cursor").map(read).transpose()?,
            descending,
            limit,
        })
    }

    pub fn render(
        &self,
        snapshot: &Snapshot,
        path: &str,
        query: &Query,
        records: Vec<Value>,
    ) -> Value {
        let token = |record: Option<&Value>| {
            record
                .and_then(|record| record["paging_token"].as_str())
                .map(str::to_owned)
        };
        let own = query.get("cursor").unwrap_or("").to_owned();
        let last = token(records.last()).unwrap_or_else(|| own.clone());
        let first = token(records.first()).unwrap_or_else(|| own.clone());
        let limit = self.limit.to_string();
        let link = |cursor: &str, descending: bool| {
            let order = if descending { "desc" } else { "asc" };
            let mut parameters = vec![("cursor", cursor), ("limit", &limit), ("order", order)];
            parameters.extend(query.filters());
            let text = serde_urlencoded::to_string(parameters).unwrap_or_default();
            snapshot.link(&format!("{path}?{text}"))
        };
        json!({
            "_links": {
                "self": link(&own, self.descending),
                "next": link(&last, self.descending),
                "prev": link(&first, !self.descending),
            },
            "_embedded": { "records": records },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let read = |text: &str| text.parse::<u32>().ok();
            let page = Page::parse(&Query::parse(Some(query)), read);
            let body = page.err().unwrap().body();
            let field = query.split('=').next().unwrap();
            assert_eq!(body["extras"]["invalid_field"], field, "{query}");
        }
    }
}
