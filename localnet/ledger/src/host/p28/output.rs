//! Output of protocol 28's host.

use crate::host::{Failure, Invoked, RentChange, Success};
use soroban_env_host::{
    e2e_invoke::{extract_rent_changes, InvokeHostFunctionResult},
    fees::LedgerEntryRentChange,
    HostError,
};
use stellar_xdr::{
    ContractDataDurability, ContractEvent, ContractEventBody, ContractEventType, ContractEventV0,
    DiagnosticEvent, ExtensionPoint, LedgerKey, Limits, ReadXdr, ScError, ScErrorCode, ScErrorType,
    ScSymbol, ScVal,
};

pub(super) fn internal(diagnostics: Vec<DiagnosticEvent>) -> Invoked {
    Invoked {
        outcome: Err(Failure::Internal),
        cpu_instructions: 0,
        memory_bytes: 0,
        diagnostics,
    }
}

pub(super) fn failure(error: &HostError) -> Failure {
    let internal = error.error.is_code(ScErrorCode::InternalError)
        && !error.error.is_type(ScErrorType::Contract);
    if internal {
        Failure::Internal
    } else {
        Failure::Trapped
    }
}

pub(super) fn host_fn_failed(error: &HostError) -> DiagnosticEvent {
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

pub(super) fn success(result: InvokeHostFunctionResult) -> Result<Success, HostError> {
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
