//! Filters of `getEvents`: event type, contract, topics. Filters are alternatives; the parts of one all have to match.

use serde::{de, Deserialize, Deserializer};
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
    topics: Option<Vec<Vec<Segment>>>,
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
    /// `*`
    Any,
    /// `**`
    Rest,
    Exactly(Box<ScVal>),
}

/// A malformed segment makes the parameters malformed.
impl<'de> Deserialize<'de> for Segment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.as_str() {
            "*" => Ok(Segment::Any),
            "**" => Ok(Segment::Rest),
            _ => match from_base64::<ScVal>(&text) {
                Ok(value) => Ok(Segment::Exactly(Box::new(value))),
                Err(_) => Err(de::Error::custom(format!(
                    "topic segment '{text}' must be '*', '**' or a base64 ScVal"
                ))),
            },
        }
    }
}

pub fn parse(filters: Vec<RawFilter>) -> Result<Vec<Filter>, String> {
    if filters.len() > MAX_FILTERS {
        return Err("maximum 5 filters per request".into());
    }
    filters
        .into_iter()
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
    fn parse(raw: RawFilter) -> Result<Self, String> {
        let contract_ids = raw.contract_ids.as_deref().unwrap_or_default();
        let topics = raw.topics.unwrap_or_default();
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
            .into_iter()
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
    fn parse(mut segments: Vec<Segment>) -> Result<Self, String> {
        let open = match segments.last() {
            None => return Err("topic must have at least 1 segment".into()),
            Some(last) => matches!(last, Segment::Rest),
        };
        if open {
            segments.pop();
        }
        let is_rest = |segment: &Segment| matches!(segment, Segment::Rest);
        if let Some(index) = segments.iter().position(is_rest) {
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
                    Segment::Any | Segment::Rest => true,
                    Segment::Exactly(value) => value.as_ref() == topic,
                })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(name: &str) -> ScVal {
        ScVal::Symbol(name.try_into().unwrap())
    }

    fn topic(segments: &[&str]) -> TopicFilter {
        TopicFilter::parse(parsed(segments)).unwrap()
    }

    /// "*" and "**" stay, other names become symbols.
    fn parsed(segments: &[&str]) -> Vec<Segment> {
        let segment = |segment: &&str| match *segment {
            "*" => Segment::Any,
            "**" => Segment::Rest,
            name => Segment::Exactly(Box::new(symbol(name))),
        };
        segments.iter().map(segment).collect()
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
        let error = |segments: &[&str]| TopicFilter::parse(parsed(segments)).err().unwrap();
        assert_eq!(error(&[]), "topic must have at least 1 segment");
        assert_eq!(
            error(&["**", "a"]),
            "segment 1 invalid: wildcard '**' is only allowed as the last segment"
        );
        assert_eq!(error(&["*"; 5]), "topic cannot have more than 4 segments");
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
