//! Periods: the time in which a number may be paid, and the time for which the ledger knows that it was.

use merit_common::result::{ALREADY_SAME, PAID};
use merit_distribution::DistributionError;
use merit_testing::{
    distribution::error, payment, reference, Failure, Line, Outcome, Terms, World, DAY, FIRST,
    NUMBERS, PERIOD, START, START_LEDGER,
};
use soroban_sdk::{Address, BytesN, Vec as List};

struct Setup {
    world: World,
    campaign: u64,
    to: Address,
}

impl Setup {
    fn new() -> Self {
        let world = World::new();
        let campaign = world.open_campaign(&Terms {
            ends_at: START + 36_000 * DAY,
            ..Terms::default()
        });
        Setup {
            to: world.asset.holder(Line::default()),
            campaign,
            world,
        }
    }

    /// Goes on to a ledger, counted from the first one of a period.
    fn go_to(&self, period: u32, ledger: u32) {
        let ledger = START_LEDGER + (period - 1) * PERIOD + ledger;
        let now = self.world.env.ledger().sequence();
        self.world.advance_ledgers(ledger - now);
    }

    /// Pays under a number, and returns the result code.
    fn pay(&self, number: u32) -> Outcome<u8> {
        let batch = [payment(&self.world.env, number, &self.to, 10)];
        self.world.pay(self.campaign, &batch)?;
        Ok(self.world.reward().results[0])
    }

    fn status(&self, number: u32) -> Outcome<[u8; 8]> {
        let numbers = List::from_array(&self.world.env, [number]);
        let args = (self.campaign, numbers);
        let contract = &self.world.distribution;
        let refs = self
            .world
            .call_unsigned::<List<BytesN<8>>>(contract, "status", args)?;
        Ok(refs.get_unchecked(0).to_array())
    }

    fn reference(&self, number: u32) -> [u8; 8] {
        reference(&self.world.env, number).to_array()
    }
}

/// Number of a period, 1 or above.
fn number(period: u32, index: u32) -> u32 {
    period * NUMBERS + index
}

/// Last ledger of a period, counted from its first one.
const LAST: u32 = PERIOD - 1;

#[test]
fn the_first_number_rises_with_each_period() {
    let setup = Setup::new();
    let first = || setup.world.distribution().first_number();
    assert_eq!(first(), FIRST);
    for period in 1..=4 {
        setup.go_to(period, 0);
        assert_eq!(first(), number(period, 0));
        setup.go_to(period, LAST);
        assert_eq!(first(), number(period, 0));
    }
}

#[test]
fn a_number_is_payable_in_its_period_and_in_the_next() {
    let setup = Setup::new();
    let expired = error(DistributionError::NumberExpired);
    assert_eq!(setup.pay(number(1, 0)), Ok(PAID));
    setup.go_to(2, LAST);
    assert_eq!(setup.pay(number(1, NUMBERS - 1)), Ok(PAID));
    setup.go_to(3, 0);
    for index in [0, 1, NUMBERS - 1] {
        assert_eq!(setup.pay(number(1, index)), expired);
    }
    assert_eq!(setup.pay(number(2, 0)), Ok(PAID));
}

#[test]
fn a_number_may_be_four_periods_ahead() {
    let setup = Setup::new();
    let ahead = error(DistributionError::NumberAhead);
    for period in [1, 2] {
        setup.go_to(period, 0);
        assert_eq!(setup.pay(number(period + 5, 0)), ahead);
        assert_eq!(setup.pay(number(period + 4, NUMBERS - 1)), Ok(PAID));
        setup.go_to(period, LAST);
        assert_eq!(setup.pay(number(period + 5, 0)), ahead);
    }
    assert_eq!(setup.pay(u32::MAX), ahead);
}

/// Each number is paid in the first or the last ledger in which it may be, and asked for at both ends of every later period.
#[test]
fn no_number_is_paid_twice_however_far_the_ledger_advances() {
    let setup = Setup::new();
    let mut paid = Vec::new();
    for period in 1..=9 {
        let early = [number(period, 1), number(period + 4, 2)];
        let late = (period > 1).then(|| number(period - 1, 3));
        for (ledger, numbers) in [(0, &early[..]), (LAST, late.as_slice())] {
            setup.go_to(period, ledger);
            for number in numbers {
                assert_eq!(setup.pay(*number), Ok(PAID), "{number} in {period}");
            }
            paid.extend(numbers);
            for number in &paid {
                let again = setup.pay(*number);
                let refused = [Ok(ALREADY_SAME), error(DistributionError::NumberExpired)];
                assert!(refused.contains(&again), "{number} in {period}: {again:?}");
                let status = setup.status(*number);
                let known = [
                    Ok(setup.reference(*number)),
                    error(DistributionError::NumberExpired),
                ];
                assert!(known.contains(&status), "{number} in {period}: {status:?}");
            }
        }
    }
    let count = paid.len() as i128;
    assert_eq!(setup.world.asset.balance(&setup.to), 10 * count);
}

#[test]
fn a_mark_lives_to_the_end_of_the_third_period_after_its_own() {
    // First paid in this period and ledger, under a number of that period.
    for (period, ledger, of) in [
        (1, 0, 1),
        (1, LAST, 1),
        (2, LAST, 1),
        (1, 0, 5),
        (1, LAST, 5),
    ] {
        let setup = Setup::new();
        setup.go_to(period, ledger);
        let paid = number(of, 255);
        assert_eq!(setup.pay(paid), Ok(PAID));
        let entries = setup.world.temporary_entries(&setup.world.distribution);
        let ends: Vec<u32> = entries.into_iter().map(|(_, last)| last).collect();
        assert_eq!(ends, [START_LEDGER + (of + 3) * PERIOD - 1]);

        // A later payment leaves it as it is.
        setup.go_to(of + 1, LAST);
        assert_eq!(setup.pay(number(of, 254)), Ok(PAID));
        setup.go_to(of + 3, LAST);
        assert_eq!(setup.status(paid), Ok(setup.reference(paid)));
        assert_eq!(setup.status(number(of, 253)), Ok([0; 8]));
        setup.go_to(of + 4, 0);
        let expired = error(DistributionError::NumberExpired);
        assert_eq!(setup.status(paid), expired);
    }
}

/// The numbers of releases before 0.3.0 are those below the first period.
#[test]
fn numbers_of_no_period_are_never_paid() {
    let setup = Setup::new();
    for (period, ledger) in [(1, 0), (1, LAST), (2, 0), (2, LAST)] {
        setup.go_to(period, ledger);
        for number in [0, 1, FIRST - 1] {
            let expired = error(DistributionError::NumberExpired);
            assert_eq!(setup.pay(number), expired);
            assert_eq!(setup.status(number), Ok([0; 8]));
        }
    }
}

/// After 511 periods, 21 years, a new release has to count anew: until then nothing is paid.
#[test]
fn the_last_period_is_the_511th() {
    let setup = Setup::new();
    setup.go_to(511, LAST);
    assert_eq!(setup.pay(u32::MAX), Ok(PAID));
    setup.go_to(512, LAST);
    assert_eq!(setup.pay(u32::MAX), Ok(ALREADY_SAME));
    assert_eq!(setup.pay(u32::MAX - 1), Ok(PAID));
    setup.go_to(513, 0);
    for number in [u32::MAX, setup.world.distribution().first_number()] {
        let refused: Outcome<u8> = Err(Failure::Contract(DistributionError::NumberExpired as u32));
        assert_eq!(setup.pay(number), refused);
    }
}
