//! Contract code: upload, create with a constructor, invoke. The contract is assembled by hand to need no toolchain.

mod support;

use localnet_ledger::{
    simulate::{simulate, AuthMode, Options},
    xdr::{
        Asset, ContractEventBody, ContractExecutable, ContractId, ContractIdPreimage,
        ContractIdPreimageFromAddress, CreateContractArgsV2, Hash, HostFunction, LedgerEntryData,
        LedgerKey, LedgerKeyContractCode, Limits, ScAddress, ScEnvMetaEntry,
        ScEnvMetaEntryInterfaceVersion, ScError, ScSymbol, ScVal, TransactionExt, TransactionMeta,
        Uint256, WriteXdr,
    },
    Applied,
};
use support::{contract::*, *};

/// `i64.const 2; end`: 2 is the host's encoding of void.
const RETURN_VOID: [u8; 4] = [0, 0x42, 2, 0x0b];
/// `unreachable; end`.
const TRAP: [u8; 3] = [0, 0x00, 0x0b];
/// `fail_with_error(local 0)`: what `panic_with_error!` becomes.
const REFUSE: [u8; 6] = [0, 0x20, 0, 0x10, 0, 0x0b];
/// `call(local 0, local 1, local 2)`: of a contract, its function and the arguments.
const PASS_ON: [u8; 10] = [0, 0x20, 0, 0x20, 1, 0x20, 2, 0x10, 1, 0x0b];
/// Types of functions without parameters, with one and with three. All values are 64 bits.
const TYPES: [u8; 17] = [
    3, 0x60, 0, 1, 0x7e, 0x60, 1, 0x7e, 1, 0x7e, 0x60, 3, 0x7e, 0x7e, 0x7e, 1, 0x7e,
];
/// `fail_with_error` and `call`, as the host names them.
const IMPORTS: [(&str, &str, u8); 2] = [("x", "5", 1), ("d", "_", 2)];
/// Name, type and code.
const FUNCTIONS: [(&str, u8, &[u8]); 5] = [
    ("__constructor", 0, &RETURN_VOID),
    ("run", 0, &RETURN_VOID),
    ("fail", 0, &TRAP),
    ("refuse", 1, &REFUSE),
    ("pass_on", 2, &PASS_ON),
];

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

fn contract_code() -> Vec<u8> {
    let mut imports = vec![IMPORTS.len() as u8];
    for (module, name, kind) in IMPORTS {
        imports.extend(named(module));
        imports.extend(named(name));
        imports.extend([0, kind]);
    }
    let count = FUNCTIONS.len() as u8;
    let (mut kinds, mut exports, mut code) = (vec![count], vec![count], vec![count]);
    for (index, (name, kind, body)) in FUNCTIONS.into_iter().enumerate() {
        kinds.push(kind);
        exports.extend(named(name));
        exports.extend([0, (IMPORTS.len() + index) as u8]);
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
    wasm.extend(section(1, TYPES.to_vec()));
    wasm.extend(section(2, imports));
    wasm.extend(section(3, kinds));
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
        let called = chain.invoke(&alice, call(&contract, "run", vec![]));
        assert_eq!(returned(&called), ScVal::Void);
    });
}

/// The first line of the error of a simulation and its log, the newest first.
fn refused(
    chain: &Chain,
    source: &ed25519_dalek::SigningKey,
    function: HostFunction,
) -> (String, Vec<String>) {
    let tx = chain.unsigned(source, vec![operation(host_function(function))]);
    let envelope = chain.signed(tx, &[]);
    let options = Options {
        auth_mode: Some(AuthMode::Enforce),
        ..Default::default()
    };
    let simulation = simulate(&chain.state, &envelope, options, chain.time);
    assert!(!simulation.events.is_empty() && simulation.transaction_data.is_none());
    let error = simulation.error.expect("it fails");
    let (first, log) = error
        .split_once("\n\nEvent log (newest first):\n")
        .expect(&error);
    (first.to_owned(), log.lines().map(str::to_owned).collect())
}

