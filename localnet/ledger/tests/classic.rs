//! Classic operations: results, balances, reserves.

mod support;

use localnet_ledger::xdr::{
    Asset, ChangeTrustResult, CreateAccountResult, Hash, LiquidityPoolWithdrawOp, OperationBody,
    OperationResult, OperationResultTr, PaymentResult, PoolId, SetOptionsOp, SetTrustLineFlagsOp,
    SetTrustLineFlagsResult, TransactionMeta, TransactionResultResult,
};
use support::*;

#[test]
fn an_account_is_created_once_and_with_its_reserve() {
    let alice = key(1);
    let mut chain = Chain::new();
    let poor = chain.transaction(&root(), vec![create_account(&alice, 9_999_999)]);
    assert_eq!(
        last_result(&chain.apply(poor)),
        &OperationResultTr::CreateAccount(CreateAccountResult::LowReserve)
    );
    let funded = chain.transaction(&root(), vec![create_account(&alice, 10_000_000)]);
    assert!(chain.apply(funded).success);
    let account = chain.account(&alice).expect("it was created");
    assert_eq!(account.balance, 10_000_000);
    assert_eq!(account.seq_num.0, i64::from(chain.state.sequence()) << 32);
    let again = chain.transaction(&root(), vec![create_account(&alice, 10_000_000)]);
    assert_eq!(
        last_result(&chain.apply(again)),
        &OperationResultTr::CreateAccount(CreateAccountResult::AlreadyExist)
    );
}

#[test]
fn lumens_are_paid_down_to_the_reserve() {
    let (alice, bob) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice, &bob]);
    let spendable = chain.balance(&alice) - 2 * 5_000_000 - 100;
    let pay = |chain: &Chain, amount| {
        chain.transaction(
            &alice,
            vec![operation(payment(&bob, Asset::Native, amount))],
        )
    };
    let tx = pay(&chain, spendable + 1);
    assert_eq!(
        last_result(&chain.apply(tx)),
        &OperationResultTr::Payment(PaymentResult::Underfunded)
    );
    // The failed attempt cost its fee.
    let tx = pay(&chain, spendable - 100);
    assert!(chain.apply(tx).success);
    assert_eq!(chain.balance(&alice), 10_000_000);
    assert_eq!(chain.balance(&bob), 100_000_000_000 + spendable - 100);
}

#[test]
fn an_issued_asset_needs_a_trustline_and_obeys_its_limit() {
    let (issuer, alice, bob) = (key(1), key(2), key(3));
    let mut chain = Chain::with_accounts(&[&issuer, &alice, &bob]);
    let asset = asset(&issuer);
    let pay = |chain: &Chain, from, to, amount| {
        chain.transaction(from, vec![operation(payment(to, asset.clone(), amount))])
    };
    let tx = pay(&chain, &issuer, &alice, 5);
    assert_eq!(
        last_result(&chain.apply(tx)),
        &OperationResultTr::Payment(PaymentResult::NoTrust)
    );
    for holder in [&alice, &bob] {
        let tx = chain.transaction(holder, vec![operation(trust(&asset, 100))]);
        assert!(chain.apply(tx).success);
        assert_eq!(chain.account(holder).unwrap().num_sub_entries, 1);
    }
    let tx = pay(&chain, &issuer, &alice, 101);
    assert_eq!(
        last_result(&chain.apply(tx)),
        &OperationResultTr::Payment(PaymentResult::LineFull)
    );
    let tx = pay(&chain, &issuer, &alice, 100);
    assert!(chain.apply(tx).success);
    let tx = pay(&chain, &alice, &issuer, 101);
    assert_eq!(
        last_result(&chain.apply(tx)),
        &OperationResultTr::Payment(PaymentResult::Underfunded)
    );
    let tx = pay(&chain, &alice, &bob, 40);
    assert!(chain.apply(tx).success);
    let tx = pay(&chain, &bob, &issuer, 10);
    assert!(chain.apply(tx).success);
    assert_eq!(chain.trustline(&alice, &asset).unwrap().balance, 60);
    assert_eq!(chain.trustline(&bob, &asset).unwrap().balance, 30);
}

