//! For the contracts' tests: an environment like mainnet's, and calls signed by one address for exactly one
//! invocation, so that nothing passes because all signatures are mocked.

mod call;
mod code;
mod matrix;

pub use call::{call, call_unsigned, Failure, Outcome};
pub use code::register;
pub use matrix::{check, Case, Subject};

use soroban_sdk::{
    testutils::{EnvTestConfig, Ledger as _, LedgerInfo},
    xdr::{Limits, ScEnvMetaEntry, ScEnvMetaEntryInterfaceVersion, WriteXdr},
    Bytes, BytesN, Env,
};

use crate::ttl;

/// Unix time of the first ledger, at the start of a quarter-hour.
pub const START: u64 = 1_800_000_000;

const PROTOCOL: u32 = 28;

/// Mainnet's state archival settings; nothing is written to disk.
pub fn new_env() -> Env {
    let env = Env::new_with_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    env.ledger().set(LedgerInfo {
        protocol_version: PROTOCOL,
        sequence_number: 1_000_000,
        timestamp: START,
        network_id: [7; 32],
        base_reserve: 5_000_000,
        min_persistent_entry_ttl: 120 * ttl::DAY,
        min_temp_entry_ttl: ttl::DAY,
        max_entry_ttl: ttl::NETWORK_MAX,
    });
    // The budget also pays for the test harness; the limits of each invocation stay enforced.
    env.cost_estimate().budget().reset_unlimited();
    env
}

/// Lets ledgers close for this many seconds, five each.
pub fn wait(env: &Env, seconds: u64) {
    let ledger = env.ledger();
    ledger.set_timestamp(ledger.timestamp() + seconds);
    ledger.set_sequence_number(ledger.sequence() + (seconds / 5) as u32);
}

/// Uploads the smallest contract there is: something to upgrade to.
pub fn other_code(env: &Env) -> BytesN<32> {
    const SECTION: &[u8] = b"contractenvmetav0";
    let version = ScEnvMetaEntry::ScEnvMetaKindInterfaceVersion(ScEnvMetaEntryInterfaceVersion {
        protocol: PROTOCOL,
        pre_release: 0,
    });
    let meta = version.to_xdr(Limits::none()).unwrap();
    let mut wasm = Bytes::from_slice(env, b"\0asm\x01\0\0\0");
    let length = 1 + SECTION.len() + meta.len();
    wasm.extend_from_slice(&[0, length as u8, SECTION.len() as u8]);
    wasm.extend_from_slice(SECTION);
    wasm.extend_from_slice(&meta);
    env.deployer().upload_contract_wasm(wasm)
}
