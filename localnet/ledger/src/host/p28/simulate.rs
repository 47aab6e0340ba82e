//! Simulation at protocol 28: soroban-simulation 28, called as stellar-rpc's preflight calls it.

use crate::{
    host::{InvokeOptions, View},
    simulate::{AuthMode, ChangeKind, InvocationResult, RestorePreamble, Simulation, StateChange},
    state::{sha256, State},
};
use soroban_env_host::{
    e2e_invoke::RecordingInvocationAuthMode,
    events::HostEvent,
    storage::{EntryWithLiveUntil, SnapshotSource},
    HostError, LedgerInfo,
};
use soroban_simulation::{
    simulation::{
        simulate_extend_ttl_op, simulate_invoke_host_function_op, simulate_restore_op,
        InvokeHostFunctionSimulationResult, LedgerEntryDiff, RestoreOpSimulationResult,
        SimulationAdjustmentConfig,
    },
    AutoRestoringSnapshotSource, NetworkConfig,
};
use std::{
    panic::{catch_unwind, AssertUnwindSafe},
    rc::Rc,
};
use stellar_xdr::{
    ContractEvent, ContractEventBody, ContractEventType, DiagnosticEvent, InvokeHostFunctionOp,
    LedgerFootprint, LedgerKey, ScVal,
};

/// Result with any text as its error; simulation errors are for people.
type Outcome = Result<Simulation, String>;

struct Snapshot(State);

impl SnapshotSource for Snapshot {
    fn get(&self, key: &Rc<LedgerKey>) -> Result<Option<EntryWithLiveUntil>, HostError> {
        let found = self.0.get(key);
        Ok(found.map(|stored| (Rc::new(stored.entry.clone()), stored.live_until)))
    }
}

struct Setting {
    snapshot: Rc<Snapshot>,
    network: NetworkConfig,
    ledger: LedgerInfo,
}

/// The ledger is seen from the next one, in which the transaction would run.
fn setting(view: &View) -> Result<Setting, String> {
    let snapshot = Rc::new(Snapshot(view.state.clone()));
    let network = NetworkConfig::load_from_snapshot(snapshot.as_ref()).map_err(text)?;
    let header = &view.state.header;
    let mut ledger = LedgerInfo {
        protocol_version: header.ledger_version,
        sequence_number: header.ledger_seq + 1,
        timestamp: view.close_time,
        network_id: view.state.network_id.0,
        base_reserve: header.base_reserve,
        ..Default::default()
    };
    network.fill_config_fields_in_ledger_info(&mut ledger);
    Ok(Setting {
        snapshot,
        network,
        ledger,
    })
}

pub(super) fn invoke(view: &View, op: InvokeHostFunctionOp, options: InvokeOptions) -> Simulation {
    guarded(|| {
        let setting = setting(view)?;
        let mut adjustment = SimulationAdjustmentConfig::default_adjustment();
        let leeway = u32::try_from(options.instruction_leeway)
            .map_err(|_| "resourceConfig.instructionLeeway is above 32 bits".to_owned())?;
        let additive = &mut adjustment.instructions.additive_factor;
        *additive = (*additive).max(leeway);
        let auth = match options.auth_mode {
            AuthMode::Enforce => RecordingInvocationAuthMode::Enforcing(op.auth.to_vec()),
            AuthMode::Record => {
                RecordingInvocationAuthMode::recording(true, options.use_upgraded_auth)
            }
            AuthMode::RecordAllowNonroot => {
                RecordingInvocationAuthMode::recording(false, options.use_upgraded_auth)
            }
        };
        let result = simulate_invoke_host_function_op(
            setting.snapshot,
            &setting.network,
            &adjustment,
            &setting.ledger,
            op.host_function,
            auth,
            &options.source,
            seed(view.state),
            true,
        )
        .map_err(text)?;
        Ok(invoked(view.state, result))
    })
}

/// Any seed will do; this one makes a simulation repeatable on the same ledger.
fn seed(state: &State) -> [u8; 32] {
    let mut preimage = b"simulation".to_vec();
    preimage.extend_from_slice(&state.header_hash.0);
    sha256(&preimage).0
}

fn invoked(state: &State, result: InvokeHostFunctionSimulationResult) -> Simulation {
    let (value, error) = match result.invoke_result {
        Ok(value) => (Some(value), None),
        Err(error) => (None, Some(explained(&error, &result.diagnostic_events))),
    };
    let auth = result.auth;
    Simulation {
        error,
        events: result.diagnostic_events,
        min_resource_fee: result
            .transaction_data
            .as_ref()
            .map_or(0, |data| data.resource_fee),
        transaction_data: result.transaction_data,
        result: value.map(|value| InvocationResult { value, auth }),
        restore_preamble: None,
        state_changes: result
            .modified_entries
            .into_iter()
            .filter_map(state_change)
            .collect(),
        latest_ledger: state.sequence(),
    }
}

/// The error and what led to it, as stellar-rpc's host writes it. That one is built with test utilities, and notes the events when the
/// error arises.
fn explained(error: &HostError, events: &[DiagnosticEvent]) -> String {
    let mut text = format!("HostError: {:?}\n", error.error);
    let Some(log) = log_of(error, events) else {
        return text + "DebugInfo not available\n";
    };
    text.push_str("\nEvent log (newest first):\n");
    for (index, event) in log.iter().rev().enumerate() {
        text.push_str(&format!("   {index}: {event}\n"));
    }
    text
}

