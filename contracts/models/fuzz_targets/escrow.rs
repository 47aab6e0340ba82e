#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{escrow::Escrows, play};

fuzz_target!(|bytes: &[u8]| play::<Escrows>(bytes));
