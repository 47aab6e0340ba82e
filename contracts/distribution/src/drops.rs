//! Life of a drop: created and funded, claimed leaf by leaf within its window, and swept once after it; or cancelled, by a
//! manager before it opens and by a guardian at any time.
//! Authorisation is checked in `contract.rs`.

use merit_common::{
    amount,
    result::{LINE_FULL, NOT_AUTHORIZED, NO_TRUSTLINE, PAID, REFUSED},
    PoolClient,
};
use soroban_sdk::{contracttype, panic_with_error, vec, Address, BytesN, Env, Vec};

use crate::{
    bitmap,
    errors::DistributionError,
    leaf::{self, Leaf},
    storage::{self, Config},
};

/// Longest time from creation to expiry, seconds. Nobody but a guardian ends an open drop earlier, so a mistake must not lock
/// its money for ever.
const MAX_LIFETIME: u64 = 366 * 86_400;

/// A proof as long as a tree over all `u32` indexes is high.
const MAX_PROOF: u32 = 32;

/// Most drops in one page.
const MAX_PAGE: u32 = 50;

/// A drop, as it is stored and returned.
#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MerkleDrop {
    pub merchant: u64,
    /// Root of the tree described in `leaf.rs`.
    pub root: BytesN<32>,
    /// Stroops reserved at creation.
    pub total: i128,
    /// Stroops paid so far. Written by the sweep; before that it is derived from the reserve in `pool`.
    pub paid: i128,
    /// Indexes are below this.
    pub leaves: u32,
    /// First Unix second in which it pays.
    pub opens_at: u64,
    /// First Unix second in which it no longer pays.
    pub expires_at: u64,
    /// True once the rest went back to the merchant, after expiry or by cancelling. This is final.
    pub swept: bool,
    /// The creator's reference; part of every leaf.
    pub reference: BytesN<32>,
    /// Unix second in which the merchant's owner opened it early. Void: it pays from `opens_at` on.
    pub opened_at: Option<u64>,
    /// Unix second in which it was cancelled. Void: it wasn't, or by a release before 0.3.0.
    pub cancelled_at: Option<u64>,
}

/// Creates a drop and reserves its total. `(id, false)` if the same one was created before.
pub fn create(env: &Env, config: &Config, wanted: &MerkleDrop) -> (u64, bool) {
    // Before any check of time: a repeated call must find its drop even after the window.
    if let Some(id) = storage::drop_by_reference(env, &wanted.reference) {
        let known = get(env, id);
        let is_cancelled = known.cancelled_at.is_some();
        let created = MerkleDrop {
            paid: 0,
            swept: false,
            opened_at: None,
            cancelled_at: None,
            ..known
        };
        if created != *wanted {
            panic_with_error!(env, DistributionError::ReferenceTaken);
        }
        if is_cancelled {
            panic_with_error!(env, DistributionError::DropCancelled);
        }
        return (id, false);
    }
    require_terms(env, config, wanted);
    let id = storage::next_drop(env);
    storage::set_drop(env, id, wanted);
    storage::set_drop_reference(env, &wanted.reference, id);
    // Claims of an open drop must not depend on what else its merchant pays.
    PoolClient::new(env, &config.pool(env)).reserve_counted(
        &env.current_contract_address(),
        &wanted.merchant,
        &id,
        &wanted.total,
    );
    (id, true)
}

/// Pays a leaf to its wallet, once. Every refusal fails the call, so an unpaid leaf stays unclaimed.
pub fn claim(env: &Env, config: &Config, id: u64, leaf: &Leaf, proof: Vec<BytesN<32>>) {
    let drop = get(env, id);
    drop.require_open(env);
    if leaf.index >= drop.leaves {
        panic_with_error!(env, DistributionError::IndexOutOfRange);
    }
    if proof.len() > MAX_PROOF {
        panic_with_error!(env, DistributionError::ProofTooLong);
    }
    if !leaf::verify(env, drop.root, leaf.hash(env, &drop.reference), proof) {
        panic_with_error!(env, DistributionError::InvalidProof);
    }
    if !bitmap::claim(env, id, leaf.index) {
        panic_with_error!(env, DistributionError::AlreadyClaimed);
    }
    pay(env, config, id, &leaf.wallet, leaf.amount);
}

/// Returns the rest to the merchant, after expiry. The result is the drop and the rest in stroops.
pub fn sweep(env: &Env, config: &Config, id: u64) -> (MerkleDrop, i128) {
    let drop = unswept(env, id);
    if env.ledger().timestamp() < drop.expires_at {
        panic_with_error!(env, DistributionError::DropNotExpired);
    }
    close(env, config, id, drop)
}

