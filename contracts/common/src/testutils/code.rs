//! The same tests on native code (fast, debuggable) or on the built wasm (what a ledger runs).

use std::{env, format, fs, path::PathBuf};

use soroban_sdk::{testutils::Register, Address, ConstructorArgs, Env};

/// Folder with the built wasm; set it to run the tests on `<contract>.wasm` instead of native code.
const WASM_FOLDER: &str = "MERIT_WASM_DIR";

/// Deploys a contract.
///
/// # Panics
/// When the wasm is asked for but can't be read.
pub fn register(
    env: &Env,
    native: impl Register,
    name: &str,
    args: impl ConstructorArgs,
) -> Address {
    let Some(folder) = env::var_os(WASM_FOLDER) else {
        return env.register(native, args);
    };
    let file = PathBuf::from(folder).join(format!("{name}.wasm"));
    let wasm = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    env.register(wasm.as_slice(), args)
}
