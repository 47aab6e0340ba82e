//! New code waits, whoever holds `upgrader`: it is announced now, may be used after the delay, and is void later.

use merit_common::{
    clients::AnnouncedUpgrade,
    handover::{self, Timing},
};
use soroban_sdk::{panic_with_error, Address, BytesN, Env};

use crate::{errors::AdminError, storage};

/// Seconds (60 days) that announced code may be used once its delay has passed. A proposal of governance announces its code
/// when it is queued, and ends at most so much later.
pub const WINDOW: u64 = 60 * 86_400;

fn timing(env: &Env, upgrade: &AnnouncedUpgrade) -> Timing {
    handover::timing(env, upgrade.eta, upgrade.expires_at)
}

/// The announcement, unless it is void.
pub fn find(env: &Env, contract: &Address) -> Option<AnnouncedUpgrade> {
    storage::upgrade(env, contract).filter(|known| timing(env, known) != Timing::Expired)
}

/// Replaces an announcement of other code and begins the wait anew. The same code keeps its `eta`, and gets a later end.
/// None if nothing changes.
pub fn announce(
    env: &Env,
    contract: &Address,
    new_wasm_hash: BytesN<32>,
) -> Option<AnnouncedUpgrade> {
    let known = find(env, contract);
    let eta = env
        .ledger()
        .timestamp()
        .saturating_add(storage::upgrade_delay(env));
    let kept = known
        .iter()
        .find(|known| known.new_wasm_hash == new_wasm_hash);
    let upgrade = AnnouncedUpgrade {
        eta: kept.map_or(eta, |known| known.eta),
        expires_at: eta.saturating_add(WINDOW),
        new_wasm_hash,
    };
    if known.as_ref() == Some(&upgrade) {
        return None;
    }
    storage::set_upgrade(env, contract, &upgrade);
    Some(upgrade)
}

/// Withdraws the announcement.
pub fn cancel(env: &Env, contract: &Address) -> AnnouncedUpgrade {
    let known = storage::upgrade(env, contract)
        .unwrap_or_else(|| panic_with_error!(env, AdminError::NoUpgrade));
    storage::remove_upgrade(env, contract);
    known
}

/// True if `contract` may replace its code by this one now. It may do so again: that changes nothing.
pub fn is_due(env: &Env, contract: &Address, new_wasm_hash: &BytesN<32>) -> bool {
    if storage::upgrade_delay(env) == 0 {
        return true;
    }
    storage::upgrade(env, contract).is_some_and(|known| {
        known.new_wasm_hash == *new_wasm_hash && timing(env, &known) == Timing::Open
    })
}
