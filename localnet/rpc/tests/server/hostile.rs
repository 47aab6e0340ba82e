//! Input made to break things: every request gets an answer, and the node stays up.

use crate::common::{wallet::Wallet, Server};
use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};
use stellar_xdr::*;

/// Deterministic noise (SplitMix64), so that a failure can be repeated.
struct Noise(u64);

impl Noise {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as usize % below
    }

    /// The bytes with a few of them changed, often within the first of a length or a discriminant.
    fn damage(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut damaged = bytes.to_vec();
        for _ in 0..=self.next(3) {
            let at = self.next(damaged.len());
            damaged[at] = match self.next(3) {
                0 => 0,
                1 => 0xff,
                _ => self.next(256) as u8,
            };
        }
        damaged
    }
}

fn invocation(wallet: &Wallet, sequence: i64) -> TransactionEnvelope {
    let deploy = OperationBody::InvokeHostFunction(InvokeHostFunctionOp {
        host_function: HostFunction::CreateContract(CreateContractArgs {
            contract_id_preimage: ContractIdPreimage::Asset(Asset::Native),
            executable: ContractExecutable::StellarAsset,
        }),
        auth: VecM::default(),
    });
    wallet.transaction(sequence, 1_000_000, Preconditions::None, &[deploy])
}

#[test]
fn damaged_transactions_get_an_answer() {
    let server = Server::start(&[]);
    let wallet = Wallet::funded(&server, "hostile");
    let next = wallet.sequence(&server) + 1;
    let payment = wallet.payment(&wallet, 1, next);
    let originals = [
        payment.to_xdr(Limits::none()).unwrap(),
        wallet
            .fee_bump(&payment, 1_000)
            .to_xdr(Limits::none())
            .unwrap(),
        invocation(&wallet, next).to_xdr(Limits::none()).unwrap(),
    ];
    let mut noise = Noise(28);
    for round in 0..1_500 {
        let transaction = STANDARD.encode(noise.damage(&originals[round % originals.len()]));
        for method in ["sendTransaction", "simulateTransaction"] {
            let answer = server.post(json!({
                "jsonrpc": "2.0", "id": 1, "method": method, "params": { "transaction": &transaction }
            }));
            let code = answer["error"]["code"].as_i64();
            assert!(
                code.is_none() || code == Some(-32602),
                "{method} {transaction}: {answer}"
            );
        }
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
    let (status, body) = server.post_text("/", &brackets);
    let answer: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &answer["error"]["code"]), (200, &json!(-32700)));
}
