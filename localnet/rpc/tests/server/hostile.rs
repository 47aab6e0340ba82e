//! Input made to break things: every request gets an answer, and the node stays up.

use crate::common::{burst::native_instance, noise::Noise, wallet::Wallet, Server};
use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};
use stellar_xdr::*;

/// Transactions of one account, which a damaged one may make unable to sign.
const PER_ACCOUNT: usize = 30;

/// Refuses answers that say that something broke in the node.
fn ask(server: &Server, method: &str, params: Value) -> Value {
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let answer = server.post(call.clone());
    let code = answer["error"]["code"].as_i64();
    assert!(
        matches!(code, None | Some(-32602 | -32600)),
        "{call}: {answer}"
    );
    answer["result"].clone()
}

/// A payment, a fee bump, a call of a contract, or another operation: all of them valid.
fn valid(server: &Server, wallet: &Wallet, noise: &mut Noise) -> TransactionEnvelope {
    let next = wallet.sequence(server) + 1;
    let payment = wallet.payment(wallet, 1, next);
    let one = |body| wallet.transaction(next, 100, Preconditions::None, &[body]);
    match noise.below(6) {
        0 => payment,
        1 => wallet.fee_bump(&payment, 1_000),
        2 => one(OperationBody::ManageData(ManageDataOp {
            data_name: String64("name".try_into().unwrap()),
            data_value: Some(DataValue(vec![1; 8].try_into().unwrap())),
        })),
        3 => one(OperationBody::CreateClaimableBalance(
            CreateClaimableBalanceOp {
                asset: Asset::Native,
                amount: 1,
                claimants: vec![Claimant::ClaimantTypeV0(ClaimantV0 {
                    destination: wallet.account_id(),
                    predicate: ClaimPredicate::Not(Some(Box::new(
                        ClaimPredicate::BeforeRelativeTime(5),
                    ))),
                })]
                .try_into()
                .unwrap(),
            },
        )),
        4 => one(OperationBody::SetOptions(SetOptionsOp {
            inflation_dest: None,
            clear_flags: Some(1),
            set_flags: Some(2),
            master_weight: Some(1),
            low_threshold: Some(0),
            med_threshold: None,
            high_threshold: None,
            home_domain: Some(String32("example.org".try_into().unwrap())),
            signer: Some(Signer {
                key: SignerKey::HashX(Uint256([7; 32])),
                weight: 1,
            }),
        })),
        _ => call(server, wallet, next),
    }
}

/// A transfer of lumens to a contract, with its simulated resources.
fn call(server: &Server, wallet: &Wallet, sequence: i64) -> TransactionEnvelope {
    let LedgerKey::ContractData(LedgerKeyContractData { contract, .. }) = native_instance() else {
        unreachable!("an instance is data of its contract")
    };
    let to = ScAddress::Contract(ContractId(Hash([9; 32])));
    let amount = ScVal::I128(Int128Parts { hi: 0, lo: 1 });
    let from = ScAddress::Account(wallet.account_id());
    let args = vec![ScVal::Address(from), ScVal::Address(to), amount];
    let mut invocation = InvokeHostFunctionOp {
        host_function: HostFunction::InvokeContract(InvokeContractArgs {
            contract_address: contract,
            function_name: ScSymbol("transfer".try_into().unwrap()),
            args: args.try_into().unwrap(),
        }),
        auth: VecM::default(),
    };
    let body = OperationBody::InvokeHostFunction(invocation.clone());
    let draft = wallet.transaction(sequence, 100, Preconditions::None, &[body]);
    let draft = draft.to_xdr_base64(Limits::none()).unwrap();
    let simulated = server.call("simulateTransaction", json!({ "transaction": draft }));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let auth = simulated["results"][0]["auth"].as_array().unwrap();
    let auth = auth
        .iter()
        .map(|entry| {
            SorobanAuthorizationEntry::from_xdr_base64(text(entry), Limits::none()).unwrap()
        })
        .collect::<Vec<_>>();
    invocation.auth = auth.try_into().unwrap();
    let data = text(&simulated["transactionData"]);
    let fee: u32 = text(&simulated["minResourceFee"]).parse().unwrap();
    wallet.soroban(
        sequence,
        fee + 100,
        OperationBody::InvokeHostFunction(invocation),
        SorobanTransactionData::from_xdr_base64(data, Limits::none()).unwrap(),
    )
}

