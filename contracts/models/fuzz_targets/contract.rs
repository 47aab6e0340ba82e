//! Plays on the contract that MERIT_FUZZED names.
#![no_main]

use std::{env, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use merit_models::play;

macro_rules! by_name {
    ($($contract:ident: $model:ty, $bytes:expr;)*) => {
        fn player(name: &str) -> fn(&[u8]) {
            match name {
                $(stringify!($contract) => play::<$model>,)*
                _ => panic!("there is no contract {name}"),
            }
        }
    };
}

merit_models::models!(by_name);

static PLAY: LazyLock<fn(&[u8])> =
    LazyLock::new(|| player(&env::var("MERIT_FUZZED").expect("MERIT_FUZZED names a contract")));

fuzz_target!(|bytes: &[u8]| PLAY(bytes));
