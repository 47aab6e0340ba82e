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

/// Largest contract a network takes.
const MAX_WASM: usize = 128 * 1024;

/// Errors are shown as they are: each names what failed.
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
        if shipped.len() > MAX_WASM {
            return Err(format!(
                "{}: {} bytes, but a network takes at most {MAX_WASM}",
                contract.name,
                shipped.len()
            )
            .into());
        }
        let hash = manifest.add(&contract.name, &shipped);
        println!("      {} bytes, sha256 {hash}", shipped.len());
    }
    manifest.write(&output)
}
