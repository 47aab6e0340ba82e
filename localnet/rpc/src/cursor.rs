//! Positions in the chain: TOIDs (SEP-35) and event ids.

use serde::{de, Deserialize, Deserializer};
use std::{
    fmt,
    num::{IntErrorKind, ParseIntError},
};

/// Largest ledger sequence of a TOID, which clients read as a signed number.
pub const MAX_SEQUENCE: u32 = i32::MAX as u32;
/// Largest transaction index of a TOID (20 bits): events after all transactions.
pub const MAX_TRANSACTION: u32 = (1 << 20) - 1;
/// Largest operation index of a TOID (12 bits): events after a transaction.
pub const MAX_OPERATION: u32 = (1 << 12) - 1;

/// Ledger sequence, transaction index (from 1; 0 = before all) and operation index in one ordered number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Toid(pub u64);

impl Toid {
    pub fn new(ledger: u32, transaction: u32, operation: u32) -> Self {
        Toid(u64::from(ledger) << 32 | u64::from(transaction) << 12 | u64::from(operation))
    }

    pub fn ledger(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub fn transaction(self) -> u32 {
        (self.0 >> 12) as u32 & MAX_TRANSACTION
    }

    pub fn operation(self) -> u32 {
        self.0 as u32 & MAX_OPERATION
    }
}

impl fmt::Display for Toid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Says that a cursor is no number, in the words of the Go `function` with which stellar-rpc reads it.
pub fn not_a_number(function: &str, cursor: &str, cause: &ParseIntError) -> String {
    let cause = match cause.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "value out of range",
        _ => "invalid syntax",
    };
    format!("strconv.{function}: parsing {cursor:?}: {cause}")
}

/// Id of an event, which is also the cursor that points at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventId {
    pub toid: Toid,
    pub index: u32,
}

impl EventId {
    /// First position of a ledger.
    pub fn start_of(ledger: u32) -> Self {
        EventId {
            toid: Toid::new(ledger, 0, 0),
            index: 0,
        }
    }

    /// Last position of a ledger.
    pub fn end_of(ledger: u32) -> Self {
        EventId {
            toid: Toid::new(ledger, MAX_TRANSACTION, MAX_OPERATION),
            index: u32::MAX,
        }
    }

    /// The position after this one.
    pub fn next(self) -> Self {
        match self.index.checked_add(1) {
            Some(index) => EventId { index, ..self },
            None => EventId {
                toid: Toid(self.toid.0.saturating_add(1)),
                index: 0,
            },
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (toid, index) = text.split_once('-')?;
        let toid: i64 = toid.parse().ok()?;
        Some(EventId {
            toid: Toid(u64::try_from(toid).ok()?),
            index: index.parse().ok()?,
        })
    }
}

/// A malformed cursor makes the parameters malformed.
impl<'de> Deserialize<'de> for EventId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        EventId::parse(&text).ok_or_else(|| de::Error::custom(format!("invalid event id {text}")))
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:019}-{:010}", self.toid.0, self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toid_keeps_its_parts() {
        let toid = Toid::new(7, 3, MAX_OPERATION);
        assert_eq!(
            (toid.ledger(), toid.transaction(), toid.operation()),
            (7, 3, 4095)
        );
    }

    #[test]
    fn event_id_is_padded_and_parses_back() {
        let id = EventId {
            toid: Toid::new(2, 1, 0),
            index: 5,
        };
        assert_eq!(id.to_string(), "0000000008589938688-0000000005");
        assert_eq!(EventId::parse(&id.to_string()), Some(id));
    }

    #[test]
    fn text_order_is_event_order() {
        let ids = [
            EventId::start_of(1),
            EventId::end_of(1),
            EventId::start_of(2),
        ];
        assert!(ids
            .windows(2)
            .all(|w| w[0] < w[1] && w[0].to_string() < w[1].to_string()));
        assert_eq!(ids[1].next().toid.ledger(), 2);
    }

    #[test]
    fn refuses_what_is_not_an_event_id() {
        for text in ["", "1", "-1", "x-1", "1-x", "-5-1", "1-4294967296"] {
            assert_eq!(EventId::parse(text), None, "{text}");
        }
    }
}
