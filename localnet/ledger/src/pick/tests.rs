//! Capacity of a ledger of mainnet, and the order of admission.

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

/// Number of transactions like this one that a ledger of mainnet holds, out of more than fit.
fn held(envelope: TransactionEnvelope) -> usize {
    let state = state(Limits::Mainnet);
    let waiting = vec![Demand::of(&state, &envelope); 2_100];
    let picked = pick(&state, &waiting);
    picked.taken.iter().filter(|taken| **taken).count()
}

/// Bids `inclusion` stroops on top of a resource fee.
fn bidding(
    resources: &SorobanResources,
    inclusion: u32,
    resource_fee: u32,
) -> TransactionV1Envelope {
    let mut envelope = soroban(upload(0), resources.clone());
    envelope.tx.fee = inclusion + resource_fee;
    if let TransactionExt::V1(data) = &mut envelope.tx.ext {
        data.resource_fee = resource_fee.into();
    }
    envelope
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
        let (classic, soroban) = (Phase::Classic, Phase::Soroban);
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
        assert!(
            fits(&largest, &super::limits(&state, soroban)),
            "{limits:?}"
        );
        let bumped = [101, 0, 0, 0, 0, 0, 0];
        assert!(fits(&bumped, &super::limits(&state, classic)));
    }
}

#[test]
fn the_highest_bid_per_operation_goes_first() {
    let state = state(Limits::Mainnet);
    let bid = |operations: usize, fee: u32| {
        let mut envelope = classic(operations);
        envelope.tx.fee = fee;
        Demand::of(&state, &TransactionEnvelope::Tx(envelope))
    };
    // 101 stroops per operation, then 150, then 100: only the rate counts, not the sum.
    let mut waiting = vec![bid(100, 10_100), bid(1, 150)];
    waiting.extend(vec![bid(100, 10_000); 10]);
    let taken = pick(&state, &waiting).taken;
    assert!(taken[0] && taken[1]);
    assert_eq!(taken[2..].iter().filter(|taken| **taken).count(), 8);
}

#[test]
fn a_resource_fee_is_no_bid() {
    let state = state(Limits::Mainnet);
    let most = resources(|r| r.instructions = 300_000_000);
    let waiting = [(100, 1_000_000), (101, 1_000)].map(|(inclusion, resource_fee)| {
        let envelope = bidding(&most, inclusion, resource_fee);
        Demand::of(&state, &TransactionEnvelope::Tx(envelope))
    });
    assert_eq!(pick(&state, &waiting).taken, [false, true]);
}

/// Sixteen transactions, of which a ledger takes fifteen.
#[test]
fn among_equal_bids_each_ledger_draws_lots_anew() {
    let mut state = state(Limits::Mainnet);
    let fifteenth = resources(|r| r.instructions = 580_000_000 / 15);
    let waiting: Vec<Demand> = (0..16)
        .map(|sequence| {
            let mut envelope = bidding(&fifteenth, 100, 0);
            envelope.tx.seq_num = SequenceNumber(sequence);
            Demand::of(&state, &TransactionEnvelope::Tx(envelope))
        })
        .collect();
    let mut left_out = [0; 16];
    for ledger in 0..1_000_u32 {
        state.header_hash = crate::state::sha256(&ledger.to_be_bytes());
        let taken = pick(&state, &waiting).taken;
        assert_eq!(taken, pick(&state, &waiting).taken, "the same ledger again");
        let left: Vec<usize> = (0..16).filter(|index| !taken[*index]).collect();
        assert_eq!(left.len(), 1);
        left_out[left[0]] += 1;
    }
    // A sixteenth would be 62 times.
    assert!(
        left_out.iter().all(|times| (30..=100).contains(times)),
        "{left_out:?}"
    );
}

#[test]
fn only_a_phase_that_leaves_somebody_out_charges_more_than_the_minimum() {
    let state = state(Limits::Mainnet);
    let demand = |envelope| Demand::of(&state, &envelope);
    let half = resources(|r| r.instructions = 290_000_000);
    let plain = |inclusion| demand(TransactionEnvelope::Tx(bidding(&half, inclusion, 1_000)));
    let small = |inclusion| {
        let nothing = resources(|_| {});
        demand(TransactionEnvelope::Tx(bidding(&nothing, inclusion, 1_000)))
    };
    // Two operations, so 250 stroops each.
    let bump = demand(bumped(bidding(&half, 100, 1_000), 1_501));
    let base_fees = |waiting: &[&Demand]| {
        let fees = pick(&state, waiting.iter().copied()).base_fees;
        (fees.classic, fees.soroban)
    };
    assert_eq!(base_fees(&[&plain(900), &bump]), (100, 100));
    assert_eq!(base_fees(&[&plain(900), &bump, &plain(200)]), (100, 250));
    // One that fits beside them sets the price.
    assert_eq!(
        base_fees(&[&plain(900), &bump, &plain(200), &small(150)]),
        (100, 150)
    );
    let mut dear = classic(100);
    dear.tx.fee = 15_099;
    let dear = demand(TransactionEnvelope::Tx(dear));
    assert_eq!(base_fees(&[&dear; 10]), (100, 100));
    let cheap = demand(TransactionEnvelope::Tx(classic(100)));
    let mut crowd = vec![&dear; 10];
    crowd.push(&cheap);
    assert_eq!(base_fees(&crowd), (150, 100), "rounded down");
}
