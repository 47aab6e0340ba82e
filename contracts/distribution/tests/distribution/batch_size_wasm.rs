//! The largest batch that a transaction on mainnet holds, found on the built wasm.
//!
//! A transaction's events **and its return value** together may not exceed 16,384 B. The SDK's metering leaves
//! the return value out, so both are counted here. Run with `--nocapture` to see the figures.

use merit_common::{result::PAID, roles};
use merit_testing::{payments, return_size, xdr_size, Line, Terms, World, DAY};
use soroban_env_host::{InvocationResourceLimits, InvocationResources};
use soroban_sdk::{
    testutils::cost_estimate::NetworkInvocationResourceLimits as _,
    xdr::{ContractEvent, ContractEventBody, ScVal},
    Address,
};

/// Event and return bytes of one transaction, on mainnet as on testnet.
const MAX_EVENT_BYTES: usize = 16_384;
const BATCH: usize = 60;

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
    /// `clawback`: the campaign allows one, and pays for the receipts.
    fn new(asset_code: &str, clawback: bool) -> Self {
        let world = World::wasm(asset_code);
        let distributor = world.asset.holder(Line {
            balance: 1_000,
            ..Line::default()
        });
        world.grant_role(roles::DISTRIBUTOR, &distributor);
        let campaign = world.open_campaign(&Terms::default());
        if clawback {
            world.allow_clawback(campaign, DAY).unwrap();
        }
        let mut bench = Bench {
            world,
            distributor,
            campaign,
            next: 0,
        };
        // The first batch creates rings, marks and seq; every other one finds them.
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
        let returned = world
            .pay_as_source(&self.distributor, self.campaign, &batch)
            .unwrap();
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
fn find_largest_batch(asset_code: &str, clawback: bool) {
    let mut bench = Bench::new(asset_code, clawback);
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
    assert!(largest >= BATCH, "{asset_code}: only {largest} fit");
    assert!(full.bytes <= MAX_EVENT_BYTES);
    assert_eq!(bench.world.distribution().max_batch() as usize, BATCH);
    assert!(
        each < single as f64,
        "a batch must be cheaper than transfers"
    );
}

#[test]
fn sixty_fit_for_a_code_of_five_letters() {
    find_largest_batch("MERIT", false);
}

#[test]
fn sixty_fit_for_a_code_of_twelve_letters() {
    find_largest_batch("MERITREWARDS", false);
}

#[test]
fn sixty_fit_where_a_clawback_is_allowed() {
    find_largest_batch("MERITREWARDS", true);
}
