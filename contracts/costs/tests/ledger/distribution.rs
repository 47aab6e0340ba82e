use merit_common::{batch::MAX_BATCH, roles};
use merit_costs::{Book, Recorder};
use merit_testing::{payments, Line, Terms, World, DAY, FIRST, MERCHANT, START};
use soroban_sdk::{Bytes, BytesN, Val, Vec};

use crate::support::{hash, holder, measure_lifecycle};

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let mut recorder = Recorder::new(&world, "distribution", &world.distribution);
    measure_payouts(&mut recorder);
    measure_clawback(&mut recorder);
    measure_drops(&mut recorder);
    measure_lifecycle(&mut recorder, "distribution");
    recorder.finish(book);
}

fn measure_payouts(recorder: &mut Recorder) {
    let world = recorder.world;
    let distributor = holder(world, roles::DISTRIBUTOR);
    let campaign = world.open_campaign(&Terms::default());
    let fingerprint = || world.distribution().batches().fingerprint;
    recorder.case::<u64>(
        "open",
        "the first",
        (&distributor, 0u64, 0u64, fingerprint()),
    );
    let batches = [
        ("the first of a campaign", FIRST, 1),
        ("1 recipient", FIRST + 1, 1),
        ("60 recipients", FIRST + 2, MAX_BATCH),
    ];
    for (case, first, count) in batches {
        let to: std::vec::Vec<_> = (0..count)
            .map(|_| world.asset.holder(Line::default()))
            .collect();
        let batch = world.batch(campaign, &payments(&world.env, first, &to, 7));
        recorder.case::<()>("pay", case, batch.args_by(&distributor));
    }
    recorder.case::<u64>(
        "open",
        "another",
        (&distributor, 1u64, u64::from(2 + MAX_BATCH), fingerprint()),
    );
    let numbers = Vec::from_iter(&world.env, FIRST..FIRST + MAX_BATCH);
    recorder.call::<Vec<BytesN<8>>>("status", (campaign, numbers));
    recorder.call::<Val>("batches", ());
    recorder.call::<u32>("first_number", ());
}

fn measure_clawback(recorder: &mut Recorder) {
    let world = recorder.world;
    let campaign = world.open_campaign(&Terms {
        reference: 9,
        ..Terms::default()
    });
    world.allow_clawback(campaign, DAY).unwrap();
    let wallet = world.asset.holder(Line::default());
    let to: std::vec::Vec<_> = (0..MAX_BATCH).map(|_| wallet.clone()).collect();
    let distributor = holder(world, roles::DISTRIBUTOR);
    let batch = world.batch(campaign, &payments(&world.env, FIRST, &to, 7));
    let pay = batch.args_by(&distributor);
    recorder.case::<()>("pay", "60 recipients, with a clawback window", pay);
    let operator = holder(world, roles::REVOKER);
    let paid_at = world.env.ledger().timestamp();
    let paid = (&operator, campaign, FIRST, &wallet, 7i128, paid_at);
    recorder.call::<()>("clawback", paid);
}

/// Drops of one leaf each, so that no proof is needed.
fn measure_drops(recorder: &mut Recorder) {
    let world = recorder.world;
    let env = &world.env;
    let (manager, distributor) = (
        holder(world, roles::MANAGER),
        holder(world, roles::DISTRIBUTOR),
    );
    let wallet = world.asset.holder(Line::default());
    world.deposit(MERCHANT, 200);
    let create =
        |recorder: &mut Recorder, case: &str, reference: &BytesN<32>, root: &BytesN<32>| {
            let (opens_at, expires_at) = (world.env.ledger().timestamp(), START + 2 * DAY);
            let terms = (
                &manager, reference, MERCHANT, root, 100i128, 1u32, opens_at, expires_at,
            );
            recorder.case::<u64>("create_drop", case, terms)
        };
    let reference = hash(env, 1);
    let leaf = (&reference, 0u32, &wallet, 60i128);
    let root: BytesN<32> = recorder.call("leaf", leaf);
    let id = create(recorder, "the first", &reference, &root);
    let none = Vec::<BytesN<32>>::new(env);
    recorder.call::<()>("claim", (&wallet, id, 0u32, 60i128, &none));

    let reference = hash(env, 2);
    let leaf = (&reference, 0u32, &wallet, 60i128);
    let root: BytesN<32> = world
        .call_unsigned(&world.distribution, "leaf", leaf)
        .unwrap();
    let second = create(recorder, "another", &reference, &root);
    let claim = (&distributor, &wallet, second, 0u32, 60i128, &none);
    recorder.call::<()>("claim_for", claim);

    let owner = world.asset.holder(Line::default());
    let appointer = world.holder(roles::APPOINTER);
    world.set_owner(appointer, MERCHANT, &owner).unwrap();
    world.advance(DAY);
    let pool = world.pool().mock_all_auths();
    pool.apply_owner(&owner, &MERCHANT);
    let opens_at = world.env.ledger().timestamp() + DAY;
    let later = |reference| {
        let (reference, expires_at) = (hash(env, reference), opens_at + DAY);
        world.deposit(MERCHANT, 100);
        (
            &manager, reference, MERCHANT, &root, 100i128, 1u32, opens_at, expires_at,
        )
    };
    let unopened: u64 = recorder.case("create_drop", "not opened yet", later(3));
    recorder.call::<()>("open_drop", (&owner, unopened));
    let guardian = holder(world, roles::PAUSER);
    recorder.case::<i128>("cancel_drop", "open, by a guardian", (&guardian, unopened));
    let unopened: u64 = recorder.case("create_drop", "not opened either", later(4));
    recorder.case::<i128>("cancel_drop", "not opened yet", (&manager, unopened));
    recorder.call::<u64>("open_delay", ());

    recorder.call::<Val>("drop", (id,));
    recorder.call::<Val>("drops", (0u64, 100u32));
    recorder.call::<bool>("is_claimed", (id, 0u32));
    recorder.call::<Bytes>("claims", (id, 0u32));
    world.advance(3 * DAY);
    recorder.call::<i128>("sweep", (id,));
}
