//! Signatures, sequence numbers, preconditions, fee bumps.

mod support;

use localnet_ledger::{
    close, without_v0,
    xdr::{
        Asset, DecoratedSignature, Duration, FeeBumpTransaction, FeeBumpTransactionEnvelope,
        FeeBumpTransactionExt, FeeBumpTransactionInnerTx, Hash, LedgerBounds, Memo, OperationBody,
        OperationResult, OperationResultTr, Preconditions, PreconditionsV2, SequenceNumber,
        SetOptionsOp, Signature, SignatureHint, Signer, SignerKey, SignerKeyEd25519SignedPayload,
        TimeBounds, TimePoint, TransactionEnvelope, TransactionMeta,
        TransactionResultResult as Code, TransactionV0, TransactionV0Envelope, TransactionV0Ext,
        Uint256,
    },
    BaseFees,
};
use support::*;

fn conditions() -> PreconditionsV2 {
    PreconditionsV2 {
        time_bounds: None,
        ledger_bounds: None,
        min_seq_num: None,
        min_seq_age: Duration(0),
        min_seq_ledger_gap: 0,
        extra_signers: Default::default(),
    }
}

fn pay_one(to: &ed25519_dalek::SigningKey) -> Vec<localnet_ledger::xdr::Operation> {
    vec![operation(payment(to, Asset::Native, 1))]
}

fn add_signer(key: SignerKey, weight: u32) -> OperationBody {
    OperationBody::SetOptions(SetOptionsOp {
        signer: Some(Signer { key, weight }),
        ..set_options()
    })
}

#[test]
fn a_missing_wrong_or_superfluous_signature_is_refused() {
    let (alice, bob) = (key(1), key(2));
    let chain = Chain::with_accounts(&[&alice, &bob]);
    let tx = chain.unsigned(&alice, pay_one(&bob));
    assert_eq!(
        chain.check(&chain.signed(tx.clone(), &[])),
        Err(Code::TxBadAuth)
    );
    assert_eq!(
        chain.check(&chain.signed(tx.clone(), &[&bob])),
        Err(Code::TxBadAuth)
    );
    assert_eq!(
        chain.check(&chain.signed(tx.clone(), &[&alice, &bob])),
        Err(Code::TxBadAuthExtra)
    );
    assert_eq!(chain.check(&chain.signed(tx, &[&alice])), Ok(()));
}

#[test]
fn a_signature_that_was_valid_before_is_valid_for_nothing_else() {
    let (alice, bob) = (key(1), key(2));
    let chain = Chain::with_accounts(&[&alice, &bob]);
    let signed = chain.transaction(&alice, pay_one(&bob));
    for _ in 0..2 {
        assert_eq!(chain.check(&signed), Ok(()));
    }
    let TransactionEnvelope::Tx(signed) = signed else {
        panic!("not V1");
    };
    let mut dearer = signed.clone();
    dearer.tx.fee += 1;
    let mut altered = signed.clone();
    let mut signature = signed.signatures[0].clone();
    let mut bytes = signature.signature.0.to_vec();
    bytes[0] ^= 1;
    signature.signature = Signature(bytes.try_into().unwrap());
    altered.signatures = vec![signature].try_into().unwrap();
    for refused in [dearer, altered] {
        let refused = TransactionEnvelope::Tx(refused);
        assert_eq!(chain.check(&refused), Err(Code::TxBadAuth));
    }
}

