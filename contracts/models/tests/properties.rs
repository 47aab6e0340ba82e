//! Random sequences on every contract and its model. MERIT_CASES says how many for each, PROPTEST_RNG_SEED which ones
//! (`.cargo/config.toml`). With MERIT_FOUND, a folder such as `corpus`, the smallest sequence that fails is kept there.

use std::{env, fs, panic, path::Path};

use merit_models::{cases, play, Model};
use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, TestCaseError, TestError, TestRunner},
};

/// Sequences per contract unless MERIT_CASES says otherwise.
const CASES: usize = 50;

/// Plays sequences of up to `bytes` bytes.
fn check<M: Model>(name: &str, bytes: usize) {
    let config = Config {
        cases: cases(CASES) as u32,
        failure_persistence: None,
        ..Config::default()
    };
    let seed = config.rng_seed;
    let outcome = TestRunner::new(config).run(&vec(any::<u8>(), 0..bytes), |bytes| {
        panic::catch_unwind(|| play::<M>(&bytes)).map_err(|cause| {
            TestCaseError::fail(cause.downcast_ref::<String>().cloned().unwrap_or_default())
        })
    });
    let Err(error) = outcome else { return };
    if let (TestError::Fail(_, bytes), Some(folder)) = (&error, env::var_os("MERIT_FOUND")) {
        let path = Path::new(&folder).join(name).join(format!("found-{seed}"));
        fs::write(&path, bytes).unwrap();
        println!("kept as {}", path.display());
    }
    panic!("seed {seed}: {error}");
}

macro_rules! properties {
    ($($name:ident: $model:ty, $bytes:expr;)*) => {
        $(
            #[test]
            fn $name() {
                check::<$model>(stringify!($name), $bytes);
            }
        )*
    };
}

merit_models::models!(properties);
