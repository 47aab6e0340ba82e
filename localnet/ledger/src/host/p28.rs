//! Protocol 28: soroban-env-host 28.

use super::{
    p28_simulate, Failure, Host, Invocation, InvokeOptions, Invoked, RentChange, ResourceFee,
    Resources, Success, View,
};
use crate::{
    config::Settings,
    simulate::Simulation,
    state::{xdr, xdr_size, Entries},
};
use soroban_env_host::{
    budget::{AsBudget, Budget},
    e2e_invoke::{
        entry_size_for_rent, extract_rent_changes, invoke_host_function, InvokeHostFunctionResult,
        TtlLedgerEntryMeta,
    },
    fees::{
        compute_rent_fee, compute_rent_write_fee_per_1kb, compute_transaction_resource_fee,
        FeeConfiguration, LedgerEntryRentChange, RentFeeConfiguration, RentWriteFeeConfiguration,
        TransactionResources,
    },
    CompilationContext, Error, ErrorHandler, HostError, LedgerInfo, ModuleCache, Val,
};
use std::{
    collections::BTreeMap,
    panic::{catch_unwind, AssertUnwindSafe},
    sync::Mutex,
};
use stellar_xdr::{
    ContractDataDurability, ContractEvent, ContractEventBody, ContractEventType, ContractEventV0,
    DiagnosticEvent, ExtensionPoint, Hash, InvokeHostFunctionOp, LedgerEntry, LedgerEntryData,
    LedgerFootprint, LedgerKey, Limits, ReadXdr, ScError, ScErrorCode, ScErrorType, ScSymbol,
    ScVal,
};

pub(super) struct Protocol28 {
    modules: ModuleCache,
    /// Hashes in `modules`. The lock is held while modules change or run: parsing waits for execution to end.
    loaded: Mutex<BTreeMap<Hash, ()>>,
}

/// Parsing for the cache is free, as on the network.
#[derive(Clone)]
struct Unmetered(Budget);

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

fn unmetered(settings: &Settings) -> Result<Unmetered, HostError> {
    let budget = budget(settings, u64::MAX, u64::MAX)?;
    Ok(Unmetered(budget))
}

fn budget(settings: &Settings, instructions: u64, memory: u64) -> Result<Budget, HostError> {
    Budget::try_from_configs(
        instructions,
        memory,
        settings.cpu_cost_params.clone(),
        settings.memory_cost_params.clone(),
    )
}

impl Protocol28 {
    pub fn new(settings: &Settings) -> Result<Self, String> {
        let modules = unmetered(settings)
            .and_then(|context| ModuleCache::new(&context))
            .map_err(|error| format!("the cost parameters are unusable: {error:?}"))?;
        Ok(Self {
            modules,
            loaded: Mutex::new(BTreeMap::new()),
        })
    }

    fn run(
        &self,
        invocation: &mut Invocation,
        budget: &Budget,
        diagnostics: &mut Vec<DiagnosticEvent>,
    ) -> Result<InvokeHostFunctionResult, HostError> {
        let entries: Vec<_> = std::mem::take(&mut invocation.entries)
            .into_iter()
            .map(|entry| match entry {
                None => (None, None),
                Some(entry) => {
                    let ttl = entry.ttl.map(|(live_until_ledger, entry_size_for_rent)| {
                        TtlLedgerEntryMeta {
                            live_until_ledger,
                            entry_size_for_rent,
                        }
                    });
                    (Some(entry.xdr), ttl)
                }
            })
            .collect();
        let auth: Vec<Vec<u8>> = invocation.auth.iter().map(xdr).collect();
        invoke_host_function(
            budget,
            true,
            xdr(invocation.function),
            xdr(invocation.resources),
            invocation.restored,
            xdr(invocation.source),
            auth.into_iter(),
            ledger_info(invocation),
            entries.into_iter(),
            invocation.seed.to_vec(),
            diagnostics,
            None,
            Some(self.modules.clone()),
        )
    }
}

fn ledger_info(invocation: &Invocation) -> LedgerInfo {
    let archival = &invocation.settings.archival;
    LedgerInfo {
        protocol_version: invocation.header.ledger_version,
        sequence_number: invocation.header.ledger_seq,
        timestamp: invocation.header.scp_value.close_time.0,
        network_id: invocation.network_id.0,
        base_reserve: invocation.header.base_reserve,
        min_temp_entry_ttl: archival.min_temporary_ttl,
        min_persistent_entry_ttl: archival.min_persistent_ttl,
        max_entry_ttl: archival.max_entry_ttl,
    }
}

