//! Parsed contracts, shared by all ledgers of a chain.

use crate::config::Settings;
use soroban_env_host::{
    budget::{AsBudget, Budget},
    CompilationContext, Error, ErrorHandler, HostError, ModuleCache, Val,
};
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard},
};
use stellar_xdr::{Hash, LedgerEntry, LedgerEntryData};

const PROTOCOL: u32 = 28;

pub(super) struct Modules {
    cache: ModuleCache,
    /// Hashes in `cache`. The lock is held while modules change or run: the interpreter's engine can't take new ones
    /// while it runs.
    loaded: Mutex<BTreeSet<Hash>>,
}

impl Modules {
    pub fn new(settings: &Settings) -> Result<Self, HostError> {
        Ok(Self {
            cache: ModuleCache::new(&unmetered(settings)?)?,
            loaded: Mutex::new(BTreeSet::new()),
        })
    }

    /// The cache for an invocation, while the guard lives.
    pub fn run(&self) -> (ModuleCache, MutexGuard<'_, BTreeSet<Hash>>) {
        (self.cache.clone(), self.lock())
    }

    /// Makes exactly this code available. Other states of the same chain may have left other code.
    pub fn load(&self, settings: &Settings, code: &[&LedgerEntry]) {
        let Ok(context) = unmetered(settings) else {
            return;
        };
        let mut loaded = self.lock();
        let mut live = BTreeSet::new();
        for entry in code {
            let LedgerEntryData::ContractCode(code) = &entry.data else {
                continue;
            };
            live.insert(&code.hash);
            if loaded.contains(&code.hash) {
                continue;
            }
            // Code that no longer parses stays out of the cache and fails when it is called, as on the network.
            let parsed = self
                .cache
                .parse_and_cache_module_simple(&context, PROTOCOL, &code.code);
            if parsed.is_ok() {
                loaded.insert(code.hash.clone());
            }
        }
        loaded.retain(|hash| {
            let keep = live.contains(hash);
            if !keep {
                let _ = self.cache.remove_module(hash);
            }
            keep
        });
    }

    /// A panic inside the host poisons the lock, not the cache.
    fn lock(&self) -> MutexGuard<'_, BTreeSet<Hash>> {
        self.loaded.lock().unwrap_or_else(|lock| lock.into_inner())
    }
}

/// Parsing for the cache is free, as on the network.
#[derive(Clone)]
pub(super) struct Unmetered(pub Budget);

impl AsBudget for Unmetered {
    fn as_budget(&self) -> &Budget {
        &self.0
    }
}

impl ErrorHandler for Unmetered {
    fn map_err<T, E>(&self, result: Result<T, E>) -> Result<T, HostError>
    where
        Error: From<E>,
        E: std::fmt::Debug,
    {
        result.map_err(|error| HostError::from(Error::from(error)))
    }

    fn error(&self, error: Error, _message: &str, _args: &[Val]) -> HostError {
        HostError::from(error)
    }
}

impl CompilationContext for Unmetered {}

pub(super) fn unmetered(settings: &Settings) -> Result<Unmetered, HostError> {
    let budget = budget(settings, u64::MAX, u64::MAX)?;
    Ok(Unmetered(budget))
}

pub(super) fn budget(
    settings: &Settings,
    instructions: u64,
    memory: u64,
) -> Result<Budget, HostError> {
    Budget::try_from_configs(
        instructions,
        memory,
        settings.cpu_cost_params.clone(),
        settings.memory_cost_params.clone(),
    )
}
