//! Persistent entries: every read and write keeps the entry alive.

use soroban_sdk::{Env, IntoVal, TryFromVal, Val};

use crate::ttl;

pub fn get<K, V>(env: &Env, key: &K) -> Option<V>
where
    K: IntoVal<Env, Val>,
    V: TryFromVal<Env, Val>,
{
    let value = env.storage().persistent().get(key)?;
    ttl::extend_persistent(env, key);
    Some(value)
}

pub fn set<K, V>(env: &Env, key: &K, value: &V)
where
    K: IntoVal<Env, Val>,
    V: IntoVal<Env, Val>,
{
    env.storage().persistent().set(key, value);
    ttl::extend_persistent(env, key);
}