#[test]
fn a_trustline_closes_only_when_empty() {
    let (issuer, alice) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&issuer, &alice]);
    let asset = asset(&issuer);
    let open = operation(trust(&asset, 100));
    let fund = operation_of(&issuer, payment(&alice, asset.clone(), 1));
    let tx = chain.unsigned(&alice, vec![open, fund]);
    let tx = chain.signed(tx, &[&alice, &issuer]);
    assert!(chain.apply(tx).success);
    let close = |chain: &Chain| chain.transaction(&alice, vec![operation(trust(&asset, 0))]);
    let tx = close(&chain);
    assert_eq!(
        last_result(&chain.apply(tx)),
        &OperationResultTr::ChangeTrust(ChangeTrustResult::InvalidLimit)
    );
    let back = chain.transaction(&alice, vec![operation(payment(&issuer, asset.clone(), 1))]);
    assert!(chain.apply(back).success);
    let tx = close(&chain);
    assert!(chain.apply(tx).success);
    assert!(chain.trustline(&alice, &asset).is_none());
    assert_eq!(chain.account(&alice).unwrap().num_sub_entries, 0);
}

#[test]
fn an_issuer_authorises_and_revokes() {
    let (issuer, alice) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&issuer, &alice]);
    let asset = asset(&issuer);
    // Authorisation required and revocable.
    let flags = OperationBody::SetOptions(SetOptionsOp {
        set_flags: Some(1 | 2),
        ..set_options()
    });
    let tx = chain.transaction(&issuer, vec![operation(flags)]);
    assert!(chain.apply(tx).success);
    let tx = chain.transaction(&alice, vec![operation(trust(&asset, 100))]);
    assert!(chain.apply(tx).success);
    assert_eq!(chain.trustline(&alice, &asset).unwrap().flags, 0);

    let set = |chain: &Chain, set_flags, clear_flags| {
        let op = OperationBody::SetTrustLineFlags(SetTrustLineFlagsOp {
            trustor: id(&alice),
            asset: asset.clone(),
            set_flags,
            clear_flags,
        });
        chain.transaction(&issuer, vec![operation(op)])
    };
    let pay = |chain: &Chain| {
        chain.transaction(&issuer, vec![operation(payment(&alice, asset.clone(), 1))])
    };
    let tx = pay(&chain);
    assert_eq!(
        last_result(&chain.apply(tx)),
        &OperationResultTr::Payment(PaymentResult::NotAuthorized)
    );
    let tx = set(&chain, 1, 0);
    let applied = chain.apply(tx);
    assert!(applied.success);
    let TransactionMeta::V4(meta) = &applied.meta else {
        panic!("not V4")
    };
    assert_eq!(meta.operations[0].events.len(), 1);
    let tx = pay(&chain);
    assert!(chain.apply(tx).success);
    let tx = set(&chain, 2, 0);
    assert_eq!(
        last_result(&chain.apply(tx)),
        &OperationResultTr::SetTrustLineFlags(SetTrustLineFlagsResult::InvalidState)
    );
    let tx = set(&chain, 0, 1);
    assert!(chain.apply(tx).success);
    assert_eq!(chain.trustline(&alice, &asset).unwrap().flags, 0);
}

#[test]
fn operations_of_a_failed_transaction_leave_nothing() {
    let (alice, bob) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice, &bob]);
    let before = chain.balance(&bob);
    let tx = chain.transaction(
        &alice,
        vec![
            operation(payment(&bob, Asset::Native, 1_000)),
            operation(payment(&bob, Asset::Native, i64::MAX)),
        ],
    );
    let applied = chain.apply(tx);
    assert!(!applied.success);
    assert_eq!(chain.balance(&bob), before);
    assert_eq!(chain.balance(&alice), 100_000_000_000 - 200);
    let TransactionMeta::V4(meta) = applied.meta else {
        panic!("not V4")
    };
    assert!(meta.operations.is_empty());
    assert_eq!(meta.events.len(), 1, "the fee event stays");
}

#[test]
fn unsupported_operations_say_so() {
    let alice = key(1);
    let mut chain = Chain::with_accounts(&[&alice]);
    let withdraw = OperationBody::LiquidityPoolWithdraw(LiquidityPoolWithdrawOp {
        liquidity_pool_id: PoolId(Hash([0; 32])),
        amount: 1,
        min_amount_a: 1,
        min_amount_b: 1,
    });
    let tx = chain.transaction(&alice, vec![operation(withdraw)]);
    assert!(chain.check(&tx).is_err());
    match chain.apply(tx).result.result {
        TransactionResultResult::TxFailed(results) => {
            assert_eq!(results[0], OperationResult::OpNotSupported);
        }
        other => panic!("{other:?}"),
    }
}
