//! Contract data whose time to live is over.

use crate::common::{
    burst::native_instance,
    wallet::{outcome, send, Wallet},
    Server,
};
use serde_json::{json, Value};
use stellar_xdr::*;

fn decode<T: ReadXdr>(text: &Value) -> T {
    T::from_xdr_base64(text.as_str().unwrap(), Limits::none()).unwrap()
}

fn call(function: &str, args: Vec<ScVal>) -> InvokeHostFunctionOp {
    let LedgerKey::ContractData(instance) = native_instance() else {
        panic!("an instance is contract data");
    };
    InvokeHostFunctionOp {
        host_function: HostFunction::InvokeContract(InvokeContractArgs {
            contract_address: instance.contract,
            function_name: ScSymbol(function.try_into().unwrap()),
            args: args.try_into().unwrap(),
        }),
        auth: VecM::default(),
    }
}

fn address(wallet: &Wallet) -> ScVal {
    ScVal::Address(ScAddress::Account(wallet.account_id()))
}

fn amount(value: u64) -> ScVal {
    ScVal::I128(Int128Parts { hi: 0, lo: value })
}

fn simulate(server: &Server, source: &Wallet, op: &InvokeHostFunctionOp) -> Value {
    let body = OperationBody::InvokeHostFunction(op.clone());
    let sequence = source.sequence(server) + 1;
    let envelope = source.transaction(sequence, 100, Preconditions::None, &[body]);
    let transaction = envelope.to_xdr_base64(Limits::none()).unwrap();
    let answer = server.call("simulateTransaction", json!({ "transaction": transaction }));
    assert!(answer.get("error").is_none(), "{answer}");
    answer
}

/// Allows `spender` to take something of `owner` up to a ledger. Answers the key of the allowance, a temporary entry.
fn approve(server: &Server, owner: &Wallet, spender: &Wallet, value: u64, until: u64) -> LedgerKey {
    let until = ScVal::U32(until.try_into().unwrap());
    let args = vec![address(owner), address(spender), amount(value), until];
    let mut op = call("approve", args);
    let simulated = simulate(server, owner, &op);
    op.auth = vec![decode(&simulated["results"][0]["auth"][0])]
        .try_into()
        .unwrap();
    let data: SorobanTransactionData = decode(&simulated["transactionData"]);
    let is_temporary = |key: &&LedgerKey| matches!(key, LedgerKey::ContractData(data) if data.durability == ContractDataDurability::Temporary);
    let mut written = data.resources.footprint.read_write.iter();
    let key = written.find(is_temporary).unwrap().clone();
    let fee = 100 + u32::try_from(data.resource_fee).unwrap();
    let body = OperationBody::InvokeHostFunction(op);
    let envelope = owner.soroban(owner.sequence(server) + 1, fee, body, data);
    assert_eq!(send(server, &envelope)["status"], "PENDING");
    assert_eq!(outcome(server, &envelope), "SUCCESS");
    key
}

fn allowance(server: &Server, owner: &Wallet, spender: &Wallet) -> ScVal {
    let op = call("allowance", vec![address(owner), address(spender)]);
    decode(&simulate(server, owner, &op)["results"][0]["xdr"])
}

/// The entry's last ledger as getLedgerEntries returns it, if it lists the entry.
fn live_until(server: &Server, key: &LedgerKey) -> Option<u64> {
    let key = key.to_xdr_base64(Limits::none()).unwrap();
    let answer = server.call("getLedgerEntries", json!({ "keys": [key] }));
    answer["entries"].get(0)?["liveUntilLedgerSeq"].as_u64()
}

fn advance_to(server: &Server, ledger: u64) {
    let ledgers = ledger - server.sequence();
    server.call("localnet_advanceSequence", json!({ "ledgers": ledgers }));
}

#[test]
fn an_expired_temporary_entry_is_absent_and_may_be_made_anew() {
    let server = Server::start(&[]);
    let contract = stellar_strkey::Contract([9; 32]).to_string();
    assert_eq!(server.get(&format!("/friendbot?addr={contract}")).0, 200);
    let (alice, bob) = (
        Wallet::funded(&server, "alice"),
        Wallet::funded(&server, "bob"),
    );
    let until = server.sequence() + 30_000;
    let key = approve(&server, &alice, &bob, 5, until);
    // A simulation is about the next ledger.
    advance_to(&server, until - 1);
    assert_eq!(allowance(&server, &alice, &bob), amount(5));
    advance_to(&server, until);
    assert_eq!(live_until(&server, &key), Some(until));
    assert_eq!(allowance(&server, &alice, &bob), amount(0));
    advance_to(&server, until + 1);
    assert_eq!(live_until(&server, &key), None);

    let until = until + 30_000;
    assert_eq!(approve(&server, &alice, &bob, 7, until), key);
    assert_eq!(live_until(&server, &key), Some(until));
    assert_eq!(allowance(&server, &alice, &bob), amount(7));
}

#[test]
fn an_expired_persistent_entry_is_archived_and_stays() {
    let server = Server::start(&[]);
    let contract = stellar_strkey::Contract([9; 32]).to_string();
    assert_eq!(server.get(&format!("/friendbot?addr={contract}")).0, 200);
    let instance = native_instance();
    let until = live_until(&server, &instance).unwrap();
    assert!(until > server.sequence());
    advance_to(&server, until + 1);
    // The network does not keep the last ledger of archived entries.
    assert_eq!(live_until(&server, &instance), Some(0));
}
