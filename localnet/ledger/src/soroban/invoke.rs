//! InvokeHostFunction: upload, create, invoke.

use super::{diagnostics::Diagnostics, durability, is_persistent, resources, SorobanContext};
use crate::{
    asset,
    config::Settings,
    host::{Failure, FootprintEntry, Invocation, Success},
    operations::{Apply, Check},
    state::{sha256, xdr, EVICTED},
};
use stellar_xdr::{
    ContractExecutable, ContractIdPreimage, CreateContractArgs, HostFunction, InvokeHostFunctionOp,
    InvokeHostFunctionResult, InvokeHostFunctionSuccessPreImage, LedgerKey, OperationBody,
    OperationResult, OperationResultTr, ScError, ScErrorCode, ScVal,
};

/// Reasons why an invocation ends without an operation result.
pub(crate) enum Broken {
    Failed(OperationResult),
    /// The host broke: txINTERNAL_ERROR.
    Internal,
}

impl From<OperationResult> for Broken {
    fn from(result: OperationResult) -> Self {
        Broken::Failed(result)
    }
}

/// Totals the declared resources bound, and those stellar-core reports.
#[derive(Default)]
struct Metrics {
    read_entries: u64,
    disk_read_bytes: u64,
    write_entries: u64,
    write_bytes: u64,
    event_bytes: u64,
}

