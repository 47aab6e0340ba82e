//! Every number is paid at most once, and its reference tells whose it was.

use merit_common::result::{ALREADY_SAME, NUMBER_TAKEN, PAID};
use merit_distribution::DistributionError;
use merit_testing::{
    distribution::error, payment, payments, reference, Batch, Line, Payment, Terms, World, DAY,
    FIRST, NUMBERS, PERIOD, START,
};
use soroban_sdk::{Address, Bytes, BytesN, Vec as List};

fn status(world: &World, campaign: u64, numbers: &[u32]) -> Vec<[u8; 8]> {
    let numbers = List::from_slice(&world.env, numbers);
    let refs = world.distribution().status(&campaign, &numbers);
    refs.iter().map(|reference| reference.to_array()).collect()
}

fn reference_of(world: &World, number: u32) -> [u8; 8] {
    reference(&world.env, number).to_array()
}

#[test]
fn a_repeated_batch_moves_nothing() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let batch = payments(&world.env, FIRST + 1, &[to.clone(), to.clone()], 50);
    assert_eq!(world.results(campaign, &batch), [PAID, PAID]);
    assert_eq!(
        world.results(campaign, &batch),
        [ALREADY_SAME, ALREADY_SAME]
    );
    assert_eq!(world.reward().paid, 0);
    assert_eq!(world.asset.balance(&to), 100);
    assert_eq!(world.pool().limit(&None).used, 100);
    assert_eq!(world.distribution().batches().seq, 2);
}

#[test]
fn a_number_given_out_twice_is_refused_to_the_second() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let first = world.asset.holder(Line::default());
    let second = world.asset.holder(Line::default());
    world
        .pay(campaign, &payments(&world.env, FIRST + 9, &[first], 50))
        .unwrap();

    let taken = Payment {
        reference: BytesN::from_array(&world.env, &[9; 8]),
        ..payment(&world.env, FIRST + 9, &second, 70)
    };
    let fresh = payment(&world.env, FIRST + 10, &second, 5);
    let results = world.results(campaign, &[taken, fresh]);

    assert_eq!(results, [NUMBER_TAKEN, PAID]);
    assert_eq!(world.asset.balance(&second), 5);
    let number = FIRST + 9;
    assert_eq!(
        status(&world, campaign, &[number]),
        [reference_of(&world, number)]
    );
}

/// A mark is a reference, and says nothing of wallet and amount.
#[test]
fn something_was_paid_under_the_same_reference() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let first = world.asset.holder(Line::default());
    let second = world.asset.holder(Line::default());
    let batch = payments(&world.env, FIRST, &[first], 50);
    assert_eq!(world.results(campaign, &batch), [PAID]);
    let other = payments(&world.env, FIRST, [&second], 70);
    assert_eq!(world.results(campaign, &other), [ALREADY_SAME]);
    assert_eq!(world.asset.balance(&second), 0);
}

#[test]
fn a_batch_may_span_chunks() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    // Ends of chunks of 256 numbers, the last number of the period, and the first of the next.
    let numbers = [0, 255, 256, 511, 512, 70_000, NUMBERS - 1, NUMBERS].map(|index| FIRST + index);
    let batch = |numbers: &[u32]| {
        let rows = numbers.iter().map(|n| payment(&world.env, *n, &to, 10));
        rows.collect::<Vec<_>>()
    };
    assert_eq!(world.results(campaign, &batch(&numbers)), [PAID; 8]);
    let expected: Vec<_> = numbers.iter().map(|n| reference_of(&world, *n)).collect();
    assert_eq!(status(&world, campaign, &numbers), expected);

    // Neighbours are untouched, and an overlapping batch pays only what is new.
    let between = [1, 254, 257, 510, NUMBERS - 2, NUMBERS + 1].map(|index| FIRST + index);
    assert_eq!(status(&world, campaign, &between), [[0; 8]; 6]);
    let overlap = batch(&[254, 255, 256, 257].map(|index| FIRST + index));
    assert_eq!(
        world.results(campaign, &overlap),
        [PAID, ALREADY_SAME, ALREADY_SAME, PAID]
    );
    assert_eq!(world.asset.balance(&to), 100);
}

#[test]
fn campaigns_count_their_own_numbers() {
    let world = World::new();
    let first = world.open_campaign(&Terms::default());
    let second = world.open_campaign(&Terms {
        reference: 2,
        ..Terms::default()
    });
    let to = world.asset.holder(Line::default());
    let batch = payments(&world.env, FIRST + 1, &[to], 10);
    assert_eq!(world.results(first, &batch), [PAID]);
    assert_eq!(world.results(second, &batch), [PAID]);
    assert_eq!(status(&world, 3, &[FIRST + 1]), [[0; 8]]);
}

#[test]
fn a_failed_call_marks_nothing_and_uses_no_seq() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let too_much = payments(&world.env, FIRST + 1, &[to.clone(), to], 600_000);
    world.pay(campaign, &too_much).unwrap_err();
    assert_eq!(
        status(&world, campaign, &[FIRST + 1, FIRST + 2]),
        [[0; 8]; 2]
    );
    assert_eq!(world.distribution().batches().seq, 0);
    assert!(tops(&world).is_empty());
}

