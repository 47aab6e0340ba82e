//! Helpers that the modules share.

use merit_common::{lifecycle, roles};
use merit_costs::Recorder;
use merit_testing::{wasm, Line, World};
use soroban_sdk::{Address, BytesN, ConstructorArgs, Env, Symbol};

/// Stroops of an account that pays in.
pub const FUNDS: i128 = 1_000_000_000;

/// Deploys another contract beside the world's.
pub fn deploy(world: &World, name: &str, args: impl ConstructorArgs) -> Address {
    world.env.register(wasm(name).as_slice(), args)
}

/// A classic account with a trustline and funds, as users have.
pub fn payer(world: &World) -> Address {
    world.asset.holder(Line {
        balance: FUNDS as i64,
        ..Line::default()
    })
}

pub fn holder(world: &World, role: &str) -> Address {
    let account = payer(world);
    world.grant_role(role, &account);
    account
}

pub fn symbol(env: &Env, name: &str) -> Symbol {
    Symbol::new(env, name)
}

pub fn hash(env: &Env, byte: u8) -> BytesN<32> {
    BytesN::from_array(env, &[byte; 32])
}

/// The rows that every contract has.
pub fn measure_stops(recorder: &mut Recorder) {
    let world = recorder.world;
    recorder.call::<u32>("version", ());
    recorder.call::<bool>("paused", ());
    // `admin` grants no role while it is paused, so this comes first.
    let [pauser, unpauser] = [roles::PAUSER, roles::UNPAUSER].map(|role| holder(world, role));
    recorder.call::<()>("pause", (&pauser,));
    recorder.call::<()>("unpause", (&unpauser,));
}

/// The rows that every contract has, and those of a contract whose code can be replaced.
pub fn measure_lifecycle(recorder: &mut Recorder, name: &str) {
    measure_stops(recorder);
    let world = recorder.world;
    let env = &world.env;
    let upgrader = holder(world, roles::UPGRADER);
    let code = env.deployer().upload_contract_wasm(wasm(name).as_slice());
    recorder.call::<()>("upgrade", (code, &upgrader));
    measure_migration(recorder);
}

pub fn measure_migration(recorder: &mut Recorder) {
    let (world, env) = (recorder.world, &recorder.world.env);
    let upgrader = holder(world, roles::UPGRADER);
    // As if the code had just replaced one of an older schema.
    env.as_contract(&recorder.address, || lifecycle::init(env, 0));
    recorder.call::<()>("migrate", (&upgrader,));
}
