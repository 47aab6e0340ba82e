//! Properties of any queue under any limits.

use super::*;
use crate::bid::Bid;
use proptest::{collection::vec, prelude::*};
use std::cmp::Ordering;

const MINIMUM: BaseFees = BaseFees {
    classic: 1,
    soroban: 1,
};

fn any_limits() -> impl Strategy<Value = Amounts> {
    prop::array::uniform7(1..20_u64)
}

prop_compose! {
    /// Fits into an empty ledger of `limits`: classic, Soroban.
    fn any_demand(limits: [Amounts; 2])
        (soroban: bool, rate in 1..6_i64, wanted in prop::array::uniform7(0..20_u64), hash: [u8; 32])
    -> Demand {
        let mut amounts = wanted;
        let limits = limits[usize::from(soroban)];
        amounts.iter_mut().zip(limits).for_each(|(amount, limit)| *amount = (*amount).min(limit));
        amounts[0] = amounts[0].max(1);
        let operations = amounts[0] as i64;
        Demand {
            phase: if soroban { Phase::Soroban } else { Phase::Classic },
            bid: Bid { inclusion_fee: rate * operations, resource_fee: 0, operations },
            amounts,
            hash: Hash(hash),
        }
    }
}

fn any_queue() -> impl Strategy<Value = ([Amounts; 2], Vec<Demand>)> {
    [any_limits(), any_limits()].prop_flat_map(|limits| {
        let queue = vec(any_demand(limits), 1..40);
        (Just(limits), queue)
    })
}

fn fit<'a>(limits: &Amounts, demands: impl IntoIterator<Item = &'a Demand>) -> bool {
    let mut sum = Amounts::default();
    for demand in demands {
        sum.iter_mut()
            .zip(demand.amounts)
            .for_each(|(sum, amount)| *sum += amount);
    }
    sum.iter().zip(limits).all(|(sum, limit)| sum <= limit)
}

proptest! {
    /// The whole rule: no limit is exceeded; a transaction that is left out did not fit beside those before it, and none before it
    /// bids less. So the first of each phase is always included, and a queue without newcomers empties without losing any.
    /// Then the lowest rate that got in is the price, and without anyone left out the minimum.
    #[test]
    fn ledgers_hold_their_limits_and_charge_what_the_last_one_in_bids(
        (limits, queue) in any_queue(), last_ledger: [u8; 32],
    ) {
        let last_ledger = Hash(last_ledger);
        let mut waiting: Vec<&Demand> = queue.iter().collect();
        let mut gone = 0;
        while !waiting.is_empty() {
            let limits_of = |phase| limits[usize::from(phase == Phase::Soroban)];
            let picked = pick_within(limits_of, MINIMUM, &waiting, &last_ledger);
            let order = in_order(&waiting, &last_ledger);
            prop_assert!(order
                .windows(2)
                .all(|pair| waiting[pair[0]].bid.compare_rate(&waiting[pair[1]].bid) != Ordering::Less));
            let fees = picked.base_fees;
            for (phase, base_fee) in [(Phase::Classic, fees.classic), (Phase::Soroban, fees.soroban)] {
                let limits = limits_of(phase);
                let of_phase: Vec<usize> =
                    order.iter().copied().filter(|index| waiting[*index].phase == phase).collect();
                let taken = |until: usize| {
                    let before = of_phase[..until].iter().filter(|index| picked.taken[**index]);
                    before.map(|index| waiting[*index])
                };
                prop_assert!(fit(&limits, taken(of_phase.len())));
                let mut left_out = false;
                for (place, index) in of_phase.iter().enumerate().filter(|(_, index)| !picked.taken[**index]) {
                    prop_assert!(!fit(&limits, taken(place).chain([waiting[*index]])));
                    left_out = true;
                }
                let lowest = taken(of_phase.len()).map(|demand| demand.bid.rate()).min();
                prop_assert_eq!(base_fee, if left_out { lowest.unwrap() } else { 1 });
            }
            let count = picked.taken.iter().filter(|taken| **taken).count();
            prop_assert!(picked.taken.len() == waiting.len() && count > 0);
            gone += count;
            let mut taken = picked.taken.into_iter();
            waiting.retain(|_| taken.next() == Some(false));
        }
        prop_assert_eq!(gone, queue.len());
    }
}
