//! The largest batch that a transaction on mainnet holds, found on the built wasm.
//!
//! A transaction's events **and its return value** together may not exceed 16,384 B. The SDK's metering leaves
//! the return value out, so both are counted here. Run with `--nocapture` to see the figures.

use std::{fs, path::Path};

use merit_common::{batch::MAX_BATCH, result::PAID, roles};
use merit_testing::{
    payments, return_size, xdr_size, Line, Terms, World, DAY, FIRST, NUMBERS, PERIOD,
};
use serde_json::Value;
use soroban_env_host::{
    fees::{compute_rent_write_fee_per_1kb, FeeConfiguration, RentWriteFeeConfiguration},
    InvocationResourceLimits, InvocationResources,
};
use soroban_sdk::{
    testutils::cost_estimate::NetworkInvocationResourceLimits as _,
    xdr::{ContractEvent, ContractEventBody, ScVal},
    Address,
};

/// Event and return bytes of one transaction, on mainnet as on testnet.
const MAX_EVENT_BYTES: usize = 16_384;
const BATCH: usize = MAX_BATCH as usize;

/// Costly features of a campaign, and how many entries a batch of 60 then writes at most, where its numbers
/// lie in one entry of marks that is there. 60 are the recipients' trustlines.
struct Kind {
    clawback: bool,
    cap: Option<i128>,
    writes: i64,
}

const PLAIN: Kind = Kind {
    clawback: false,
    cap: None,
    writes: 66,
};
/// Receipts are one entry more.
const WITH_CLAWBACK: Kind = Kind {
    clawback: true,
    writes: 67,
    ..PLAIN
};
/// One entry more for each wallet.
const WITH_CLAWBACK_AND_CAPS: Kind = Kind {
    cap: Some(1_000),
    writes: 127,
    ..WITH_CLAWBACK
};

/// A batch that was paid.
struct Measured {
    payments: usize,
    transfer: ContractEvent,
    reward: ContractEvent,
    /// Events and return value.
    bytes: usize,
    returned: usize,
    resources: InvocationResources,
    fee: i64,
    /// Part of the fee that keeps entries alive; the SDK overestimates its rate.
    rent: i64,
}

struct Bench {
    world: World,
    distributor: Address,
    campaign: u64,
    next: u32,
}

impl Bench {
    fn new(asset_code: &str, kind: &Kind) -> Self {
        let world = World::wasm(asset_code);
        let distributor = world.asset.holder(Line {
            balance: 1_000,
            ..Line::default()
        });
        world.grant_role(roles::DISTRIBUTOR, &distributor);
        let campaign = world.open_campaign(&Terms {
            per_wallet_cap: kind.cap,
            ..Terms::default()
        });
        if kind.clawback {
            world.allow_clawback(campaign, DAY).unwrap();
        }
        let mut bench = Bench {
            world,
            distributor,
            campaign,
            next: FIRST,
        };
        // The first batch creates rings and marks; every other one finds them.
        bench.pay(1);
        bench
    }

    fn pay(&mut self, count: usize) -> Measured {
        let world = &self.world;
        let to: Vec<Address> = (0..count)
            .map(|_| world.asset.holder(Line::default()))
            .collect();
        let batch = payments(&world.env, self.next, &to, 7);
        self.next += count as u32;
        let batch = world.batch(self.campaign, &batch);
        let returned = world.send_as_source(&self.distributor, &batch).unwrap();
        let resources = world.env.cost_estimate().resources();
        let fee = world.env.cost_estimate().fee();
        assert_eq!(world.reward().results, vec![PAID; count]);

        let transfers = world.events_of(&world.asset.sac);
        let reward = world.events_of(&world.campaign).remove(0);
        let events: usize = transfers.iter().map(xdr_size).sum::<usize>() + xdr_size(&reward);
        assert_eq!(transfers.len(), count);
        assert_eq!(
            events, resources.contract_events_size_bytes as usize,
            "no other contract emits"
        );
        let returned = return_size(&world.env, returned);
        Measured {
            payments: count,
            transfer: transfers[0].clone(),
            reward,
            bytes: events + returned,
            returned,
            resources,
            fee: fee.total,
            rent: fee.persistent_entry_rent + fee.temporary_entry_rent,
        }
    }

