//! A cell of `WIDTH` bytes per number of a campaign, 2,048 B per ledger entry. Marks say which numbers were paid, and
//! to whom; receipts what may be clawed back.
//!
//! An entry always has its full size. If it grew, a batch simulated before another one landed would declare too few
//! bytes and fail as a whole. For the same reason an entry's key depends on the numbers alone.

use soroban_sdk::{Bytes, Env};

/// Bytes of an entry.
const CHUNK: usize = 2_048;

/// The ledger entries of one campaign's cells.
pub trait Entries {
    fn load(&self, env: &Env, chunk: u32) -> Option<Bytes>;
    fn save(&self, env: &Env, chunk: u32, cells: &Bytes);
}

/// Cells of one campaign, one entry in memory at a time: cheap for numbers in rising order.
pub struct Cells<'a, E, const WIDTH: usize> {
    env: &'a Env,
    entries: E,
    chunk: Option<u32>,
    bytes: [u8; CHUNK],
    changed: bool,
}

impl<'a, E: Entries, const WIDTH: usize> Cells<'a, E, WIDTH> {
    /// Numbers per entry.
    pub const PER_CHUNK: u32 = (CHUNK / WIDTH) as u32;

    pub fn new(env: &'a Env, entries: E) -> Self {
        Cells {
            env,
            entries,
            chunk: None,
            bytes: [0; CHUNK],
            changed: false,
        }
    }

    /// The number's cell; zeros if none was set.
    pub fn get(&mut self, number: u32) -> [u8; WIDTH] {
        let at = self.seek(number);
        let mut cell = [0; WIDTH];
        cell.copy_from_slice(&self.bytes[at..at + WIDTH]);
        cell
    }

    /// Sets the number's cell. [`Cells::store`] must follow.
    pub fn set(&mut self, number: u32, cell: &[u8; WIDTH]) {
        let at = self.seek(number);
        self.bytes[at..at + WIDTH].copy_from_slice(cell);
        self.changed = true;
    }

    /// Writes the entry in memory if it changed.
    pub fn store(&mut self) {
        let (Some(chunk), true) = (self.chunk, self.changed) else {
            return;
        };
        let bytes = Bytes::from_array(self.env, &self.bytes);
        self.entries.save(self.env, chunk, &bytes);
        self.changed = false;
    }

    /// Brings the number's entry into memory; returns the place of its cell there.
    fn seek(&mut self, number: u32) -> usize {
        let chunk = number / Self::PER_CHUNK;
        if self.chunk != Some(chunk) {
            self.store();
            match self.entries.load(self.env, chunk) {
                Some(stored) => stored.copy_into_slice(&mut self.bytes),
                None => self.bytes.fill(0),
            }
            self.chunk = Some(chunk);
        }
        (number % Self::PER_CHUNK) as usize * WIDTH
    }
}
