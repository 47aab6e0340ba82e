//! Schedules as plain data. There is no running result: what is due is computed from the history.

/// Times are seconds after the start.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Total; start, cliff, end.
    Linear(i128, [u64; 3]),
    /// Times with amounts.
    Parts(Vec<(u64, i128)>),
}

impl Shape {
    pub fn after(&self, now: u64) -> Self {
        match self {
            Shape::Linear(total, times) => Shape::Linear(*total, times.map(|time| now + time)),
            Shape::Parts(parts) => {
                let parts = parts.iter().map(|(time, amount)| (now + time, *amount));
                Shape::Parts(parts.collect())
            }
        }
    }

    pub fn total(&self) -> i128 {
        match self {
            Shape::Linear(total, _) => *total,
            Shape::Parts(parts) => parts.iter().map(|part| part.1).sum(),
        }
    }
}

pub struct Claim {
    pub by: usize,
    pub amount: i128,
    pub at: u64,
}

/// The whole history of one schedule.
pub struct Entry {
    pub total: i128,
    pub shape: Shape,
    pub owner: usize,
    pub revocable: bool,
    pub revoked: Option<u64>,
    pub claims: Vec<Claim>,
    /// Heir, and the time of the offer.
    pub offer: Option<(usize, u64)>,
    pub last_vested: i128,
}

impl Entry {
    pub fn vested(&self, now: u64) -> i128 {
        let now = self.revoked.map_or(now, |end| end.min(now));
        match &self.shape {
            Shape::Parts(parts) => {
                let due = parts.iter().filter(|part| part.0 <= now);
                due.map(|part| part.1).sum()
            }
            Shape::Linear(_, [_, cliff, _]) if now < *cliff => 0,
            Shape::Linear(_, [_, _, end]) if now >= *end => self.total,
            // The largest whole number of stroops whose share of the time has passed.
            Shape::Linear(_, [start, _, end]) => {
                let (passed, length) = ((now - start) as i128, (end - start) as i128);
                most(self.total, |stroops| {
                    stroops * length <= self.total * passed
                })
            }
        }
    }

    pub fn released(&self) -> i128 {
        self.claims.iter().map(|claim| claim.amount).sum()
    }

    pub fn refunded(&self) -> i128 {
        self.revoked.map_or(0, |end| self.total - self.vested(end))
    }
}

/// Largest number in `0..=top` that fits, where all below one that fits do.
fn most(top: i128, fits: impl Fn(i128) -> bool) -> i128 {
    let (mut low, mut high) = (0, top);
    while low < high {
        let middle = (low + high + 1) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}
