//! Contract code: upload, create with a constructor, invoke. The contract is assembled by hand to need no toolchain.

mod support;

use localnet_ledger::{
    xdr::{
        ContractEventBody, ContractExecutable, ContractId, ContractIdPreimage,
        ContractIdPreimageFromAddress, CreateContractArgsV2, Hash, HostFunction,
        InvokeContractArgs, LedgerEntryData, LedgerKey, LedgerKeyContractCode, Limits, ScAddress,
        ScEnvMetaEntry, ScEnvMetaEntryInterfaceVersion, ScSymbol, ScVal, TransactionExt,
        TransactionMeta, Uint256, WriteXdr,
    },
    Applied,
};
use support::*;

/// `i64.const 2; end`: 2 is the host's encoding of void.
const RETURN_VOID: [u8; 4] = [0, 0x42, 2, 0x0b];
/// `unreachable; end`.
const TRAP: [u8; 3] = [0, 0x00, 0x0b];

fn section(id: u8, content: Vec<u8>) -> Vec<u8> {
    let mut bytes = vec![id, u8::try_from(content.len()).expect("a short section")];
    bytes.extend(content);
    bytes
}

fn named(name: &str) -> Vec<u8> {
    let mut bytes = vec![name.len() as u8];
    bytes.extend(name.bytes());
    bytes
}

/// Functions `__constructor`, `run` and `fail`, all without arguments.
fn contract_code() -> Vec<u8> {
    let functions = ["__constructor", "run", "fail"];
    let mut exports = vec![functions.len() as u8];
    for (index, name) in functions.iter().enumerate() {
        exports.extend(named(name));
        exports.extend([0, index as u8]);
    }
    let mut code = vec![functions.len() as u8];
    for body in [&RETURN_VOID[..], &RETURN_VOID[..], &TRAP[..]] {
        code.push(body.len() as u8);
        code.extend(body);
    }
    let version = ScEnvMetaEntryInterfaceVersion {
        protocol: localnet_ledger::PROTOCOL,
        pre_release: 0,
    };
    let mut meta = named("contractenvmetav0");
    let version = ScEnvMetaEntry::ScEnvMetaKindInterfaceVersion(version);
    meta.extend(version.to_xdr(Limits::none()).unwrap());
    let mut wasm = b"\0asm\x01\0\0\0".to_vec();
    wasm.extend(section(1, vec![1, 0x60, 0, 1, 0x7e]));
    wasm.extend(section(3, vec![functions.len() as u8, 0, 0, 0]));
    wasm.extend(section(7, exports));
    wasm.extend(section(10, code));
    wasm.extend(section(0, meta));
    wasm
}

fn code_hash(wasm: &[u8]) -> Hash {
    Hash(<sha2::Sha256 as sha2::Digest>::digest(wasm).into())
}

fn upload(wasm: &[u8]) -> HostFunction {
    HostFunction::UploadContractWasm(wasm.to_vec().try_into().unwrap())
}

fn create(deployer: &ed25519_dalek::SigningKey, wasm: &[u8]) -> HostFunction {
    HostFunction::CreateContractV2(CreateContractArgsV2 {
        contract_id_preimage: ContractIdPreimage::Address(ContractIdPreimageFromAddress {
            address: ScAddress::Account(id(deployer)),
            salt: Uint256([9; 32]),
        }),
        executable: ContractExecutable::Wasm(code_hash(wasm)),
        constructor_args: Default::default(),
    })
}

fn call(contract: &ContractId, function: &str) -> HostFunction {
    HostFunction::InvokeContract(InvokeContractArgs {
        contract_address: ScAddress::Contract(contract.clone()),
        function_name: ScSymbol(function.try_into().unwrap()),
        args: Default::default(),
    })
}

