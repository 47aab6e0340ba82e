use soroban_sdk::{vec, Vec};

use super::holder;

use crate::amount::{add, is_valid, is_valid_limit, share, sub, total, MAX, WHOLE_BPS};

#[test]
fn an_amount_is_above_zero_and_fits_a_trustline() {
    for (amount, valid) in [
        (i128::MIN, false),
        (-1, false),
        (0, false),
        (1, true),
        (MAX, true),
        (MAX + 1, false),
        (i128::MAX, false),
    ] {
        assert_eq!(is_valid(amount), valid, "{amount}");
    }
    assert!(is_valid_limit(0) && is_valid_limit(MAX));
    assert!(!is_valid_limit(-1) && !is_valid_limit(MAX + 1));
}

#[test]
fn sums_and_differences_stay_in_range() {
    assert_eq!(add(MAX - 1, 1), Some(MAX));
    assert_eq!(add(MAX, 1), None);
    assert_eq!(add(i128::MAX, 1), None);
    assert_eq!(sub(5, 5), Some(0));
    assert_eq!(sub(5, 6), None);
    assert_eq!(sub(i128::MIN, 1), None);
}

#[test]
fn a_total_counts_valid_amounts_only() {
    let (env, _) = holder();
    assert_eq!(total(&Vec::new(&env)), Some(0));
    assert_eq!(total(&vec![&env, 1, 2, 3]), Some(6));
    assert_eq!(total(&vec![&env, MAX - 1, 1]), Some(MAX));
    assert_eq!(total(&vec![&env, MAX, 1]), None);
    assert_eq!(total(&vec![&env, 5, -5, 1]), None);
    assert_eq!(total(&vec![&env, 1, 0]), None);
}

#[test]
fn a_share_is_that_of_wider_arithmetic() {
    for amount in [0, 1, 9_999, 10_000, 10_001, 123_456_789, MAX - 1, MAX] {
        for bps in [0, 1, 500, 3_333, 9_999, WHOLE_BPS] {
            let expected = amount * i128::from(bps) / 10_000;
            assert_eq!(share(amount, bps), expected, "{amount} {bps}");
        }
    }
}

#[test]
fn a_share_of_no_amount_traps() {
    for amount in [-1, MAX * 4] {
        assert!(std::panic::catch_unwind(|| share(amount, 1)).is_err());
    }
}
