#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{governance::Governance, play};

fuzz_target!(|bytes: &[u8]| play::<Governance>(bytes));
