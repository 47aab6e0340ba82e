//! Rolling 24 h sum at constant cost: 97 quarter-hour buckets in one ledger entry.
//!
//! Rule: current quarter-hour + the 96 before + request <= limit. Any window of 86,400 s touches at
//! most 97 quarter-hours, so no 24 h ever exceed the limit; with 96 a burst at both ends of a window
//! could pass twice. Room returns 24 h to 24 h 15 min after it was used. Refunds free nothing.

use soroban_sdk::{Bytes, Env, IntoVal, Val};

use crate::{amount, ttl};

/// Seconds per bucket.
pub const QUARTER: u64 = 900;

/// 24 h of quarter-hours, plus the one that has begun.
pub const BUCKETS: usize = 97;

/// Head (8 B) and buckets (8 B each), big-endian.
const ENCODED: usize = 8 + 8 * BUCKETS;

/// Amounts taken in the last 24 h, by quarter-hour of Unix time.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ring {
    /// Newest quarter-hour seen (Unix seconds / 900); its bucket is `head % BUCKETS`.
    head: u64,
    buckets: [u64; BUCKETS],
    /// Sum of all buckets, stroops.
    used: i128,
}

impl Ring {
    /// Nothing used yet.
    pub fn empty(now: u64) -> Self {
        Ring {
            head: now / QUARTER,
            buckets: [0; BUCKETS],
            used: 0,
        }
    }

    /// Reads the ring under `key` (persistent) as of the ledger's close time and keeps its entry alive.
    pub fn load<K>(env: &Env, key: &K) -> Self
    where
        K: IntoVal<Env, Val>,
    {
        let now = env.ledger().timestamp();
        let Some(stored) = env.storage().persistent().get::<K, Bytes>(key) else {
            return Self::empty(now);
        };
        ttl::extend_persistent(env, key);
        let mut ring = Self::decode(&stored);
        ring.advance(now);
        ring
    }

    /// Writes the ring under `key` (persistent).
    pub fn store<K>(&self, env: &Env, key: &K)
    where
        K: IntoVal<Env, Val>,
    {
        env.storage()
            .persistent()
            .set(key, &Bytes::from_array(env, &self.encode()));
        ttl::extend_persistent(env, key);
    }

    /// Forgets what is older than the window. A clock that goes back changes nothing: the newest
    /// quarter-hour stays the current one, so no amount is forgotten early.
    pub fn advance(&mut self, now: u64) {
        let quarter = now / QUARTER;
        if quarter <= self.head {
            return;
        }
        let passed = quarter - self.head;
        for step in 1..=passed.min(BUCKETS as u64) {
            let bucket = &mut self.buckets[slot(self.head + step)];
            self.used -= i128::from(*bucket);
            *bucket = 0;
        }
        self.head = quarter;
    }

    /// Stroops used in the current and the 96 previous quarter-hours.
    pub fn used(&self) -> i128 {
        self.used
    }

    /// Stroops left under `limit`; 0 after a cut below what is used.
    pub fn remaining(&self, limit: i128) -> i128 {
        (limit - self.used).max(0)
    }

    /// True if `amount` (stroops, valid by [`amount::is_valid`]) has room under `limit` now.
    pub fn fits(&self, amount: i128, limit: i128) -> bool {
        amount <= self.remaining(limit)
    }

    /// Counts `amount` in the current quarter-hour. False, and nothing changes, if it has no room or is not
    /// a valid amount.
    #[must_use]
    pub fn take(&mut self, amount: i128, limit: i128) -> bool {
        if !amount::is_valid(amount) || !self.fits(amount, limit) {
            return false;
        }
        let bucket = &mut self.buckets[slot(self.head)];
        let (Ok(part), Some(used)) = (u64::try_from(amount), amount::add(self.used, amount)) else {
            return false;
        };
        let Some(sum) = bucket.checked_add(part) else {
            return false;
        };
        *bucket = sum;
        self.used = used;
        true
    }

    /// Earliest Unix second, not before `now`, at which `amount` has room if nothing else is taken.
    /// `None` if it never has: above `limit`. The ring must have been advanced to `now`.
    pub fn room_at(&self, now: u64, amount: i128, limit: i128) -> Option<u64> {
        if amount > limit {
            return None;
        }
        if self.fits(amount, limit) {
            return Some(now);
        }
        let mut used = self.used;
        for age in (0..BUCKETS as u64).rev() {
            // A bucket leaves the window when the quarter-hour 97 after its own begins. Adding BUCKETS
            // before subtracting keeps a clock near zero from underflowing.
            let leaves = self.head + BUCKETS as u64 - age;
            used -= i128::from(self.buckets[slot(leaves)]);
            if amount <= limit - used {
                return Some(leaves.saturating_mul(QUARTER).max(now));
            }
        }
        None
    }

    fn encode(&self) -> [u8; ENCODED] {
        let mut out = [0; ENCODED];
        out[..8].copy_from_slice(&self.head.to_be_bytes());
        for (cell, bucket) in out[8..].chunks_exact_mut(8).zip(&self.buckets) {
            cell.copy_from_slice(&bucket.to_be_bytes());
        }
        out
    }

    fn decode(stored: &Bytes) -> Self {
        let mut raw = [0; ENCODED];
        stored.copy_into_slice(&mut raw);
        let mut words = raw.chunks_exact(8).map(|cell| {
            let mut word = [0; 8];
            word.copy_from_slice(cell);
            u64::from_be_bytes(word)
        });
        let mut ring = Self::empty(0);
        ring.head = words.next().unwrap_or(0);
        for (bucket, word) in ring.buckets.iter_mut().zip(words) {
            *bucket = word;
            ring.used += i128::from(word);
        }
        ring
    }
}

fn slot(quarter: u64) -> usize {
    (quarter % BUCKETS as u64) as usize
}
