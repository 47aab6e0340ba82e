//! `manifest.json`: {contract name: {sha256, size in bytes}}. The SHA-256 is also the hash by which a ledger
//! knows the code.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::{json, Value};
use sha2::{Digest, Sha256};

use crate::Result;

/// Sorted by name, so that the file changes only when a contract does.
#[derive(Default)]
pub struct Manifest(BTreeMap<String, Value>);

impl Manifest {
    /// Returns the hash, in hex.
    pub fn add(&mut self, name: &str, wasm: &[u8]) -> String {
        let hash: String = Sha256::digest(wasm)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        self.0.insert(
            name.to_owned(),
            json!({ "sha256": hash, "size": wasm.len() }),
        );
        hash
    }

    pub fn write(&self, folder: &Path) -> Result<()> {
        let file = folder.join("manifest.json");
        let text = serde_json::to_string_pretty(&self.0)? + "\n";
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()).into())
    }
}