/// Every second one is signed after the damage, so that it is also applied.
#[test]
fn random_damage_to_transactions_gets_an_answer() {
    let server = Server::start(&[]);
    let contract = stellar_strkey::Contract([9; 32]).to_string();
    assert_eq!(server.get(&format!("/friendbot?addr={contract}")).0, 200);
    let mut noise = Noise::seeded();
    let before = server.sequence();
    for account in 0..40 {
        let wallet = Wallet::funded(&server, &format!("hostile {account}"));
        for round in 0..PER_ACCOUNT {
            let original = valid(&server, &wallet, &mut noise);
            let mut bytes = noise.damage(&original.to_xdr(Limits::none()).unwrap());
            if round % 2 == 0 {
                let Ok(damaged) = TransactionEnvelope::from_xdr(&bytes, Limits::none()) else {
                    continue;
                };
                let signed = wallet.sign_again(damaged);
                bytes = signed.to_xdr(Limits::none()).unwrap();
            }
            let transaction = STANDARD.encode(bytes);
            let params = json!({ "transaction": transaction });
            ask(&server, "simulateTransaction", params.clone());
            if noise.below(2) == 0 {
                ask(&server, "sendTransaction", params);
            } else {
                let form = format!("tx={}", transaction.replace('+', "%2B"));
                let (status, body) = server.post_form("/transactions", &form);
                assert!(
                    matches!(status, 200 | 400 | 503),
                    "{status} {body} to {form}"
                );
            }
        }
    }
    let applied = server.sequence() - before - 40;
    assert!(applied > 100, "{applied} transactions were applied");
    assert_eq!(server.call("getHealth", json!(null))["status"], "healthy");
}

#[test]
fn random_damage_to_keys_and_topics_gets_an_answer() {
    let server = Server::start(&[]);
    let wallet = Wallet::funded(&server, "hostile");
    wallet.pay(&server, &wallet, 1);
    let keys = [
        LedgerKey::Account(LedgerKeyAccount {
            account_id: wallet.account_id(),
        }),
        LedgerKey::ClaimableBalance(LedgerKeyClaimableBalance {
            balance_id: ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash([0; 32])),
        }),
        LedgerKey::ConfigSetting(LedgerKeyConfigSetting {
            config_setting_id: ConfigSettingId::StateArchival,
        }),
        native_instance(),
    ];
    let keys = keys.map(|key| key.to_xdr(Limits::none()).unwrap());
    let nested = ScVal::Map(Some(ScMap(
        vec![ScMapEntry {
            key: ScVal::Symbol(ScSymbol("amount".try_into().unwrap())),
            val: ScVal::Vec(Some(ScVec(vec![ScVal::U32(1)].try_into().unwrap()))),
        }]
        .try_into()
        .unwrap(),
    )));
    let topics = [
        ScVal::Symbol(ScSymbol("transfer".try_into().unwrap())),
        ScVal::Address(ScAddress::Account(wallet.account_id())),
        ScVal::String(ScString("native".try_into().unwrap())),
        nested,
    ];
    let topics = topics.map(|topic| topic.to_xdr(Limits::none()).unwrap());
    let mut noise = Noise::seeded();
    for _ in 0..1_000 {
        let mut damaged = |originals: &[Vec<u8>]| {
            let original = noise.pick(originals).clone();
            STANDARD.encode(noise.damage(&original))
        };
        let keys = json!({ "keys": [damaged(&keys), damaged(&keys)], "xdrFormat": "json" });
        ask(&server, "getLedgerEntries", keys);
        let filter = json!({ "topics": [[damaged(&topics), "*"], [damaged(&topics), "**"]] });
        let events = json!({ "startLedger": 1, "filters": [filter] });
        ask(&server, "getEvents", events);
    }
    assert_eq!(server.call("getHealth", json!(null))["status"], "healthy");
}

#[test]
fn deep_nesting_is_refused() {
    let server = Server::start(&[]);
    // A vector in a vector in a vector...
    let mut value = Vec::new();
    for _ in 0..20_000 {
        value.extend([0, 0, 0, 16, 0, 0, 0, 1, 0, 0, 0, 1]);
    }
    let filter = json!({ "topics": [[STANDARD.encode(&value)]] });
    let error = server.fail(
        "getEvents",
        json!({ "startLedger": 1, "filters": [filter] }),
    );
    assert_eq!(error["code"], -32602);

    let brackets = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let code = |body: &str| {
        let (status, body) = server.post_text("/", body);
        assert_eq!(status, 200);
        let answer: Value = serde_json::from_str(&body).unwrap();
        // The outer brackets are a batch.
        let answer = answer.get(0).unwrap_or(&answer);
        answer["error"]["code"].clone()
    };
    assert_eq!(code(&brackets), -32700);
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "getHealth", "params": [0] });
    assert_eq!(code(&call.to_string().replace("[0]", &brackets)), -32700);
}
