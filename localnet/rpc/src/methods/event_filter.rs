//! Filters of `getEvents`: event type, contract, topics. Filters are alternatives; the parts of one all have to match.

use serde::Deserialize;
use std::str::FromStr;
use stellar_xdr::{ContractEvent, ContractEventBody, ContractEventType, ScVal};

use crate::format::from_base64;

const MAX_FILTERS: usize = 5;
const MAX_CONTRACTS: usize = 5;
const MAX_TOPIC_FILTERS: usize = 5;
const MAX_SEGMENTS: usize = 4;

/// A filter as the client wrote it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RawFilter {
    /// Comma-separated.
    #[serde(default, rename = "type")]
    types: Option<String>,
    #[serde(default)]
    contract_ids: Option<Vec<String>>,
    #[serde(default)]
    topics: Option<Vec<Vec<String>>>,
}

pub struct Filter {
    /// Empty lists match everything.
    types: Vec<ContractEventType>,
    contracts: Vec<[u8; 32]>,
    topics: Vec<TopicFilter>,
}

struct TopicFilter {
    segments: Vec<Segment>,
    /// Ends with `**`: more topics may follow.
    open: bool,
}

enum Segment {
    Any,
    Exactly(Box<ScVal>),
}

pub fn parse(filters: &[RawFilter]) -> Result<Vec<Filter>, String> {
    if filters.len() > MAX_FILTERS {
        return Err("maximum 5 filters per request".into());
    }
    filters
        .iter()
        .enumerate()
        .map(|(index, filter)| {
            Filter::parse(filter).map_err(|error| format!("filter {} invalid: {error}", index + 1))
        })
        .collect()
}

/// True if an event of `contract` can match at all, before its topics are decoded.
pub fn may_match(filters: &[Filter], contract: Option<&[u8; 32]>) -> bool {
    filters.is_empty()
        || filters
            .iter()
            .any(|filter| filter.matches_contract(contract))
}

pub fn matches(filters: &[Filter], event: &ContractEvent) -> bool {
    filters.is_empty() || filters.iter().any(|filter| filter.matches(event))
}

impl Filter {
    fn parse(raw: &RawFilter) -> Result<Self, String> {
        let contract_ids = raw.contract_ids.as_deref().unwrap_or_default();
        let topics = raw.topics.as_deref().unwrap_or_default();
        let types = parse_types(raw.types.as_deref().unwrap_or(""))?;
        if contract_ids.len() > MAX_CONTRACTS {
            return Err("maximum 5 contract IDs per filter".into());
        }
        if topics.len() > MAX_TOPIC_FILTERS {
            return Err("maximum 5 topics per filter".into());
        }
        let contracts = contract_ids
            .iter()
            .enumerate()
            .map(|(index, id)| match stellar_strkey::Contract::from_str(id) {
                Ok(contract) => Ok(contract.0),
                Err(_) => Err(format!("contract ID {} invalid", index + 1)),
            })
            .collect::<Result<_, _>>()?;
        let topics = topics
            .iter()
            .enumerate()
            .map(|(index, topic)| {
                TopicFilter::parse(topic)
                    .map_err(|error| format!("topic {} invalid: {error}", index + 1))
            })
            .collect::<Result<_, _>>()?;
        Ok(Filter {
            types,
            contracts,
            topics,
        })
    }

    fn matches(&self, event: &ContractEvent) -> bool {
        let ContractEventBody::V0(body) = &event.body;
        (self.types.is_empty() || self.types.contains(&event.type_))
            && self.matches_contract(event.contract_id.as_ref().map(|id| &id.0 .0))
            && (self.topics.is_empty()
                || self.topics.iter().any(|topic| topic.matches(&body.topics)))
    }

    fn matches_contract(&self, contract: Option<&[u8; 32]>) -> bool {
        self.contracts.is_empty()
            || contract.is_some_and(|contract| self.contracts.contains(contract))
    }
}

fn parse_types(list: &str) -> Result<Vec<ContractEventType>, String> {
    if list.is_empty() {
        return Ok(Vec::new());
    }
    list.split(',')
        .map(|name| match name {
            "system" => Ok(ContractEventType::System),
            "contract" => Ok(ContractEventType::Contract),
            _ => Err(
                "filter type invalid: if set, type must be either 'system' or 'contract'".into(),
            ),
        })
        .collect()
}

