//! Picks the waiting transactions that share the next ledger, and the fees that it charges them, by stellar-core's rules
//! (`getMostTopTxsWithinLimits` in SurgePricingUtils.cpp, `computeLaneBaseFee` in TxSetFrame.cpp).
//!
//! The highest bids go first, and a bid that no longer fits is skipped for lower ones that do. A phase that skips nobody
//! charges the network's minimum; otherwise all pay the lowest rate that was included.

use crate::{
    demand::{fits, in_order, limits, minus, Amounts, Demand, Phase},
    State,
};
use stellar_xdr::Hash;

/// The next ledger's choice from a queue, and its base fees.
#[derive(Debug)]
pub struct Picked {
    /// True for each waiting transaction that is included. At least one is: the limits of a transaction are
    /// below those of a ledger.
    pub taken: Vec<bool>,
    pub base_fees: BaseFees,
}

/// The highest fee that a ledger charges, in stroops per operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseFees {
    pub classic: i64,
    pub soroban: i64,
}

impl BaseFees {
    /// Base fees of a ledger with room for everybody.
    pub fn minimum(state: &State) -> BaseFees {
        let minimum = i64::from(state.header.base_fee);
        BaseFees {
            classic: minimum,
            soroban: minimum,
        }
    }
}

/// Chooses among `waiting` for the ledger after `state`.
pub fn pick<'a>(state: &State, waiting: impl IntoIterator<Item = &'a Demand>) -> Picked {
    let waiting: Vec<&Demand> = waiting.into_iter().collect();
    let minimum = BaseFees::minimum(state);
    pick_within(
        |phase| limits(state, phase),
        minimum,
        &waiting,
        &state.header_hash,
    )
}

fn pick_within(
    limits: impl Fn(Phase) -> Amounts,
    minimum: BaseFees,
    waiting: &[&Demand],
    last_ledger: &Hash,
) -> Picked {
    let order = in_order(waiting, last_ledger);
    let mut taken = vec![false; waiting.len()];
    let mut fill = |phase, minimum| {
        let (mut left, mut lowest, mut passed_over) = (limits(phase), minimum, false);
        for &index in order.iter().filter(|&&index| waiting[index].phase == phase) {
            let demand = waiting[index];
            if fits(&demand.amounts, &left) {
                left = minus(&left, &demand.amounts);
                lowest = demand.bid.rate();
                taken[index] = true;
            } else {
                passed_over = true;
            }
        }
        if passed_over {
            lowest
        } else {
            minimum
        }
    };
    let base_fees = BaseFees {
        classic: fill(Phase::Classic, minimum.classic),
        soroban: fill(Phase::Soroban, minimum.soroban),
    };
    Picked { taken, base_fees }
}

#[cfg(test)]
mod property;
#[cfg(test)]
mod tests;
