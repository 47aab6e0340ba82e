//! A wasm's metadata about itself (SEP-46), and versions of interfaces: its `binver` (SEP-49).

use std::collections::BTreeMap;

use merit_testing::{contracts, released_contracts, released_wasm, releases, wasm};
use soroban_sdk::xdr::{Limited, Limits, ReadXdr, ScMetaEntry};
use wasmparser::{Parser, Payload};

/// Clients tell codes apart by it: what differs must not say that it is the same.
#[test]
fn code_that_differs_from_a_release_has_a_higher_binver() {
    for version in releases() {
        for name in released_contracts(&version) {
            let (released, built) = (released_wasm(&version, &name), wasm(&name));
            if released != built {
                assert!(
                    binver(&built) > binver(&released),
                    "{name} differs from {version}: raise the version in Cargo.toml"
                );
            }
        }
    }
}

#[test]
fn a_release_has_the_binver_of_its_folder() {
    for version in releases() {
        for name in released_contracts(&version) {
            let kept = binver(&released_wasm(&version, &name));
            assert_eq!(kept, numbers(&version), "{version}/{name}");
        }
    }
}

#[test]
fn built_code_has_its_name_its_version_and_its_standards() {
    for name in contracts() {
        let metadata = metadata(&wasm(&name));
        assert_eq!(metadata["name"], format!("merit-{name}"));
        assert_eq!(metadata["binver"], env!("CARGO_PKG_VERSION"));
        let is_fixed = ["escrow", "governance", "vesting"].contains(&name.as_str());
        let standards = if is_fixed { "46,47,48" } else { "46,47,48,49" };
        assert_eq!(metadata["sep"], standards, "{name}");
        assert!(metadata["desc"].len() > 20, "{name}");
    }
}

/// Major, minor, patch.
type Version = [u64; 3];

fn binver(wasm: &[u8]) -> Version {
    numbers(&metadata(wasm)["binver"])
}

fn metadata(wasm: &[u8]) -> BTreeMap<String, String> {
    let meta = Parser::new(0)
        .parse_all(wasm)
        .find_map(|payload| match payload {
            Ok(Payload::CustomSection(section)) if section.name() == "contractmetav0" => {
                Some(section.data())
            }
            _ => None,
        });
    let mut xdr = Limited::new(meta.unwrap(), Limits::none());
    let entries = ScMetaEntry::read_xdr_iter(&mut xdr).map(Result::unwrap);
    entries
        .map(|ScMetaEntry::ScMetaV0(entry)| {
            let [key, value] = [entry.key, entry.val].map(|text| text.to_utf8_string_lossy());
            (key, value)
        })
        .collect()
}

fn numbers(version: &str) -> Version {
    let parts: Vec<u64> = version
        .split('.')
        .map(|part| part.parse().unwrap())
        .collect();
    parts.try_into().unwrap()
}
