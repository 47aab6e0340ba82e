use merit_common::{batch::MAX_BATCH, roles};
use merit_costs::{Book, Recorder};
use merit_testing::{Line, World, DAY, LIMIT, MERCHANT, RAISE_DELAY};
use soroban_sdk::{Address, Bytes, Val, Vec};

use crate::support::{hash, holder, measure_lifecycle, payer};

const CAMPAIGN: u64 = 900;

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let mut recorder = Recorder::new(&world, "pool", &world.pool);
    measure_balances(&mut recorder);
    measure_reserves(&mut recorder);
    measure_limits(&mut recorder);
    measure_lifecycle(&mut recorder, "pool");
    recorder.finish(book);
}

fn measure_balances(recorder: &mut Recorder) {
    let world = recorder.world;
    let treasurer = holder(world, roles::TREASURER);
    let (from, owner) = (payer(world), payer(world));
    recorder.call::<()>("deposit", (&from, MERCHANT, 1_000_000i128));
    recorder.case::<()>("deposit", "again", (&from, MERCHANT, 1_000_000i128));
    let reference = hash(&world.env, 1);
    recorder.call::<bool>("grant", (&treasurer, MERCHANT, 1_000_000i128, reference));
    measure_owners(recorder, &owner);
    recorder.call::<()>("withdraw", (&owner, MERCHANT, &owner, 1_000i128));
    recorder.case::<()>("withdraw", "again", (&owner, MERCHANT, &owner, 1_000i128));
    recorder.call::<i128>("balance", (MERCHANT,));
    recorder.call::<i128>("total_held", ());
}

/// Leaves `owner` as the merchant's.
fn measure_owners(recorder: &mut Recorder, owner: &Address) {
    let world = recorder.world;
    let [appointer, guardian] = [roles::APPOINTER, roles::PAUSER].map(|role| holder(world, role));
    let name = (&appointer, MERCHANT, owner);
    recorder.case::<()>("set_owner", "first", name);
    recorder.call::<()>("cancel_owner", (&guardian, MERCHANT));
    recorder.case::<()>("set_owner", "again", name);
    recorder.call::<Val>("pending_owner", (MERCHANT,));
    world.advance(DAY);
    recorder.call::<()>("apply_owner", (owner, MERCHANT));
    recorder.case::<()>("set_owner", "by the owner", (owner, MERCHANT, owner));
    recorder.call::<Val>("owner", (MERCHANT,));
}

fn measure_reserves(recorder: &mut Recorder) {
    let world = recorder.world;
    let campaigns = world.holder(roles::CAMPAIGN);
    let reserve = (campaigns, MERCHANT, CAMPAIGN, 1_000_000i128);
    recorder.call::<()>("reserve", reserve);
    let counted = (campaigns, MERCHANT, CAMPAIGN + 1, 1_000i128);
    recorder.call::<()>("reserve_counted", counted);
    recorder.call::<()>("raise_reserve", (campaigns, CAMPAIGN, 1_000i128));
    for (case, count) in [("1 recipient", 1), ("60 recipients", MAX_BATCH)] {
        let to = (0..count).map(|_| world.asset.holder(Line::default()));
        let to: Vec<Address> = Vec::from_iter(&world.env, to);
        let amounts = Vec::from_iter(&world.env, (0..count).map(|_| 7i128));
        recorder.case::<Bytes>("pay", case, (campaigns, CAMPAIGN, to, amounts));
    }
    recorder.call::<i128>("reserved", (campaigns, CAMPAIGN));
    recorder.call::<i128>("release", (campaigns, CAMPAIGN));
}

fn measure_limits(recorder: &mut Recorder) {
    let world = recorder.world;
    let limiter = holder(world, roles::LIMITER);
    recorder.call::<Val>("limit", (None::<u64>,));
    recorder.call::<Option<u64>>("room_at", (MERCHANT, 1_000i128));
    let cut = (&limiter, Some(MERCHANT), 1_000_000i128);
    recorder.case::<()>("set_limit", "a cut", cut);
    let unpauser = holder(world, roles::UNPAUSER);
    recorder.call::<()>("restore_limit", (&unpauser, Some(MERCHANT)));
    recorder.case::<()>("set_limit", "a raise", (&limiter, None::<u64>, 2 * LIMIT));
    recorder.call::<Val>("pending_limit", (None::<u64>,));
    world.advance(RAISE_DELAY);
    recorder.call::<()>("apply_limit", (None::<u64>,));
}
