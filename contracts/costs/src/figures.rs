//! Resources that one call used.

use std::collections::BTreeMap;

use soroban_sdk::Env;

/// Figure by name; see [`of_last_call`].
pub type Figures = BTreeMap<String, i64>;

/// Figures of the last top-level call, which returned `returned` bytes. Entries are counted, the others are
/// bytes, instructions and stroops.
///
/// Events and return value share one limit, which the SDK applies to events alone. `rent` is what the call
/// pays to extend entries, at the SDK's rate, which is above the network's; `fee` is the rest.
pub fn of_last_call(env: &Env, returned: usize) -> Figures {
    let estimate = env.cost_estimate();
    let (used, fee) = (estimate.resources(), estimate.fee());
    let rent = fee.persistent_entry_rent + fee.temporary_entry_rent;
    let figures = [
        ("instructions", used.instructions),
        ("memory", used.mem_bytes),
        ("entries_from_disk", used.disk_read_entries.into()),
        ("entries_from_memory", used.memory_read_entries.into()),
        ("entries_written", used.write_entries.into()),
        ("bytes_from_disk", used.disk_read_bytes.into()),
        ("bytes_written", used.write_bytes.into()),
        (
            "event_and_return_bytes",
            i64::from(used.contract_events_size_bytes) + returned as i64,
        ),
        ("fee", fee.total - rent),
        ("rent", rent),
    ];
    figures
        .into_iter()
        .map(|(name, figure)| (name.to_owned(), figure))
        .collect()
}
