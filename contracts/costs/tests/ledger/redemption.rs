use merit_common::roles;
use merit_costs::{Book, Recorder};
use merit_testing::merit_redemption::{Order, Terms};
use merit_testing::{World, DAY, MERCHANT};
use soroban_sdk::Val;

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
        wallet_limit: None,
    };
    recorder.call::<u32>("set_item", (&manager, ITEM, terms));
    recorder.call::<()>("set_stock", (&manager, ITEM, 0u32, 10u32));
    recorder.call::<Val>("item", (ITEM,));
}

fn measure_redemptions(recorder: &mut Recorder) {
    let world = recorder.world;
    let fulfiller = holder(world, roles::FULFIL);
    let wallet = payer(world);
    let order = Order {
        item: ITEM,
        quantity: 1,
        max_price: PRICE,
        fulfil_within: 7 * DAY,
        cancel_within: DAY,
    };
    let named = |by: u8| (wallet.clone(), hash(&world.env, by));
    let redeem = |recorder: &mut Recorder, case: &str, by: u8| {
        let args = (wallet.clone(), hash(&world.env, by), order.clone());
        recorder.case::<()>("redeem", case, args);
    };
    redeem(recorder, "the first", 1);
    redeem(recorder, "again", 2);
    redeem(recorder, "a third time", 3);
    recorder.call::<Val>("redemption", named(1));
    recorder.call::<Val>("redemptions", (&wallet, (), 100u32));
    recorder.call::<Val>("totals", ());
    recorder.call::<i128>("total_held", ());
    redeem(recorder, "a fourth time", 4);
    let [first, second] = [named(1), named(2)];
    recorder.call::<()>("fulfil", (&fulfiller, first.0, first.1));
    recorder.call::<()>("cancel", (&wallet, second.0, second.1));
    world.advance(7 * DAY);
    recorder.call::<()>("expire", named(3));
    world.asset.set_authorized(&wallet, false);
    recorder.case::<()>("expire", "of a frozen wallet", named(4));
    world.asset.set_authorized(&wallet, true);
    recorder.call::<i128>("owed", (&wallet,));
    recorder.call::<i128>("withdraw", (&wallet,));
}
