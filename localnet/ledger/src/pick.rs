//! Which of the waiting transactions share the next ledger: the highest bids first, as far as its limits reach.
//!
//! The rule is stellar-core's: classic and Soroban transactions have limits of their own, and what no longer fits is
//! passed over for lower bids that do. Among equal bids the first to arrive wins, where core draws lots.

use crate::{config::Settings, fees, frame::Frame, host::Resources, soroban::resources, State};
use std::cmp::Ordering;
use stellar_xdr::{LedgerHeader, TransactionEnvelope};

/// What a ledger limits: operations (a fee bump is one more), instructions, bytes of transactions, entries and bytes
/// read from disk, entries and bytes written.
type Amounts = [u64; 7];

/// What a transaction takes of a ledger, and what it bids for that.
#[derive(Clone, Debug)]
pub struct Demand {
    phase: Phase,
    /// Inclusion fee, stroops.
    bid: i64,
    /// Operations, by which bids are compared; at least 1.
    operations: i64,
    amounts: Amounts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Classic,
    Soroban,
}

impl Demand {
    pub fn of(state: &State, envelope: &TransactionEnvelope) -> Demand {
        let frame = Frame::new(&state.network_id, envelope.clone());
        let operations = fees::fee_units(&frame);
        let declared = match frame.soroban_data() {
            Some(data) if frame.is_soroban() => Some(resources::declared(&frame, data)),
            _ => None,
        };
        Demand {
            phase: declared.map_or(Phase::Classic, |_| Phase::Soroban),
            bid: fees::inclusion_fee(&frame),
            operations,
            amounts: amounts(operations.unsigned_abs(), declared),
        }
    }

    fn compare_bid(&self, other: &Demand) -> Ordering {
        let own = i128::from(self.bid) * i128::from(other.operations);
        own.cmp(&(i128::from(other.bid) * i128::from(self.operations)))
    }
}

fn amounts(operations: u64, declared: Option<Resources>) -> Amounts {
    let Some(declared) = declared else {
        return [operations, 0, 0, 0, 0, 0, 0];
    };
    [
        operations,
        declared.instructions.into(),
        declared.transaction_bytes.into(),
        declared.disk_read_entries.into(),
        declared.disk_read_bytes.into(),
        declared.write_entries.into(),
        declared.write_bytes.into(),
    ]
}

/// Tells for each of `waiting`, in order of arrival, whether it goes into the ledger after `state`. That is true of at
/// least one: the limits of a transaction are below those of a ledger.
pub fn pick<'a>(state: &State, waiting: impl IntoIterator<Item = &'a Demand>) -> Vec<bool> {
    let waiting: Vec<&Demand> = waiting.into_iter().collect();
    pick_within(
        classic_limits(&state.header),
        soroban_limits(&state.settings),
        &waiting,
    )
}

fn classic_limits(header: &LedgerHeader) -> Amounts {
    amounts(header.max_tx_set_size.into(), None)
}

/// Instructions are limited per cluster of dependent transactions; here all of a ledger's are one cluster.
fn soroban_limits(settings: &Settings) -> Amounts {
    let cost = &settings.ledger_cost;
    [
        settings.execution_lanes.ledger_max_tx_count.into(),
        settings.compute.ledger_max_instructions.max(0) as u64,
        settings.bandwidth.ledger_max_txs_size_bytes.into(),
        cost.ledger_max_disk_read_entries.into(),
        cost.ledger_max_disk_read_bytes.into(),
        cost.ledger_max_write_ledger_entries.into(),
        cost.ledger_max_write_bytes.into(),
    ]
}

fn pick_within(mut classic: Amounts, mut soroban: Amounts, waiting: &[&Demand]) -> Vec<bool> {
    let mut by_bid: Vec<usize> = (0..waiting.len()).collect();
    // The sort is stable: equal bids stay in order of arrival.
    by_bid.sort_by(|&a, &b| waiting[b].compare_bid(waiting[a]));
    let mut picked = vec![false; waiting.len()];
    for index in by_bid {
        let left = match waiting[index].phase {
            Phase::Classic => &mut classic,
            Phase::Soroban => &mut soroban,
        };
        picked[index] = take(left, &waiting[index].amounts);
    }
    picked
}

/// Takes all of `wanted` from what is left, or nothing.
fn take(left: &mut Amounts, wanted: &Amounts) -> bool {
    let fits = left.iter().zip(wanted).all(|(left, wanted)| wanted <= left);
    if fits {
        left.iter_mut()
            .zip(wanted)
            .for_each(|(left, wanted)| *left -= wanted);
    }
    fits
}

#[cfg(test)]
mod property;
#[cfg(test)]
mod tests;