impl TopicFilter {
    fn parse(topic: &[String]) -> Result<Self, String> {
        let (segments, open) = match topic.split_last() {
            None => return Err("topic must have at least 1 segment".into()),
            Some((last, rest)) if last == "**" => (rest, true),
            Some(_) => (topic, false),
        };
        if let Some(index) = segments.iter().position(|segment| segment == "**") {
            return Err(format!(
                "segment {} invalid: wildcard '**' is only allowed as the last segment",
                index + 1
            ));
        }
        if segments.len() > MAX_SEGMENTS {
            return Err(format!(
                "topic cannot have more than {MAX_SEGMENTS} segments"
            ));
        }
        let segments = segments
            .iter()
            .enumerate()
            .map(|(index, text)| {
                Segment::parse(text)
                    .map_err(|error| format!("segment {} invalid: {error}", index + 1))
            })
            .collect::<Result<_, _>>()?;
        Ok(TopicFilter { segments, open })
    }

    fn matches(&self, topics: &[ScVal]) -> bool {
        let length_fits = if self.open {
            topics.len() >= self.segments.len()
        } else {
            topics.len() == self.segments.len()
        };
        length_fits
            && self
                .segments
                .iter()
                .zip(topics)
                .all(|(segment, topic)| match segment {
                    Segment::Any => true,
                    Segment::Exactly(value) => value.as_ref() == topic,
                })
    }
}

impl Segment {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "*" {
            return Ok(Segment::Any);
        }
        from_base64::<ScVal>(text)
            .map(|value| Segment::Exactly(Box::new(value)))
            .map_err(|_| "must be '*', '**' or a base64 ScVal".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stellar_xdr::{Limits, WriteXdr};

    fn symbol(name: &str) -> ScVal {
        ScVal::Symbol(name.try_into().unwrap())
    }

    fn topic(segments: &[&str]) -> TopicFilter {
        TopicFilter::parse(&texts(segments)).unwrap()
    }

    /// "*" and "**" stay, other names become symbols.
    fn texts(segments: &[&str]) -> Vec<String> {
        let text = |segment: &&str| match *segment {
            wildcard @ ("*" | "**") => wildcard.to_owned(),
            name => symbol(name).to_xdr_base64(Limits::none()).unwrap(),
        };
        segments.iter().map(text).collect()
    }

    #[test]
    fn segments_match_by_position_and_length() {
        let event = [symbol("transfer"), symbol("a"), symbol("b")];
        for matching in [
            &["transfer", "a", "b"][..],
            &["transfer", "*", "b"],
            &["*", "*", "*"],
            &["**"],
            &["transfer", "**"],
            &["transfer", "a", "b", "**"],
        ] {
            assert!(topic(matching).matches(&event), "{matching:?}");
        }
        for other in [
            &["transfer"][..],
            &["transfer", "a"],
            &["a", "transfer", "b"],
            &["*", "*", "*", "*"],
            &["*", "*", "*", "*", "**"],
        ] {
            assert!(!topic(other).matches(&event), "{other:?}");
        }
    }

    #[test]
    fn refuses_malformed_topics() {
        let error = |segments: &[&str]| TopicFilter::parse(&texts(segments)).err().unwrap();
        assert_eq!(error(&[]), "topic must have at least 1 segment");
        assert_eq!(
            error(&["**", "a"]),
            "segment 1 invalid: wildcard '**' is only allowed as the last segment"
        );
        assert_eq!(error(&["*"; 5]), "topic cannot have more than 4 segments");
        assert!(TopicFilter::parse(&["AAA".to_owned()]).is_err());
    }

    #[test]
    fn types_are_a_comma_separated_list() {
        assert_eq!(parse_types("").unwrap(), []);
        assert_eq!(
            parse_types("system,contract").unwrap(),
            [ContractEventType::System, ContractEventType::Contract]
        );
        assert!(parse_types("diagnostic").is_err());
    }
}
