#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{distribution::Distribution, play};

fuzz_target!(|bytes: &[u8]| play::<Distribution>(bytes));
