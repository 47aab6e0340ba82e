use merit_common::roles;
use merit_costs::{Book, Recorder};
use merit_redemption::Terms;
use merit_testing::{World, DAY, MERCHANT};
use soroban_sdk::{Address, Val};

use crate::support::{deploy, hash, holder, measure_lifecycle, payer};

const ITEM: u64 = 41;
const PRICE: i128 = 100;

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let args = (&world.admin, &world.state, &world.asset.sac);
    let contract = deploy(&world, "redemption", args);
    let mut recorder = Recorder::new(&world, "redemption", &contract);
    measure_catalogue(&mut recorder);
    measure_redemptions(&mut recorder);
    measure_lifecycle(&mut recorder, "redemption");
    recorder.finish(book);
}

fn measure_catalogue(recorder: &mut Recorder) {
    let manager = holder(recorder.world, roles::MANAGER);
    let terms = Terms {
        merchant: MERCHANT,
        price: PRICE,
        active: true,
        fulfil_within: 7 * DAY,
        cancel_within: DAY,
    };
    recorder.call::<u32>("set_item", (&manager, ITEM, terms));
    recorder.call::<()>("set_stock", (&manager, ITEM, 0u32, 10u32));
    recorder.call::<Val>("item", (ITEM,));
    recorder.call::<Val>("items", (MERCHANT, 0u32, 100u32));
}

fn measure_redemptions(recorder: &mut Recorder) {
    let world = recorder.world;
    let fulfiller = holder(world, roles::FULFIL);
    let wallet = payer(world);
    let order = |by: u8| (wallet.clone(), ITEM, 1u32, PRICE, hash(&world.env, by));
    let redeem = |recorder: &mut Recorder, case: &str, by: u8| -> u64 {
        recorder.case("redeem", case, order(by))
    };
    let fulfilled = redeem(recorder, "the first", 1);
    let cancelled = redeem(recorder, "again", 2);
    let expired = redeem(recorder, "a third time", 3);
    recorder.call::<Val>("redemption", (fulfilled,));
    recorder.call::<Val>("redemptions", (&wallet, 0u32, 100u32));
    recorder.call::<Option<u64>>("by_reference", (&wallet, hash(&world.env, 1)));
    recorder.call::<Val>("totals", ());
    recorder.call::<i128>("total_held", ());
    let stuck = redeem(recorder, "a fourth time", 4);
    recorder.call::<()>("fulfil", (&fulfiller, fulfilled));
    recorder.call::<()>("cancel", (&wallet as &Address, cancelled));
    world.advance(7 * DAY);
    recorder.call::<()>("expire", (expired,));
    world.asset.set_authorized(&wallet, false);
    recorder.case::<()>("expire", "of a frozen wallet", (stuck,));
    world.asset.set_authorized(&wallet, true);
    recorder.call::<i128>("owed", (&wallet,));
    recorder.call::<i128>("withdraw", (&wallet,));
}
