//! Every number is paid at most once, and its reference tells whose it was.

use merit_common::result::{ALREADY_SAME, NUMBER_TAKEN, PAID};
use merit_distribution::{DistributionError, Payment};
use merit_testing::{distribution::error, payment, payments, reference, Line, Terms, World};
use soroban_sdk::{vec as list, Address, BytesN, Vec};

fn status(world: &World, campaign: u64, numbers: &[u32]) -> std::vec::Vec<[u8; 8]> {
    let numbers = Vec::from_slice(&world.env, numbers);
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
    let batch = payments(&world.env, 1, &[to.clone(), to.clone()], 50);
    assert_eq!(world.results(campaign, &batch), [PAID, PAID]);
    assert_eq!(
        world.results(campaign, &batch),
        [ALREADY_SAME, ALREADY_SAME]
    );
    assert_eq!(world.reward().paid, 0);
    assert_eq!(world.asset.balance(&to), 100);
    assert_eq!(world.pool().limit(&None).used, 100);
    assert_eq!(world.distribution().seq(), 2);
}

#[test]
fn a_number_given_out_twice_is_refused_to_the_second() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let first = world.asset.holder(Line::default());
    let second = world.asset.holder(Line::default());
    world
        .pay(campaign, &payments(&world.env, 9, &[first], 50))
        .unwrap();

    let mut taken = payment(&world.env, 9, &second, 70);
    taken.reference = BytesN::from_array(&world.env, &[9; 8]);
    let fresh = payment(&world.env, 10, &second, 5);
    let results = world.results(campaign, &list![&world.env, taken, fresh]);

    assert_eq!(results, [NUMBER_TAKEN, PAID]);
    assert_eq!(world.asset.balance(&second), 5);
    assert_eq!(status(&world, campaign, &[9]), [reference_of(&world, 9)]);
}

#[test]
fn a_batch_may_span_chunks() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    // Ends of chunks of 256 numbers, and the last number there is.
    let numbers = [0, 255, 256, 511, 512, 70_000, u32::MAX];
    let batch = |numbers: &[u32]| {
        let rows = numbers.iter().map(|n| payment(&world.env, *n, &to, 10));
        Vec::from_iter(&world.env, rows)
    };
    assert_eq!(world.results(campaign, &batch(&numbers)), [PAID; 7]);
    let expected: std::vec::Vec<_> = numbers.iter().map(|n| reference_of(&world, *n)).collect();
    assert_eq!(status(&world, campaign, &numbers), expected);

    // Neighbours are untouched, and an overlapping batch pays only what is new.
    assert_eq!(status(&world, campaign, &[1, 254, 257, 510]), [[0; 8]; 4]);
    let overlap = batch(&[254, 255, 256, 257]);
    assert_eq!(
        world.results(campaign, &overlap),
        [PAID, ALREADY_SAME, ALREADY_SAME, PAID]
    );
    assert_eq!(world.asset.balance(&to), 90);
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
    let batch = payments(&world.env, 1, &[to], 10);
    assert_eq!(world.results(first, &batch), [PAID]);
    assert_eq!(world.results(second, &batch), [PAID]);
    assert_eq!(status(&world, 3, &[1]), [[0; 8]]);
}

#[test]
fn a_failed_call_marks_nothing_and_uses_no_seq() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let to = world.asset.holder(Line::default());
    let too_much = payments(&world.env, 1, &[to.clone(), to], 600_000);
    world.pay(campaign, &too_much).unwrap_err();
    assert_eq!(status(&world, campaign, &[1, 2]), [[0; 8]; 2]);
    assert_eq!(world.distribution().seq(), 0);
}

#[test]
fn malformed_batches_are_refused() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    let env = &world.env;
    let to = world.asset.holder(Line::default());
    let row = |number, amount| payment(env, number, &to, amount);
    let mut unpaid = row(1, 10);
    unpaid.reference = BytesN::from_array(env, &[0; 8]);
    let many: std::vec::Vec<Address> = vec![to.clone(); 61];

    use DistributionError::*;
    let table: [(Vec<Payment>, DistributionError); 8] = [
        (list![env], Empty),
        (payments(env, 1, &many, 1), TooMany),
        (list![env, row(2, 10), row(1, 10)], NumbersNotRising),
        (list![env, row(1, 10), row(1, 10)], NumbersNotRising),
        (list![env, unpaid], InvalidReference),
        (list![env, row(1, 0)], InvalidAmount),
        (list![env, row(1, -1)], InvalidAmount),
        (list![env, row(1, i64::MAX as i128 + 1)], InvalidAmount),
    ];
    for (batch, expected) in table {
        assert_eq!(world.pay(campaign, &batch), error(expected));
    }
    assert_eq!(world.distribution().seq(), 0);
    assert_eq!(world.distribution().max_batch(), 60);
}

#[test]
fn status_answers_at_most_256_numbers() {
    let world = World::new();
    let ask = |count: u32| {
        let numbers = Vec::from_iter(&world.env, 0..count);
        let args = (1u64, numbers);
        world
            .call_unsigned::<Vec<BytesN<8>>>(&world.distribution, "status", args)
            .map(|refs| refs.len())
    };
    assert_eq!(ask(256), Ok(256));
    assert_eq!(ask(257), error(DistributionError::TooMany));
}
