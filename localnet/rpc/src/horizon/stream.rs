//! Server-sent events. A listing sends the records beyond the cursor, then each new one as its ledger closes; a single record
//! is sent at once, and again after each ledger that changed it.

use super::{
    asked::read,
    listing::{Listing, Place},
    page::Page,
    problem::{bad_request, Problem},
    snapshot::Snapshot,
};
use crate::node::Node;
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
    source: Source,
    /// Records that were read and not sent yet.
    ready: VecDeque<Value>,
    state: State,
}

type Make = dyn Fn(&Snapshot) -> Result<Value, Problem> + Send + Sync;

#[derive(Clone)]
pub enum Source {
    Listing(Listing, Page<Place>),
    /// A function that makes the record, and the record that was sent last.
    Record(Arc<Make>, Option<Value>),
}

impl Source {
    pub fn of(listing: Listing, page: Page<Place>) -> Result<Self, Problem> {
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
        Ok(Source::Listing(listing, page))
    }

    /// The next records, if there are any.
    fn read(&self, snapshot: &Snapshot) -> Result<Vec<Value>, Problem> {
        match self {
            Source::Listing(listing, page) => listing.records(snapshot, page),
            Source::Record(make, last) => {
                let now = make(snapshot)?;
                let changed = last.as_ref() != Some(&now);
                Ok(changed.then_some(now).into_iter().collect())
            }
        }
    }

    /// Goes on behind a record.
    fn pass(&mut self, record: &Value) {
        match self {
            Source::Listing(_, page) => {
                page.cursor = record["paging_token"].as_str().and_then(Place::parse);
            }
            Source::Record(_, last) => *last = Some(record.clone()),
        }
    }
}

enum State {
    Fresh,
    Open,
    Closed,
}

pub async fn open(node: Arc<Node>, base: String, source: Source) -> Result<Response, Problem> {
    let mut stream = Stream {
        node,
        base,
        source,
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
                let event = Event::default().data(record.to_string());
                // A client that comes back names the last id as its cursor, which a single record has not.
                let id = match self.source {
                    Source::Listing(..) => record["paging_token"].as_str(),
                    Source::Record(..) => None,
                };
                return Some(match id {
                    Some(id) => event.id(id),
                    None => event,
                });
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
        let (node, base, source) = (self.node.clone(), self.base.clone(), self.source.clone());
        let records = read(move || source.read(&Snapshot::of(node, base)?)).await?;
        if let Some(last) = records.last() {
            self.source.pass(last);
        }
        self.ready.extend(records);
        Ok(())
    }
}

/// The SDKs look for exactly these texts.
fn greeting(name: &str, text: &str) -> Event {
    Event::default().event(name).retry(RETRY).data(text)
}
