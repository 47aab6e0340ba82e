//! Protocol 28: soroban-env-host 28.

mod fees;
mod modules;
mod output;
mod simulate;

use super::{Host, Invocation, InvokeOptions, Invoked, RentChange, ResourceFee, Resources, View};
use crate::{
    config::Settings,
    simulate::Simulation,
    state::{xdr, xdr_size},
};
use fees::{fee_configuration, rent_configuration};
use modules::{budget, unmetered, Modules};
use output::{failure, host_fn_failed, internal, success};
use soroban_env_host::{
    budget::Budget,
    e2e_invoke::{
        entry_size_for_rent, invoke_host_function, InvokeHostFunctionResult, TtlLedgerEntryMeta,
    },
    fees::{
        compute_rent_fee, compute_transaction_resource_fee, LedgerEntryRentChange,
        TransactionResources,
    },
    HostError, LedgerInfo, ModuleCache,
};
use std::panic::{catch_unwind, AssertUnwindSafe};
use stellar_xdr::{
    ContractDataDurability, DiagnosticEvent, InvokeHostFunctionOp, LedgerEntry, LedgerEntryData,
    LedgerFootprint,
};

pub(super) struct Protocol28 {
    modules: Modules,
}

impl Protocol28 {
    pub fn new(settings: &Settings) -> Result<Self, String> {
        let modules = Modules::new(settings)
            .map_err(|error| format!("the cost parameters are unusable: {error:?}"))?;
        Ok(Self { modules })
    }

    fn run(
        modules: ModuleCache,
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
            Some(modules),
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
        let (modules, running) = self.modules.run();
        let result = catch_unwind(AssertUnwindSafe(|| {
            Self::run(modules, &mut invocation, &budget, &mut diagnostics)
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

    fn load_modules(&self, settings: &Settings, code: Vec<&LedgerEntry>) {
        self.modules.load(settings, &code);
    }

    fn simulate_invoke(
        &self,
        view: &View,
        op: InvokeHostFunctionOp,
        options: InvokeOptions,
    ) -> Simulation {
        simulate::invoke(view, op, options)
    }

    fn simulate_extend(
        &self,
        view: &View,
        footprint: &LedgerFootprint,
        extend_to: u32,
    ) -> Simulation {
        simulate::extend(view, footprint, extend_to)
    }

    fn simulate_restore(&self, view: &View, footprint: &LedgerFootprint) -> Simulation {
        simulate::restore(view, footprint)
    }
}
