//! A request for something to read, and the ways to answer it.

use super::{
    listing::{Kind, Listing, Place, Scope},
    page::{Page, Query},
    problem::{not_acceptable, Problem},
    snapshot::{base_url, Snapshot},
    stream::{self, Source},
    text::{pretty, HAL},
};
use crate::{errors, node::Node};
use axum::{
    extract::FromRequestParts,
    http::{request::Parts, StatusCode},
    response::{IntoResponse, Response},
};
use serde_json::Value;
use std::{convert::Infallible, sync::Arc};

/// Reads the records of a page.
type List<C> = fn(&Snapshot, &Page<C>, &Query) -> Result<Vec<Value>, Problem>;

pub struct Asked {
    node: Arc<Node>,
    base: String,
    path: String,
    query: Query,
    /// True if the client wants server-sent events.
    streams: bool,
}

impl FromRequestParts<Arc<Node>> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, node: &Arc<Node>) -> Result<Self, Infallible> {
        let header = |name: &str| parts.headers.get(name)?.to_str().ok();
        let streams = header("accept").is_some_and(|accept| accept.contains("text/event-stream"));
        let mut query = Query::parse(parts.uri.query());
        // A client that lost a stream asks for the same address, and names the last record that it got.
        if let Some(last) = header("last-event-id").filter(|id| streams && !id.is_empty()) {
            query.set("cursor", last);
        }
        Ok(Asked {
            node: node.clone(),
            base: base_url(&parts.headers),
            path: parts.uri.path().to_owned(),
            query,
            streams,
        })
    }
}

impl Asked {
    pub async fn record(
        self,
        make: impl FnOnce(&Snapshot, &Query) -> Result<Value, Problem> + Send + 'static,
    ) -> Response {
        if self.streams {
            return not_acceptable().into_response();
        }
        let task = move || make(&Snapshot::of(self.node, self.base)?, &self.query);
        respond(read(task).await)
    }

    /// As `record`; with server-sent events, the record comes again after each ledger that changed it.
    pub async fn live_record(
        self,
        make: impl Fn(&Snapshot, &Query) -> Result<Value, Problem> + Send + Sync + 'static,
    ) -> Response {
        if !self.streams {
            return self.record(make).await;
        }
        let query = self.query;
        let make = move |snapshot: &Snapshot| make(snapshot, &query);
        match stream::open(self.node, self.base, Source::Record(Arc::new(make), None)).await {
            Ok(response) => response,
            Err(problem) => problem.into_response(),
        }
    }

    /// A list of what the ledger holds now. `cursor` reads a paging token.
    pub async fn state_list<C: 'static>(
        self,
        cursor: fn(&str) -> Option<C>,
        list: List<C>,
    ) -> Response {
        if self.streams {
            return not_acceptable().into_response();
        }
        let task = move || {
            let page = Page::parse(&self.query, cursor)?;
            let snapshot = Snapshot::of(self.node, self.base)?;
            let records = list(&snapshot, &page, &self.query)?;
            Ok(page.render(&snapshot, &self.path, &self.query, records))
        };
        respond(read(task).await)
    }

    pub async fn list(self, kind: Kind, scope: Scope) -> Response {
        match self.try_list(kind, scope).await {
            Ok(response) => response,
            Err(problem) => problem.into_response(),
        }
    }

    async fn try_list(mut self, kind: Kind, scope: Scope) -> Result<Response, Problem> {
        if self.query.get("cursor") == Some("now") {
            // In the links to other pages it is the place that it meant, so that what comes later is found there.
            let Place(now, _) = Place::end(self.node.view().sequence());
            self.query.set("cursor", &now.to_string());
        }
        let listing = Listing {
            kind,
            scope,
            include_failed: self.query.flag("include_failed")?,
            join: self.query.join()?,
        };
        let page = Page::parse(&self.query, Place::parse)?;
        if self.streams {
            return stream::open(self.node, self.base, Source::Listing(listing, page)).await;
        }
        let task = move || {
            let snapshot = Snapshot::of(self.node, self.base)?;
            let records = listing.records(&snapshot, &page)?;
            Ok(page.render(&snapshot, &self.path, &self.query, records))
        };
        Ok(respond(read(task).await))
    }
}

pub fn respond(answer: Result<Value, Problem>) -> Response {
    match answer {
        Ok(record) => pretty(StatusCode::OK, HAL, &record),
        Err(problem) => problem.into_response(),
    }
}

/// Off the threads that serve connections.
pub async fn read<T: Send + 'static>(
    task: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    match tokio::task::spawn_blocking(task).await {
        Ok(answer) => answer,
        Err(panic) => Err(errors::internal("internal error", panic).into()),
    }
}