/// The expected logs are those of stellar-rpc on testnet, with other addresses.
#[test]
fn a_refused_simulation_tells_what_led_to_the_error() {
    on_large_stack(|| {
        let (alice, bob) = (key(1), key(2));
        let mut chain = Chain::with_accounts(&[&alice, &bob]);
        let outer = deployed(&mut chain, &alice);
        let inner = deployed(&mut chain, &bob);
        let native = sac_id(&chain, &Asset::Native);
        assert!(chain.invoke(&alice, deploy(&Asset::Native)).success);
        let (a, b, n) = (text(&outer), text(&inner), text(&native));

        let (first, log) = refused(&chain, &alice, call(&outer, "fail", vec![]));
        assert_eq!(first, "HostError: Error(WasmVm, InvalidAction)");
        assert_eq!(
            log,
            [
                format!("   0: [Diagnostic Event] contract:{a}, topics:[error, Error(WasmVm, InvalidAction)], data:[\"VM call trapped: UnreachableCodeReached\", fail]"),
                format!("   1: [Diagnostic Event] topics:[fn_call, {a}, fail], data:Void"),
            ]
        );

        let error = ScVal::Error(ScError::Contract(18));
        let (first, log) = refused(&chain, &alice, call(&outer, "refuse", vec![error.clone()]));
        assert_eq!(first, "HostError: Error(Contract, #18)");
        assert_eq!(
            log,
            [
                format!("   0: [Diagnostic Event] contract:{a}, topics:[error, Error(Contract, #18)], data:\"escalating error to VM trap from failed host function call: fail_with_error\""),
                format!("   1: [Diagnostic Event] contract:{a}, topics:[error, Error(Contract, #18)], data:[\"failing with contract error\", 18]"),
                format!("   2: [Diagnostic Event] topics:[fn_call, {a}, refuse], data:Error(Contract, #18)"),
            ]
        );

        let inner = ScVal::Address(ScAddress::Contract(inner));
        let refuse = ScVal::Symbol(ScSymbol("refuse".try_into().unwrap()));
        let arguments = ScVal::Vec(Some(vec![error].try_into().unwrap()));
        let passed_on = call(&outer, "pass_on", vec![inner, refuse, arguments]);
        let (first, log) = refused(&chain, &alice, passed_on);
        assert_eq!(first, "HostError: Error(Contract, #18)");
        assert_eq!(
            log,
            [
                format!("   0: [Diagnostic Event] contract:{a}, topics:[error, Error(Contract, #18)], data:\"escalating error to VM trap from failed host function call: call\""),
                format!("   1: [Diagnostic Event] contract:{a}, topics:[error, Error(Contract, #18)], data:[\"contract call failed\", refuse, [Error(Contract, #18)]]"),
                format!("   2: [Failed Diagnostic Event (not emitted)] contract:{b}, topics:[log], data:[\"VM call trapped with HostError\", refuse, Error(Contract, #18)]"),
                format!("   3: [Failed Diagnostic Event (not emitted)] contract:{b}, topics:[error, Error(Contract, #18)], data:\"escalating error to VM trap from failed host function call: fail_with_error\""),
                format!("   4: [Failed Diagnostic Event (not emitted)] contract:{b}, topics:[error, Error(Contract, #18)], data:[\"failing with contract error\", 18]"),
                format!("   5: [Diagnostic Event] contract:{a}, topics:[fn_call, {b}, refuse], data:Error(Contract, #18)"),
                format!("   6: [Diagnostic Event] topics:[fn_call, {a}, pass_on], data:[{b}, refuse, [Error(Contract, #18)]]"),
            ]
        );

        let (bobs, to) = (id(&bob).to_string(), account(id(&alice)));
        let alices = id(&alice).to_string();
        let (first, log) = refused(&chain, &alice, transfer(&native, &bob, to, 1));
        assert_eq!(first, "HostError: Error(Auth, InvalidAction)");
        assert_eq!(
            log,
            [
                format!("   0: [Diagnostic Event] contract:{n}, topics:[error, Error(Auth, InvalidAction)], data:[\"Unauthorized function call for address\", {bobs}]"),
                format!("   1: [Diagnostic Event] topics:[fn_call, {n}, transfer], data:[{bobs}, {alices}, 1]"),
            ]
        );
    });
}

fn text(contract: &ContractId) -> String {
    ScAddress::Contract(contract.clone()).to_string()
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
        let tx = chain.simulated(&alice, host_function(call(&contract, "run", vec![])));
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