    /// Fee of one SAC transfer between accounts, sent the same way; without rent.
    fn single_transfer_fee(&self) -> i64 {
        let to = self.world.asset.holder(Line::default());
        let args = (&self.distributor, &to, 7i128);
        let sac = &self.world.asset.sac;
        self.world
            .call_as_source::<()>(&self.distributor, sac, "transfer", args)
            .unwrap();
        let fee = self.world.env.cost_estimate().fee();
        fee.total - fee.persistent_entry_rent - fee.temporary_entry_rent
    }
}

impl Measured {
    /// Bytes of the same batch with another number of payments: one `transfer` event each, and a `reward` event
    /// with 4 + 8 + 1 bytes each.
    fn bytes_at(&self, payments: usize) -> usize {
        let mut reward = self.reward.clone();
        let ContractEventBody::V0(body) = &mut reward.body;
        let ScVal::Vec(Some(fields)) = &body.data else {
            panic!("data is no vector")
        };
        let mut fields = fields.to_vec();
        for (field, width) in [(3, 4), (4, 8), (5, 1)] {
            fields[field] = ScVal::Bytes(vec![1; width * payments].try_into().unwrap());
        }
        body.data = ScVal::Vec(Some(fields.try_into().unwrap()));
        payments * xdr_size(&self.transfer) + xdr_size(&reward) + self.returned
    }

    /// Largest batch by bytes.
    fn max_by_bytes(&self) -> usize {
        (1..)
            .find(|payments| self.bytes_at(payments + 1) > MAX_EVENT_BYTES)
            .unwrap()
    }
}

