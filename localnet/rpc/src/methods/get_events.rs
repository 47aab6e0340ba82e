//! `getEvents`: contract events from a ledger on, in order, page by page.

use super::event_filter::{self, Filter, RawFilter};
use crate::{
    clock::rfc3339,
    cursor::EventId,
    errors::{self, RpcError},
    format::{damaged, hash_text, to_json, Format, FormatName},
    node::{unreadable, LedgerRange, Node},
    store::{Event, Reader},
};
use base64::{engine::general_purpose::STANDARD, Engine};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stellar_xdr::{
    ContractEvent, ContractEventBody, ContractEventType, ContractEventV0, ContractId, Error,
    ExtensionPoint, Limited, Limits, ReadXdr, ScVal,
};

/// Ledgers that one request looks through.
const SCAN_LEDGERS: u32 = 10_000;
const MAX_LIMIT: u32 = 10_000;
const DEFAULT_LIMIT: u32 = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// Inclusive.
    #[serde(default)]
    start_ledger: u32,
    /// Exclusive; 0 leaves it open.
    #[serde(default)]
    end_ledger: u32,
    #[serde(default)]
    filters: Vec<RawFilter>,
    pagination: Option<Pagination>,
    #[serde(default)]
    xdr_format: FormatName,
}

#[derive(Deserialize)]
pub struct Pagination {
    #[serde(default)]
    cursor: Option<EventId>,
    #[serde(default)]
    limit: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    events: Vec<Shown>,
    cursor: String,
    latest_ledger: u32,
    oldest_ledger: u32,
    latest_ledger_close_time: String,
    oldest_ledger_close_time: String,
}

/// An event of the answer. Its fields are in the order of their names, as a `Map` has them; 10,000 maps would take much longer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    contract_id: String,
    id: String,
    ledger: u32,
    ledger_closed_at: String,
    operation_index: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic_json: Option<Value>,
    transaction_index: u32,
    tx_hash: String,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_json: Option<Value>,
}

pub fn call(node: &Node, request: Request) -> Result<Answer, RpcError> {
    let query = Query::parse(request).map_err(errors::invalid_params)?;
    let (reader, range) = node.history()?;
    let (first, end_ledger) = query.window(&range)?;
    let events = if end_ledger > first.toid.ledger() {
        query.collect(&reader, first, EventId::end_of(end_ledger - 1))?
    } else {
        Vec::new()
    };
    let cursor = match events.last() {
        Some((last, _)) if events.len() == query.limit => *last,
        _ => EventId::end_of(end_ledger - 1),
    };
    Ok(Answer {
        events: events.into_iter().map(|(_, event)| event).collect(),
        cursor: cursor.to_string(),
        latest_ledger: range.latest,
        oldest_ledger: range.oldest,
        latest_ledger_close_time: range.latest_close_time.to_string(),
        oldest_ledger_close_time: range.oldest_close_time.to_string(),
    })
}

type Found = (EventId, Shown);

struct Query {
    /// The event after which to continue; without it `start_ledger` counts.
    cursor: Option<EventId>,
    start_ledger: u32,
    end_ledger: u32,
    limit: usize,
    filters: Vec<Filter>,
    format: Format,
}

impl Query {
    fn parse(request: Request) -> Result<Self, String> {
        let format = request.xdr_format.parse()?;
        let page = request.pagination.as_ref();
        let cursor = page.and_then(|page| page.cursor);
        match cursor {
            Some(_) if request.start_ledger != 0 || request.end_ledger != 0 => {
                return Err("ledger ranges and cursor cannot both be set".into());
            }
            None if request.start_ledger == 0 => return Err("startLedger must be positive".into()),
            _ => {}
        }
        let limit = page.map_or(0, |page| page.limit);
        if limit > MAX_LIMIT {
            return Err(format!("limit must not exceed {MAX_LIMIT}"));
        }
        Ok(Query {
            cursor,
            start_ledger: request.start_ledger,
            end_ledger: request.end_ledger,
            limit: if limit == 0 { DEFAULT_LIMIT } else { limit } as usize,
            filters: event_filter::parse(request.filters)?,
            format,
        })
    }

    /// First position and exclusive last ledger of the search.
    fn window(&self, range: &LedgerRange) -> Result<(EventId, u32), RpcError> {
        let start = self
            .cursor
            .map_or(self.start_ledger, |cursor| cursor.toid.ledger());
        if !range.contains(start) {
            return Err(errors::invalid_request(format!(
                "startLedger must be within the ledger range: {} - {}",
                range.oldest, range.latest
            )));
        }
        let mut end = start.saturating_add(SCAN_LEDGERS).min(range.latest + 1);
        if self.end_ledger != 0 {
            end = end.min(self.end_ledger);
        }
        let first = self.cursor.map_or(EventId::start_of(start), EventId::next);
        Ok((first, end))
    }

