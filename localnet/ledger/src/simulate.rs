//! The answer of `simulateTransaction`, in XDR types.

use crate::{
    frame::Frame,
    host::{InvokeOptions, View},
    state::State,
};
use stellar_xdr::{
    DiagnosticEvent, InvokeHostFunctionOp, LedgerEntry, LedgerFootprint, LedgerKey, Operation,
    OperationBody, ScVal, SorobanAuthorizationEntry, SorobanTransactionData, TransactionEnvelope,
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
    /// Result, for InvokeHostFunction only.
    pub result: Option<InvocationResult>,
    /// Entries that have to be restored first; only for ExtendFootprintTtl on archived entries.
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
/// see [`Simulation::error`]. Needs half of [`crate::STACK`].
pub fn simulate(
    state: &State,
    envelope: &TransactionEnvelope,
    options: Options,
    close_time: u64,
) -> Simulation {
    let mut simulation = run(state, envelope, options, close_time).unwrap_or_else(failed);
    simulation.latest_ledger = state.sequence();
    simulation
}

fn run(
    state: &State,
    envelope: &TransactionEnvelope,
    options: Options,
    close_time: u64,
) -> Result<Simulation, String> {
    let frame = Frame::new(&state.network_id, envelope.clone());
    let [operation] = frame.tx.operations.as_slice() else {
        return Err("Transaction contains more than one operation".to_owned());
    };
    let view = View { state, close_time };
    match &operation.body {
        OperationBody::InvokeHostFunction(op) => {
            let options = invoke_options(&frame, operation, op, options)?;
            Ok(state.host.simulate_invoke(&view, op.clone(), options))
        }
        OperationBody::ExtendFootprintTtl(op) => {
            let footprint = footprint(&frame)?;
            Ok(state.host.simulate_extend(&view, footprint, op.extend_to))
        }
        OperationBody::RestoreFootprint(_) => {
            Ok(state.host.simulate_restore(&view, footprint(&frame)?))
        }
        other => Err(format!(
            "Transaction contains unsupported operation type: {}",
            other.discriminant()
        )),
    }
}

/// The invoker is the operation's source: its authorization needs no entry.
fn invoke_options(
    frame: &Frame,
    operation: &Operation,
    op: &InvokeHostFunctionOp,
    options: Options,
) -> Result<InvokeOptions, String> {
    let auth_mode = match options.auth_mode {
        None if op.auth.is_empty() => AuthMode::Record,
        None => AuthMode::Enforce,
        Some(mode) => mode,
    };
    if auth_mode != AuthMode::Enforce && !op.auth.is_empty() {
        return Err("Transaction contains auth entries, but recording was asked for".to_owned());
    }
    Ok(InvokeOptions {
        source: frame.operation_source(operation),
        auth_mode,
        use_upgraded_auth: options.use_upgraded_auth,
        instruction_leeway: options.instruction_leeway,
    })
}

fn footprint(frame: &Frame) -> Result<&LedgerFootprint, String> {
    let data = frame.soroban_data().ok_or_else(|| {
        "To perform a SimulateTransaction for ExtendFootprintTtl or RestoreFootprint operations, \
         SorobanTransactionData must be provided"
            .to_owned()
    })?;
    Ok(&data.resources.footprint)
}

fn failed(error: String) -> Simulation {
    Simulation {
        error: Some(error),
        ..Default::default()
    }
}