#[test]
fn an_operation_needs_its_own_source_and_threshold() {
    let (alice, bob) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice, &bob]);
    let from_bob = operation_of(&bob, payment(&alice, Asset::Native, 1));
    let tx = chain.unsigned(&alice, vec![from_bob]);
    let refused = chain.check(&chain.signed(tx.clone(), &[&alice]));
    match refused {
        Err(Code::TxFailed(results)) => assert_eq!(results[0], OperationResult::OpBadAuth),
        other => panic!("{other:?}"),
    }
    assert_eq!(chain.check(&chain.signed(tx, &[&alice, &bob])), Ok(()));

    // Medium and high threshold 2: the master key alone is still enough for the transaction, not for a payment.
    let raise = OperationBody::SetOptions(SetOptionsOp {
        med_threshold: Some(2),
        high_threshold: Some(2),
        signer: Some(Signer {
            key: SignerKey::Ed25519(Uint256(bob.verifying_key().to_bytes())),
            weight: 1,
        }),
        ..set_options()
    });
    let tx = chain.transaction(&alice, vec![operation(raise)]);
    assert!(chain.apply(tx).success);
    let tx = chain.unsigned(&alice, pay_one(&bob));
    match chain.check(&chain.signed(tx.clone(), &[&alice])) {
        Err(Code::TxFailed(results)) => assert_eq!(results[0], OperationResult::OpBadAuth),
        other => panic!("{other:?}"),
    }
    assert_eq!(chain.check(&chain.signed(tx, &[&alice, &bob])), Ok(()));
}

#[test]
fn a_preimage_signs_for_its_hash() {
    let (alice, bob) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice, &bob]);
    let preimage = b"open sesame".to_vec();
    let hash: [u8; 32] = <sha2::Sha256 as sha2::Digest>::digest(&preimage).into();
    let tx = chain.transaction(
        &alice,
        vec![operation(add_signer(SignerKey::HashX(Uint256(hash)), 1))],
    );
    assert!(chain.apply(tx).success);
    let tx = chain.unsigned(&alice, pay_one(&bob));
    let TransactionEnvelope::Tx(mut envelope) = chain.signed(tx, &[]) else {
        panic!("not V1")
    };
    let signature = DecoratedSignature {
        hint: SignatureHint([hash[28], hash[29], hash[30], hash[31]]),
        signature: Signature(preimage.try_into().unwrap()),
    };
    envelope.signatures = vec![signature].try_into().unwrap();
    assert!(chain.apply(TransactionEnvelope::Tx(envelope)).success);
}

#[test]
fn a_preauthorised_transaction_works_once_and_takes_its_signer_along() {
    let (alice, bob) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice, &bob]);
    let mut later = chain.unsigned(&alice, pay_one(&bob));
    later.seq_num = SequenceNumber(later.seq_num.0 + 1);
    let envelope = chain.signed(later, &[]);
    let Hash(hash) = localnet_ledger::transaction_hashes(&chain.state.network_id, &envelope).hash;
    let signer = add_signer(SignerKey::PreAuthTx(Uint256(hash)), 1);
    let tx = chain.transaction(&alice, vec![operation(signer)]);
    assert!(chain.apply(tx).success);
    assert_eq!(chain.account(&alice).unwrap().num_sub_entries, 1);
    assert_eq!(chain.check(&envelope), Ok(()));
    assert!(chain.apply(envelope.clone()).success);
    let account = chain.account(&alice).unwrap();
    assert!(account.signers.is_empty());
    assert_eq!(account.num_sub_entries, 0);
    assert_eq!(chain.check(&envelope), Err(Code::TxBadSeq));
}

#[test]
fn extra_signers_must_sign_their_payload() {
    let (alice, bob) = (key(1), key(2));
    let chain = Chain::with_accounts(&[&alice, &bob]);
    let payload = b"receipt 7".to_vec();
    let public = bob.verifying_key().to_bytes();
    let mut tx = chain.unsigned(&alice, pay_one(&bob));
    let extra = SignerKey::Ed25519SignedPayload(SignerKeyEd25519SignedPayload {
        ed25519: Uint256(public),
        payload: payload.clone().try_into().unwrap(),
    });
    tx.cond = Preconditions::V2(PreconditionsV2 {
        extra_signers: vec![extra].try_into().unwrap(),
        ..conditions()
    });
    let TransactionEnvelope::Tx(mut envelope) = chain.signed(tx, &[&alice]) else {
        panic!("not V1")
    };
    assert_eq!(
        chain.check(&TransactionEnvelope::Tx(envelope.clone())),
        Err(Code::TxBadAuth)
    );
    let tail = &payload[payload.len() - 4..];
    let hint = std::array::from_fn(|i| public[28 + i] ^ tail[i]);
    let signature = ed25519_dalek::Signer::sign(&bob, &payload)
        .to_bytes()
        .to_vec();
    let mut signatures = envelope.signatures.to_vec();
    signatures.push(DecoratedSignature {
        hint: SignatureHint(hint),
        signature: Signature(signature.try_into().unwrap()),
    });
    envelope.signatures = signatures.try_into().unwrap();
    assert_eq!(chain.check(&TransactionEnvelope::Tx(envelope)), Ok(()));
}

