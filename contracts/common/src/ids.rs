//! Ids that a creator knows before it signs. A transaction lists the entries that it touches when it is signed. If an id came
//! from a counter, each creation would make those fail that were signed before it and land after it.

use soroban_sdk::{xdr::ToXdr, Address, BytesN, Env};

/// Zeros before the number in an id of a release before 0.3.0.
const ZEROS: usize = 24;

/// Id of what `creator` makes under a `reference` of its own.
pub fn of(env: &Env, creator: &Address, reference: &BytesN<32>) -> BytesN<32> {
    let named = (creator, reference).to_xdr(env);
    env.crypto().sha256(&named).to_bytes()
}

/// Releases before 0.3.0 counted. The id of what they made is its number, big-endian, after zeros, which no hash has.
pub fn numbered(env: &Env, number: u64) -> BytesN<32> {
    let mut id = [0; 32];
    id[ZEROS..].copy_from_slice(&number.to_be_bytes());
    BytesN::from_array(env, &id)
}

/// The number in an id of such a release.
pub fn number(id: &BytesN<32>) -> Option<u64> {
    let id = id.to_array();
    let (zeros, number) = id.split_at(ZEROS);
    let number = u64::from_be_bytes(number.try_into().ok()?);
    zeros.iter().all(|byte| *byte == 0).then_some(number)
}
