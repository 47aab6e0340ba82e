//! Runs cargo: which packages are contracts, and their wasm.

use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::Result;

const TARGET: &str = "wasm32v1-none";
const PROFILE: &str = "contract";
/// Package names start with it; contract names don't.
const PREFIX: &str = "merit-";

/// Tells the SDK's build script that the spec will be shaken.
const SHAKES_SPEC: &str = "SOROBAN_SDK_BUILD_SYSTEM_SUPPORTS_SPEC_SHAKING_V2";

pub struct Contract {
    /// Package name without `merit-`.
    pub name: String,
    package: String,
    library: String,
}

pub struct Workspace {
    /// Sorted by name.
    pub contracts: Vec<Contract>,
    target: PathBuf,
    /// Folder in which build scripts write code.
    intermediate: PathBuf,
    /// Folders with other packages' sources; they differ between machines.
    sources: BTreeSet<PathBuf>,
}

impl Workspace {
    /// The workspace around the current folder. Downloads the sources of its dependencies if need be.
    pub fn read() -> Result<Self> {
        let text = capture(
            cargo().args(["metadata", "--format-version=1", "--locked"]),
            "cargo metadata",
        )?;
        let metadata: Value = serde_json::from_str(&text)?;
        let target = PathBuf::from(text_at(&metadata, "target_directory")?);
        let intermediate = PathBuf::from(text_at(&metadata, "build_directory")?);
        let packages = metadata["packages"]
            .as_array()
            .ok_or("cargo metadata: no packages")?;
        let mut contracts: Vec<_> = packages.iter().filter_map(contract).collect();
        contracts.sort_by(|a, b| a.name.cmp(&b.name));
        if contracts.is_empty() {
            return Err("no contracts in this workspace".into());
        }
        let sources = packages.iter().filter_map(source_folder).collect();
        Ok(Workspace {
            contracts,
            target,
            intermediate,
            sources,
        })
    }

    /// The contracts of these names, or all where there are none.
    pub fn chosen(&self, names: &[String]) -> Result<Vec<&Contract>> {
        if names.is_empty() {
            return Ok(self.contracts.iter().collect());
        }
        let find = |name: &String| self.contracts.iter().find(|each| each.name == *name);
        names
            .iter()
            .map(|name| {
                find(name).ok_or_else(|| {
                    let known: Vec<_> = self.contracts.iter().map(|each| &*each.name).collect();
                    format!(
                        "there is no contract `{name}`; there are {}",
                        known.join(", ")
                    )
                    .into()
                })
            })
            .collect()
    }

    /// Flags that keep this machine's paths out of the wasm, separated as `CARGO_ENCODED_RUSTFLAGS` wants it.
    /// Flags of the environment are left out on purpose: they would change the hash. The workspace's own folder is not among
    /// them: the compiler gets paths below it, and cargo would compile every library again for each copy of the repository.
    pub fn rust_flags(&self) -> Result<OsString> {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let printed = capture(
            Command::new(rustc).args(["--print", "sysroot"]),
            "rustc --print sysroot",
        )?;
        let library = Path::new(printed.trim()).join("lib/rustlib/src/rust");
        let mut flags = OsString::new();
        let renamed = self
            .sources
            .iter()
            .map(|folder| (folder.as_path(), "/registry"))
            .chain([
                (self.intermediate.as_path(), "/build"),
                (library.as_path(), "/rust"),
            ]);
        for (folder, name) in renamed {
            if !flags.is_empty() {
                flags.push("\x1f");
            }
            flags.push("--remap-path-prefix=");
            flags.push(folder);
            flags.push("=");
            flags.push(name);
        }
        Ok(flags)
    }

    /// Compiles one contract and returns the wasm as the compiler left it.
    pub fn build(&self, contract: &Contract, flags: &OsString) -> Result<Vec<u8>> {
        self.compile(&[contract], flags)
            .map_err(|error| format!("{}: {error}", contract.name))?;
        let file = self
            .target
            .join(TARGET)
            .join(PROFILE)
            .join(format!("{}.wasm", contract.library));
        fs::read(&file).map_err(|error| format!("{}: {error}", file.display()).into())
    }

    /// Compiles contracts side by side.
    pub fn compile(&self, contracts: &[&Contract], flags: &OsString) -> Result<()> {
        let packages = contracts
            .iter()
            .flat_map(|contract| ["-p", &contract.package]);
        let status = cargo()
            .args([
                "build",
                "--locked",
                "--profile",
                PROFILE,
                "--target",
                TARGET,
            ])
            .args(packages)
            .env(SHAKES_SPEC, "1")
            .env("CARGO_ENCODED_RUSTFLAGS", flags)
            .status()
            .map_err(|error| format!("cargo build: {error}"))?;
        if !status.success() {
            return Err("cargo build failed".into());
        }
        Ok(())
    }
}

/// `CARGO` is set by cargo itself, and by a caller who has another toolchain in mind.
fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// A contract is a workspace package with a `cdylib`.
fn contract(package: &Value) -> Option<Contract> {
    if !package["source"].is_null() {
        return None;
    }
    let library = package["targets"].as_array()?.iter().find(|target| {
        target["crate_types"]
            .as_array()
            .is_some_and(|types| types.iter().any(|kind| kind == "cdylib"))
    })?;
    let package = package["name"].as_str()?;
    Some(Contract {
        name: package.strip_prefix(PREFIX).unwrap_or(package).to_owned(),
        package: package.to_owned(),
        library: library["name"].as_str()?.replace('-', "_"),
    })
}

/// `.../registry/src/<index>` of a downloaded package.
fn source_folder(package: &Value) -> Option<PathBuf> {
    package["source"].as_str()?;
    let manifest = Path::new(package["manifest_path"].as_str()?);
    Some(manifest.parent()?.parent()?.to_owned())
}

fn text_at<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value[key]
        .as_str()
        .ok_or_else(|| format!("cargo metadata: no {key}").into())
}

fn capture(command: &mut Command, what: &str) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{what}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{what} failed").into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
