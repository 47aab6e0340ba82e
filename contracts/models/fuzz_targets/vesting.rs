#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{play, vesting::Schedules};

fuzz_target!(|bytes: &[u8]| play::<Schedules>(bytes));
