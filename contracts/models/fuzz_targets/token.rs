#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{play, token::Tokens};

fuzz_target!(|bytes: &[u8]| play::<Tokens>(bytes));
