use merit_common::{handover::Handover, roles};
use merit_costs::{Book, Recorder};
use merit_testing::{World, DAY};
use soroban_sdk::{Address, Symbol, Val, Vec};

use crate::support::{hash, holder, measure_lifecycle, payer, symbol};

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let mut recorder = Recorder::new(&world, "admin", &world.admin);
    measure_roles(&mut recorder);
    measure_upgrades(&mut recorder);
    measure_lifecycle(&mut recorder, "admin");
    // Last: it takes the power from whoever grants the roles.
    measure_transfer(&mut recorder);
    recorder.finish(book);
}

fn measure_roles(recorder: &mut Recorder) {
    let world = recorder.world;
    let (root, account) = (&world.root, payer(world));
    let minter = symbol(&world.env, roles::MINTER);
    let until = world.env.ledger().timestamp() + DAY;
    recorder.call::<()>("set_state", (&world.state,));
    recorder.call::<Option<Address>>("state", ());
    recorder.call::<()>("grant_role", (&account, &minter, root));
    recorder.call::<()>("grant_role_until", (&account, &minter, until, root));
    let position = recorder.call::<Option<u32>>("has_role", (&account, &minter));
    recorder.call::<Option<u64>>("role_expiry", (&account, &minter));
    recorder.call::<Vec<Symbol>>("get_existing_roles", ());
    recorder.call::<u32>("get_role_member_count", (&minter,));
    recorder.call::<Address>("get_role_member", (&minter, position.unwrap()));
    recorder.call::<Vec<Address>>("members", (&minter, 0u32, 100u32));
    recorder.call::<()>("revoke_role", (&account, &minter, root));
    let leaver = holder(world, roles::MINTER);
    recorder.call::<()>("renounce_role", (&minter, &leaver));
}

fn measure_upgrades(recorder: &mut Recorder) {
    let world = recorder.world;
    let [upgrader, pauser] = [roles::UPGRADER, roles::PAUSER].map(|role| holder(world, role));
    let code = hash(&world.env, 1);
    recorder.call::<u64>("upgrade_delay", ());
    recorder.call::<()>("announce_upgrade", (&world.pool, &code, &upgrader));
    recorder.call::<Val>("announced_upgrade", (&world.pool,));
    recorder.call::<bool>("upgrade_is_due", (&world.pool, &code));
    recorder.call::<()>("cancel_upgrade", (&world.pool, &pauser));
}

fn measure_transfer(recorder: &mut Recorder) {
    let world = recorder.world;
    let next = payer(world);
    recorder.call::<Option<Address>>("get_admin", ());
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