/// stellar-core gives these two faults no code of their own: the transaction fails with an operation that has its first code, success.
pub(crate) fn check(
    op: &InvokeHostFunctionOp,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Check {
    match &op.host_function {
        HostFunction::UploadContractWasm(wasm)
            if wasm.len() > settings.max_contract_size as usize =>
        {
            diagnostics.limit_exceeded(
                "uploaded Wasm size exceeds network config maximum contract size",
                &[wasm.len() as u64, settings.max_contract_size.into()],
            );
        }
        HostFunction::CreateContract(CreateContractArgs {
            contract_id_preimage: ContractIdPreimage::Asset(asset),
            ..
        }) if !asset::is_valid(asset) => {
            let error = ScError::Value(ScErrorCode::InvalidInput);
            diagnostics.error(error, "invalid asset to create contract from", Vec::new());
        }
        _ => return Ok(()),
    }
    Err(result(InvokeHostFunctionResult::default()))
}

/// False if a contract to create has an executable that its address can't have: stellar-core's queue refuses it.
pub(crate) fn is_executable_possible(body: &OperationBody) -> bool {
    let OperationBody::InvokeHostFunction(op) = body else {
        return true;
    };
    let (preimage, executable) = match &op.host_function {
        HostFunction::CreateContract(args) => (&args.contract_id_preimage, &args.executable),
        HostFunction::CreateContractV2(args) => (&args.contract_id_preimage, &args.executable),
        _ => return true,
    };
    let from_asset = matches!(preimage, ContractIdPreimage::Asset(_));
    from_asset == (*executable == ContractExecutable::StellarAsset)
}

pub(crate) fn apply(
    op: &InvokeHostFunctionOp,
    context: &mut SorobanContext,
) -> Result<OperationResult, Broken> {
    let mut metrics = Metrics::default();
    let (entries, restored) = load_footprint(context, &mut metrics)?;
    let data = context.frame.soroban_data().expect("checked by validity");
    let invoked = context.host.invoke(Invocation {
        settings: context.settings,
        header: &context.work.header,
        network_id: context.network_id,
        function: &op.host_function,
        auth: &op.auth,
        source: context.source,
        resources: &data.resources,
        restored: &restored,
        entries,
        seed: context.seed,
    });
    context.diagnostics.events.extend(invoked.diagnostics);
    let used = (invoked.cpu_instructions, invoked.memory_bytes);
    let outcome = match invoked.outcome {
        Ok(success) => finish(context, success, &mut metrics).map_err(Broken::from),
        Err(failure) => Err(explain(context, failure, used)),
    };
    context.diagnostics.metrics(
        outcome.is_ok(),
        &[
            ("read_entry", metrics.read_entries),
            ("write_entry", metrics.write_entries),
            ("ledger_read_byte", metrics.disk_read_bytes),
            ("ledger_write_byte", metrics.write_bytes),
            ("emit_event_byte", metrics.event_bytes),
            ("cpu_insn", used.0),
            ("mem_byte", used.1),
        ],
    );
    outcome
}

fn explain(context: &mut SorobanContext, failure: Failure, (cpu, memory): (u64, u64)) -> Broken {
    if matches!(failure, Failure::Internal) {
        return Broken::Internal;
    }
    let declared = u64::from(context.resources().instructions);
    let memory_limit = u64::from(context.settings.compute.tx_memory_limit);
    if cpu > declared {
        context.diagnostics.limit_exceeded(
            "operation instructions exceeds amount specified",
            &[cpu, declared],
        );
    } else if memory > memory_limit {
        context.diagnostics.limit_exceeded(
            "operation memory usage exceeds network config limit",
            &[memory, memory_limit],
        );
    } else {
        return Broken::Failed(result(InvokeHostFunctionResult::Trapped));
    }
    Broken::Failed(limit_exceeded())
}

/// Entries in footprint order, and the places in the read-write footprint of those that this call restores. An entry
/// that is declared as archived may live again by now: it is an ordinary one then, which pays no rent for restoring.
type Loaded = (Vec<Option<FootprintEntry>>, Vec<u32>);

fn load_footprint(
    context: &mut SorobanContext,
    metrics: &mut Metrics,
) -> Result<Loaded, OperationResult> {
    let data = context.frame.soroban_data().expect("checked by validity");
    let footprint = &data.resources.footprint;
    let declared = resources::restored_indices(data);
    let mut loaded = Vec::new();
    let mut restored = Vec::new();
    for key in footprint.read_only.iter() {
        loaded.push(load(context, metrics, key, false)?);
    }
    for (index, key) in (0u32..).zip(footprint.read_write.iter()) {
        loaded.push(load(context, metrics, key, declared.contains(&index))?);
        if context.effects.restored.contains_key(key) {
            restored.push(index);
        }
    }
    Ok((loaded, restored))
}

fn load(
    context: &mut SorobanContext,
    metrics: &mut Metrics,
    key: &LedgerKey,
    restore: bool,
) -> Result<Option<FootprintEntry>, OperationResult> {
    let sequence = context.work.sequence();
    let stored = context.work.get(key).cloned();
    let archived = stored
        .as_ref()
        .is_some_and(|stored| !stored.is_live(sequence));
    if archived && is_persistent(key) && !restore {
        archived_entry(context, key);
        return Err(result(InvokeHostFunctionResult::EntryArchived));
    }
    let stored = stored.filter(|_| !archived || is_persistent(key));
    metrics.read_entries += 1;
    let Some(stored) = stored else {
        return Ok(None);
    };
    let bytes = xdr(&stored.entry);
    let size = bytes.len() as u32;
    if !context.check_entry_size(key, size) {
        return Err(limit_exceeded());
    }
    let from_disk = archived || durability(key).is_none();
    if from_disk {
        metrics.disk_read_bytes += u64::from(size);
        let declared = u64::from(context.resources().disk_read_bytes);
        if declared < metrics.disk_read_bytes {
            context.diagnostics.limit_exceeded(
                "operation byte-read resources exceeds amount specified",
                &[metrics.disk_read_bytes, declared],
            );
            return Err(limit_exceeded());
        }
    }
    let mut live_until = stored.live_until;
    if archived {
        live_until = Some(context.restored_until());
        let evicted = stored.live_until == Some(EVICTED);
        // The host hands every read-write entry back, so that is where it gets written.
        let mut shown = stored.clone();
        shown.entry.last_modified_ledger_seq = sequence;
        shown.ttl_modified = sequence;
        if evicted {
            shown.live_until = live_until;
        }
        context.effects.restored.insert(key.clone(), shown);
    }
    let rent_size = || context.host.rent_size(context.settings, &stored.entry);
    Ok(Some(FootprintEntry {
        xdr: bytes,
        ttl: live_until.map(|until| (until, rent_size())),
    }))
}

fn archived_entry(context: &mut SorobanContext, key: &LedgerKey) {
    let (message, details) = match key {
        LedgerKey::ContractCode(code) => (
            "trying to access an archived contract code entry",
            vec![ScVal::Bytes(
                code.hash.0.to_vec().try_into().expect("32 bytes fit"),
            )],
        ),
        LedgerKey::ContractData(data) => (
            "trying to access an archived contract data entry",
            vec![ScVal::Address(data.contract.clone()), data.key.clone()],
        ),
        _ => return,
    };
    let error = ScError::Value(ScErrorCode::InvalidInput);
    context.diagnostics.error(error, message, details);
}

fn finish(context: &mut SorobanContext, success: Success, metrics: &mut Metrics) -> Apply {
    write(context, &success, metrics)?;
    count_events(context, &success, metrics)?;
    let sequence = context.work.sequence();
    let rent = context
        .host
        .rent_fee(context.settings, &success.rent, sequence);
    let event_bytes = u32::try_from(metrics.event_bytes).unwrap_or(u32::MAX);
    let network = (context.settings, context.host, context.frame);
    context
        .fee
        .consume(rent, event_bytes, network, context.diagnostics)
        .map_err(|_| result(InvokeHostFunctionResult::InsufficientRefundableFee))?;
    let preimage = InvokeHostFunctionSuccessPreImage {
        return_value: success.value.clone(),
        events: success.events.clone().try_into().expect("bounded by size"),
    };
    context.effects.events = success.events;
    context.effects.return_value = Some(success.value);
    Ok(result(InvokeHostFunctionResult::Success(sha256(&xdr(
        &preimage,
    )))))
}

fn write(
    context: &mut SorobanContext,
    success: &Success,
    metrics: &mut Metrics,
) -> Result<(), OperationResult> {
    let declared = u64::from(context.resources().write_bytes);
    let mut kept = Vec::with_capacity(success.written.len());
    for (entry, size) in &success.written {
        let key = entry.to_key();
        if !context.check_entry_size(&key, *size) {
            return Err(limit_exceeded());
        }
        metrics.write_entries += 1;
        metrics.write_bytes += u64::from(*size);
        if declared < metrics.write_bytes {
            context.diagnostics.limit_exceeded(
                "operation byte-write resources exceeds amount specified",
                &[metrics.write_bytes, declared],
            );
            return Err(limit_exceeded());
        }
        context.work.put(entry.clone());
        kept.push(key);
    }
    for (key, live_until) in &success.extended {
        context.work.set_live_until(key, *live_until);
    }
    let read_write = context.resources().footprint.read_write.to_vec();
    for key in read_write.iter().filter(|key| !kept.contains(key)) {
        context.work.remove(key);
    }
    Ok(())
}

/// The return value counts as if it were one more event.
fn count_events(
    context: &mut SorobanContext,
    success: &Success,
    metrics: &mut Metrics,
) -> Result<(), OperationResult> {
    let limit = u64::from(context.settings.events.tx_max_contract_events_size_bytes);
    let sizes = success.event_sizes.iter().chain([&success.value_size]);
    for (index, size) in sizes.enumerate() {
        metrics.event_bytes += u64::from(*size);
        if limit >= metrics.event_bytes {
            continue;
        }
        let message = if index == success.event_sizes.len() {
            "return value pushes events size above network config maximum"
        } else {
            "total events size exceeds network config maximum"
        };
        context
            .diagnostics
            .limit_exceeded(message, &[metrics.event_bytes, limit]);
        return Err(limit_exceeded());
    }
    Ok(())
}

fn limit_exceeded() -> OperationResult {
    result(InvokeHostFunctionResult::ResourceLimitExceeded)
}

fn result(code: InvokeHostFunctionResult) -> OperationResult {
    OperationResult::OpInner(OperationResultTr::InvokeHostFunction(code))
}
