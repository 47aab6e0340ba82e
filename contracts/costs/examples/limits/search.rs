//! Looks for 24 hours in which more than the limit leaves, against a model that remembers every withdrawal.
//!
//! The sequences crowd around the edges where a rolling sum could leak: of quarter-hours, of days, a day after an earlier
//! withdrawal. The same search finds a leak in a window one quarter-hour shorter, which shows that it can find one.

use std::time::{Duration, Instant};

use merit_common::rolling::{Ring, QUARTER};
use merit_testing::{DAY, START};

/// Machine time of the search.
const BUDGET: Duration = Duration::from_secs(20);
const LIMIT: i128 = 1_000;
const STEPS: usize = 400;

pub fn report() {
    let (began, mut random) = (Instant::now(), Random(7));
    let (mut sequences, mut taken, mut busiest, mut shorter) = (0u64, 0u64, 0, 0);
    while began.elapsed() < BUDGET {
        let sequence = sequence(&mut random);
        let history = by_ring(&sequence);
        taken += history.len() as u64;
        busiest = busiest.max(busiest_day(&history));
        shorter = shorter.max(busiest_day(&by_window(&sequence, 95)));
        sequences += 1;
    }
    println!("pool limit search: {sequences} sequences, {taken} withdrawals accepted");
    println!("  busiest 24 h of all: {busiest} of {LIMIT} (goal: never above)");
    println!("  with a window one quarter-hour shorter: {shorter}");
    assert!(busiest <= LIMIT, "a day exceeds the limit");
    assert!(shorter > LIMIT, "the search is too weak to find a leak");
}

/// (Unix second, stroops) of withdrawals asked for.
type Sequence = Vec<(u64, i128)>;

fn sequence(random: &mut Random) -> Sequence {
    let mut now = START + random.below(QUARTER);
    let mut sequence: Sequence = Vec::new();
    for _ in 0..STEPS {
        now = next_time(random, now, &sequence);
        let amount = match random.below(5) {
            0 => 1,
            1 => LIMIT,
            2 => LIMIT / 2,
            3 => LIMIT - 1,
            _ => 1 + random.below(LIMIT as u64) as i128,
        };
        sequence.push((now, amount));
    }
    sequence
}

fn next_time(random: &mut Random, now: u64, sequence: &Sequence) -> u64 {
    let near = |edge: u64, random: &mut Random| (edge + random.below(3)).saturating_sub(1).max(now);
    let quarter = (now / QUARTER + 1) * QUARTER;
    match random.below(6) {
        0 => now + random.below(3 * QUARTER),
        1 => near(quarter, random),
        2 => near(quarter + 95 * QUARTER, random),
        3 => near(quarter + 96 * QUARTER, random),
        4 => now + random.below(DAY),
        // A day after an earlier request, to the second.
        _ => {
            let back = 1 + random.below(8) as usize;
            let earlier = sequence.iter().rev().nth(back).map_or(now, |(at, _)| *at);
            near(earlier + DAY, random)
        }
    }
}

/// Payments that the pool lets through.
fn by_ring(sequence: &Sequence) -> Sequence {
    let mut ring = Ring::empty(START);
    let accepts = |(at, amount): &&(u64, i128)| {
        ring.advance(*at);
        ring.take(*amount, LIMIT)
    };
    sequence.iter().filter(accepts).copied().collect()
}

/// Payments that a sum over the current and `before` earlier quarter-hours would let through.
fn by_window(sequence: &Sequence, before: u64) -> Sequence {
    let mut history: Sequence = Vec::new();
    for (at, amount) in sequence {
        let recent = history
            .iter()
            .rev()
            .take_while(|(earlier, _)| earlier / QUARTER + before >= at / QUARTER);
        let used: i128 = recent.map(|(_, amount)| amount).sum();
        if used + amount <= LIMIT {
            history.push((*at, *amount));
        }
    }
    history
}

/// Largest sum of any 24 h that end with a withdrawal: no other 24 h hold more.
fn busiest_day(history: &Sequence) -> i128 {
    let (mut busiest, mut sum, mut first) = (0, 0, 0);
    for (end, amount) in history {
        sum += amount;
        while history[first].0 + DAY <= *end {
            sum -= history[first].1;
            first += 1;
        }
        busiest = busiest.max(sum);
    }
    busiest
}

/// Xorshift: the same sequences in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}
