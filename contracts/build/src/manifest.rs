//! The folder of the built contracts: `<contract>.wasm` of each, and `manifest.json`,
//! {contract name: {sha256, size in bytes}}. The SHA-256 is also the hash by which a ledger knows the code.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde_json::{json, Value};
use sha2::{Digest, Sha256};

use crate::Result;

/// Writes what was built to the folder, beside what it holds of other contracts. Contracts that are not in `all`, the names
/// of the workspace's contracts, leave the folder.
pub fn write(folder: &Path, built: &[(&str, Vec<u8>)], all: &BTreeSet<&str>) -> Result<()> {
    let path = folder.join("manifest.json");
    // Sorted by name, so that the file changes only when a contract does.
    let mut manifest: BTreeMap<String, Value> = match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text)?,
        Err(_) => BTreeMap::new(),
    };
    for (name, wasm) in built {
        let hash: String = Sha256::digest(wasm)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        println!("{name}: {} bytes, sha256 {hash}", wasm.len());
        replace(&folder.join(format!("{name}.wasm")), wasm)?;
        manifest.insert(
            (*name).to_owned(),
            json!({ "sha256": hash, "size": wasm.len() }),
        );
    }
    for name in manifest.keys().filter(|name| !all.contains(name.as_str())) {
        let _ = fs::remove_file(folder.join(format!("{name}.wasm")));
    }
    manifest.retain(|name, _| all.contains(name.as_str()));
    replace(
        &path,
        (serde_json::to_string_pretty(&manifest)? + "\n").as_bytes(),
    )
}

/// A reader finds the file as it was, or all of the new one.
fn replace(file: &Path, content: &[u8]) -> Result<()> {
    let new = file.with_extension("new");
    fs::write(&new, content)
        .and_then(|()| fs::rename(&new, file))
        .map_err(|error| format!("{}: {error}", file.display()).into())
}

#[cfg(test)]
mod test {
    use std::collections::BTreeSet;

    use super::write;

    #[test]
    fn named_contracts_are_replaced_and_only_removed_ones_leave() {
        let folder = std::env::temp_dir().join(format!("merit-manifest-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let before = BTreeSet::from(["gone", "pool", "token"]);
        let first = ["gone", "pool", "token"].map(|name| (name, vec![1]));
        write(&folder, &first, &before).unwrap();
        let now = BTreeSet::from(["new", "pool", "token"]);
        write(&folder, &[("pool", vec![2, 2])], &now).unwrap();

        let held = |name: &str| std::fs::read(folder.join(name)).ok();
        assert_eq!(held("pool.wasm"), Some(vec![2, 2]));
        assert_eq!(held("token.wasm"), Some(vec![1]));
        assert_eq!(held("gone.wasm"), None);
        let text = String::from_utf8(held("manifest.json").unwrap()).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(manifest.as_object().unwrap().len(), 2);
        assert_eq!(manifest["pool"]["size"], 2);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
