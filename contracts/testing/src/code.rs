//! Where the contracts' code comes from.

use std::{env, fs, path::PathBuf};

/// Native code is fast and debuggable; wasm is what a ledger runs, with its true costs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Code {
    Native,
    Wasm,
}

/// Bytes of `<contract>.wasm`, from `MERIT_WASM_DIR` or `<workspace>/target/contracts`.
///
/// # Panics
/// When the file isn't there, with the command that builds it.
pub fn wasm(contract: &str) -> Vec<u8> {
    let path = directory().join(format!("{contract}.wasm"));
    fs::read(&path).unwrap_or_else(|error| {
        panic!(
            "{}: {error}. Build the contracts first: `npm run contracts` (or set MERIT_WASM_DIR to the folder with the *.wasm)",
            path.display()
        )
    })
}

fn directory() -> PathBuf {
    match env::var_os("MERIT_WASM_DIR") {
        Some(directory) => directory.into(),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/contracts"),
    }
}
