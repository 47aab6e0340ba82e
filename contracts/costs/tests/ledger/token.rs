use merit_common::roles;
use merit_costs::{Book, Recorder};
use merit_testing::World;
use soroban_sdk::{testutils::Address as _, token::StellarAssetClient, Address, Val};

use crate::support::{deploy, holder, measure_lifecycle, payer, FUNDS};

pub fn measure(book: &mut Book) {
    let world = World::wasm("MERIT");
    let sac = &world.asset.sac;
    let args = (&world.admin, &world.state, sac, 100 * FUNDS);
    let token = deploy(&world, "token", args);
    StellarAssetClient::new(&world.env, sac)
        .mock_all_auths()
        .set_admin(&token);
    let mut recorder = Recorder::new(&world, "token", &token);
    measure_supply(&mut recorder);
    measure_lifecycle(&mut recorder, "token");
    recorder.finish(book);
}

fn measure_supply(recorder: &mut Recorder) {
    let world = recorder.world;
    let (limiter, minter) = (holder(world, roles::LIMITER), holder(world, roles::MINTER));
    let (freezer, clawback) = (
        holder(world, roles::FREEZER),
        holder(world, roles::CLAWBACK),
    );
    let account = payer(world);
    recorder.call::<()>("set_quota", (&limiter, &minter, FUNDS));
    recorder.call::<()>("mint", (&minter, &account, 1_000i128));
    recorder.case::<()>("mint", "again", (&minter, &account, 1_000i128));
    recorder.call::<Val>("quota", (&minter,));
    recorder.call::<i128>("cap", ());
    recorder.call::<i128>("minted", ());
    recorder.call::<Address>("asset", ());
    recorder.call::<()>("freeze", (&freezer, &account));
    recorder.call::<bool>("is_frozen", (&account,));
    recorder.call::<()>("unfreeze", (&freezer, &account));
    // A contract wallet: the trustlines of this world came without the flag for it.
    let wallet = Address::generate(&world.env);
    world.asset.mint(&wallet, 1_000);
    recorder.call::<()>("clawback", (&clawback, &wallet, 500i128));
}
