//! TTL tiers in ledgers. Entries are extended whenever they are used; a TTL is never a deadline,
//! since anybody may extend any entry.

use soroban_sdk::{Env, IntoVal, Val};

/// Ledgers per day at five seconds each.
pub const DAY: u32 = 17_280;

/// The network's maximum (180 days); an extension beyond it would trap.
pub const NETWORK_MAX: u32 = 3_110_400;

/// Contract instance: code and configuration of every call.
pub const INSTANCE_EXTEND_TO: u32 = 120 * DAY;
pub const INSTANCE_THRESHOLD: u32 = INSTANCE_EXTEND_TO - 7 * DAY;

/// Persistent entries. The distance to the threshold keeps a busy entry from paying rent in every call.
pub const PERSISTENT_EXTEND_TO: u32 = 150 * DAY;
pub const PERSISTENT_THRESHOLD: u32 = PERSISTENT_EXTEND_TO - 7 * DAY;

const _: () = assert!(INSTANCE_EXTEND_TO < NETWORK_MAX && PERSISTENT_EXTEND_TO < NETWORK_MAX);

/// Keeps the instance (and its code) alive; first line of every entry point.
pub fn extend_instance(env: &Env) {
    env.storage()
        .instance()
        .extend_ttl(INSTANCE_THRESHOLD, INSTANCE_EXTEND_TO);
}

/// Keeps the persistent entry under `key` alive. The entry must exist.
pub fn extend_persistent<K>(env: &Env, key: &K)
where
    K: IntoVal<Env, Val>,
{
    env.storage()
        .persistent()
        .extend_ttl(key, PERSISTENT_THRESHOLD, PERSISTENT_EXTEND_TO);
}
