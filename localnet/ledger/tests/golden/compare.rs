//! Comparing a recorded transaction with the replayed one.

use localnet_ledger::xdr::{
    ContractEventBody, LedgerEntryChange, LedgerEntryChanges, Limits, ScVal,
    SorobanTransactionMetaExt, TransactionMeta, TransactionMetaV4, TransactionResultMetaV1,
    WriteXdr,
};

/// The first difference, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    Result,
    Fee,
    Meta,
}

pub fn compare(
    recorded: &TransactionResultMetaV1,
    replayed: &TransactionResultMetaV1,
) -> Option<(Difference, String)> {
    let (was, is) = (&recorded.result.result, &replayed.result.result);
    if was.result != is.result {
        let text = format!("{:?}, replayed {:?}", was.result, is.result);
        return Some((Difference::Result, text));
    }
    if was != is {
        let text = format!("{}, replayed {}", was.fee_charged, is.fee_charged);
        return Some((Difference::Fee, text));
    }
    let parts = [
        (
            "fee processing",
            grouped(&recorded.fee_processing) == grouped(&replayed.fee_processing),
        ),
        (
            "refund processing",
            grouped(&recorded.post_tx_apply_fee_processing)
                == grouped(&replayed.post_tx_apply_fee_processing),
        ),
    ];
    for (part, same) in parts {
        if !same {
            return Some((Difference::Meta, part.to_owned()));
        }
    }
    compare_meta(&recorded.tx_apply_processing, &replayed.tx_apply_processing)
        .map(|part| (Difference::Meta, part))
}

fn compare_meta(was: &TransactionMeta, is: &TransactionMeta) -> Option<String> {
    let (TransactionMeta::V4(was), TransactionMeta::V4(is)) = (was, is) else {
        return Some("version".to_owned());
    };
    if grouped(&was.tx_changes_before) != grouped(&is.tx_changes_before) {
        return Some("changes before".to_owned());
    }
    if was.operations.len() != is.operations.len() {
        return Some(format!(
            "{} operations, replayed {}",
            was.operations.len(),
            is.operations.len()
        ));
    }
    for (was, is) in was.operations.iter().zip(is.operations.iter()) {
        let (was, is) = (grouped(&was.changes), grouped(&is.changes));
        if was != is {
            let text = |groups: &Vec<Vec<u8>>, other: &Vec<Vec<u8>>| {
                let extra = groups.iter().filter(|group| !other.contains(group)).count();
                format!("{extra} of {}", groups.len())
            };
            return Some(format!(
                "operation changes: {} differ, replayed {}",
                text(&was, &is),
                text(&is, &was)
            ));
        }
    }
    if was.tx_changes_after != is.tx_changes_after {
        return Some("changes after".to_owned());
    }
    let events = |meta: &TransactionMetaV4| {
        let operations: Vec<_> = meta.operations.iter().map(|op| op.events.clone()).collect();
        (meta.events.clone(), operations)
    };
    // A node that writes down classic events has one for the fee.
    if !was.events.is_empty() && events(was) != events(is) {
        return Some("events".to_owned());
    }
    compare_soroban(was, is)
}

/// Most recording nodes left out classic events and the extension with the fees: what a recording has must match.
fn compare_soroban(was: &TransactionMetaV4, is: &TransactionMetaV4) -> Option<String> {
    let (Some(was_soroban), Some(is_soroban)) = (&was.soroban_meta, &is.soroban_meta) else {
        // Without the extension, a failed transaction leaves nothing to tell.
        let returned = is
            .soroban_meta
            .as_ref()
            .is_some_and(|meta| meta.return_value.is_some());
        return (was.soroban_meta.is_some() || returned).then(|| "Soroban meta".to_owned());
    };
    let events = |meta: &TransactionMetaV4| -> Vec<_> {
        meta.operations.iter().map(|op| op.events.clone()).collect()
    };
    if events(was) != events(is) {
        return Some("contract events".to_owned());
    }
    if was_soroban.return_value != is_soroban.return_value {
        return Some("return value".to_owned());
    }
    let recorded = was_soroban.ext != SorobanTransactionMetaExt::V0;
    if recorded && was_soroban.ext != is_soroban.ext {
        return Some(format!(
            "Soroban fees {:?}, replayed {:?}",
            was_soroban.ext, is_soroban.ext
        ));
    }
    compare_metrics(was, is)
}

/// I/O totals, which decide over limits and so over results.
fn compare_metrics(was: &TransactionMetaV4, is: &TransactionMetaV4) -> Option<String> {
    let names = ["ledger_read_byte", "ledger_write_byte", "emit_event_byte"];
    for name in names {
        let (was, is) = (metric(was, name), metric(is, name));
        if was.is_some() && was != is {
            return Some(format!("{name} {was:?}, replayed {is:?}"));
        }
    }
    None
}

/// CPU instructions recorded and replayed. They differ: the recording host was an
/// earlier build of protocol 28, with cost parameters of its own.
pub fn instructions(was: &TransactionMeta, is: &TransactionMeta) -> Option<(u64, u64)> {
    let (TransactionMeta::V4(was), TransactionMeta::V4(is)) = (was, is) else {
        return None;
    };
    Some((metric(was, "cpu_insn")?, metric(is, "cpu_insn")?))
}

fn metric(meta: &TransactionMetaV4, name: &str) -> Option<u64> {
    meta.diagnostic_events.iter().find_map(|event| {
        let ContractEventBody::V0(body) = &event.event.body;
        match (body.topics.as_slice(), &body.data) {
            ([ScVal::Symbol(kind), ScVal::Symbol(topic)], ScVal::U64(value))
                if kind.0.as_slice() == b"core_metrics"
                    && topic.0.as_slice() == name.as_bytes() =>
            {
                Some(*value)
            }
            _ => None,
        }
    })
}

/// The changes of one entry belong together; the order of the entries is that of a hash table in stellar-core.
fn grouped(changes: &LedgerEntryChanges) -> Vec<Vec<u8>> {
    let mut groups: Vec<Vec<u8>> = Vec::new();
    let mut group = Vec::new();
    for change in changes.0.iter() {
        let bytes = change.to_xdr(Limits::none()).expect("decoded before");
        group.extend(bytes);
        if !matches!(change, LedgerEntryChange::State(_)) {
            groups.push(std::mem::take(&mut group));
        }
    }
    groups.sort();
    groups
}
