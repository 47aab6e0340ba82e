use merit_common::roles;
use merit_costs::{Book, Recorder};
use merit_testing::merit_state::Record;
use merit_testing::World;
use soroban_sdk::{testutils::Address as _, Address, String, Symbol, Vec};

use crate::support::{hash, holder, measure_lifecycle, symbol};

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let mut recorder = Recorder::new(&world, "state", &world.state);
    measure_registry(&mut recorder);
    measure_lifecycle(&mut recorder, "state");
    recorder.finish(book);
}

fn measure_registry(recorder: &mut Recorder) {
    let world = recorder.world;
    let env = &world.env;
    let registrar = holder(world, roles::REGISTRAR);
    let name = symbol(env, "vesting");
    let (old, new) = (Address::generate(env), Address::generate(env));
    let first = (&registrar, &name, &old, hash(env, 1), 1u32, 0u32);
    recorder.call::<()>("register", first);
    let second = (&registrar, &name, &new, hash(env, 2), 2u32, 1u32);
    recorder.case::<()>("register", "a new version", second);
    let interface = String::from_str(env, "0.1.0");
    let named = (&registrar, &name, interface, 2u32);
    recorder.call::<()>("set_interface", named);
    recorder.call::<Option<Record>>("get", (&name,));
    recorder.call::<Address>("resolve", (&name,));
    recorder.call::<Vec<(Symbol, Record)>>("list", (0u32, 100u32));
    recorder.call::<Vec<Address>>("system_addresses", ());
    let upgrader = holder(world, roles::UPGRADER);
    recorder.call::<()>("forget_address", (&upgrader, &old));
    recorder.call::<()>("unregister", (&upgrader, &name));
}
