//! Resources that one call used.

use std::collections::BTreeMap;

use soroban_env_host::{fees::FeeConfiguration, InvocationResources};
use soroban_sdk::Env;

/// Figure by name; see [`of_last_call`].
pub type Figures = BTreeMap<String, i64>;

/// Figures of the last top-level call, which returned `returned` bytes. Entries are counted, the others are
/// bytes, instructions and stroops.
///
/// Events and return value share one limit, which the SDK applies to events alone. `rent` is what the call
/// pays to extend and to enlarge entries; `fee` is the rest.
pub fn of_last_call(env: &Env, returned: usize) -> Figures {
    let estimate = env.cost_estimate();
    let (used, fee) = (estimate.resources(), estimate.fee());
    // The SDK rents at a rate of its own, which is twelve times the network's.
    let sdk_rent = fee.persistent_entry_rent + fee.temporary_entry_rent;
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
        ("fee", fee.total - sdk_rent),
        ("rent", rent(&used)),
    ];
    figures
        .into_iter()
        .map(|(name, figure)| (name.to_owned(), figure))
        .collect()
}

/// Stroops of rent, at the fees of `localnet/ledger/settings/mainnet-2026-08.json`. The rate per KiB rises with the size of the
/// network's state, and 1,000 is the lowest: it also is what localnet asks.
fn rent(used: &InvocationResources) -> i64 {
    let writes = FeeConfiguration {
        fee_per_write_entry: 2_500,
        fee_per_write_1kb: 875,
        ..FeeConfiguration::default()
    };
    let fee = used.estimate_fees(&writes, 1_000, 1_215, 2_430);
    fee.persistent_entry_rent + fee.temporary_entry_rent
}
