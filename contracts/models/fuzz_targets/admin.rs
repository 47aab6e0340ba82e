#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{admin::Roles, play};

fuzz_target!(|bytes: &[u8]| play::<Roles>(bytes));
