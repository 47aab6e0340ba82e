//! Bounds of the supply: a cap on all tokens, and minters' quotas. Authorisation is checked in `contract.rs`.

use merit_common::amount;
use soroban_sdk::{contracttype, panic_with_error, Address, Env};

use crate::{asset, errors::TokenError, storage};

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Quota {
    /// Stroops per rolling 24 h.
    pub daily: i128,
    /// Stroops minted in the last 24 h.
    pub used: i128,
    /// Stroops left now.
    pub remaining: i128,
}

/// Counts first, mints last: a refusal by the asset contract undoes the whole call.
pub fn mint(env: &Env, minter: &Address, to: &Address, stroops: i128) {
    if !amount::is_valid(stroops) {
        panic_with_error!(env, TokenError::InvalidAmount);
    }
    let minted = amount::add(storage::minted(env), stroops)
        .filter(|sum| *sum <= storage::cap(env))
        .unwrap_or_else(|| panic_with_error!(env, TokenError::CapExceeded));
    let mut ring = storage::ring(env, minter);
    if !ring.take(stroops, storage::quota(env, minter)) {
        panic_with_error!(env, TokenError::QuotaExceeded);
    }
    storage::set_ring(env, minter, &ring);
    storage::set_minted(env, minted);
    asset::mint(env, to, stroops);
}

pub fn clawback(env: &Env, from: &Address, stroops: i128) {
    if !amount::is_valid(stroops) {
        panic_with_error!(env, TokenError::InvalidAmount);
    }
    // Tokens that the issuer made before it was locked were never counted here, so the sum could fall below zero.
    let minted = (storage::minted(env) - stroops).max(0);
    storage::set_minted(env, minted);
    asset::clawback(env, from, stroops);
}

/// Acts at once, in both directions; what was minted in the last 24 h counts against the new quota too.
pub fn set_quota(env: &Env, minter: &Address, daily: i128) {
    if !amount::is_valid_limit(daily) {
        panic_with_error!(env, TokenError::InvalidAmount);
    }
    storage::set_quota(env, minter, daily);
}

pub fn quota(env: &Env, minter: &Address) -> Quota {
    let daily = storage::quota(env, minter);
    let ring = storage::ring(env, minter);
    Quota {
        daily,
        used: ring.used(),
        remaining: ring.remaining(daily),
    }
}
