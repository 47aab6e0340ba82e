//! The largest batch that a transaction on mainnet holds, measured on the built wasm. The transaction's own size
//! bounds a batch of long plans, written entries and events one of short plans.

use merit_testing::vesting::{linear, tranches, Setup};
use merit_testing::{return_size, START};
use merit_vesting::{Plan, Terms, MAX_BATCH};
use soroban_env_host::{InvocationResourceLimits, InvocationResources};
use soroban_sdk::{testutils::cost_estimate::NetworkInvocationResourceLimits as _, vec as list};

/// Bytes of a transaction on mainnet, and what all but the batch takes of it: footprint, fee, signatures.
const MAX_TRANSACTION: u32 = 132_096;
const OVERHEAD: u32 = 12_000;

/// Resources of a batch of schedules for as many beneficiaries.
fn measure(plan: &dyn Fn(&Setup) -> Plan, count: u32) -> InvocationResources {
    let setup = Setup::wasm("MERITREWARDS");
    let mut batch = list![setup.env()];
    for _ in 0..count {
        batch.push_back(Terms {
            beneficiary: setup.person(),
            ..setup.terms(plan(&setup))
        });
    }
    setup.create_batch(&batch).unwrap();
    // The operation contains the arguments, and the funder's authorisation contains them again.
    let sent = 2 * return_size(setup.env(), batch.to_val()) as u32 + OVERHEAD;
    println!("{count} schedules: transaction of {sent} of {MAX_TRANSACTION} bytes");
    assert!(sent <= MAX_TRANSACTION);
    setup.env().cost_estimate().resources()
}

fn assert_fits(name: &str, plan: &dyn Fn(&Setup) -> Plan) {
    let (half, full) = (measure(plan, MAX_BATCH / 2), measure(plan, MAX_BATCH));
    let limit = InvocationResourceLimits::mainnet();
    let table: [(&str, i64, i64, i64); 4] = [
        (
            "writes",
            half.write_entries.into(),
            full.write_entries.into(),
            limit.write_entries.into(),
        ),
        (
            "bytes written",
            half.write_bytes.into(),
            full.write_bytes.into(),
            limit.write_bytes.into(),
        ),
        (
            "event bytes",
            half.contract_events_size_bytes.into(),
            full.contract_events_size_bytes.into(),
            limit.contract_events_size_bytes.into(),
        ),
        (
            "instructions",
            half.instructions,
            full.instructions,
            limit.instructions,
        ),
    ];
    for (what, half, full, limit) in table {
        // Linear in the number of schedules.
        let each = (full - half) / i64::from(MAX_BATCH - MAX_BATCH / 2);
        let most = (limit - full) / each + i64::from(MAX_BATCH);
        println!("{name}: {what} {full} of {limit}, room for {most} schedules");
        assert!(full <= limit, "{name}: {what}");
    }
}

#[test]
fn the_longest_plans_fit() {
    assert_fits("32 tranches", &|setup| {
        let parts: Vec<_> = (1..=32).map(|time| (time, 1_000_000)).collect();
        tranches(setup.env(), &parts)
    });
}

#[test]
fn short_plans_fit() {
    assert_fits("linear", &|_| linear(1_000_000, START, START, START + 1));
}
