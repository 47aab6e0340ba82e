//! Room in a queue for one more transaction, by stellar-core's rules (`canFitWithEviction` in
//! SurgePricingUtils.cpp): it holds what a few ledgers take, and higher bids push out lower ones.

use crate::{
    demand::{fits, in_order, limits, minus, Amounts, Demand},
    State,
};
use std::cmp::Ordering;

/// Ledgers' worth of transactions that a queue holds of each phase: `TRANSACTION_QUEUE_SIZE_MULTIPLIER` and
/// `SOROBAN_TRANSACTION_QUEUE_SIZE_MULTIPLIER`.
const LEDGERS: u64 = 2;

#[derive(Debug, PartialEq, Eq)]
pub enum Room {
    /// There is room once these have left: indices into the queue, the lowest bid first.
    Without(Vec<usize>),
    /// There is room only for a full fee of at least this many stroops.
    ForFee(i64),
    /// There is no room at any fee.
    Never,
}

/// Looks for room in the queue `waiting` behind `state`. `replaced` is the index of the transaction whose place the
/// newcomer takes.
pub fn room<'a>(
    state: &State,
    waiting: impl IntoIterator<Item = &'a Demand>,
    newcomer: &Demand,
    replaced: Option<usize>,
) -> Room {
    let waiting: Vec<&Demand> = waiting.into_iter().collect();
    let capacity = limits(state, newcomer.phase).map(|limit| limit.saturating_mul(LEDGERS));
    let more = replaced.map_or(newcomer.amounts, |index| {
        minus(&newcomer.amounts, &waiting[index].amounts)
    });
    if !fits(&more, &capacity) {
        return Room::Never;
    }
    let rivals = waiting.iter().filter(|rival| rival.phase == newcomer.phase);
    let total = rivals.fold(more, |sum, rival| plus(&sum, &rival.amounts));
    let mut missing = minus(&total, &capacity);
    let mut leaving = Vec::new();
    if missing == Amounts::default() {
        return Room::Without(leaving);
    }
    for index in in_order(&waiting, &state.header_hash).into_iter().rev() {
        let rival = waiting[index];
        if rival.phase != newcomer.phase {
            continue;
        }
        if newcomer.bid.compare_rate(&rival.bid) != Ordering::Greater {
            return Room::ForFee(newcomer.bid.least_fee_to_exceed(&rival.bid));
        }
        if replaced == Some(index) {
            break;
        }
        leaving.push(index);
        missing = minus(&missing, &rival.amounts);
        if missing == Amounts::default() {
            return Room::Without(leaving);
        }
    }
    Room::Never
}

fn plus(sum: &Amounts, amounts: &Amounts) -> Amounts {
    std::array::from_fn(|index| sum[index].saturating_add(amounts[index]))
}

#[cfg(test)]
mod tests;
