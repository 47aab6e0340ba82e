//! What holds for any queue under any limits.

use super::*;
use proptest::{collection::vec, prelude::*};

fn any_limits() -> impl Strategy<Value = Amounts> {
    prop::array::uniform7(1..20_u64)
}

prop_compose! {
    /// Fits into an empty ledger of `limits`: classic, Soroban.
    fn any_demand(limits: [Amounts; 2])
        (soroban: bool, bid in 1..6_i64, wanted in prop::array::uniform7(0..20_u64))
    -> Demand {
        let mut amounts = wanted;
        let limits = limits[usize::from(soroban)];
        amounts.iter_mut().zip(limits).for_each(|(amount, limit)| *amount = (*amount).min(limit));
        amounts[0] = amounts[0].max(1);
        Demand {
            phase: if soroban { Phase::Soroban } else { Phase::Classic },
            bid,
            operations: amounts[0] as i64,
            amounts,
        }
    }
}

fn any_queue() -> impl Strategy<Value = ([Amounts; 2], Vec<Demand>)> {
    [any_limits(), any_limits()].prop_flat_map(|limits| {
        let queue = vec(any_demand(limits), 1..40);
        (Just(limits), queue)
    })
}

fn fits<'a>(limits: &Amounts, demands: impl IntoIterator<Item = &'a Demand>) -> bool {
    let mut sum: Amounts = [0; 7];
    for demand in demands {
        sum.iter_mut()
            .zip(demand.amounts)
            .for_each(|(sum, amount)| *sum += amount);
    }
    sum.iter().zip(limits).all(|(sum, limit)| sum <= limit)
}

/// Whether `waiting[a]` has a claim before `waiting[b]`.
fn precedes(waiting: &[&Demand], a: usize, b: usize) -> bool {
    match waiting[a].compare_bid(waiting[b]) {
        Ordering::Greater => true,
        Ordering::Equal => a < b,
        Ordering::Less => false,
    }
}

proptest! {
    /// The whole rule: no limit is exceeded, and who is left out did not fit beside those that precede them. So the
    /// first claim of each phase always goes, and a queue that nothing joins empties without losing anyone.
    #[test]
    fn ledgers_hold_their_limits_and_nobody_starves((limits, queue) in any_queue()) {
        let mut waiting: Vec<&Demand> = queue.iter().collect();
        let mut gone = 0;
        while !waiting.is_empty() {
            let picked = pick_within(limits[0], limits[1], &waiting);
            for phase in [Phase::Classic, Phase::Soroban] {
                let limits = &limits[usize::from(phase == Phase::Soroban)];
                let of_phase = |index: &usize| waiting[*index].phase == phase;
                let chosen = || (0..waiting.len()).filter(of_phase).filter(|index| picked[*index]);
                prop_assert!(fits(limits, chosen().map(|index| waiting[index])));
                for left in (0..waiting.len()).filter(of_phase).filter(|index| !picked[*index]) {
                    let before = chosen().filter(|index| precedes(&waiting, *index, left));
                    prop_assert!(!fits(limits, before.chain([left]).map(|index| waiting[index])));
                }
            }
            let count = picked.iter().filter(|picked| **picked).count();
            prop_assert!(picked.len() == waiting.len() && count > 0);
            gone += count;
            let mut picked = picked.into_iter();
            waiting.retain(|_| picked.next() == Some(false));
        }
        prop_assert_eq!(gone, queue.len());
    }
}
