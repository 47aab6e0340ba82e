//! Marks of paid numbers: each holds the payment's reference. A ledger entry has 256 of them.

use soroban_sdk::{Bytes, Env};

use crate::{
    cells::{Cells, Entries},
    numbers::{self, Periods},
    storage,
};

/// Bytes of a reference.
pub const REF: usize = 8;
/// Reference of a number that wasn't paid.
pub const UNPAID: [u8; REF] = [0; REF];

pub struct MarkEntries {
    campaign: u64,
    periods: Periods,
}

pub type Marks<'a> = Cells<'a, MarkEntries, REF>;

pub fn of(env: &Env, campaign: u64, periods: Periods) -> Marks<'_> {
    Cells::new(env, MarkEntries { campaign, periods })
}

impl Entries for MarkEntries {
    fn load(&self, env: &Env, chunk: u32) -> Option<Bytes> {
        if numbers::is_old(first_number(chunk)) {
            return storage::old_marks(env, self.campaign, chunk);
        }
        storage::marks(env, self.campaign, chunk)
    }

    fn save(&self, env: &Env, chunk: u32, cells: &Bytes) {
        let last_ledger = self.periods.last_ledger(first_number(chunk));
        storage::set_marks(env, self.campaign, chunk, cells, last_ledger);
    }
}

/// An entry's numbers are all of one period: a period has a multiple of 256.
fn first_number(chunk: u32) -> u32 {
    chunk * Marks::PER_CHUNK
}
