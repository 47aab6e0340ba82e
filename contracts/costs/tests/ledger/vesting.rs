use std::cell::Cell;

use merit_common::handover::Handover;
use merit_costs::{Book, Recorder};
use merit_testing::merit_vesting::{Linear, Plan, Terms, Tranche, MAX_BATCH};
use merit_testing::{World, START};
use soroban_sdk::{vec as list, Address, BytesN, Val, Vec};

use crate::support::{deploy, hash, measure_stops, payer};

/// Seconds.
const TERM: u64 = 1_000;

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let asset = &world.asset;
    let args = (&world.admin, &world.state, &asset.sac, &asset.issuer);
    let contract = deploy(&world, "vesting", args);
    let mut recorder = Recorder::new(&world, "vesting", &contract);
    measure_schedules(&mut recorder);
    measure_stops(&mut recorder);
    recorder.finish(book);
}

fn measure_schedules(recorder: &mut Recorder) {
    let world = recorder.world;
    let (funder, beneficiary, revoker) = (payer(world), payer(world), payer(world));
    let reference = Cell::new(0);
    let terms = |plan| Terms {
        reference: hash(&world.env, reference.replace(reference.get() + 1)),
        beneficiary: beneficiary.clone(),
        plan,
        revoker: Some(revoker.clone()),
    };
    let linear = Plan::Linear(Linear {
        total: 1_000_000,
        start: START,
        cliff: START,
        end: START + TERM,
    });
    let alone = list![&world.env, terms(linear.clone())];
    let id = first(recorder.call("create", (&funder, alone)));
    let tranches = (1..=12).map(|month| Tranche {
        time: START + month * TERM,
        amount: 1_000,
    });
    let tranches = Plan::Tranches(Vec::from_iter(&world.env, tranches));
    let tranches = list![&world.env, terms(tranches)];
    let stepped = first(recorder.case("create", "12 tranches", (&funder, tranches)));
    let batch = (0..MAX_BATCH).map(|_| terms(linear.clone()));
    let batch = Vec::from_iter(&world.env, batch);
    let other = first(recorder.case("create", "20 schedules", (&funder, batch)));
    world.advance(TERM / 2);
    measure_views(recorder, &id);
    recorder.call::<i128>("claim", (&id,));
    measure_transfer(recorder, &id, &beneficiary);
    recorder.call::<i128>("revoke", (&revoker, &id));
    recorder.case::<i128>("revoke", "by its beneficiary", (&beneficiary, other));
    recorder.call::<i128>("owed", (&funder,));
    recorder.call::<i128>("withdraw", (&funder,));
    world.advance(12 * TERM);
    recorder.case::<i128>("claim", "12 tranches", (stepped,));
}

fn first(ids: Vec<BytesN<32>>) -> BytesN<32> {
    ids.get(0).unwrap()
}

fn measure_views(recorder: &mut Recorder, id: &BytesN<32>) {
    recorder.call::<Val>("get", (id,));
    recorder.call::<i128>("vested_at", (id, START + TERM));
    recorder.call::<i128>("claimable", (id,));
    recorder.call::<i128>("obligations", ());
    recorder.call::<i128>("total_held", ());
}

fn measure_transfer(recorder: &mut Recorder, id: &BytesN<32>, beneficiary: &Address) {
    let world = recorder.world;
    let (second, third) = (payer(world), payer(world));
    recorder.call::<()>("begin_transfer", (beneficiary, id, &second));
    recorder.call::<Option<Handover>>("pending_transfer", (id,));
    recorder.call::<()>("cancel_transfer", (beneficiary, id));
    recorder.case::<()>("begin_transfer", "again", (beneficiary, id, &third));
    recorder.call::<()>("accept_transfer", (&third, id));
}
