use merit_common::{batch::MAX_BATCH, result::TO_PAY, roles};
use merit_costs::{Book, Recorder};
use merit_testing::merit_campaign::Spent;
use merit_testing::{Line, Terms, World, DAY, MERCHANT};
use soroban_sdk::{Address, Bytes, BytesN, Val, Vec};

use crate::support::{hash, holder, measure_lifecycle};

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let mut recorder = Recorder::new(&world, "campaign", &world.campaign);
    let manager = holder(&world, roles::MANAGER);
    let id = measure_creation(&mut recorder, &manager);
    measure_spending(&mut recorder, id);
    recorder.call::<()>("pause_campaign", (&manager, id));
    recorder.call::<()>("resume_campaign", (&manager, id));
    let terms = Terms::default();
    let more = (&manager, id, terms.budget + 1, terms.ends_at + DAY);
    recorder.call::<bool>("extend", more);
    recorder.call::<()>("end", (&manager, id));
    recorder.call::<i128>("settle", (&manager, id));
    measure_lifecycle(&mut recorder, "campaign");
    recorder.finish(book);
}

fn measure_creation(recorder: &mut Recorder, manager: &Address) -> u64 {
    let world = recorder.world;
    let terms = Terms::default();
    world.deposit(MERCHANT, 3 * terms.budget);
    let with_cap = |reference: u8, cap: Option<i128>| {
        let reference: BytesN<32> = hash(&world.env, reference);
        let (starts_at, ends_at) = (terms.starts_at, terms.ends_at);
        (
            manager.clone(),
            reference,
            MERCHANT,
            terms.budget,
            starts_at,
            ends_at,
            cap,
        )
    };
    let id = recorder.call("create", with_cap(1, None));
    let capped: u64 = recorder.case("create", "with a cap", with_cap(2, Some(1_000)));
    recorder.call::<()>("allow_clawback", (manager, capped, DAY));
    recorder.call::<Option<u64>>("clawback_seconds", (capped,));
    spend(recorder, capped, "1 recipient, capped", 1);
    recorder.call::<Option<u64>>("by_reference", (hash(&world.env, 1),));
    id
}

fn measure_spending(recorder: &mut Recorder, id: u64) {
    let wallet = spend(recorder, id, "1 recipient", 1);
    spend(recorder, id, "60 recipients", MAX_BATCH);
    recorder.call::<i128>("wallet_spent", (id, wallet));
    recorder.call::<Val>("get", (id,));
    recorder.call::<Val>("campaigns", (0u64, 50u32));
}

/// Answers one of the recipients.
fn spend(recorder: &mut Recorder, id: u64, case: &str, count: u32) -> Address {
    let world = recorder.world;
    let env = &world.env;
    let to: std::vec::Vec<_> = (0..count)
        .map(|_| world.asset.holder(Line::default()))
        .collect();
    let bytes = |each: usize| Bytes::from_slice(env, &vec![1; each * count as usize]);
    let args = (
        world.holder(roles::DISTRIBUTION),
        id,
        1u64,
        bytes(4),
        bytes(8),
        Vec::from_slice(env, &to),
        Vec::from_iter(env, to.iter().map(|_| 7i128)),
        Bytes::from_slice(env, &vec![TO_PAY; count as usize]),
    );
    recorder.case::<Spent>("spend", case, args);
    to[0].clone()
}
