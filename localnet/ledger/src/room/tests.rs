//! Queues under a ledger's limits that are easy to count: mainnet's 1,000 classic operations and 2,000 Soroban ones.

use super::*;
use crate::{bid::Bid, demand::Phase, Genesis, Limits};
use stellar_xdr::Hash;

fn state() -> State {
    State::genesis(&Genesis {
        passphrase: "room".to_owned(),
        limits: Limits::Mainnet,
        close_time: 0,
    })
}

/// Bids `rate` stroops for each of its operations, on top of a resource fee of 7.
fn demand(phase: Phase, operations: u64, rate: i64) -> Demand {
    let bid = Bid {
        inclusion_fee: rate * operations as i64,
        resource_fee: 7,
        operations: operations as i64,
    };
    Demand {
        phase,
        bid,
        amounts: [operations, 0, 0, 0, 0, 0, 0],
        hash: Hash([0; 32]),
    }
}

fn classic(operations: u64, rate: i64) -> Demand {
    demand(Phase::Classic, operations, rate)
}

fn without(leaving: &[usize]) -> Room {
    Room::Without(leaving.to_vec())
}

#[test]
fn a_queue_holds_two_ledgers_of_each_phase() {
    let state = state();
    let full = vec![classic(1_000, 200), classic(999, 200)];
    assert_eq!(room(&state, &full, &classic(1, 100), None), without(&[]));
    assert_eq!(
        room(&state, &full, &classic(2, 200), None),
        Room::ForFee(403 + 5)
    );
    let soroban = demand(Phase::Soroban, 2_000, 100);
    assert_eq!(room(&state, &full, &soroban, None), without(&[]));
    assert_eq!(room(&state, &full, &classic(2_001, 900), None), Room::Never);
}

#[test]
fn higher_bids_push_out_the_lowest_as_far_as_needed() {
    let state = state();
    let other_phase = demand(Phase::Soroban, 1, 1);
    let queue = [
        other_phase,
        classic(900, 300),
        classic(600, 200),
        classic(500, 250),
    ];
    assert_eq!(
        room(&state, &queue, &classic(600, 201), None),
        without(&[2])
    );
    assert_eq!(
        room(&state, &queue, &classic(601, 251), None),
        without(&[2, 3])
    );
    // It would have to push out the second lowest as well, which bids as much: 250 x 601, one stroop more, and 7.
    assert_eq!(
        room(&state, &queue, &classic(601, 250), None),
        Room::ForFee(150_250 + 1 + 7)
    );
}

#[test]
fn a_replacement_needs_room_only_for_what_it_takes_more() {
    let state = state();
    let queue = [classic(1_000, 500), classic(999, 100), classic(1, 100)];
    assert_eq!(
        room(&state, &queue, &classic(1_000, 5_000), Some(0)),
        without(&[])
    );
    let larger = classic(1_001, 5_000);
    assert!(
        matches!(room(&state, &queue, &larger, Some(0)), Room::Without(left) if left.len() == 1)
    );
    // Only its own predecessor could leave.
    let queue = [classic(1_999, 100), classic(1, 1_000)];
    assert_eq!(
        room(&state, &queue, &classic(2_000, 1_000), Some(0)),
        Room::Never
    );
}
