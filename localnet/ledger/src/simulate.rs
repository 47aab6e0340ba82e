//! What `simulateTransaction` answers, in XDR types.

use crate::state::State;
use stellar_xdr::{
    DiagnosticEvent, LedgerEntry, LedgerKey, ScVal, SorobanAuthorizationEntry,
    SorobanTransactionData, TransactionEnvelope,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthMode {
    /// Checks the operation's auth entries.
    Enforce,
    /// Records the entries that are needed; they must be rooted in the invocation.
    Record,
    RecordAllowNonroot,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Added to the simulated instructions (at least the default of 50,000 is).
    pub instruction_leeway: u64,
    /// `None`: enforce when the operation has auth entries, record otherwise.
    pub auth_mode: Option<AuthMode>,
    /// Recorded entries use address credentials V2.
    pub use_upgraded_auth: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Simulation {
    /// Set when the simulation failed; then only `events` may be filled beside it.
    pub error: Option<String>,
    pub events: Vec<DiagnosticEvent>,
    pub transaction_data: Option<SorobanTransactionData>,
    /// Stroops.
    pub min_resource_fee: i64,
    /// For InvokeHostFunction only.
    pub result: Option<InvocationResult>,
    /// What has to be restored first; only for ExtendFootprintTtl on archived entries.
    pub restore_preamble: Option<RestorePreamble>,
    pub state_changes: Vec<StateChange>,
    /// Sequence of the ledger that was simulated on.
    pub latest_ledger: u32,
}

#[derive(Clone, Debug)]
pub struct InvocationResult {
    pub value: ScVal,
    pub auth: Vec<SorobanAuthorizationEntry>,
}

#[derive(Clone, Debug)]
pub struct RestorePreamble {
    pub transaction_data: SorobanTransactionData,
    /// Stroops.
    pub min_resource_fee: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    Created,
    Updated,
    Deleted,
}

#[derive(Clone, Debug)]
pub struct StateChange {
    pub kind: ChangeKind,
    pub key: LedgerKey,
    pub before: Option<LedgerEntry>,
    pub after: Option<LedgerEntry>,
}

/// Simulates the one Soroban operation of `envelope` on `state`, as of `close_time` (Unix seconds). Never fails:
/// see [`Simulation::error`]. Needs a stack of 8 MB or more.
pub fn simulate(
    state: &State,
    envelope: &TransactionEnvelope,
    options: Options,
    close_time: u64,
) -> Simulation {
    let _ = (state, envelope, options, close_time);
    todo!()
}