#[test]
fn sequence_numbers_are_used_once_and_in_order() {
    let (alice, bob) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice, &bob]);
    let first = chain.transaction(&alice, pay_one(&bob));
    let mut ahead = chain.unsigned(&alice, pay_one(&bob));
    ahead.seq_num = SequenceNumber(ahead.seq_num.0 + 1);
    assert_eq!(
        chain.check(&chain.signed(ahead.clone(), &[&alice])),
        Err(Code::TxBadSeq)
    );
    assert!(chain.apply(first.clone()).success);
    assert_eq!(chain.check(&first), Err(Code::TxBadSeq));
    assert_eq!(chain.check(&chain.signed(ahead, &[&alice])), Ok(()));
}

#[test]
fn preconditions_bound_time_ledger_and_sequence() {
    let (alice, bob) = (key(1), key(2));
    let chain = Chain::with_accounts(&[&alice, &bob]);
    let next_time = chain.time + 5;
    let next_ledger = chain.state.sequence() + 1;
    let check = |cond: Preconditions| {
        let mut tx = chain.unsigned(&alice, pay_one(&bob));
        tx.cond = cond;
        chain.check(&chain.signed(tx, &[&alice]))
    };
    let time = |min, max| {
        Preconditions::Time(TimeBounds {
            min_time: TimePoint(min),
            max_time: TimePoint(max),
        })
    };
    assert_eq!(check(time(0, next_time)), Ok(()));
    assert_eq!(check(time(next_time + 1, 0)), Err(Code::TxTooEarly));
    assert_eq!(check(time(0, next_time - 1)), Err(Code::TxTooLate));
    let ledger = |min_ledger, max_ledger| {
        Preconditions::V2(PreconditionsV2 {
            ledger_bounds: Some(LedgerBounds {
                min_ledger,
                max_ledger,
            }),
            ..conditions()
        })
    };
    assert_eq!(check(ledger(next_ledger, next_ledger + 1)), Ok(()));
    assert_eq!(check(ledger(next_ledger + 1, 0)), Err(Code::TxTooEarly));
    assert_eq!(check(ledger(0, next_ledger)), Err(Code::TxTooLate));
    let old = Preconditions::V2(PreconditionsV2 {
        min_seq_num: Some(SequenceNumber(0)),
        ..conditions()
    });
    let mut tx = chain.unsigned(&alice, pay_one(&bob));
    tx.cond = old;
    tx.seq_num = SequenceNumber(tx.seq_num.0 + 10);
    assert_eq!(chain.check(&chain.signed(tx, &[&alice])), Ok(()));
}

#[test]
fn a_failed_transaction_uses_its_sequence_number_and_fee() {
    let (alice, bob) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice, &bob]);
    let before = chain.account(&alice).unwrap().clone();
    let tx = chain.transaction(
        &alice,
        vec![operation(payment(&bob, Asset::Native, i64::MAX))],
    );
    assert_eq!(chain.check(&tx), Ok(()), "only the ledger can tell");
    assert!(!chain.apply(tx).success);
    let after = chain.account(&alice).unwrap();
    assert_eq!(after.seq_num.0, before.seq_num.0 + 1);
    assert_eq!(after.balance, before.balance - 100);
}

#[test]
fn operations_that_were_not_reached_have_their_first_code() {
    let (alice, bob) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice, &bob]);
    let unsigned = operation_of(&bob, payment(&alice, Asset::Native, 1));
    let tx = chain.transaction(&alice, vec![unsigned, operation(OperationBody::Inflation)]);
    let applied = chain.apply(tx);
    let inflation = OperationResultTr::Inflation(Default::default());
    let expected = [
        OperationResult::OpBadAuth,
        OperationResult::OpInner(inflation),
    ];
    assert_eq!(results(&applied), expected);
}

