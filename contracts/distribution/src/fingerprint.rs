//! A hash of all payments in 128 bytes that doesn't depend on their order (a multiset hash). A payer that can name it knows
//! every payment; a payment that is missing, or one that was never made, changes it.
//!
//! The hashes of a payment are added, lane by lane. The sum is this wide because an attacker who shows a payer false payments
//! can choose many of them. With sums of 256 bits, about 128 payments that fit can be found in 2^32 steps (Wagner's generalised
//! birthday problem). With these sums, 128 take 2^128 steps, and 65,536 take 2^60.

use soroban_sdk::{Bytes, BytesN, Env};

use crate::marks::REF;

/// Bytes of a fingerprint.
const BYTES: usize = 128;

/// Each of 64 bits, big-endian; sums wrap.
const LANES: usize = BYTES / 8;

/// Number of SHA-256 hashes for each payment.
const HASHES: usize = BYTES / 32;

/// The merchant and the campaign that the money came from.
pub struct Budget {
    pub merchant: u64,
    pub campaign: u64,
}

pub struct Fingerprint([u64; LANES]);

impl Fingerprint {
    pub fn of(stored: &BytesN<BYTES>) -> Self {
        let bytes = stored.to_array();
        let mut lanes = [0; LANES];
        for (lane, bytes) in lanes.iter_mut().zip(bytes.as_chunks().0) {
            *lane = u64::from_be_bytes(*bytes);
        }
        Fingerprint(lanes)
    }

    /// Adds a payment: lanes `4i` to `4i + 3` take SHA-256 of `i` (1 B), merchant (8 B), campaign (8 B), number (4 B) and
    /// reference (8 B).
    pub fn add(&mut self, env: &Env, budget: &Budget, number: u32, reference: &[u8; REF]) {
        let mut message = [0; 21 + REF];
        message[1..9].copy_from_slice(&budget.merchant.to_be_bytes());
        message[9..17].copy_from_slice(&budget.campaign.to_be_bytes());
        message[17..21].copy_from_slice(&number.to_be_bytes());
        message[21..].copy_from_slice(reference);
        for (i, lanes) in self
            .0
            .as_chunks_mut::<{ LANES / HASHES }>()
            .0
            .iter_mut()
            .enumerate()
        {
            message[0] = i as u8;
            let hash = env
                .crypto()
                .sha256(&Bytes::from_array(env, &message))
                .to_array();
            for (lane, bytes) in lanes.iter_mut().zip(hash.as_chunks().0) {
                *lane = lane.wrapping_add(u64::from_be_bytes(*bytes));
            }
        }
    }

    pub fn to_bytes(&self, env: &Env) -> BytesN<BYTES> {
        let mut bytes = [0; BYTES];
        for (bytes, lane) in bytes.as_chunks_mut().0.iter_mut().zip(self.0) {
            *bytes = lane.to_be_bytes();
        }
        BytesN::from_array(env, &bytes)
    }
}

/// The fingerprint of no payments.
pub fn none(env: &Env) -> BytesN<BYTES> {
    BytesN::from_array(env, &[0; BYTES])
}
