//! Which numbers of a campaign were paid, and to whom: 8 bytes per number, 256 numbers per ledger entry.
//!
//! An entry always has its full 2,048 B. If it grew, a batch simulated before another one landed would
//! declare too few bytes and fail as a whole.

use soroban_sdk::{Bytes, Env};

use crate::storage;

/// Numbers per entry.
const PER_CHUNK: u32 = 256;
/// Bytes of a reference.
pub const REF: usize = 8;
/// Reference of a number that wasn't paid.
pub const UNPAID: [u8; REF] = [0; REF];

const CHUNK: usize = PER_CHUNK as usize * REF;

/// Marks of one campaign, one chunk in memory at a time: cheap for numbers in rising order.
pub struct Marks<'a> {
    env: &'a Env,
    campaign: u64,
    chunk: Option<u32>,
    refs: [u8; CHUNK],
    changed: bool,
}

impl<'a> Marks<'a> {
    pub fn new(env: &'a Env, campaign: u64) -> Self {
        Marks {
            env,
            campaign,
            chunk: None,
            refs: [0; CHUNK],
            changed: false,
        }
    }

    /// Reference under which `number` was paid, or [`UNPAID`].
    pub fn get(&mut self, number: u32) -> [u8; REF] {
        let at = self.seek(number);
        let mut reference = UNPAID;
        reference.copy_from_slice(&self.refs[at..at + REF]);
        reference
    }

    /// Marks `number` as paid. [`Marks::store`] must follow.
    pub fn set(&mut self, number: u32, reference: &[u8; REF]) {
        let at = self.seek(number);
        self.refs[at..at + REF].copy_from_slice(reference);
        self.changed = true;
    }

    /// Writes the chunk in memory if it changed.
    pub fn store(&mut self) {
        let (Some(chunk), true) = (self.chunk, self.changed) else {
            return;
        };
        let refs = Bytes::from_array(self.env, &self.refs);
        storage::set_marks(self.env, self.campaign, chunk, &refs);
        self.changed = false;
    }

    /// Brings the number's chunk into memory; answers the place of its reference there.
    fn seek(&mut self, number: u32) -> usize {
        let chunk = number / PER_CHUNK;
        if self.chunk != Some(chunk) {
            self.store();
            match storage::marks(self.env, self.campaign, chunk) {
                Some(stored) => stored.copy_into_slice(&mut self.refs),
                None => self.refs.fill(0),
            }
            self.chunk = Some(chunk);
        }
        (number % PER_CHUNK) as usize * REF
    }
}
