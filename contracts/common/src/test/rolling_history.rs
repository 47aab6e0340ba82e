//! The ring against a model that remembers every withdrawal.

use std::vec::Vec;

use proptest::prelude::*;

use super::START;
use crate::rolling::{Ring, QUARTER};

const DAY: u64 = 86_400;
const LIMIT: i128 = 1_000;

/// Waits in seconds, crowded around the edges of quarter-hours and days, and amounts that often use the limit up.
fn steps() -> impl Strategy<Value = Vec<(u64, i128)>> {
    let edge = prop_oneof![
        Just(0),
        Just(QUARTER),
        Just(DAY),
        Just(DAY + QUARTER),
        Just(2 * DAY)
    ];
    let wait = prop_oneof![
        4 => 0..3 * QUARTER,
        3 => (edge, 0u64..3).prop_map(|(edge, near)| (edge + near).saturating_sub(1)),
        2 => 0..2 * DAY,
        1 => 0..400 * DAY,
    ];
    let amount = prop_oneof![Just(1), Just(LIMIT), Just(LIMIT / 2), 1..=LIMIT + 1];
    prop::collection::vec((wait, amount), 1..200)
}

#[derive(Default)]
struct History(Vec<(u64, i128)>);

impl History {
    /// Largest sum of any 24 h that end with a withdrawal: no other 24 h hold more.
    fn busiest_day(&self) -> i128 {
        let day_before = |end: u64| {
            let recent = self.0.iter().filter(|(at, _)| *at <= end && at + DAY > end);
            recent.map(|(_, amount)| amount).sum()
        };
        self.0
            .iter()
            .map(|(end, _)| day_before(*end))
            .max()
            .unwrap_or(0)
    }

    /// The sum that the rule counts at `now`: the current and the 96 quarter-hours before it.
    fn counted(&self, now: u64) -> i128 {
        let recent = self
            .0
            .iter()
            .filter(|(at, _)| at / QUARTER + 96 >= now / QUARTER);
        recent.map(|(_, amount)| amount).sum()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_day_exceeds_the_limit_and_nothing_is_refused_without_need(steps in steps()) {
        let mut now = START;
        let mut ring = Ring::empty(now);
        let mut history = History::default();
        for (wait, amount) in steps {
            now += wait;
            ring.advance(now);
            prop_assert_eq!(ring.used(), history.counted(now));
            let has_room = history.counted(now) + amount <= LIMIT;
            prop_assert_eq!(ring.take(amount, LIMIT), has_room);
            if has_room {
                history.0.push((now, amount));
            }
        }
        prop_assert!(history.busiest_day() <= LIMIT);
    }

    #[test]
    fn room_is_promised_for_the_first_second_that_has_it(steps in steps(), wanted in 1..=LIMIT) {
        let mut now = START;
        let mut ring = Ring::empty(now);
        for (wait, amount) in steps {
            now += wait;
            ring.advance(now);
            let _ = ring.take(amount, LIMIT);
            let promised = ring.room_at(now, wanted, LIMIT).unwrap();
            let fits_at = |time| {
                let mut later = ring.clone();
                later.advance(time);
                later.fits(wanted, LIMIT)
            };
            prop_assert!(fits_at(promised));
            prop_assert!(promised == now || !fits_at(promised - 1));
        }
    }
}
