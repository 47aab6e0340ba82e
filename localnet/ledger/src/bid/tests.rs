use super::*;

fn bid(inclusion_fee: i64, resource_fee: i64, operations: i64) -> Bid {
    Bid {
        inclusion_fee,
        resource_fee,
        operations,
    }
}

#[test]
fn a_replacement_bids_ten_times_the_rate_on_top_of_its_resource_fee() {
    let queued = bid(100, 50_000_000, 1);
    assert_eq!(
        bid(0, 50_000_000, 2).least_fee_to_replace(&queued),
        50_002_000
    );
    assert_eq!(bid(0, 0, 2).least_fee_to_replace(&bid(100, 0, 1)), 2_000);
    // 10 x 1,001 / 3 x 2 is 6,673 and a third.
    assert_eq!(bid(0, 0, 2).least_fee_to_replace(&bid(1_001, 0, 3)), 6_674);
}

#[test]
fn a_higher_rate_costs_one_stroop_more_in_all() {
    assert_eq!(bid(0, 7, 2).least_fee_to_exceed(&bid(100, 9, 1)), 208);
    assert_eq!(bid(0, 0, 1).least_fee_to_exceed(&bid(301, 0, 3)), 101);
}

#[test]
fn rates_are_compared_exactly_and_never_overflow() {
    assert_eq!(
        bid(100, 0, 1).compare_rate(&bid(200, 0, 2)),
        Ordering::Equal
    );
    assert_eq!(
        bid(201, 0, 2).compare_rate(&bid(100, 0, 1)),
        Ordering::Greater
    );
    let most = bid(i64::MAX, 0, 1);
    assert_eq!(most.compare_rate(&bid(i64::MAX, 0, 101)), Ordering::Greater);
    assert_eq!(bid(0, 5, 101).least_fee_to_replace(&most), i64::MAX);
    assert_eq!(bid(0, 5, 101).least_fee_to_exceed(&most), i64::MAX);
}
