#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{campaign::Campaigns, play};

fuzz_target!(|bytes: &[u8]| play::<Campaigns>(bytes));
