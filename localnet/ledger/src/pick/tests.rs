//! What a ledger of mainnet holds, and who comes first.

use super::*;
use crate::{Genesis, Limits};
use stellar_xdr::*;

fn state(limits: Limits) -> State {
    State::genesis(&Genesis {
        passphrase: "pick".to_owned(),
        limits,
        close_time: 0,
    })
}

fn account(index: usize) -> LedgerKey {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&index.to_be_bytes());
    LedgerKey::Account(LedgerKeyAccount {
        account_id: AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(key))),
    })
}

fn code(index: usize) -> LedgerKey {
    let mut hash = [0; 32];
    hash[..8].copy_from_slice(&index.to_be_bytes());
    LedgerKey::ContractCode(LedgerKeyContractCode { hash: Hash(hash) })
}

fn keys(count: usize, key: fn(usize) -> LedgerKey) -> VecM<LedgerKey> {
    let keys: Vec<LedgerKey> = (0..count).map(key).collect();
    keys.try_into().unwrap()
}

fn transaction(operations: Vec<OperationBody>, ext: TransactionExt) -> TransactionV1Envelope {
    let operations: Vec<Operation> = operations
        .into_iter()
        .map(|body| Operation {
            source_account: None,
            body,
        })
        .collect();
    TransactionV1Envelope {
        tx: Transaction {
            source_account: MuxedAccount::Ed25519(Uint256([1; 32])),
            fee: 100 * operations.len() as u32,
            seq_num: SequenceNumber(1),
            cond: Preconditions::None,
            memo: Memo::None,
            operations: operations.try_into().unwrap(),
            ext,
        },
        signatures: VecM::default(),
    }
}

fn classic(operations: usize) -> TransactionV1Envelope {
    transaction(
        vec![OperationBody::Inflation; operations],
        TransactionExt::V0,
    )
}

fn soroban(operation: OperationBody, resources: SorobanResources) -> TransactionV1Envelope {
    let data = SorobanTransactionData {
        ext: SorobanTransactionDataExt::V0,
        resources,
        resource_fee: 0,
    };
    transaction(vec![operation], TransactionExt::V1(data))
}

fn resources(change: fn(&mut SorobanResources)) -> SorobanResources {
    let mut resources = SorobanResources {
        footprint: LedgerFootprint {
            read_only: VecM::default(),
            read_write: VecM::default(),
        },
        instructions: 0,
        disk_read_bytes: 0,
        write_bytes: 0,
    };
    change(&mut resources);
    resources
}

fn upload(bytes: usize) -> OperationBody {
    OperationBody::InvokeHostFunction(InvokeHostFunctionOp {
        host_function: HostFunction::UploadContractWasm(vec![0; bytes].try_into().unwrap()),
        auth: VecM::default(),
    })
}

fn bumped(inner: TransactionV1Envelope, fee: i64) -> TransactionEnvelope {
    TransactionEnvelope::TxFeeBump(FeeBumpTransactionEnvelope {
        tx: FeeBumpTransaction {
            fee_source: MuxedAccount::Ed25519(Uint256([2; 32])),
            fee,
            inner_tx: FeeBumpTransactionInnerTx::Tx(inner),
            ext: FeeBumpTransactionExt::V0,
        },
        signatures: VecM::default(),
    })
}

/// How many transactions like this one a ledger of mainnet holds, out of more than fit.
fn held(envelope: TransactionEnvelope) -> usize {
    let state = state(Limits::Mainnet);
    let waiting = vec![Demand::of(&state, &envelope); 2_100];
    count(&pick(&state, &waiting))
}

fn count(picked: &[bool]) -> usize {
    picked.iter().filter(|picked| **picked).count()
}

