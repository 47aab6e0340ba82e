//! Server-sent events. A listing sends the records beyond the cursor, then each new one as its ledger closes; a single record
//! is sent at once, and again after each ledger that changed it.

use super::{
    asked::read,
    listing::{Listing, Place},
    page::Page,
    problem::Problem,
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

/// Events of a single record, after which its stream ends.
const RECORD_LIMIT: usize = 10;
/// Clients that lose the connection come back after this time.
const RETRY: Duration = Duration::from_secs(1);
/// They come back after this time where the stream has ended.
const GO_ON: Duration = Duration::from_millis(10);

struct Stream {
    node: Arc<Node>,
    base: String,
    source: Source,
    /// Records that were read and not sent yet.
    ready: VecDeque<Value>,
    /// Events until it ends.
    left: usize,
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
    let left = match &source {
        Source::Listing(_, page) => page.limit,
        Source::Record(..) => RECORD_LIMIT,
    };
    let mut stream = Stream {
        node,
        base,
        source,
        left,
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
                return Some(greeting("open", "\"hello\"", RETRY));
            }
            State::Open => {}
        }
        let mut views = self.node.ledger.views();
        while self.left > 0 {
            if let Some(record) = self.ready.pop_front() {
                self.left -= 1;
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
        Some(greeting("close", "\"byebye\"", GO_ON))
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
fn greeting(name: &str, text: &str, retry: Duration) -> Event {
    Event::default().event(name).retry(retry).data(text)
}
