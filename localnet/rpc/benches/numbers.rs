//! Localnet's numbers: start, transfers through HTTP beside the bare host in the same run, and pages of 100,000 ledgers. If
//! the machine has other work, the processor's time is the better figure. `-- transfers` measures only those.

#[allow(dead_code)]
#[path = "../tests/server/common/mod.rs"]
mod common;

use common::{
    burst::native_instance,
    wallet::{send, Wallet},
    Server,
};
use serde_json::{json, Value};
use soroban_env_host::{
    budget::Budget,
    e2e_invoke::{invoke_host_function, TtlLedgerEntryMeta},
    LedgerInfo,
};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use stellar_xdr::*;

const CONNECTIONS: usize = 16;
const TRANSFERS: usize = 20_000;
/// Transfers that are sent one after the other.
const ALONE: usize = 1_000;
const LEDGERS: u64 = 100_000;
/// Accounts with the same signer and a trustline of the same asset, and as many claimable balances of it.
const HOLDERS: usize = 300;
/// Requests for each page.
const SAMPLES: usize = 40;

fn main() {
    let transfers_only = std::env::args().any(|argument| argument == "transfers");
    if !transfers_only {
        start();
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on_disk(folder.path());
    transfers(&server);
    if transfers_only {
        return;
    }
    server.kill();
    let (mut server, milliseconds) = restarted(folder.path());
    println!("start after a kill behind the transfers: {milliseconds:.0} ms (goal: under 1,000)");
    close_up_to(&server, LEDGERS - 2 * HOLDERS as u64);
    let (asset, signer) = holders(&server);
    close_up_to(&server, LEDGERS);
    server.signal("-TERM");
    server.wait();
    let (server, after_stop) = restarted(folder.path());
    server.kill();
    let (server, after_kill) = restarted(folder.path());
    let size = resident(&server);
    println!(
        "start with {LEDGERS} ledgers: {after_stop:.0} ms (goal: under 1,000), {after_kill:.0} ms after a kill, {size} MB at rest"
    );
    pages(&server, &asset, &signer);
}

/// A server, and the milliseconds until it answered.
fn restarted(folder: &Path) -> (Server, f64) {
    let began = Instant::now();
    let server = Server::on_disk(folder);
    server.sequence();
    (server, milliseconds(began.elapsed()))
}

fn start() {
    let mut samples: Vec<f64> = (0..11)
        .map(|_| {
            let began = Instant::now();
            let server = Server::start(&[]);
            server.sequence();
            milliseconds(began.elapsed())
        })
        .collect();
    let size = resident(&Server::start(&[]));
    let p50 = median(&mut samples);
    println!(
        "start to the first answer: p50 {p50:.1} ms (goal: under 20), {size} MB at rest (goal: 16)"
    );
}

/// An account that transfers lumens to another one, by the contract of the lumen.
struct Sender {
    wallet: Wallet,
    operation: OperationBody,
    data: SorobanTransactionData,
    sequence: i64,
}

impl Sender {
    fn new(server: &Server, number: usize) -> Sender {
        let wallet = Wallet::funded(server, &format!("sender {number}"));
        let to = Wallet::funded(server, &format!("receiver {number}"));
        let LedgerKey::ContractData(native) = native_instance() else {
            unreachable!("an instance is contract data");
        };
        let account = |wallet: &Wallet| ScVal::Address(ScAddress::Account(wallet.account_id()));
        let args = vec![account(&wallet), account(&to), ScVal::from(1i128)];
        let mut invoke = InvokeHostFunctionOp {
            host_function: HostFunction::InvokeContract(InvokeContractArgs {
                contract_address: native.contract,
                function_name: ScSymbol("transfer".try_into().unwrap()),
                args: args.try_into().unwrap(),
            }),
            auth: VecM::default(),
        };
        let body = OperationBody::InvokeHostFunction(invoke.clone());
        let sequence = wallet.sequence(server);
        let envelope = wallet.transaction(sequence + 1, 100, Preconditions::None, &[body]);
        let transaction = envelope.to_xdr_base64(Limits::none()).unwrap();
        let simulated = server.call("simulateTransaction", json!({ "transaction": transaction }));
        invoke.auth = vec![decoded(&simulated["results"][0]["auth"][0])]
            .try_into()
            .unwrap();
        let mut data: SorobanTransactionData = decoded(&simulated["transactionData"]);
        // The resource fee covers what later ledgers ask for as well.
        data.resource_fee *= 2;
        Sender {
            wallet,
            operation: OperationBody::InvokeHostFunction(invoke),
            data,
            sequence,
        }
    }

    fn next(&mut self) -> TransactionEnvelope {
        self.sequence += 1;
        let fee = u32::try_from(self.data.resource_fee).unwrap() + 100;
        let (operation, data) = (self.operation.clone(), self.data.clone());
        self.wallet.soroban(self.sequence, fee, operation, data)
    }
}

fn transfers(server: &Server) {
    let contract = stellar_strkey::Contract([9; 32]).to_string();
    assert_eq!(server.get(&format!("/friendbot?addr={contract}")).0, 200);
    let mut senders: Vec<Sender> = (0..CONNECTIONS).map(|n| Sender::new(server, n)).collect();
    let host = bare_host(server, &senders[0]);
    let mut all = || -> Vec<Vec<String>> {
        let each = |sender: &mut Sender| {
            let bodies = (0..TRANSFERS / CONNECTIONS).map(|_| request(&sender.next()));
            bodies.collect()
        };
        senders.iter_mut().map(each).collect()
    };
    let bodies = all();
    let (began, used) = (Instant::now(), cpu(server));
    std::thread::scope(|scope| {
        for bodies in &bodies {
            scope.spawn(|| send_all(&server.url, bodies));
        }
    });
    let (took, used) = (began.elapsed().as_secs_f64(), cpu(server) - used);
    let rate = TRANSFERS as f64 / took;
    println!(
        "transfers over {CONNECTIONS} connections, durable: {rate:.0}/s (goal: 4,000), {:.0} % of the bare host's {host:.0}/s (goal: 25), \
         {:.0} µs of CPU each",
        100.0 * rate / host,
        1e6 * used / TRANSFERS as f64,
    );
    let mut samples: Vec<f64> = (0..ALONE).map(|_| alone(server, &mut senders[0])).collect();
    let p50 = median(&mut samples);
    println!("send to SUCCESS: p50 {p50:.2} ms (goal: at most 2)");
}

fn send_all(url: &str, bodies: &[String]) {
    let agent = ureq::Agent::new_with_defaults();
    for body in bodies {
        let request = agent.post(url).header("content-type", "application/json");
        let answer = request.send(body).unwrap().body_mut().read_to_string();
        let answer = answer.unwrap();
        assert!(answer.contains("PENDING"), "{answer}");
    }
}

/// Milliseconds until a transfer has succeeded.
fn alone(server: &Server, sender: &mut Sender) -> f64 {
    let envelope = sender.next();
    let began = Instant::now();
    assert_eq!(send(server, &envelope)["status"], "PENDING");
    assert_eq!(common::wallet::outcome(server, &envelope), "SUCCESS");
    milliseconds(began.elapsed())
}

fn request(envelope: &TransactionEnvelope) -> String {
    let transaction = envelope.to_xdr_base64(Limits::none()).unwrap();
    let params = json!({ "transaction": transaction });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "sendTransaction", "params": params }).to_string()
}