/// Opens a drop that waits. Its merchant's owner agrees, so nobody else needs time to object. False, and nothing changes, if
/// it is open.
pub fn open_early(env: &Env, config: &Config, owner: &Address, id: u64) -> (MerkleDrop, bool) {
    let mut drop = get(env, id);
    let known = PoolClient::new(env, &config.pool(env)).owner(&drop.merchant);
    if known.as_ref() != Some(owner) {
        panic_with_error!(env, DistributionError::Unauthorized);
    }
    let now = env.ledger().timestamp();
    let waits = now < drop.opens();
    if waits {
        drop.opened_at = Some(now);
        storage::set_drop(env, id, &drop);
    }
    drop.require_open(env);
    (drop, waits)
}

/// Returns what wasn't paid to the merchant: for a guardian at any time, otherwise while nothing can have been claimed. The
/// result is the drop and the stroops.
pub fn cancel(env: &Env, config: &Config, id: u64, by_guardian: bool) -> (MerkleDrop, i128) {
    let mut drop = unswept(env, id);
    let now = env.ledger().timestamp();
    if !by_guardian && now >= drop.opens() {
        panic_with_error!(env, DistributionError::DropOpened);
    }
    drop.cancelled_at = Some(now);
    close(env, config, id, drop)
}

fn unswept(env: &Env, id: u64) -> MerkleDrop {
    let drop = get(env, id);
    if drop.swept {
        panic_with_error!(env, DistributionError::AlreadySwept);
    }
    drop
}

/// Closes the drop for good.
fn close(env: &Env, config: &Config, id: u64, mut drop: MerkleDrop) -> (MerkleDrop, i128) {
    let rest =
        PoolClient::new(env, &config.pool(env)).release(&env.current_contract_address(), &id);
    drop.paid = drop.total - rest;
    drop.swept = true;
    storage::set_drop(env, id, &drop);
    (drop, rest)
}

/// The drop with what it has paid by now.
pub fn view(env: &Env, config: &Config, id: u64) -> MerkleDrop {
    let mut drop = get(env, id);
    if !drop.swept {
        let left =
            PoolClient::new(env, &config.pool(env)).reserved(&env.current_contract_address(), &id);
        drop.paid = drop.total - left;
    }
    drop
}

/// Up to 50 drops with ids above `after`, in rising order.
pub fn page(env: &Env, config: &Config, after: u64, limit: u32) -> Vec<(u64, MerkleDrop)> {
    let end = after.saturating_add(limit.min(MAX_PAGE).into());
    let mut page = Vec::new(env);
    for id in after.saturating_add(1)..=end.min(storage::last_drop(env)) {
        page.push_back((id, view(env, config, id)));
    }
    page
}

pub fn get(env: &Env, id: u64) -> MerkleDrop {
    let Some(drop) = storage::drop(env, id) else {
        panic_with_error!(env, DistributionError::DropNotFound)
    };
    drop
}

impl MerkleDrop {
    /// First Unix second in which it pays.
    fn opens(&self) -> u64 {
        self.opened_at.unwrap_or(self.opens_at)
    }

    /// Refuses the call unless the drop pays now.
    fn require_open(&self, env: &Env) {
        let now = env.ledger().timestamp();
        if now < self.opens() {
            panic_with_error!(env, DistributionError::DropNotOpen);
        }
        if now >= self.expires_at {
            panic_with_error!(env, DistributionError::DropExpired);
        }
        // A sweep comes after the expiry.
        if self.swept {
            panic_with_error!(env, DistributionError::DropCancelled);
        }
    }
}

fn require_terms(env: &Env, config: &Config, drop: &MerkleDrop) {
    if !amount::is_valid(drop.total) {
        panic_with_error!(env, DistributionError::InvalidAmount);
    }
    if drop.leaves == 0 {
        panic_with_error!(env, DistributionError::Empty);
    }
    let now = env.ledger().timestamp();
    let ends_in = drop.expires_at.saturating_sub(now);
    if drop.expires_at <= drop.opens_at || !(1..=MAX_LIFETIME).contains(&ends_in) {
        panic_with_error!(env, DistributionError::InvalidWindow);
    }
    if drop.opens_at.saturating_sub(now) < config.open_delay() {
        panic_with_error!(env, DistributionError::OpensTooSoon);
    }
}

/// Has the pool pay. Its code for an unpaid recipient becomes an error of the call.
fn pay(env: &Env, config: &Config, id: u64, to: &Address, amount: i128) {
    let results = PoolClient::new(env, &config.pool(env)).pay(
        &env.current_contract_address(),
        &id,
        &vec![env, to.clone()],
        &vec![env, amount],
    );
    let error = match results.get(0) {
        Some(PAID) => return,
        Some(NO_TRUSTLINE) => DistributionError::NoTrustline,
        Some(NOT_AUTHORIZED) => DistributionError::NotAuthorized,
        Some(LINE_FULL) => DistributionError::LineFull,
        Some(REFUSED) => DistributionError::RefusedRecipient,
        _ => DistributionError::PaymentFailed,
    };
    panic_with_error!(env, error)
}