fn returned(applied: &Applied) -> ScVal {
    assert!(applied.success, "{:?}", applied.result);
    match &applied.meta {
        TransactionMeta::V4(meta) => {
            let soroban = meta.soroban_meta.clone();
            soroban.and_then(|meta| meta.return_value).expect("a value")
        }
        _ => panic!("not V4"),
    }
}

fn deployed(chain: &mut Chain, deployer: &ed25519_dalek::SigningKey) -> ContractId {
    let wasm = contract_code();
    let uploaded = chain.invoke(deployer, upload(&wasm));
    assert_eq!(
        returned(&uploaded),
        ScVal::Bytes(code_hash(&wasm).0.to_vec().try_into().unwrap())
    );
    match returned(&chain.invoke(deployer, create(deployer, &wasm))) {
        ScVal::Address(ScAddress::Contract(id)) => id,
        other => panic!("{other:?}"),
    }
}

#[test]
fn code_is_uploaded_created_and_called() {
    on_large_stack(|| {
        let alice = key(1);
        let mut chain = Chain::with_accounts(&[&alice]);
        let contract = deployed(&mut chain, &alice);
        let key = LedgerKey::ContractCode(LedgerKeyContractCode {
            hash: code_hash(&contract_code()),
        });
        let stored = chain.state.get(&key).expect("the code is kept");
        assert!(matches!(
            stored.entry.data,
            LedgerEntryData::ContractCode(_)
        ));
        // The network's minimum for persistent entries, this ledger included.
        let uploaded_in = stored.ttl_modified;
        assert_eq!(stored.live_until, Some(uploaded_in + 2_073_600 - 1));
        let called = chain.invoke(&alice, call(&contract, "run"));
        assert_eq!(returned(&called), ScVal::Void);
    });
}

#[test]
fn simulation_reports_a_trap_with_its_events() {
    on_large_stack(|| {
        use localnet_ledger::simulate::{simulate, Options};
        let alice = key(1);
        let mut chain = Chain::with_accounts(&[&alice]);
        let contract = deployed(&mut chain, &alice);
        let tx = chain.unsigned(
            &alice,
            vec![operation(host_function(call(&contract, "fail")))],
        );
        let envelope = chain.signed(tx, &[]);
        let simulation = simulate(&chain.state, &envelope, Options::default(), chain.time);
        assert!(simulation.error.expect("it fails").contains("WasmVm"));
        assert!(!simulation.events.is_empty());
        assert!(simulation.transaction_data.is_none());
    });
}

/// Instructions that meta reports.
fn instructions(applied: &Applied) -> u64 {
    let TransactionMeta::V4(meta) = &applied.meta else {
        panic!("not V4")
    };
    let metrics = meta.diagnostic_events.iter().find_map(|event| {
        let ContractEventBody::V0(body) = &event.event.body;
        let name = ScVal::Symbol(ScSymbol("cpu_insn".try_into().unwrap()));
        match &body.data {
            ScVal::U64(value) if body.topics.get(1) == Some(&name) => Some(*value),
            _ => None,
        }
    });
    metrics.expect("the metric is there")
}

/// Parsing is not charged on apply, so a call costs what simulation measured: less than one percent apart, far inside
/// the margin that simulation adds.
#[test]
fn a_call_costs_what_was_simulated() {
    on_large_stack(|| {
        const MARGIN: u32 = 50_000;
        let alice = key(1);
        let mut chain = Chain::with_accounts(&[&alice]);
        let contract = deployed(&mut chain, &alice);
        let tx = chain.simulated(&alice, host_function(call(&contract, "run")));
        let TransactionExt::V1(data) = &tx.ext else {
            panic!("simulation sets resources")
        };
        let simulated = u64::from(data.resources.instructions - MARGIN);
        let applied = chain.apply(chain.signed(tx, &[&alice]));
        assert!(applied.success, "{:?}", applied.result);
        let used = instructions(&applied);
        assert!(
            used.abs_diff(simulated) * 100 < simulated,
            "{used} of {simulated}"
        );
    });
}