#[test]
fn each_limit_of_a_ledger_holds() {
    type Change = fn(&mut SorobanResources);
    let cases: [(usize, &str, OperationBody, Change); 9] = [
        (2_000, "transactions", upload(0), |_| {}),
        (2, "instructions", upload(0), |r| {
            r.instructions = 290_000_000
        }),
        (1, "instructions", upload(0), |r| {
            r.instructions = 290_000_001
        }),
        (2, "bytes of transactions", upload(130_000), |_| {}),
        (5, "entries read", upload(0), |r| {
            r.footprint.read_only = keys(200, account)
        }),
        // Live Soroban entries are not read from disk: what binds are the bytes of so many keys.
        (36, "bytes of transactions", upload(0), |r| {
            r.footprint.read_only = keys(200, code)
        }),
        (2, "bytes read", upload(0), |r| r.disk_read_bytes = 200_000),
        (5, "entries written", upload(0), |r| {
            r.footprint.read_write = keys(200, code)
        }),
        (2, "bytes written", upload(0), |r| r.write_bytes = 132_096),
    ];
    for (expected, what, operation, change) in cases {
        let envelope = TransactionEnvelope::Tx(soroban(operation, resources(change)));
        assert_eq!(held(envelope), expected, "{what}");
    }
}

#[test]
fn classic_transactions_are_limited_by_their_operations() {
    assert_eq!(held(TransactionEnvelope::Tx(classic(1))), 1_000);
    assert_eq!(held(TransactionEnvelope::Tx(classic(100))), 10);
    assert_eq!(held(bumped(classic(1), 200)), 500);
    assert_eq!(held(bumped(classic(100), 10_100)), 9);
}

#[test]
fn a_fee_bump_counts_as_one_operation_more_in_the_soroban_phase_too() {
    let envelope = soroban(upload(0), resources(|_| {}));
    assert_eq!(held(bumped(envelope, 200)), 1_000);
}

#[test]
fn a_transaction_within_its_own_limits_fits_alone() {
    for limits in [Limits::Mainnet, Limits::Unlimited] {
        let state = state(limits);
        let settings = &state.settings;
        let cost = &settings.ledger_cost;
        let largest: Amounts = [
            2,
            settings.compute.tx_max_instructions as u64,
            settings.bandwidth.tx_max_size_bytes.into(),
            cost.tx_max_disk_read_entries.into(),
            cost.tx_max_disk_read_bytes.into(),
            cost.tx_max_write_ledger_entries.into(),
            cost.tx_max_write_bytes.into(),
        ];
        assert!(take(&mut soroban_limits(settings), &largest), "{limits:?}");
        assert!(take(
            &mut classic_limits(&state.header),
            &amounts(101, None)
        ));
    }
}

#[test]
fn the_highest_bid_per_operation_goes_first_then_the_first_to_arrive() {
    let state = state(Limits::Mainnet);
    let bid = |operations: usize, fee: u32| {
        let mut envelope = classic(operations);
        envelope.tx.fee = fee;
        Demand::of(&state, &TransactionEnvelope::Tx(envelope))
    };
    // 101 stroops per operation, then 150, then 100: only the rate counts, not the sum.
    let mut waiting = vec![bid(100, 10_100), bid(1, 150)];
    waiting.extend(vec![bid(100, 10_000); 10]);
    let picked = pick(&state, &waiting);
    let (first, passed_over) = picked.split_at(10);
    assert!(first.iter().all(|picked| *picked));
    assert_eq!(passed_over, [false, false]);
}

#[test]
fn a_resource_fee_is_no_bid() {
    let state = state(Limits::Mainnet);
    let half = resources(|r| r.instructions = 300_000_000);
    let demand = |inclusion: u32, resource: u32| {
        let mut envelope = soroban(upload(0), half.clone());
        envelope.tx.fee = inclusion + resource;
        if let TransactionExt::V1(data) = &mut envelope.tx.ext {
            data.resource_fee = resource.into();
        }
        Demand::of(&state, &TransactionEnvelope::Tx(envelope))
    };
    let waiting = [demand(100, 1_000_000), demand(101, 1_000)];
    assert_eq!(pick(&state, &waiting), [false, true]);
}

#[test]
fn what_is_passed_over_goes_before_later_ones_with_the_same_bid() {
    let state = state(Limits::Mainnet);
    let demand = |operations| Demand::of(&state, &TransactionEnvelope::Tx(classic(operations)));
    let mut waiting = vec![demand(1); 950];
    waiting.push(demand(100));
    for _ in 0..2 {
        waiting.extend(vec![demand(1); 1_000]);
        let picked = pick(&state, &waiting);
        let mut picked = picked.into_iter();
        waiting.retain(|_| picked.next() == Some(false));
    }
    assert!(waiting.iter().all(|demand| demand.operations == 1));
}
