use soroban_spec::{read, shaking};
use stellar_xdr::{
    Limits, ScMetaEntry, ScMetaV0, ScSpecEntry, ScSpecFunctionV0, ScSpecUdtStructV0, StringM, VecM,
    WriteXdr,
};

use super::{push_custom, push_length, push_section, shake, META, SPEC};

fn function(name: &str) -> ScSpecEntry {
    ScSpecEntry::FunctionV0(ScSpecFunctionV0 {
        doc: StringM::default(),
        name: name.try_into().unwrap(),
        inputs: VecM::default(),
        outputs: VecM::default(),
    })
}

fn structure(name: &str) -> ScSpecEntry {
    ScSpecEntry::UdtStructV0(ScSpecUdtStructV0 {
        doc: StringM::default(),
        lib: StringM::default(),
        name: name.try_into().unwrap(),
        fields: VecM::default(),
    })
}

fn xdr(entries: &[ScSpecEntry]) -> Vec<u8> {
    entries
        .iter()
        .flat_map(|entry| entry.to_xdr(Limits::none()).unwrap())
        .collect()
}

/// A module with one memory, one data segment (the markers) and the given custom sections.
fn module(customs: &[(&str, Vec<u8>)], data: &[u8]) -> Vec<u8> {
    let mut wasm = b"\0asm\x01\0\0\0".to_vec();
    push_section(&mut wasm, 5, &[1, 0, 1]);
    // One active segment at offset `i32.const 0`.
    let mut segment = vec![1, 0, 0x41, 0, 0x0b];
    push_length(&mut segment, data.len());
    segment.extend_from_slice(data);
    push_section(&mut wasm, 11, &segment);
    for (name, content) in customs {
        push_custom(&mut wasm, name, content);
    }
    wasm
}

fn meta(version: &str) -> Vec<u8> {
    ScMetaEntry::ScMetaV0(ScMetaV0 {
        key: shaking::META_KEY.try_into().unwrap(),
        val: version.try_into().unwrap(),
    })
    .to_xdr(Limits::none())
    .unwrap()
}

#[test]
fn keeps_functions_and_marked_entries_once_each() {
    let entries = [
        function("pay"),
        structure("Used"),
        structure("Unused"),
        structure("Used"),
    ];
    let marker = shaking::generate_marker_for_entry(&entries[1]);
    let wasm = module(&[(SPEC, xdr(&entries)), (META, meta("2"))], &marker);
    let shipped = shake(&wasm).unwrap();
    assert_eq!(read::from_wasm(&shipped).unwrap(), entries[..2]);
    assert_eq!(shaking::find_all(&shipped).len(), 1);
}

#[test]
fn drops_only_sections_that_no_ledger_reads() {
    let spec = xdr(&[function("pay")]);
    let with_notes = module(
        &[
            (SPEC, spec.clone()),
            ("name", vec![1, 2, 3]),
            (META, meta("2")),
            ("producers", vec![0]),
        ],
        b"data",
    );
    let without = module(&[(SPEC, spec), (META, meta("2"))], b"data");
    assert_eq!(shake(&with_notes).unwrap(), without);
}

#[test]
fn lengths_above_127_bytes_are_encoded() {
    let entries: Vec<_> = (0..40).map(|i| function(&format!("f{i}"))).collect();
    let wasm = module(&[(SPEC, xdr(&entries)), (META, meta("2"))], &[7; 300]);
    assert_eq!(shake(&wasm).unwrap(), wasm);
}

#[test]
fn refuses_a_spec_that_it_cannot_reduce() {
    let spec = xdr(&[function("pay")]);
    let message = |wasm: &[u8]| shake(wasm).unwrap_err().to_string();
    let unmarked = module(&[(SPEC, spec.clone()), (META, meta("1"))], b"");
    assert!(message(&unmarked).contains("without spec shaking"));
    let no_meta = module(&[(SPEC, spec.clone())], b"");
    assert!(message(&no_meta).contains("not a Soroban contract"));
    let two = module(
        &[(SPEC, spec.clone()), (SPEC, spec), (META, meta("2"))],
        b"",
    );
    assert!(message(&two).contains("2 spec sections"));
    assert!(shake(b"text").is_err());
}
