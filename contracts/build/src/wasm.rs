//! Rewrites a contract's wasm: interface entries that nothing uses, and repeated ones, leave the spec; custom
//! sections that no ledger reads (tool chain notes, symbol names) go.

use std::collections::HashSet;

use soroban_spec::{read, shaking};
use stellar_xdr::{Limits, ScMetaEntry, ScSpecEntry, WriteXdr};
use wasmparser::{Parser, Payload};

use crate::Result;

const SPEC: &str = "contractspecv0";
const META: &str = "contractmetav0";
const KEPT: [&str; 3] = [SPEC, META, "contractenvmetav0"];

/// Magic number and version.
const HEADER: usize = 8;

/// Returns the wasm to ship.
pub fn shake(wasm: &[u8]) -> Result<Vec<u8>> {
    if shaking::spec_shaking_version_for_meta(&meta(wasm)?) != 2 {
        return Err("built by an SDK without spec shaking".into());
    }
    let spec = shaken_spec(wasm)?;
    let mut shipped = wasm.get(..HEADER).ok_or("not a wasm file")?.to_vec();
    let mut specs = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        if let Payload::CustomSection(section) = &payload {
            if !KEPT.contains(&section.name()) {
                continue;
            }
            if section.name() == SPEC {
                specs += 1;
                push_custom(&mut shipped, SPEC, &spec);
                continue;
            }
        }
        if let Some((id, range)) = payload.as_section() {
            push_section(&mut shipped, id, &wasm[range]);
        }
    }
    if specs != 1 {
        return Err(format!("{specs} spec sections instead of one").into());
    }
    wasmparser::validate(&shipped)?;
    Ok(shipped)
}

/// Used entries in their order, each once, as XDR.
fn shaken_spec(wasm: &[u8]) -> Result<Vec<u8>> {
    let markers = shaking::find_all(wasm);
    let mut seen = HashSet::new();
    let mut spec = Vec::new();
    for entry in shaking::filter(read::from_wasm(wasm)?, &markers) {
        let xdr: Vec<u8> = ScSpecEntry::to_xdr(&entry, Limits::none())?;
        if seen.insert(xdr.clone()) {
            spec.extend(xdr);
        }
    }
    Ok(spec)
}

fn meta(wasm: &[u8]) -> Result<Vec<ScMetaEntry>> {
    use stellar_xdr::{Limited, ReadXdr};
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::CustomSection(section) = payload? {
            if section.name() == META {
                let mut xdr = Limited::new(section.data(), Limits::len(section.data().len()));
                return Ok(
                    ScMetaEntry::read_xdr_iter(&mut xdr).collect::<std::result::Result<_, _>>()?
                );
            }
        }
    }
    Err("no contract metadata: not a Soroban contract".into())
}

fn push_custom(out: &mut Vec<u8>, name: &str, data: &[u8]) {
    let mut content = Vec::with_capacity(name.len() + data.len() + 1);
    push_length(&mut content, name.len());
    content.extend_from_slice(name.as_bytes());
    content.extend_from_slice(data);
    push_section(out, 0, &content);
}

fn push_section(out: &mut Vec<u8>, id: u8, content: &[u8]) {
    out.push(id);
    push_length(out, content.len());
    out.extend_from_slice(content);
}

/// Unsigned LEB128.
fn push_length(out: &mut Vec<u8>, mut length: usize) {
    while length >= 0x80 {
        out.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

#[cfg(test)]
#[path = "wasm_test.rs"]
mod test;
