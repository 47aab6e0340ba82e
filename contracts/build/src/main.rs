//! `merit-contract-build [output folder]`: builds every contract of the workspace for a ledger.
//!
//! The SDK leaves one step to the build system: dropping the interface types that a contract does not use
//! ("spec shaking"), done here. Binaryen's `wasm-opt`, from the search path, then takes a third off the code, as it
//! does in `stellar contract build`. The same source, compiler and optimiser give the same bytes in any folder on
//! any machine.

mod cargo;
mod manifest;
mod optimise;
mod wasm;

use std::{env, fs, path::PathBuf, process::ExitCode};

use cargo::Workspace;
use manifest::Manifest;

/// Each wasm stays below this. A network takes 128 KiB, but upload, rent and the loading in each call are paid by size:
/// a contract that outgrows it should shrink, not pass unnoticed.
const MAX_WASM: usize = 56 * 1024;

/// Errors are shown unchanged: each names what failed.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let output = arguments.next().map(PathBuf::from);
    if arguments.next().is_some() || output.as_ref().is_some_and(|path| is_option(path)) {
        eprintln!("usage: merit-contract-build [output folder, default target/contracts]");
        return ExitCode::FAILURE;
    }
    match build(output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_option(path: &std::path::Path) -> bool {
    path.as_os_str().to_string_lossy().starts_with('-')
}

fn build(output: Option<PathBuf>) -> Result<()> {
    let workspace = Workspace::read()?;
    let output = output.unwrap_or_else(|| workspace.root.join("target/contracts"));
    fs::create_dir_all(&output).map_err(|error| format!("{}: {error}", output.display()))?;
    let flags = workspace.rust_flags()?;
    let mut manifest = Manifest::default();
    let total = workspace.contracts.len();
    for (index, contract) in workspace.contracts.iter().enumerate() {
        println!("[{}/{total}] {}", index + 1, contract.name);
        let built = workspace.build(contract, &flags)?;
        let shaken = wasm::shake(&built).map_err(|error| format!("{}: {error}", contract.name))?;
        let file = output.join(format!("{}.wasm", contract.name));
        let shipped = optimise::optimise(&shaken, &file)?;
        check_size(&contract.name, shipped.len())?;
        let hash = manifest.add(&contract.name, &shipped);
        println!("      {} bytes, sha256 {hash}", shipped.len());
    }
    manifest.write(&output)
}

fn check_size(contract: &str, bytes: usize) -> Result<()> {
    if bytes < MAX_WASM {
        return Ok(());
    }
    Err(format!("{contract}: {bytes} bytes of wasm; a contract stays below {MAX_WASM}").into())
}

#[cfg(test)]
mod test {
    use super::{check_size, MAX_WASM};

    #[test]
    fn a_wasm_at_the_size_limit_is_refused_by_name_and_size() {
        assert!(check_size("pool", MAX_WASM - 1).is_ok());
        let refused = check_size("pool", MAX_WASM).unwrap_err().to_string();
        assert_eq!(
            refused,
            "pool: 57344 bytes of wasm; a contract stays below 57344"
        );
    }
}
