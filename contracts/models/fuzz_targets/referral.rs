#![no_main]

use libfuzzer_sys::fuzz_target;
use merit_models::{play, referral::Referrals};

fuzz_target!(|bytes: &[u8]| play::<Referrals>(bytes));