/// Transfers that the host executes in a second, without a ledger around it.
fn bare_host(server: &Server, sender: &Sender) -> f64 {
    let OperationBody::InvokeHostFunction(invoke) = &sender.operation else {
        unreachable!("a sender calls a contract");
    };
    let function = encoded(&invoke.host_function);
    let auth = encoded(&invoke.auth[0]);
    let resources = encoded(&sender.data.resources);
    let source = encoded(&sender.wallet.account_id());
    let footprint = &sender.data.resources.footprint;
    let keys = footprint
        .read_only
        .iter()
        .chain(footprint.read_write.iter());
    let entries: Vec<_> = keys.map(|key| entry(server, key)).collect();
    let sequence_number = server.sequence() as u32;
    let (began, mut calls) = (Instant::now(), 0);
    while began.elapsed() < Duration::from_secs(2) {
        let ledger = LedgerInfo {
            protocol_version: 28,
            sequence_number,
            timestamp: 1_800_000_000,
            network_id: common::wallet::network_id(),
            base_reserve: 5_000_000,
            min_temp_entry_ttl: 720,
            min_persistent_entry_ttl: 120_960,
            max_entry_ttl: 3_110_400,
        };
        let done = invoke_host_function(
            &Budget::default(),
            false,
            function.clone(),
            resources.clone(),
            &[],
            source.clone(),
            vec![auth.clone()].into_iter(),
            ledger,
            entries.clone().into_iter(),
            vec![0; 32],
            &mut Vec::new(),
            None,
            None,
        );
        assert!(done.unwrap().encoded_invoke_result.is_ok());
        calls += 1;
    }
    f64::from(calls) / began.elapsed().as_secs_f64()
}

/// XDR of an entry, and what the host asks about its life.
fn entry(server: &Server, key: &LedgerKey) -> (Option<Vec<u8>>, Option<TtlLedgerEntryMeta>) {
    let key = key.to_xdr_base64(Limits::none()).unwrap();
    let found = &server.call("getLedgerEntries", json!({ "keys": [key] }))["entries"][0];
    let entry = LedgerEntry {
        last_modified_ledger_seq: 1,
        data: decoded(&found["xdr"]),
        ext: LedgerEntryExt::V0,
    };
    let xdr = encoded(&entry);
    let ttl = found["liveUntilLedgerSeq"].as_u64();
    let ttl = ttl.map(|until| TtlLedgerEntryMeta {
        live_until_ledger: until as u32,
        entry_size_for_rent: xdr.len() as u32,
    });
    (Some(xdr), ttl)
}

