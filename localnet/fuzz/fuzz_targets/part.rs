//! Plays on the part that MERIT_FUZZED names.
#![no_main]

use std::{env, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use localnet_fuzz::{calls, horizon, transactions};

static PLAY: LazyLock<fn(&[u8])> = LazyLock::new(|| match env::var("MERIT_FUZZED").as_deref() {
    Ok("transactions") => transactions,
    Ok("calls") => calls,
    Ok("horizon") => horizon,
    other => panic!("MERIT_FUZZED names no part of localnet: {other:?}"),
});

fuzz_target!(|bytes: &[u8]| PLAY(bytes));
