//! The refundable part of a Soroban fee: rent and events are taken from it, the rest comes back after all transactions.

use super::{diagnostics::Diagnostics, resources};
use crate::{config::Settings, frame::Frame, host::Host};

/// Stroops.
#[derive(Default)]
pub(crate) struct RefundableFee {
    pub non_refundable: i64,
    /// Declared resource fee without the non-refundable part.
    maximum: i64,
    rent: i64,
    events: i64,
}

/// The declared fee does not cover what was used.
pub(crate) struct Insufficient;

impl RefundableFee {
    pub fn new(declared: i64, non_refundable: i64) -> Self {
        Self {
            non_refundable,
            maximum: declared.saturating_sub(non_refundable),
            rent: 0,
            events: 0,
        }
    }

    /// Takes `rent` stroops and the fee for `events_bytes` of events and return value.
    pub fn consume(
        &mut self,
        rent: i64,
        events_bytes: u32,
        (settings, host, frame): (&Settings, &dyn Host, &Frame),
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Insufficient> {
        self.rent = self.rent.saturating_add(rent);
        if self.maximum < self.rent {
            diagnostics.limit_exceeded(
                "refundable resource fee was not sufficient to cover the ledger storage rent: {} > {}",
                &[self.rent as u64, self.maximum.max(0) as u64],
            );
            return Err(Insufficient);
        }
        self.events = resources::fee(settings, host, frame, events_bytes).refundable;
        if self.maximum < self.charged() {
            diagnostics.limit_exceeded(
                "refundable resource fee was not sufficient to cover the events fee after paying for ledger storage rent: {} > {}",
                &[self.events as u64, (self.maximum - self.rent) as u64],
            );
            return Err(Insufficient);
        }
        Ok(())
    }

    /// A failed transaction uses nothing refundable.
    pub fn reset(&mut self) {
        self.rent = 0;
        self.events = 0;
    }

    pub fn rent(&self) -> i64 {
        self.rent
    }

    pub fn charged(&self) -> i64 {
        self.rent.saturating_add(self.events)
    }

    pub fn refund(&self) -> i64 {
        self.maximum.saturating_sub(self.charged()).max(0)
    }
}