#[test]
fn malformed_batches_are_refused() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let env = &world.env;
    let to = world.asset.holder(Line::default());
    let row = |number, amount| payment(env, FIRST + number, &to, amount);
    let unpaid = Payment {
        reference: BytesN::from_array(env, &[0; 8]),
        ..row(1, 10)
    };
    let many: Vec<Address> = vec![to.clone(); 61];

    use DistributionError::*;
    let table: [(Vec<Payment>, DistributionError); 8] = [
        (vec![], Empty),
        (payments(env, FIRST + 1, &many, 1), TooMany),
        (vec![row(2, 10), row(1, 10)], NumbersNotRising),
        (vec![row(1, 10), row(1, 10)], NumbersNotRising),
        (vec![unpaid], InvalidReference),
        (vec![row(1, 0)], InvalidAmount),
        (vec![row(1, -1)], InvalidAmount),
        (vec![row(1, i64::MAX as i128 + 1)], InvalidAmount),
    ];
    for (batch, expected) in table {
        assert_eq!(world.pay(campaign, &batch), error(expected));
    }
    assert_eq!(world.distribution().batches().seq, 0);
}

#[test]
fn lists_of_different_lengths_are_refused() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let right = world.batch(campaign, &payments(&world.env, FIRST, [&to, &to], 10));
    let changes: [fn(&mut Batch); 8] = [
        |batch| batch.numbers = batch.numbers.slice(..7),
        |batch| batch.numbers.push_back(0),
        |batch| batch.references = batch.references.slice(..15),
        |batch| batch.references.push_back(0),
        |batch| batch.to = batch.to.slice(..1),
        |batch| batch.to.push_back(batch.to.get_unchecked(0)),
        |batch| batch.amounts = batch.amounts.slice(..1),
        |batch| batch.amounts.push_back(10),
    ];
    for (which, change) in changes.into_iter().enumerate() {
        let mut batch = right.clone();
        change(&mut batch);
        let length = error(DistributionError::LengthMismatch);
        assert_eq!(world.send(&batch), length, "{which}");
    }
    let nothing = Batch {
        to: List::new(&world.env),
        numbers: Bytes::new(&world.env),
        ..right.clone()
    };
    assert_eq!(world.send(&nothing), error(DistributionError::Empty));
    assert_eq!(world.send(&right), Ok(()));
}

/// The highest number of each period that has one.
fn tops(world: &World) -> Vec<u32> {
    let tops = world.distribution().batches().tops.to_array();
    let tops = tops.as_chunks::<4>().0.iter();
    let tops = tops.map(|top| u32::from_be_bytes(*top));
    let mut tops: Vec<u32> = tops.filter(|top| *top > 0).collect();
    tops.sort_unstable();
    tops
}

#[test]
fn the_highest_number_of_a_period_is_that_of_any_batch() {
    let world = World::new();
    let first = world.open_campaign(&Terms::default());
    let second = world.open_campaign(&Terms {
        reference: 2,
        ..Terms::default()
    });
    let (holder, lineless) = (world.asset.holder(Line::default()), world.asset.account());
    const NEXT: u32 = FIRST + NUMBERS;
    // Campaign, number, wallet, highest numbers after it.
    let table: [(u64, u32, &Address, &[u32]); 5] = [
        (first, FIRST + 5, &holder, &[FIRST + 5]),
        (second, FIRST + 3, &holder, &[FIRST + 5]),
        // Another period has its own.
        (first, NEXT + 4, &holder, &[FIRST + 5, NEXT + 4]),
        (first, NEXT + 6, &holder, &[FIRST + 5, NEXT + 6]),
        // An unpaid number counts too: a search for marks may go too far.
        (second, FIRST + 7, &lineless, &[FIRST + 7, NEXT + 6]),
    ];
    for (campaign, number, to, expected) in table {
        let batch = [payment(&world.env, number, to, 10)];
        assert_eq!(world.pay(campaign, &batch), Ok(()));
        assert_eq!(tops(&world), expected);
    }
}

#[test]
fn a_highest_number_is_forgotten_with_the_marks_of_its_period() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms {
        ends_at: START + 36_000 * DAY,
        ..Terms::default()
    });
    let to = world.asset.holder(Line::default());
    let last = FIRST + NUMBERS - 1;
    let pay = |number: u32| {
        let batch = [payment(&world.env, number, &to, 10)];
        assert_eq!(world.pay(campaign, &batch), Ok(()));
    };
    pay(last);
    world.advance_ledgers(7 * PERIOD);
    pay(8 * NUMBERS);
    assert_eq!(tops(&world), [last, 8 * NUMBERS]);
    // The mark ended four periods ago, with its period's third successor.
    pay(9 * NUMBERS);
    assert_eq!(tops(&world), [8 * NUMBERS, 9 * NUMBERS]);
}

#[test]
fn status_takes_at_most_256_numbers() {
    let world = World::new();
    let ask = |count: u32| {
        let numbers = List::from_iter(&world.env, FIRST..FIRST + count);
        let args = (1u64, numbers);
        world
            .call_unsigned::<List<BytesN<8>>>(&world.distribution, "status", args)
            .map(|refs| refs.len())
    };
    assert_eq!(ask(256), Ok(256));
    assert_eq!(ask(257), error(DistributionError::TooMany));
}
