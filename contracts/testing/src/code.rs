//! Sources of the contracts' code.

use std::{collections::BTreeSet, env, fs, path::PathBuf};

use soroban_sdk::{
    xdr::{Limits, ScEnvMetaEntry, ScEnvMetaEntryInterfaceVersion, ScSpecEntry, WriteXdr},
    Bytes, BytesN, Env,
};

use crate::world::PROTOCOL;

/// Folder with the built wasm; set it to run the tests on that instead of native code.
const WASM_FOLDER: &str = "MERIT_WASM_DIR";

/// Native code is fast and debuggable; wasm is what a ledger runs, with its true costs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Code {
    Native,
    Wasm,
    /// The code that was released under this version.
    Released(String),
}

impl Code {
    /// Wasm if MERIT_WASM_DIR names its folder, native otherwise.
    pub fn chosen() -> Self {
        match env::var_os(WASM_FOLDER) {
            Some(_) => Code::Wasm,
            None => Code::Native,
        }
    }
}

/// Bytes of `<contract>.wasm`, from MERIT_WASM_DIR, else from where `npm run contracts` puts it.
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

/// Names of the functions that anybody can call, from the built wasm.
pub fn functions(contract: &str) -> BTreeSet<String> {
    let entries = soroban_spec::read::from_wasm(&wasm(contract)).unwrap();
    entries
        .into_iter()
        .filter_map(|entry| match entry {
            ScSpecEntry::FunctionV0(function) => Some(function.name.to_utf8_string_lossy()),
            _ => None,
        })
        .filter(|name| name != "__constructor")
        .collect()
}

/// Names of all built contracts.
///
/// # Panics
/// When nothing was built.
pub fn contracts() -> BTreeSet<String> {
    names(directory())
        .unwrap_or_else(|error| panic!("{error}. Build the contracts first: `npm run contracts`"))
}

/// Bytes of `<contract>.wasm` as it was released under `version`.
///
/// # Panics
/// When that release had no such contract.
pub fn released_wasm(version: &str, contract: &str) -> Vec<u8> {
    let path = releases_directory()
        .join(version)
        .join(format!("{contract}.wasm"));
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names of the contracts that a release had.
pub fn released_contracts(version: &str) -> BTreeSet<String> {
    names(releases_directory().join(version)).unwrap()
}

/// Versions of the releases that are kept in `contracts/released`.
pub fn releases() -> BTreeSet<String> {
    let folders = fs::read_dir(releases_directory())
        .unwrap()
        .map(Result::unwrap);
    folders
        .filter(|folder| folder.file_type().unwrap().is_dir())
        .map(|folder| folder.file_name().into_string().unwrap())
        .collect()
}

/// Uploads the smallest contract there is, without any function: something to upgrade to.
pub fn other_code(env: &Env) -> BytesN<32> {
    const SECTION: &[u8] = b"contractenvmetav0";
    let version = ScEnvMetaEntry::ScEnvMetaKindInterfaceVersion(ScEnvMetaEntryInterfaceVersion {
        protocol: PROTOCOL,
        pre_release: 0,
    });
    let meta = version.to_xdr(Limits::none()).unwrap();
    let mut wasm = Bytes::from_slice(env, b"\0asm\x01\0\0\0");
    let length = 1 + SECTION.len() + meta.len();
    wasm.extend_from_slice(&[0, length as u8, SECTION.len() as u8]);
    wasm.extend_from_slice(SECTION);
    wasm.extend_from_slice(&meta);
    env.deployer().upload_contract_wasm(wasm)
}

/// Names of the `*.wasm` in a folder.
fn names(folder: PathBuf) -> Result<BTreeSet<String>, String> {
    let files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = files.filter_map(|file| {
        let name = file.unwrap().file_name().into_string().ok()?;
        name.strip_suffix(".wasm").map(str::to_owned)
    });
    Ok(names.collect())
}

fn releases_directory() -> PathBuf {
    workspace().join("contracts/released")
}

fn directory() -> PathBuf {
    if let Some(directory) = env::var_os(WASM_FOLDER) {
        return directory.into();
    }
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
    target.join("contracts")
}

fn workspace() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
