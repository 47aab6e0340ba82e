use merit_common::roles;
use merit_costs::{Book, Recorder};
use merit_testing::merit_referral::Programme;
use merit_testing::{World, DAY, MERCHANT, START};
use soroban_sdk::{Address, Val};

use crate::support::{deploy, holder, measure_lifecycle, payer};

const CLAWBACK: u64 = 14 * DAY;
const WINDOW: u64 = 60 * DAY;
const CLAIM_WINDOW: u64 = 180 * DAY;

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let args = (&world.admin, &world.state, &world.asset.sac);
    let contract = deploy(&world, "referral", args);
    let mut recorder = Recorder::new(&world, "referral", &contract);
    let sponsor = measure_programme(&mut recorder);
    measure_bonuses(&mut recorder);
    measure_debts(&mut recorder, &sponsor);
    measure_lifecycle(&mut recorder, "referral");
    recorder.finish(book);
}

/// Returns the sponsor.
fn measure_programme(recorder: &mut Recorder) -> Address {
    let world = recorder.world;
    let (manager, sponsor) = (holder(world, roles::MANAGER), payer(world));
    let terms = Programme {
        sponsor: sponsor.clone(),
        bonus_referrer: 100,
        bonus_newcomer: 40,
        referrer_cap: 1_000,
        budget: 10_000,
        starts_at: START,
        ends_at: START + WINDOW,
        clawback_window: CLAWBACK,
    };
    recorder.call::<()>("set_programme", (&manager, MERCHANT, terms.clone()));
    recorder.call::<()>("fund", (&sponsor, MERCHANT, 10_000i128));
    let another = (&manager, MERCHANT + 1, terms);
    recorder.case::<()>("set_programme", "another", another);
    recorder.case::<()>("fund", "another", (&sponsor, MERCHANT + 1, 10_000i128));
    recorder.call::<i128>("leave", (&sponsor, MERCHANT + 1));
    recorder.call::<Val>("programme", (MERCHANT,));
    recorder.call::<Val>("funds", (MERCHANT,));
    sponsor
}

fn measure_bonuses(recorder: &mut Recorder) {
    let world = recorder.world;
    let (qualifier, manager) = (holder(world, roles::QUALIFY), holder(world, roles::MANAGER));
    let (referrer, newcomer, other) = (payer(world), payer(world), payer(world));
    recorder.call::<()>("enrol", (&referrer,));
    recorder.call::<bool>("is_enrolled", (&referrer,));
    recorder.call::<()>("bind", (&newcomer, &referrer));
    recorder.case::<()>("bind", "to the same referrer", (&other, &referrer));
    recorder.call::<()>("qualify", (&qualifier, MERCHANT, &newcomer));
    recorder.case::<()>("qualify", "again", (&qualifier, MERCHANT, &other));
    recorder.call::<Option<Address>>("referrer", (&newcomer,));
    recorder.call::<i128>("earned", (MERCHANT, &referrer));
    recorder.call::<Val>("reward", (MERCHANT, &newcomer));
    recorder.call::<i128>("total_held", ());
    recorder.call::<()>("revoke", (&manager, MERCHANT, &other));
    world.advance(CLAWBACK);
    recorder.call::<i128>("claim", (&referrer, MERCHANT, &newcomer));
    world.advance(WINDOW);
    recorder.call::<i128>("settle", (MERCHANT,));
    world.advance(CLAIM_WINDOW - WINDOW);
    recorder.call::<i128>("expire", (MERCHANT, &newcomer));
}

fn measure_debts(recorder: &mut Recorder, sponsor: &Address) {
    recorder.case::<i128>("settle", "again", (MERCHANT,));
    recorder.call::<i128>("owed", (sponsor,));
    recorder.call::<i128>("withdraw", (sponsor,));
}
