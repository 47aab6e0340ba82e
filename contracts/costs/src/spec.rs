//! What a contract's wasm says about itself.

use soroban_sdk::xdr::ScSpecEntry;

/// Names of the functions that anybody can call, from the built wasm.
pub fn functions(contract: &str) -> Vec<String> {
    let entries = soroban_spec::read::from_wasm(&merit_testing::wasm(contract)).unwrap();
    entries
        .into_iter()
        .filter_map(|entry| match entry {
            ScSpecEntry::FunctionV0(function) => Some(function.name.to_utf8_string_lossy()),
            _ => None,
        })
        .filter(|name| name != "__constructor")
        .collect()
}
