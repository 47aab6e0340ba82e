use merit_common::{handover::Handover, roles};
use merit_costs::{Book, Recorder};
use merit_testing::{World, DAY};
use soroban_sdk::{Address, Symbol, Vec};

use crate::support::{holder, measure_lifecycle, payer, symbol};

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let mut recorder = Recorder::new(&world, "admin", &world.admin);
    measure_roles(&mut recorder);
    measure_lifecycle(&mut recorder, "admin");
    // Last: it takes the power from whoever grants the roles.
    measure_transfer(&mut recorder);
    recorder.finish(book);
}

fn measure_roles(recorder: &mut Recorder) {
    let world = recorder.world;
    let (root, account) = (&world.root, payer(world));
    let minter = symbol(&world.env, roles::MINTER);
    let until = Some(world.env.ledger().timestamp() + DAY);
    recorder.call::<()>("set_state", (&world.state,));
    recorder.call::<Option<Address>>("state", ());
    recorder.call::<()>("grant_role", (root, &minter, &account, until));
    recorder.call::<bool>("has_role", (&minter, &account));
    recorder.call::<Option<u64>>("role_expiry", (&minter, &account));
    recorder.call::<Vec<Symbol>>("roles", ());
    recorder.call::<u32>("member_count", (&minter,));
    recorder.call::<Vec<Address>>("members", (&minter, 0u32, 100u32));
    recorder.call::<()>("revoke_role", (root, &minter, &account));
    let leaver = holder(world, roles::MINTER);
    recorder.call::<()>("renounce_role", (&leaver, &minter));
    let limiter = symbol(&world.env, roles::LIMITER);
    recorder.call::<()>("set_role_admin", (&minter, &limiter));
    recorder.call::<Option<Symbol>>("role_admin", (&minter,));
}

fn measure_transfer(recorder: &mut Recorder) {
    let world = recorder.world;
    let next = payer(world);
    recorder.call::<Option<Address>>("admin", ());
    recorder.call::<u64>("transfer_delay", ());
    recorder.call::<()>("begin_transfer", (&next,));
    recorder.call::<Option<Handover>>("pending_transfer", ());
    recorder.call::<()>("cancel_transfer", ());
    world
        .call::<()>(&world.root, &world.admin, "begin_transfer", (&next,))
        .unwrap();
    world.advance(DAY);
    recorder.call::<()>("accept_transfer", ());
}
