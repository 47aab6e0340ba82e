//! `merit-contract-build <output folder> [contract...]`: builds the named contracts of the workspace, or all, for a ledger.
//! It writes only when everything has been built: after an error the folder holds what it held before.
//!
//! The SDK leaves one step to the build system: dropping the interface types that a contract does not use
//! ("spec shaking"), done here. Binaryen's `wasm-opt`, from the search path, then takes a third off the code, as it
//! does in `stellar contract build`. The same source, compiler and optimiser give the same bytes in any folder on
//! any machine.

mod cargo;
mod manifest;
mod optimise;
mod wasm;

use std::{env, fs, path::Path, process::ExitCode, thread};

use cargo::Workspace;

/// Each wasm stays below this. A network takes 128 KiB, but upload, rent and the loading in each call are paid by size:
/// a contract that outgrows it should shrink, not pass unnoticed.
const MAX_WASM: usize = 56 * 1024;

/// Errors are shown unchanged: each names what failed.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> ExitCode {
    let mut arguments = env::args();
    let Some(output) = arguments.nth(1).filter(|path| !path.starts_with('-')) else {
        eprintln!("usage: merit-contract-build <output folder> [contract...]");
        return ExitCode::FAILURE;
    };
    match build(Path::new(&output), &arguments.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn build(output: &Path, names: &[String]) -> Result<()> {
    let workspace = Workspace::read()?;
    let chosen = workspace.chosen(names)?;
    fs::create_dir_all(output).map_err(|error| format!("{}: {error}", output.display()))?;
    let flags = workspace.rust_flags()?;
    // Each one is compiled on one core, so it is quicker to begin with all. The calls below
    // decide the result: cargo compiles a contract again if the others gave its dependencies other features.
    if chosen.len() > 1 {
        workspace.compile(&chosen, &flags)?;
    }
    let mut shaken = Vec::new();
    for contract in &chosen {
        let compiled = workspace.build(contract, &flags)?;
        let smaller =
            wasm::shake(&compiled).map_err(|error| format!("{}: {error}", contract.name))?;
        shaken.push((contract.name.as_str(), smaller));
    }
    let mut built = Vec::new();
    // The optimiser uses one core.
    for group in shaken.chunks(thread::available_parallelism()?.get()) {
        println!("Optimising {}", names_of(group));
        for (name, shipped) in optimise_all(group, output)? {
            check_size(name, shipped.len())?;
            built.push((name, shipped));
        }
    }
    let all = workspace.contracts.iter().map(|contract| &*contract.name);
    manifest::write(output, &built, &all.collect())
}

fn names_of(contracts: &[(&str, Vec<u8>)]) -> String {
    let names: Vec<_> = contracts.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

/// Each wasm in a thread of its own.
fn optimise_all<'a>(
    contracts: &[(&'a str, Vec<u8>)],
    output: &Path,
) -> Result<Vec<(&'a str, Vec<u8>)>> {
    thread::scope(|scope| {
        let running: Vec<_> = contracts
            .iter()
            .map(|(name, wasm)| {
                let file = output.join(format!("{name}.new"));
                let optimised = scope.spawn(move || optimise::optimise(wasm, &file));
                (*name, optimised)
            })
            .collect();
        let wait = |(name, optimised): (&'a str, thread::ScopedJoinHandle<_>)| {
            let shipped: Result<Vec<u8>> = optimised.join().expect("the optimiser's thread ends");
            Ok((name, shipped?))
        };
        running.into_iter().map(wait).collect()
    })
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
