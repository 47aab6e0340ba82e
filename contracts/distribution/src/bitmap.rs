//! Claims of a drop: one bit per leaf, by index, 2,048 per ledger entry.
//!
//! An entry always has its full 256 B. If it grew, a claim simulated before another one landed would declare
//! too few bytes and fail.

use soroban_sdk::{Bytes, Env};

use crate::storage;

/// Indexes per entry.
const PER_CHUNK: u32 = 2_048;
const BYTES: usize = PER_CHUNK as usize / 8;

/// Bits of the indexes from `2048 * chunk`: index `i` is bit `i % 8`, from the lowest, of byte `i % 2048 / 8`.
pub fn chunk(env: &Env, drop: u64, chunk: u32) -> Bytes {
    storage::claims(env, drop, chunk).unwrap_or_else(|| Bytes::from_array(env, &[0; BYTES]))
}

pub fn is_claimed(env: &Env, drop: u64, index: u32) -> bool {
    let (chunk, byte, bit) = place(index);
    storage::claims(env, drop, chunk)
        .and_then(|bits| bits.get(byte))
        .is_some_and(|bits| bits & bit != 0)
}

/// Marks `index` as claimed. False, and nothing changes, if it was.
#[must_use]
pub fn claim(env: &Env, drop: u64, index: u32) -> bool {
    let (number, byte, bit) = place(index);
    let mut bits = chunk(env, drop, number);
    let before = bits.get_unchecked(byte);
    if before & bit != 0 {
        return false;
    }
    bits.set(byte, before | bit);
    storage::set_claims(env, drop, number, &bits);
    true
}

/// Chunk, byte in it, bit in that.
fn place(index: u32) -> (u32, u32, u8) {
    let at = index % PER_CHUNK;
    (index / PER_CHUNK, at / 8, 1 << (at % 8))
}
