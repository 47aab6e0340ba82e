mod amount;
mod debts;
mod guards;
mod handover;
mod result;
mod rolling;
mod rolling_history;
mod sac;
mod ttl;

use soroban_sdk::{
    contract, contractimpl,
    testutils::{EnvTestConfig, Ledger as _},
    Address, Env,
};

/// Something that has storage.
#[contract]
struct Holder;

#[contractimpl]
impl Holder {}

/// Any time at the start of a quarter-hour.
const START: u64 = 1_800_000_000;

fn holder() -> (Env, Address) {
    let env = Env::new_with_config(EnvTestConfig {
        capture_snapshot_at_drop: false,
    });
    env.ledger().set_timestamp(START);
    let address = env.register(Holder, ());
    (env, address)
}