/// Every metered resource but the events, with mainnet's limit.
fn metered(resources: &InvocationResources) -> [(&'static str, i64, i64); 6] {
    let limit = InvocationResourceLimits::mainnet();
    let entries = resources.disk_read_entries + resources.memory_read_entries;
    [
        ("instructions", resources.instructions, limit.instructions),
        ("memory", resources.mem_bytes, limit.mem_bytes),
        (
            "disk reads",
            resources.disk_read_entries.into(),
            limit.disk_read_entries.into(),
        ),
        ("entries", entries.into(), limit.ledger_entries.into()),
        (
            "writes",
            resources.write_entries.into(),
            limit.write_entries.into(),
        ),
        (
            "bytes written",
            resources.write_bytes.into(),
            limit.write_bytes.into(),
        ),
    ]
}

/// Finds the largest batch for an asset code and asserts that 60 fits.
fn find_largest_batch(asset_code: &str, kind: &Kind) {
    let mut bench = Bench::new(asset_code, kind);
    let small = bench.pay(BATCH / 2);
    let full = bench.pay(BATCH);
    for measured in [&small, &full] {
        assert_eq!(measured.bytes_at(measured.payments), measured.bytes);
        assert_eq!(small.bytes_at(measured.payments), measured.bytes);
    }
    let largest = full.max_by_bytes();
    let single = bench.single_transfer_fee();
    let each = (full.fee - full.rent) as f64 / BATCH as f64;
    println!(
        "{asset_code}: largest batch {largest} (61: {} B)",
        full.bytes_at(61)
    );
    println!(
        "  at {BATCH}: {} B of events and return value, fee {} + {} rent, {each:.0} each; single transfer {single}; ratio {:.3}",
        full.bytes,
        full.fee - full.rent,
        full.rent,
        each / single as f64
    );
    for ((name, half, _), (_, value, limit)) in metered(&small.resources)
        .into_iter()
        .zip(metered(&full.resources))
    {
        println!("  {name}: {value} of {limit}");
        // Linear in the number of payments, so the largest batch by bytes must fit here too.
        let more = (value - half) * (largest - BATCH) as i64 / (BATCH / 2) as i64;
        assert!(value + more <= limit, "{name} bounds the batch");
    }
    let writes = i64::from(full.resources.write_entries);
    assert!(writes <= kind.writes, "{writes} entries written");
    assert!(largest >= BATCH, "{asset_code}: only {largest} fit");
    assert!(full.bytes <= MAX_EVENT_BYTES);
    assert!(
        each < single as f64,
        "a batch must be cheaper than transfers"
    );
}

/// Temporary rent of a call, stroops, at the network's rates of August 2026. `cost_estimate().fee()` takes 12,000 stroops per
/// KiB and rent period on purpose; the network's own formula gives its least rate, 1,000, while its contracts' state is below
/// 2.6 GB, and 10,000 at 4 GB.
fn temporary_rent(resources: &InvocationResources) -> i64 {
    let settings = Settings::read();
    let rate = RentWriteFeeConfiguration {
        state_target_size_bytes: settings.cost("soroban_state_target_size_bytes"),
        rent_fee_1kb_state_size_low: settings.cost("rent_fee1_kb_soroban_state_size_low"),
        rent_fee_1kb_state_size_high: settings.cost("rent_fee1_kb_soroban_state_size_high"),
        state_size_rent_fee_growth_factor: settings.cost("soroban_state_rent_fee_growth_factor")
            as u32,
    };
    let fees = FeeConfiguration {
        fee_per_write_entry: settings.cost("fee_write_ledger_entry"),
        fee_per_write_1kb: settings.number("contract_ledger_cost_ext_v0", "fee_write1_kb"),
        ..FeeConfiguration::default()
    };
    let fees = resources.estimate_fees(
        &fees,
        compute_rent_write_fee_per_1kb(0, &rate),
        settings.number("state_archival", "persistent_rent_rate_denominator"),
        settings.number("state_archival", "temp_rent_rate_denominator"),
    );
    fees.temporary_entry_rent
}

/// The public networks', as localnet has them.
struct Settings(Value);

impl Settings {
    fn read() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../localnet/ledger/settings");
        let text = fs::read_to_string(folder.join("mainnet-2026-08.json")).unwrap();
        Settings(serde_json::from_str(&text).unwrap())
    }

    fn cost(&self, name: &str) -> i64 {
        self.number("contract_ledger_cost_v0", name)
    }

    /// 64-bit numbers are text there.
    fn number(&self, group: &str, name: &str) -> i64 {
        let entries = self.0["updated_entry"].as_array().unwrap();
        let value = entries.iter().find_map(|entry| entry.get(group)).unwrap();
        match &value[name] {
            Value::String(text) => text.parse().unwrap(),
            other => other.as_i64().unwrap(),
        }
    }
}

/// Its 256 payouts share an entry of marks, which lives longest where it is made on the first ledger of its period.
#[test]
fn a_new_entry_of_marks_costs_at_most_4000_stroops_a_payout() {
    let mut bench = Bench::new("MERIT", &PLAIN);
    bench.world.advance_ledgers(PERIOD);
    bench.next = FIRST + NUMBERS;
    assert_eq!(bench.world.distribution().first_number(), bench.next);
    let rent = temporary_rent(&bench.pay(BATCH).resources);
    println!(
        "rent of a new entry of marks: {rent} stroops, {} a payout",
        rent / 256
    );
    assert!(rent > 0 && rent <= 256 * 4_000);
    assert_eq!(temporary_rent(&bench.pay(BATCH).resources), 0, "paid once");
}

#[test]
fn sixty_fit_for_a_code_of_five_letters() {
    find_largest_batch("MERIT", &PLAIN);
}

#[test]
fn sixty_fit_for_a_code_of_twelve_letters() {
    find_largest_batch("MERITREWARDS", &PLAIN);
}

#[test]
fn sixty_fit_where_a_clawback_is_allowed() {
    find_largest_batch("MERITREWARDS", &WITH_CLAWBACK);
}

#[test]
fn sixty_fit_where_a_clawback_is_allowed_and_wallets_have_a_cap() {
    find_largest_batch("MERITREWARDS", &WITH_CLAWBACK_AND_CAPS);
}
