#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{play, redemption::Redeemed};

fuzz_target!(|bytes: &[u8]| play::<Redeemed>(bytes));