fn close_up_to(server: &Server, sequence: u64) {
    loop {
        let left = sequence.saturating_sub(server.sequence());
        if left == 0 {
            return;
        }
        server.call("localnet_closeLedger", json!({ "count": left.min(1_000) }));
    }
}

/// An asset and a signer that many accounts have in common.
fn holders(server: &Server) -> (String, String) {
    let issuer = Wallet::funded(server, "issuer");
    let shared = Wallet::named("shared signer");
    let asset = AlphaNum4 {
        asset_code: AssetCode4(*b"TEST"),
        issuer: issuer.account_id(),
    };
    let trust = OperationBody::ChangeTrust(ChangeTrustOp {
        line: ChangeTrustAsset::CreditAlphanum4(asset.clone()),
        limit: i64::MAX,
    });
    let MuxedAccount::Ed25519(key) = shared.muxed() else {
        unreachable!("a wallet is not multiplexed");
    };
    let share = OperationBody::SetOptions(SetOptionsOp {
        inflation_dest: None,
        clear_flags: None,
        set_flags: None,
        master_weight: None,
        low_threshold: None,
        med_threshold: None,
        high_threshold: None,
        home_domain: None,
        signer: Some(Signer {
            key: SignerKey::Ed25519(key),
            weight: 1,
        }),
    });
    let give = OperationBody::CreateClaimableBalance(CreateClaimableBalanceOp {
        asset: Asset::CreditAlphanum4(asset),
        amount: 1,
        claimants: vec![Claimant::ClaimantTypeV0(ClaimantV0 {
            destination: shared.account_id(),
            predicate: ClaimPredicate::Unconditional,
        })]
        .try_into()
        .unwrap(),
    });
    let run = |wallet: &Wallet, operations: &[OperationBody]| {
        let (sequence, fee) = (wallet.sequence(server) + 1, 100 * operations.len() as u32);
        let envelope = wallet.transaction(sequence, fee, Preconditions::None, operations);
        assert_eq!(send(server, &envelope)["status"], "PENDING");
        assert_eq!(common::wallet::outcome(server, &envelope), "SUCCESS");
    };
    for number in 0..HOLDERS {
        let wallet = Wallet::funded(server, &format!("holder {number}"));
        run(&wallet, &[trust.clone(), share.clone()]);
    }
    for _ in 0..HOLDERS / 100 {
        run(&issuer, &vec![give.clone(); 100]);
    }
    (format!("TEST:{}", issuer.address()), shared.address())
}

fn pages(server: &Server, asset: &str, signer: &str) {
    let sender = Wallet::named("sender 0").address();
    let mut paths = vec![
        format!("/accounts?signer={signer}"),
        format!("/accounts?asset={asset}"),
        format!("/claimable_balances?asset={asset}"),
        "/ledgers?".to_owned(),
    ];
    for kind in ["transactions", "operations", "payments", "effects"] {
        paths.push(format!("/{kind}?"));
        paths.push(format!("/accounts/{sender}/{kind}?"));
    }
    for path in paths {
        for order in ["asc", "desc"] {
            let page = format!("{path}&order={order}&limit=200");
            measure(server, &page, || server.get(&page));
        }
    }
    for (method, limits) in [
        ("getLedgers", &[200][..]),
        ("getTransactions", &[200]),
        ("getEvents", &[100, 1_000, 10_000]),
    ] {
        for limit in limits {
            for first in [2, LEDGERS - 2 * HOLDERS as u64] {
                let params = json!({ "startLedger": first, "pagination": { "limit": limit } });
                let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
                let name = format!("{method} {params}");
                measure(server, &name, || server.post_text("/", &body.to_string()));
            }
        }
    }
}

fn measure(server: &Server, page: &str, ask: impl Fn() -> (u16, String)) {
    let (mut samples, mut length, used) = (Vec::new(), 0, cpu(server));
    for _ in 0..SAMPLES {
        let began = Instant::now();
        let (status, body) = ask();
        samples.push(milliseconds(began.elapsed()));
        assert_eq!(status, 200, "{body}");
        length = body.len();
    }
    let used = 1e3 * (cpu(server) - used) / SAMPLES as f64;
    let p50 = median(&mut samples);
    println!("{used:.1} ms of CPU, p50 {p50:.1} ms (goal: under 20), {length} bytes: {page}");
}

/// Seconds of a processor that a server has used.
fn cpu(server: &Server) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.id())).unwrap();
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks = |at: usize| fields[at].parse::<f64>().unwrap();
    (ticks(11) + ticks(12)) / 100.0
}

/// Megabytes of memory that a server holds.
fn resident(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
    kilobytes.unwrap().parse::<u64>().unwrap() / 1_024
}

fn encoded(value: &impl WriteXdr) -> Vec<u8> {
    value.to_xdr(Limits::none()).unwrap()
}

fn decoded<T: ReadXdr>(base64: &Value) -> T {
    T::from_xdr_base64(base64.as_str().unwrap(), Limits::none()).unwrap()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}
