//! Bursts of Soroban transactions that do little and ask for much of a ledger.

use super::{
    wallet::{hash_of, network_id, send, Wallet},
    Server,
};
use serde_json::{json, Value};
use sha2::{Digest, Sha256};
use stellar_xdr::*;

/// Instructions of a transaction: two of them exceed no limit of a ledger, three exceed its 580 million.
const INSTRUCTIONS: u32 = 200_000_000;

/// Stroops.
pub const RESOURCE_FEE: u32 = 10_000_000;

pub fn native_instance() -> LedgerKey {
    let preimage = HashIdPreimage::ContractId(HashIdPreimageContractId {
        network_id: Hash(network_id()),
        contract_id_preimage: ContractIdPreimage::Asset(Asset::Native),
    });
    let id = Sha256::digest(preimage.to_xdr(Limits::none()).unwrap());
    LedgerKey::ContractData(LedgerKeyContractData {
        contract: ScAddress::Contract(ContractId(Hash(id.into()))),
        key: ScVal::LedgerKeyContractInstance,
        durability: ContractDataDurability::Persistent,
    })
}

/// Asks for `INSTRUCTIONS` and bids `bid` stroops.
pub fn heavy(wallet: &Wallet, server: &Server, bid: u32) -> TransactionEnvelope {
    asking(wallet, server, INSTRUCTIONS, bid)
}

/// Asks for so many instructions and bids `bid` stroops on top of `RESOURCE_FEE`.
pub fn asking(
    wallet: &Wallet,
    server: &Server,
    instructions: u32,
    bid: u32,
) -> TransactionEnvelope {
    let operation = OperationBody::ExtendFootprintTtl(ExtendFootprintTtlOp {
        ext: ExtensionPoint::V0,
        extend_to: 100,
    });
    let data = SorobanTransactionData {
        ext: SorobanTransactionDataExt::V0,
        resources: SorobanResources {
            footprint: LedgerFootprint {
                read_only: vec![native_instance()].try_into().unwrap(),
                read_write: VecM::default(),
            },
            instructions,
            disk_read_bytes: 0,
            write_bytes: 0,
        },
        resource_fee: RESOURCE_FEE.into(),
    };
    let sequence = wallet.sequence(server) + 1;
    wallet.soroban(sequence, bid + RESOURCE_FEE, operation, data)
}

/// Accounts on a chain whose native contract exists, and which closes ledgers only when asked.
pub fn prepared(count: usize) -> (Server, Vec<Wallet>) {
    let server = Server::start(&[]);
    let contract = stellar_strkey::Contract([9; 32]).to_string();
    assert_eq!(server.get(&format!("/friendbot?addr={contract}")).0, 200);
    let wallets = (0..count)
        .map(|n| Wallet::funded(&server, &format!("wallet {n}")))
        .collect();
    set_mode(&server, "manual");
    (server, wallets)
}

pub fn set_mode(server: &Server, mode: &str) {
    server.call("localnet_setCloseMode", json!({ "mode": mode }));
}

pub fn send_all(server: &Server, envelopes: &[TransactionEnvelope]) {
    for envelope in envelopes {
        assert_eq!(send(server, envelope)["status"], "PENDING");
    }
}

/// Ledgers of successful transactions, counted from `first`; a transaction that has not closed has none.
pub fn ledgers(server: &Server, envelopes: &[TransactionEnvelope], first: u64) -> Vec<Option<u64>> {
    let ledger = |envelope| {
        let answer = server.call("getTransaction", json!({ "hash": hash_of(envelope) }));
        match answer["status"].as_str() {
            Some("SUCCESS") => Some(answer["ledger"].as_u64().unwrap() - first),
            Some("NOT_FOUND") => None,
            other => panic!("{other:?}"),
        }
    };
    envelopes.iter().map(ledger).collect()
}

/// Number of the transactions that each ledger holds, counted from `first`; all have closed.
pub fn per_ledger(server: &Server, envelopes: &[TransactionEnvelope], first: u64) -> Vec<usize> {
    let mut counts = Vec::new();
    for ledger in ledgers(server, envelopes, first) {
        let ledger = ledger.expect("it has closed") as usize;
        counts.resize(counts.len().max(ledger + 1), 0);
        counts[ledger] += 1;
    }
    counts
}

pub fn pending(server: &Server) -> Value {
    server.call("localnet_nodeInfo", json!(null))["pendingTransactions"].clone()
}
