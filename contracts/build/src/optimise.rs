//! Makes the wasm smaller with Binaryen's `wasm-opt`, which keeps custom sections.

use std::{fs, io::ErrorKind, path::Path, process::Command};

use crate::Result;

const PROGRAM: &str = "wasm-opt";

/// Small rather than fast, and only features that every network's engine accepts. A contract's memory begins with a megabyte
/// of stack that grows downwards: only what is about to overflow it reaches the first kilobyte.
const OPTIONS: [&str; 6] = [
    "-Oz",
    "--converge",
    "--low-memory-unused",
    "--mvp-features",
    "--enable-mutable-globals",
    "--enable-sign-ext",
];

/// Returns the optimised `wasm`. `file` holds it meanwhile.
pub fn optimise(wasm: &[u8], file: &Path) -> Result<Vec<u8>> {
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    fs::write(file, wasm).map_err(failed)?;
    let status = Command::new(PROGRAM)
        .args(OPTIONS)
        .arg(file)
        .arg("-o")
        .arg(file)
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(_) => return Err(format!("{}: {PROGRAM} failed", file.display()).into()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(format!("`{PROGRAM}` was not found: run `npm run contracts`").into())
        }
        Err(error) => return Err(format!("{PROGRAM}: {error}").into()),
    }
    let optimised = fs::read(file).map_err(failed)?;
    fs::remove_file(file).map_err(failed)?;
    wasmparser::validate(&optimised)?;
    Ok(optimised)
}
