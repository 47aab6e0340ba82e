use merit_common::{batch::MAX_BATCH, roles};
use merit_costs::{Book, Recorder};
use merit_testing::{payments, Line, Terms, World};
use soroban_sdk::{BytesN, Vec};

use crate::support::{holder, measure_lifecycle};

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let mut recorder = Recorder::new(&world, "distribution", &world.distribution);
    measure_payouts(&mut recorder);
    measure_lifecycle(&mut recorder, "distribution");
    recorder.finish(book);
}

fn measure_payouts(recorder: &mut Recorder) {
    let world = recorder.world;
    let distributor = holder(world, roles::DISTRIBUTOR);
    let campaign = world.open_campaign(&Terms::default());
    let batches = [
        ("the first of a campaign", 0, 1),
        ("1 recipient", 1, 1),
        ("60 recipients", 2, MAX_BATCH),
    ];
    for (case, first, count) in batches {
        let to: std::vec::Vec<_> = (0..count)
            .map(|_| world.asset.holder(Line::default()))
            .collect();
        let batch = payments(&world.env, first, &to, 7);
        recorder.case::<()>("pay", case, (&distributor, campaign, batch));
    }
    let numbers = Vec::from_iter(&world.env, 0..MAX_BATCH);
    recorder.call::<Vec<BytesN<8>>>("status", (campaign, numbers));
    recorder.call::<u64>("seq", ());
    recorder.call::<u32>("max_batch", ());
}