    fn collect(
        &self,
        reader: &Reader,
        first: EventId,
        last: EventId,
    ) -> Result<Vec<Found>, RpcError> {
        let mut found = Vec::new();
        let mut repeated = Repeated {
            reader,
            closed_at: (0, String::new()),
            contract: ([0; 32], String::new()),
        };
        reader.scan_events::<ScanError>(first..=last, |event| {
            if !event_filter::may_match(&self.filters, event.contract) {
                return Ok(true);
            }
            let parts = Parts::of(event.event).map_err(damaged)?;
            if event_filter::matches(&self.filters, &parts.event) {
                let shown = present(&event, &parts, &mut repeated, self.format)?;
                found.push((event.id, shown));
            }
            Ok(found.len() < self.limit)
        })?;
        Ok(found)
    }
}

fn present(
    event: &Event<'_>,
    parts: &Parts<'_>,
    repeated: &mut Repeated<'_>,
    format: Format,
) -> Result<Shown, RpcError> {
    let ContractEventBody::V0(body) = &parts.event.body;
    let mut shown = Shown {
        contract_id: event
            .contract
            .map_or(String::new(), |id| repeated.contract(id)),
        id: event.id.to_string(),
        ledger: event.id.toid.ledger(),
        ledger_closed_at: repeated.closed_at(event.id.toid.ledger())?,
        operation_index: event.id.toid.operation(),
        topic: None,
        topic_json: None,
        transaction_index: event.id.toid.transaction(),
        tx_hash: hash_text(event.transaction),
        kind: match parts.event.type_ {
            ContractEventType::System => "system",
            ContractEventType::Contract => "contract",
            ContractEventType::Diagnostic => "diagnostic",
        },
        value: None,
        value_json: None,
    };
    match format {
        Format::Base64 => {
            let topics = parts.topics.iter().map(|topic| STANDARD.encode(topic));
            shown.topic = Some(topics.collect());
            shown.value = Some(STANDARD.encode(parts.data));
        }
        Format::Json => {
            shown.topic_json = Some(to_json(&body.topics)?);
            shown.value_json = Some(to_json(&body.data)?);
        }
    }
    Ok(shown)
}

/// An event with the XDR of its values, which need not be encoded again.
struct Parts<'a> {
    event: ContractEvent,
    topics: Vec<&'a [u8]>,
    data: &'a [u8],
}

impl<'a> Parts<'a> {
    fn of(xdr: &'a [u8]) -> Result<Self, Error> {
        const V0: i32 = 0;
        let mut rest = Limited::new(xdr, Limits::none());
        let ext = ExtensionPoint::read_xdr(&mut rest)?;
        let contract_id = Option::<ContractId>::read_xdr(&mut rest)?;
        let type_ = ContractEventType::read_xdr(&mut rest)?;
        if i32::read_xdr(&mut rest)? != V0 {
            return Err(Error::Invalid);
        }
        let (mut topics, mut values) = (Vec::new(), Vec::new());
        for _ in 0..u32::read_xdr(&mut rest)? {
            let (value, topic) = value(&mut rest)?;
            values.push(value);
            topics.push(topic);
        }
        let (value, data) = value(&mut rest)?;
        let body = ContractEventBody::V0(ContractEventV0 {
            topics: values.try_into()?,
            data: value,
        });
        Ok(Parts {
            event: ContractEvent {
                ext,
                contract_id,
                type_,
                body,
            },
            topics,
            data,
        })
    }
}

/// The next value, with its XDR.
fn value<'a>(rest: &mut Limited<&'a [u8]>) -> Result<(ScVal, &'a [u8]), Error> {
    let before = rest.inner;
    let value = ScVal::read_xdr(rest)?;
    Ok((value, &before[..before.len() - rest.inner.len()]))
}

/// Texts that an event often has in common with the one before.
struct Repeated<'a> {
    reader: &'a Reader,
    closed_at: (u32, String),
    contract: ([u8; 32], String),
}

impl Repeated<'_> {
    /// As RFC 3339.
    fn closed_at(&mut self, ledger: u32) -> Result<String, RpcError> {
        if self.closed_at.0 != ledger {
            let found = self.reader.close_time(ledger).map_err(unreadable)?;
            self.closed_at = (ledger, rfc3339(found.unwrap_or(0)));
        }
        Ok(self.closed_at.1.clone())
    }

    fn contract(&mut self, id: &[u8; 32]) -> String {
        if self.contract.1.is_empty() || self.contract.0 != *id {
            self.contract = (*id, stellar_strkey::Contract(*id).to_string());
        }
        self.contract.1.clone()
    }
}

/// Lets the scan end with errors of both kinds.
struct ScanError(RpcError);

impl From<redb::Error> for ScanError {
    fn from(error: redb::Error) -> Self {
        ScanError(unreadable(error))
    }
}

impl From<RpcError> for ScanError {
    fn from(error: RpcError) -> Self {
        ScanError(error)
    }
}

impl From<ScanError> for RpcError {
    fn from(ScanError(error): ScanError) -> Self {
        error
    }
}