/// The events up to the error's own, the oldest first; `None` if it has none. The host hands them out when it has rolled everything
/// back. When the error arose, only events of calls that had failed before were marked so.
fn log_of(error: &HostError, events: &[DiagnosticEvent]) -> Option<Vec<HostEvent>> {
    let reason = ScVal::Error(error.try_into().ok()?);
    let last = events.iter().rposition(|DiagnosticEvent { event, .. }| {
        diagnostic(event, "error").is_some_and(|topics| topics.get(1) == Some(&reason))
    })?;
    let mut log: Vec<HostEvent> = Vec::with_capacity(last + 1);
    // The calls that have not returned: their contracts, and where their events begin.
    let mut calls: Vec<(&[u8], usize)> = Vec::new();
    for DiagnosticEvent { event, .. } in &events[..=last] {
        let contract = event.contract_id.as_ref().map(|id| id.0 .0.as_slice());
        // An event of a caller shows that the calls within it have failed.
        while let Some((_, begin)) = calls.pop_if(|(callee, _)| contract != Some(*callee)) {
            log[begin..]
                .iter_mut()
                .for_each(|event| event.failed_call = true);
        }
        log.push(HostEvent {
            event: event.clone(),
            failed_call: false,
        });
        if let Some([_, ScVal::Bytes(callee), ..]) = diagnostic(event, "fn_call") {
            calls.push((callee.as_slice(), log.len()));
        } else if diagnostic(event, "fn_return").is_some() {
            calls.pop();
        }
    }
    Some(log)
}

/// The topics of a diagnostic event, if the first is `name`.
fn diagnostic<'a>(event: &'a ContractEvent, name: &str) -> Option<&'a [ScVal]> {
    let ContractEventBody::V0(body) = &event.body;
    let is_named = matches!(body.topics.first(), Some(ScVal::Symbol(first)) if first.0.as_slice() == name.as_bytes());
    (event.type_ == ContractEventType::Diagnostic && is_named).then_some(body.topics.as_slice())
}

fn state_change(diff: LedgerEntryDiff) -> Option<StateChange> {
    let (before, after) = (diff.state_before, diff.state_after);
    let kind = match (&before, &after) {
        (None, None) => return None,
        (None, Some(_)) => ChangeKind::Created,
        (Some(_), Some(_)) => ChangeKind::Updated,
        (Some(_), None) => ChangeKind::Deleted,
    };
    let key = before.as_ref().or(after.as_ref())?.to_key();
    Some(StateChange {
        kind,
        key,
        before,
        after,
    })
}

pub(super) fn extend(view: &View, footprint: &LedgerFootprint, extend_to: u32) -> Simulation {
    guarded(|| {
        let setting = setting(view)?;
        // The host adds them without asking whether the sum fits.
        if setting
            .ledger
            .sequence_number
            .checked_add(extend_to)
            .is_none()
        {
            return Err(format!(
                "can't extend by {extend_to} ledgers: there is no such ledger"
            ));
        }
        let restoring =
            AutoRestoringSnapshotSource::new(setting.snapshot, &setting.ledger).map_err(text)?;
        let adjustment = SimulationAdjustmentConfig::default_adjustment();
        let result = simulate_extend_ttl_op(
            &restoring,
            &setting.network,
            &adjustment,
            &setting.ledger,
            &footprint.read_only,
            extend_to,
        )
        .map_err(text)?;
        let restored = restoring
            .simulate_restore_keys_op(&setting.network, &adjustment, &setting.ledger)
            .map_err(text)?;
        Ok(Simulation {
            min_resource_fee: result.transaction_data.resource_fee,
            transaction_data: Some(result.transaction_data),
            restore_preamble: restored.map(preamble),
            latest_ledger: view.state.sequence(),
            ..Default::default()
        })
    })
}

fn preamble(restored: RestoreOpSimulationResult) -> RestorePreamble {
    RestorePreamble {
        min_resource_fee: restored.transaction_data.resource_fee,
        transaction_data: restored.transaction_data,
    }
}

pub(super) fn restore(view: &View, footprint: &LedgerFootprint) -> Simulation {
    guarded(|| {
        let setting = setting(view)?;
        let result = simulate_restore_op(
            setting.snapshot.as_ref(),
            &setting.network,
            &SimulationAdjustmentConfig::default_adjustment(),
            &setting.ledger,
            &footprint.read_write,
        )
        .map_err(text)?;
        Ok(Simulation {
            min_resource_fee: result.transaction_data.resource_fee,
            transaction_data: Some(result.transaction_data),
            latest_ledger: view.state.sequence(),
            ..Default::default()
        })
    })
}

/// A broken host is a failed simulation, never a dead server.
fn guarded(simulate: impl FnOnce() -> Outcome) -> Simulation {
    let outcome = catch_unwind(AssertUnwindSafe(simulate))
        .unwrap_or_else(|_| Err("the Soroban host panicked during simulation".to_owned()));
    outcome.unwrap_or_else(|error| Simulation {
        error: Some(error),
        ..Default::default()
    })
}

/// Without the backtrace that `RUST_BACKTRACE` adds.
fn text(error: impl std::fmt::Debug) -> String {
    let text = format!("{error:?}");
    match text.split_once("\n\nStack backtrace:") {
        Some((error, _)) => error.to_owned(),
        None => text,
    }
}