#[test]
fn an_envelope_of_version_0_is_sent_as_one_of_version_1() {
    let (alice, bob) = (key(1), key(2));
    let chain = Chain::with_accounts(&[&alice, &bob]);
    let TransactionEnvelope::Tx(envelope) = chain.transaction(&alice, pay_one(&bob)) else {
        panic!("not V1")
    };
    let tx = envelope.tx.clone();
    let old = TransactionEnvelope::TxV0(TransactionV0Envelope {
        tx: TransactionV0 {
            source_account_ed25519: Uint256(alice.verifying_key().to_bytes()),
            fee: tx.fee,
            seq_num: tx.seq_num,
            time_bounds: None,
            memo: tx.memo,
            operations: tx.operations,
            ext: TransactionV0Ext::V0,
        },
        signatures: envelope.signatures.clone(),
    });
    assert_eq!(chain.check(&old), Err(Code::TxNotSupported));
    assert_eq!(without_v0(old), TransactionEnvelope::Tx(envelope));
}

#[test]
fn whoever_has_nothing_left_for_a_fee_has_no_event_of_one() {
    let (alice, poor) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice]);
    chain.run(&[&root()], vec![create_account(&poor, 20_000_000)]);
    let txs = [1, 2].map(|number| {
        let mut tx = chain.unsigned(&poor, pay_one(&alice));
        tx.fee = 30_000_000;
        tx.seq_num.0 += number - 1;
        chain.signed(tx, &[&poor])
    });
    let base_fees = BaseFees {
        classic: 30_000_000,
        ..BaseFees::minimum(&chain.state)
    };
    let closed = close(&chain.state, txs.into(), base_fees, chain.time + 5);
    let charged = closed.transactions.iter().map(|tx| {
        let TransactionMeta::V4(meta) = &tx.meta else {
            panic!("not V4")
        };
        (tx.result.fee_charged, meta.events.len())
    });
    assert_eq!(charged.collect::<Vec<_>>(), [(20_000_000, 1), (0, 0)]);
}

fn bump(
    chain: &Chain,
    inner: TransactionEnvelope,
    payer: &ed25519_dalek::SigningKey,
    fee: i64,
) -> TransactionEnvelope {
    let TransactionEnvelope::Tx(inner) = inner else {
        panic!("not V1")
    };
    let tx = FeeBumpTransaction {
        fee_source: muxed(payer),
        fee,
        inner_tx: FeeBumpTransactionInnerTx::Tx(inner),
        ext: FeeBumpTransactionExt::V0,
    };
    let unsigned = TransactionEnvelope::TxFeeBump(FeeBumpTransactionEnvelope {
        tx: tx.clone(),
        signatures: Default::default(),
    });
    let signature = sign(&chain.state.network_id, &unsigned, payer);
    TransactionEnvelope::TxFeeBump(FeeBumpTransactionEnvelope {
        tx,
        signatures: vec![signature].try_into().unwrap(),
    })
}

#[test]
fn a_fee_bump_pays_for_another() {
    let (alice, bob, payer) = (key(1), key(2), key(3));
    let mut chain = Chain::with_accounts(&[&alice, &bob, &payer]);
    let mut inner = chain.unsigned(&alice, vec![operation(payment(&bob, Asset::Native, 7))]);
    inner.fee = 0;
    inner.memo = Memo::Id(1);
    let inner = chain.signed(inner, &[&alice]);
    let low = bump(&chain, inner.clone(), &payer, 199);
    assert_eq!(chain.check(&low), Err(Code::TxInsufficientFee));
    let tx = bump(&chain, inner, &payer, 1_000);
    assert_eq!(chain.check(&tx), Ok(()));
    let applied = chain.apply(tx);
    assert!(applied.success && applied.fee_bump);
    assert!(applied.hashes.inner.is_some());
    assert!(matches!(
        applied.result.result,
        Code::TxFeeBumpInnerSuccess(_)
    ));
    assert_eq!(applied.result.fee_charged, 200);
    assert_eq!(chain.balance(&payer), 100_000_000_000 - 200);
    assert_eq!(chain.balance(&alice), 100_000_000_000 - 7);
}
