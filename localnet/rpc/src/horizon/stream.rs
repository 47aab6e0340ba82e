//! A listing as server-sent events: the records beyond the cursor, then each new one as its ledger closes.

use super::{
    asked::read,
    listing::Listing,
    page::Page,
    problem::{bad_request, Problem},
    snapshot::Snapshot,
};
use crate::{cursor::Toid, node::Node};
use axum::response::{
    sse::{Event, KeepAlive},
    IntoResponse, Response, Sse,
};
use futures_util::stream;
use serde_json::Value;
use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

/// Records that are read at once.
const BATCH: usize = 100;
/// Clients that lose the connection come back after this time.
const RETRY: Duration = Duration::from_secs(1);

struct Stream {
    node: Arc<Node>,
    base: String,
    listing: Listing,
    page: Page,
    /// Records that were read and not sent yet.
    ready: VecDeque<Value>,
    state: State,
}

enum State {
    Fresh,
    Open,
    Closed,
}

pub async fn open(
    node: Arc<Node>,
    base: String,
    listing: Listing,
    page: Page,
) -> Result<Response, Problem> {
    if page.descending {
        return Err(bad_request(
            "order",
            "a stream runs forward: leave it out, or give asc",
        ));
    }
    let page = Page {
        limit: BATCH,
        ..page
    };
    let mut stream = Stream {
        node,
        base,
        listing,
        page,
        ready: VecDeque::new(),
        state: State::Fresh,
    };
    // An error can still be answered here.
    stream.fill().await?;
    let events = stream::unfold(stream, |mut stream| async move {
        let event = stream.next().await?;
        Some((Ok::<Event, Infallible>(event), stream))
    });
    Ok(Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response())
}

impl Stream {
    async fn next(&mut self) -> Option<Event> {
        match self.state {
            State::Closed => return None,
            State::Fresh => {
                self.state = State::Open;
                return Some(greeting("open", "\"hello\""));
            }
            State::Open => {}
        }
        let mut views = self.node.ledger.views();
        loop {
            if let Some(record) = self.ready.pop_front() {
                let id = record["paging_token"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned();
                return Some(Event::default().id(id).data(record.to_string()));
            }
            views.borrow_and_update();
            if self.fill().await.is_err() {
                break;
            }
            if !self.ready.is_empty() {
                continue;
            }
            let node = self.node.clone();
            tokio::select! {
                changed = views.changed() => if changed.is_err() { break },
                () = node.stopped() => break,
            }
        }
        self.state = State::Closed;
        Some(greeting("close", "\"byebye\""))
    }

    /// Reads the next records, if there are any.
    async fn fill(&mut self) -> Result<(), Problem> {
        let (node, base, listing) = (self.node.clone(), self.base.clone(), self.listing.clone());
        let page = Page { ..self.page };
        let records = read(move || {
            let snapshot = Snapshot::of(node, base)?;
            listing.records(&snapshot, &page)
        })
        .await?;
        let last = records
            .last()
            .and_then(|record| record["paging_token"].as_str());
        if let Some(token) = last.and_then(|token| token.parse().ok()) {
            self.page.cursor = Some(Toid(token));
        }
        self.ready.extend(records);
        Ok(())
    }
}

/// The SDKs look for exactly these texts.
fn greeting(name: &str, text: &str) -> Event {
    Event::default().event(name).retry(RETRY).data(text)
}
