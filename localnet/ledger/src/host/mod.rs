//! The Soroban host behind one trait: a host crate executes exactly one protocol, so each protocol is one adapter.

mod p28;

use crate::{
    config::Settings,
    simulate::{AuthMode, Simulation},
    state::State,
};
use std::sync::Arc;
use stellar_xdr::{
    AccountId, ContractDataDurability, ContractEvent, DiagnosticEvent, Hash, HostFunction,
    InvokeHostFunctionOp, LedgerEntry, LedgerFootprint, LedgerHeader, LedgerKey, ScVal,
    SorobanAuthorizationEntry, SorobanResources,
};

pub(crate) trait Host: Send + Sync {
    /// Runs a host function inside the footprint. Never panics.
    fn invoke(&self, invocation: Invocation) -> Invoked;

    /// Fees for declared resources, in stroops.
    fn resource_fee(&self, settings: &Settings, resources: &Resources) -> ResourceFee;

    /// Stroops for `changes` as of ledger `sequence`.
    fn rent_fee(&self, settings: &Settings, changes: &[RentChange], sequence: u32) -> i64;

    /// Bytes that rent counts: 0 for classic entries, the parsed module's size added for code.
    fn rent_size(&self, settings: &Settings, entry: &LedgerEntry) -> u32;

    /// Makes exactly this `code` available in parsed form: the network doesn't charge for parsing code that exists when a
    /// ledger begins, so applying must not either.
    fn load_modules(&self, settings: &Settings, code: Vec<&LedgerEntry>);

    fn simulate_invoke(
        &self,
        view: &View,
        op: InvokeHostFunctionOp,
        options: InvokeOptions,
    ) -> Simulation;
    fn simulate_extend(
        &self,
        view: &View,
        footprint: &LedgerFootprint,
        extend_to: u32,
    ) -> Simulation;
    fn simulate_restore(&self, view: &View, footprint: &LedgerFootprint) -> Simulation;
}

/// The adapter for `protocol`.
pub(crate) fn for_protocol(protocol: u32, settings: &Settings) -> Result<Arc<dyn Host>, String> {
    match protocol {
        28 => Ok(Arc::new(p28::Protocol28::new(settings)?)),
        other => Err(format!("protocol {other} has no host here, only 28 has")),
    }
}

pub(crate) struct Invocation<'a> {
    pub settings: &'a Settings,
    pub header: &'a LedgerHeader,
    pub network_id: &'a Hash,
    pub function: &'a HostFunction,
    pub auth: &'a [SorobanAuthorizationEntry],
    pub source: &'a AccountId,
    pub resources: &'a SorobanResources,
    /// Indices into the read-write footprint of entries that this transaction restores.
    pub restored: &'a [u32],
    /// Entries in footprint order, read-only first; absent or expired temporary entries are `None`.
    pub entries: Vec<Option<FootprintEntry>>,
    pub seed: [u8; 32],
}

pub(crate) struct FootprintEntry {
    pub xdr: Vec<u8>,
    /// Live-until ledger and size for rent, of contract data and code.
    pub ttl: Option<(u32, u32)>,
}

pub(crate) struct Invoked {
    pub outcome: Result<Success, Failure>,
    pub cpu_instructions: u64,
    pub memory_bytes: u64,
    pub diagnostics: Vec<DiagnosticEvent>,
}

pub(crate) enum Failure {
    /// The contract or the host refused.
    Trapped,
    /// The host broke; the transaction ends as txINTERNAL_ERROR.
    Internal,
}

pub(crate) struct Success {
    pub value: ScVal,
    pub value_size: u32,
    pub events: Vec<ContractEvent>,
    /// Encoded sizes of `events`.
    pub event_sizes: Vec<u32>,
    /// Read-write entries as they are now, unchanged ones included.
    pub written: Vec<(LedgerEntry, u32)>,
    /// New live-until ledgers of entries whose TTL grew.
    pub extended: Vec<(LedgerKey, u32)>,
    pub rent: Vec<RentChange>,
}

pub(crate) struct RentChange {
    pub durability: ContractDataDurability,
    pub is_code: bool,
    pub old_size: u32,
    pub new_size: u32,
    pub old_live_until: u32,
    pub new_live_until: u32,
}

/// Resources that a Soroban transaction declares and is charged for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resources {
    pub instructions: u32,
    pub disk_read_entries: u32,
    pub write_entries: u32,
    pub disk_read_bytes: u32,
    pub write_bytes: u32,
    pub events_bytes: u32,
    pub transaction_bytes: u32,
}

/// Stroops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResourceFee {
    pub non_refundable: i64,
    pub refundable: i64,
}

/// The state that a simulation runs on: a closed ledger seen from the next one.
pub(crate) struct View<'a> {
    pub state: &'a State,
    /// Unix seconds.
    pub close_time: u64,
}

pub(crate) struct InvokeOptions {
    pub source: AccountId,
    pub auth_mode: AuthMode,
    pub use_upgraded_auth: bool,
    pub instruction_leeway: u64,
}