impl Host for Protocol28 {
    fn invoke(&self, mut invocation: Invocation) -> Invoked {
        let settings = invocation.settings;
        let limit = u64::from(invocation.resources.instructions);
        let memory = u64::from(settings.compute.tx_memory_limit);
        let mut diagnostics = Vec::new();
        let Ok(budget) = budget(settings, limit, memory) else {
            return internal(diagnostics);
        };
        let running = self.loaded.lock();
        let result = catch_unwind(AssertUnwindSafe(|| {
            self.run(&mut invocation, &budget, &mut diagnostics)
        }));
        drop(running);
        let (Ok(cpu_instructions), Ok(memory_bytes), Ok(result)) = (
            budget.get_cpu_insns_consumed(),
            budget.get_mem_bytes_consumed(),
            result,
        ) else {
            return internal(diagnostics);
        };
        let outcome = match result.and_then(success) {
            Ok(success) => Ok(success),
            Err(error) => {
                diagnostics.push(host_fn_failed(&error));
                Err(failure(&error))
            }
        };
        Invoked {
            outcome,
            cpu_instructions,
            memory_bytes,
            diagnostics,
        }
    }

    fn resource_fee(&self, settings: &Settings, resources: &Resources) -> ResourceFee {
        let resources = TransactionResources {
            instructions: resources.instructions,
            disk_read_entries: resources.disk_read_entries,
            write_entries: resources.write_entries,
            disk_read_bytes: resources.disk_read_bytes,
            write_bytes: resources.write_bytes,
            contract_events_size_bytes: resources.events_bytes,
            transaction_size_bytes: resources.transaction_bytes,
        };
        let (non_refundable, refundable) =
            compute_transaction_resource_fee(&resources, &fee_configuration(settings));
        ResourceFee {
            non_refundable,
            refundable,
        }
    }

    fn rent_fee(&self, settings: &Settings, changes: &[RentChange], sequence: u32) -> i64 {
        let changes: Vec<LedgerEntryRentChange> = changes
            .iter()
            .map(|change| LedgerEntryRentChange {
                is_persistent: change.durability == ContractDataDurability::Persistent,
                is_code_entry: change.is_code,
                old_size_bytes: change.old_size,
                new_size_bytes: change.new_size,
                old_live_until_ledger: change.old_live_until,
                new_live_until_ledger: change.new_live_until,
            })
            .collect();
        compute_rent_fee(&changes, &rent_configuration(settings), sequence)
    }

    fn rent_size(&self, settings: &Settings, entry: &LedgerEntry) -> u32 {
        match &entry.data {
            LedgerEntryData::ContractData(_) => xdr_size(entry),
            LedgerEntryData::ContractCode(_) => {
                let size = xdr_size(entry);
                unmetered(settings)
                    .and_then(|context| entry_size_for_rent(&context.0, entry, size))
                    .unwrap_or(size)
            }
            _ => 0,
        }
    }

    fn load_modules(&self, settings: &Settings, entries: &Entries, sequence: u32) {
        let Ok(context) = unmetered(settings) else {
            return;
        };
        let mut live = BTreeMap::new();
        for stored in entries.values() {
            if let LedgerEntryData::ContractCode(code) = &stored.entry.data {
                if stored.is_live(sequence) {
                    live.insert(code.hash.clone(), code.code.as_slice());
                }
            }
        }
        let mut loaded = self.loaded.lock().unwrap_or_else(|lock| lock.into_inner());
        loaded.retain(|hash, ()| {
            let keep = live.contains_key(hash);
            if !keep {
                let _ = self.modules.remove_module(hash);
            }
            keep
        });
        for (hash, wasm) in live {
            if loaded.contains_key(&hash) {
                continue;
            }
            // Code that no longer parses stays out of the cache and fails when it is called, as on the network.
            let parsed = self
                .modules
                .parse_and_cache_module_simple(&context, 28, wasm);
            if parsed.is_ok() {
                loaded.insert(hash, ());
            }
        }
    }

    fn simulate_invoke(
        &self,
        view: &View,
        op: InvokeHostFunctionOp,
        options: InvokeOptions,
    ) -> Simulation {
        p28_simulate::invoke(view, op, options)
    }

    fn simulate_extend(
        &self,
        view: &View,
        footprint: &LedgerFootprint,
        extend_to: u32,
    ) -> Simulation {
        p28_simulate::extend(view, footprint, extend_to)
    }

    fn simulate_restore(&self, view: &View, footprint: &LedgerFootprint) -> Simulation {
        p28_simulate::restore(view, footprint)
    }
}

fn internal(diagnostics: Vec<DiagnosticEvent>) -> Invoked {
    Invoked {
        outcome: Err(Failure::Internal),
        cpu_instructions: 0,
        memory_bytes: 0,
        diagnostics,
    }
}

