#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{play, pool::Pool};

fuzz_target!(|bytes: &[u8]| play::<Pool>(bytes));
