#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{play, state::Registry};

fuzz_target!(|bytes: &[u8]| play::<Registry>(bytes));