fn failure(error: &HostError) -> Failure {
    let internal = error.error.is_code(ScErrorCode::InternalError)
        && !error.error.is_type(ScErrorType::Contract);
    if internal {
        Failure::Internal
    } else {
        Failure::Trapped
    }
}

fn host_fn_failed(error: &HostError) -> DiagnosticEvent {
    let reason = ScError::try_from(error).map_or(ScVal::Void, ScVal::Error);
    let name = ScVal::Symbol(ScSymbol("host_fn_failed".try_into().expect("short")));
    DiagnosticEvent {
        in_successful_contract_call: false,
        event: ContractEvent {
            ext: ExtensionPoint::V0,
            contract_id: None,
            type_: ContractEventType::Diagnostic,
            body: ContractEventBody::V0(ContractEventV0 {
                topics: vec![name, reason].try_into().expect("two topics fit"),
                data: ScVal::Void,
            }),
        },
    }
}

fn success(result: InvokeHostFunctionResult) -> Result<Success, HostError> {
    let value = result.encoded_invoke_result?;
    let rent = extract_rent_changes(&result.ledger_changes);
    let mut written = Vec::new();
    let mut extended = Vec::new();
    for change in &result.ledger_changes {
        if let (false, Some(bytes)) = (change.read_only, &change.encoded_new_value) {
            written.push((decode(bytes), size(bytes)));
        }
        if let Some(ttl) = &change.ttl_change {
            if ttl.new_live_until_ledger > ttl.old_live_until_ledger {
                extended.push((
                    decode::<LedgerKey>(&change.encoded_key),
                    ttl.new_live_until_ledger,
                ));
            }
        }
    }
    let events = &result.encoded_contract_events;
    Ok(Success {
        value: decode(&value),
        value_size: size(&value),
        events: events.iter().map(|bytes| decode(bytes)).collect(),
        event_sizes: events.iter().map(|bytes| size(bytes)).collect(),
        written,
        extended,
        rent: rent.into_iter().map(rent_change).collect(),
    })
}

fn rent_change(change: LedgerEntryRentChange) -> RentChange {
    RentChange {
        durability: if change.is_persistent {
            ContractDataDurability::Persistent
        } else {
            ContractDataDurability::Temporary
        },
        is_code: change.is_code_entry,
        old_size: change.old_size_bytes,
        new_size: change.new_size_bytes,
        old_live_until: change.old_live_until_ledger,
        new_live_until: change.new_live_until_ledger,
    }
}

/// The host wrote these bytes under its own limits.
fn decode<T: ReadXdr>(bytes: &[u8]) -> T {
    T::from_xdr(bytes, Limits::none()).expect("the host encodes what it returns")
}

fn size(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}

fn fee_configuration(settings: &Settings) -> FeeConfiguration {
    FeeConfiguration {
        fee_per_instruction_increment: settings.compute.fee_rate_per_instructions_increment,
        fee_per_disk_read_entry: settings.ledger_cost.fee_disk_read_ledger_entry,
        fee_per_write_entry: settings.ledger_cost.fee_write_ledger_entry,
        fee_per_disk_read_1kb: settings.ledger_cost.fee_disk_read1_kb,
        fee_per_write_1kb: settings.ledger_cost_ext.fee_write1_kb,
        fee_per_historical_1kb: settings.historical_data.fee_historical1_kb,
        fee_per_contract_event_1kb: settings.events.fee_contract_events1_kb,
        fee_per_transaction_size_1kb: settings.bandwidth.fee_tx_size1_kb,
    }
}

fn rent_configuration(settings: &Settings) -> RentFeeConfiguration {
    let cost = &settings.ledger_cost;
    let by_state_size = RentWriteFeeConfiguration {
        state_target_size_bytes: cost.soroban_state_target_size_bytes,
        rent_fee_1kb_state_size_low: cost.rent_fee1_kb_soroban_state_size_low,
        rent_fee_1kb_state_size_high: cost.rent_fee1_kb_soroban_state_size_high,
        state_size_rent_fee_growth_factor: cost.soroban_state_rent_fee_growth_factor,
    };
    RentFeeConfiguration {
        fee_per_rent_1kb: compute_rent_write_fee_per_1kb(
            settings.average_state_size(),
            &by_state_size,
        ),
        fee_per_write_1kb: settings.ledger_cost_ext.fee_write1_kb,
        fee_per_write_entry: cost.fee_write_ledger_entry,
        persistent_rent_rate_denominator: settings.archival.persistent_rent_rate_denominator,
        temporary_rent_rate_denominator: settings.archival.temp_rent_rate_denominator,
    }
}
