//! Operations on balances, values and sequence numbers: their result codes and events.

mod support;

use localnet_ledger::{
    xdr::{
        AccountMergeResult, AllowTrustOp, AllowTrustResult, Asset, AssetCode, AssetCode4,
        BumpSequenceOp, ClaimClaimableBalanceOp, ClaimClaimableBalanceResult, ClaimPredicate,
        ClaimableBalanceId, Claimant, ClaimantV0, ClawbackClaimableBalanceOp,
        ClawbackClaimableBalanceResult, ClawbackOp, ClawbackResult, ContractEventBody,
        CreateClaimableBalanceOp, CreateClaimableBalanceResult, DataValue, ManageDataOp,
        ManageDataResult, MuxedAccount, MuxedAccountMed25519, OperationBody, OperationResult,
        OperationResultTr, ScAddress, ScVal, SequenceNumber, SetOptionsOp, String64,
        TransactionMeta, Uint256,
    },
    Applied,
};
use support::{reserves::assert_books_agree, *};

type Key = ed25519_dalek::SigningKey;

/// Name and addresses of the last operation's only event.
fn event(applied: &Applied) -> (String, Vec<ScAddress>, ScVal) {
    let TransactionMeta::V4(meta) = &applied.meta else {
        panic!("not V4")
    };
    let operation = meta.operations.last().expect("it has an operation");
    assert_eq!(operation.events.len(), 1);
    let ContractEventBody::V0(body) = &operation.events[0].body;
    let ScVal::Symbol(name) = &body.topics[0] else {
        panic!("an event begins with its name")
    };
    let addresses = body.topics.iter().filter_map(|topic| match topic {
        ScVal::Address(address) => Some(address.clone()),
        _ => None,
    });
    (name.to_string(), addresses.collect(), body.data.clone())
}

fn account(key: &Key) -> ScAddress {
    ScAddress::Account(id(key))
}

fn one(chain: &mut Chain, source: &Key, body: OperationBody) -> Applied {
    chain.run(&[source], vec![operation(body)])
}

/// An issuer whose asset needs its permission, can be revoked and clawed back; `holder` has 100 of it.
fn issued(issuer: &Key, holder: &Key) -> (Chain, Asset) {
    let mut chain = Chain::with_accounts(&[issuer, holder]);
    let asset = asset(issuer);
    let flags = OperationBody::SetOptions(SetOptionsOp {
        set_flags: Some(1 | 2 | 8),
        ..set_options()
    });
    let applied = chain.run(
        &[issuer, holder],
        vec![
            operation(flags),
            operation_of(holder, trust(&asset, 1_000)),
            operation(allow(holder, 1)),
            operation(payment(holder, asset.clone(), 100)),
        ],
    );
    assert!(applied.success, "{:?}", applied.result);
    (chain, asset)
}

fn allow(trustor: &Key, authorize: u32) -> OperationBody {
    OperationBody::AllowTrust(AllowTrustOp {
        trustor: id(trustor),
        asset: AssetCode::CreditAlphanum4(AssetCode4(*b"TEST")),
        authorize,
    })
}

fn create_balance(
    asset: &Asset,
    amount: i64,
    to: &Key,
    predicate: ClaimPredicate,
) -> OperationBody {
    let claimant = Claimant::ClaimantTypeV0(ClaimantV0 {
        destination: id(to),
        predicate,
    });
    OperationBody::CreateClaimableBalance(CreateClaimableBalanceOp {
        asset: asset.clone(),
        amount,
        claimants: vec![claimant].try_into().unwrap(),
    })
}

fn created(applied: &Applied) -> ClaimableBalanceId {
    match last_result(applied) {
        OperationResultTr::CreateClaimableBalance(CreateClaimableBalanceResult::Success(id)) => {
            id.clone()
        }
        other => panic!("{other:?}"),
    }
}

fn claim(id: &ClaimableBalanceId) -> OperationBody {
    OperationBody::ClaimClaimableBalance(ClaimClaimableBalanceOp {
        balance_id: id.clone(),
    })
}

fn named(name: &str) -> String64 {
    String64(name.try_into().unwrap())
}

#[test]
fn an_account_merges_into_another_with_all_its_lumens() {
    let (alice, bob, carol) = (key(1), key(2), key(3));
    let mut chain = Chain::with_accounts(&[&alice, &bob, &carol]);
    let merge = |to: &Key| OperationBody::AccountMerge(muxed(to));
    let expect = |applied: &Applied, code| {
        assert_eq!(last_result(applied), &OperationResultTr::AccountMerge(code));
    };
    let coins = chain.total_coins();
    expect(
        &one(&mut chain, &alice, merge(&key(9))),
        AccountMergeResult::NoAccount,
    );
    let itself = chain.transaction(&alice, vec![operation(merge(&alice))]);
    assert!(chain.check(&itself).is_err());

    let value = OperationBody::ManageData(ManageDataOp {
        data_name: named("name"),
        data_value: Some(DataValue::default()),
    });
    assert!(one(&mut chain, &carol, value).success);
    expect(
        &one(&mut chain, &carol, merge(&bob)),
        AccountMergeResult::HasSubEntries,
    );
    let immutable = OperationBody::SetOptions(SetOptionsOp {
        set_flags: Some(4),
        ..set_options()
    });
    assert!(one(&mut chain, &carol, immutable).success);
    expect(
        &one(&mut chain, &carol, merge(&bob)),
        AccountMergeResult::ImmutableSet,
    );

    // Created anew, the account must not be able to use a sequence number twice.
    let bump = OperationBody::BumpSequence(BumpSequenceOp {
        bump_to: SequenceNumber(i64::from(chain.state.sequence() + 10) << 32),
    });
    assert!(one(&mut chain, &bob, bump).success);
    expect(
        &one(&mut chain, &bob, merge(&alice)),
        AccountMergeResult::SeqnumTooFar,
    );

    let amount = chain.balance(&alice) - 100;
    let to_user = MuxedAccount::MuxedEd25519(MuxedAccountMed25519 {
        id: 7,
        ed25519: Uint256(bob.verifying_key().to_bytes()),
    });
    let merged = one(&mut chain, &alice, OperationBody::AccountMerge(to_user));
    expect(&merged, AccountMergeResult::Success(amount));
    let (name, parties, data) = event(&merged);
    assert_eq!(
        (name.as_str(), parties),
        ("transfer", vec![account(&alice), account(&bob)])
    );
    assert!(matches!(data, ScVal::Map(_)), "the user's id goes along");
    assert!(chain.account(&alice).is_none());
    assert_eq!(chain.total_coins(), coins);
}

#[test]
fn values_are_written_and_deleted() {
    let alice = key(1);
    let mut chain = Chain::with_accounts(&[&alice]);
    let manage = |name: &str, value: Option<&[u8]>| {
        OperationBody::ManageData(ManageDataOp {
            data_name: named(name),
            data_value: value.map(|value| DataValue(value.to_vec().try_into().unwrap())),
        })
    };
    let missing = one(&mut chain, &alice, manage("a", None));
    assert_eq!(
        last_result(&missing),
        &OperationResultTr::ManageData(ManageDataResult::NameNotFound)
    );
    for name in ["", "a\n"] {
        let tx = chain.transaction(&alice, vec![operation(manage(name, Some(b"1")))]);
        assert!(chain.check(&tx).is_err());
    }
    assert!(one(&mut chain, &alice, manage("a", Some(b"1"))).success);
    assert!(one(&mut chain, &alice, manage("a", Some(b"2"))).success);
    assert_eq!(chain.account(&alice).unwrap().num_sub_entries, 1);
    assert!(one(&mut chain, &alice, manage("a", None)).success);
    assert_eq!(chain.account(&alice).unwrap().num_sub_entries, 0);
    let poor = chain.balance(&alice) - 10_000_000 - 200;
    let away = vec![
        operation(payment(&root(), Asset::Native, poor)),
        operation(manage("a", Some(b"1"))),
    ];
    assert_eq!(
        last_result(&chain.run(&[&alice], away)),
        &OperationResultTr::ManageData(ManageDataResult::LowReserve)
    );
}

#[test]
fn a_sequence_number_jumps_ahead_and_never_back() {
    let alice = key(1);
    let mut chain = Chain::with_accounts(&[&alice]);
    let bump = |to| {
        OperationBody::BumpSequence(BumpSequenceOp {
            bump_to: SequenceNumber(to),
        })
    };
    let negative = chain.transaction(&alice, vec![operation(bump(-1))]);
    assert!(chain.check(&negative).is_err());
    let ahead = chain.account(&alice).unwrap().seq_num.0 + 1_000;
    assert!(one(&mut chain, &alice, bump(ahead)).success);
    assert_eq!(chain.account(&alice).unwrap().seq_num.0, ahead);
    assert!(one(&mut chain, &alice, bump(0)).success);
    assert_eq!(chain.account(&alice).unwrap().seq_num.0, ahead + 1);
}

#[test]
fn inflation_is_refused_as_on_the_network() {
    let alice = key(1);
    let mut chain = Chain::with_accounts(&[&alice]);
    let applied = one(&mut chain, &alice, OperationBody::Inflation);
    assert_eq!(results(&applied), [OperationResult::OpNotSupported]);
}

#[test]
fn allow_trust_authorises_and_revokes() {
    let (issuer, holder) = (key(1), key(2));
    let (mut chain, asset) = issued(&issuer, &holder);
    let expect = |applied: &Applied, code| {
        assert_eq!(last_result(applied), &OperationResultTr::AllowTrust(code));
    };
    let limited = one(&mut chain, &issuer, allow(&holder, 2));
    let (name, parties, data) = event(&limited);
    assert_eq!(
        (name.as_str(), parties),
        ("set_authorized", vec![account(&holder)])
    );
    assert_eq!(data, ScVal::Bool(false));
    assert!(one(&mut chain, &issuer, allow(&holder, 1)).success);
    expect(
        &one(&mut chain, &issuer, allow(&root(), 1)),
        AllowTrustResult::NoTrustLine,
    );
    for refused in [allow(&holder, 3), allow(&issuer, 1)] {
        let tx = chain.transaction(&issuer, vec![operation(refused)]);
        assert!(chain.check(&tx).is_err());
    }
    let irrevocable = OperationBody::SetOptions(SetOptionsOp {
        clear_flags: Some(2 | 8),
        ..set_options()
    });
    assert!(one(&mut chain, &issuer, irrevocable).success);
    for authorize in [0, 2] {
        let applied = one(&mut chain, &issuer, allow(&holder, authorize));
        expect(&applied, AllowTrustResult::CantRevoke);
    }
    assert_eq!(chain.trustline(&holder, &asset).unwrap().flags & 3, 1);
}

#[test]
fn an_issuer_claws_its_asset_back() {
    let (issuer, holder) = (key(1), key(2));
    let (mut chain, asset) = issued(&issuer, &holder);
    let claw_back = |from: &Key, amount| {
        OperationBody::Clawback(ClawbackOp {
            asset: asset.clone(),
            from: muxed(from),
            amount,
        })
    };
    let expect = |applied: &Applied, code| {
        assert_eq!(last_result(applied), &OperationResultTr::Clawback(code));
    };
    expect(
        &one(&mut chain, &issuer, claw_back(&holder, 101)),
        ClawbackResult::Underfunded,
    );
    expect(
        &one(&mut chain, &issuer, claw_back(&root(), 1)),
        ClawbackResult::NoTrust,
    );
    for (source, refused) in [
        (&issuer, claw_back(&holder, 0)),
        (&issuer, claw_back(&issuer, 1)),
        (&holder, claw_back(&issuer, 1)),
    ] {
        let tx = chain.transaction(source, vec![operation(refused)]);
        assert!(chain.check(&tx).is_err());
    }
    let taken = one(&mut chain, &issuer, claw_back(&holder, 60));
    expect(&taken, ClawbackResult::Success);
    let (name, parties, _) = event(&taken);
    assert_eq!(
        (name.as_str(), parties),
        ("clawback", vec![account(&holder)])
    );
    assert_eq!(chain.trustline(&holder, &asset).unwrap().balance, 40);
}

#[test]
fn a_claimable_balance_waits_for_its_claimant_and_its_time() {
    let (alice, bob) = (key(1), key(2));
    let mut chain = Chain::with_accounts(&[&alice, &bob]);
    let coins = chain.total_coins();
    let expect = |applied: &Applied, code| {
        let code = OperationResultTr::ClaimClaimableBalance(code);
        assert_eq!(last_result(applied), &code);
    };
    let native = Asset::Native;
    let all = chain.balance(&alice);
    let too_much = create_balance(&native, all, &bob, ClaimPredicate::Unconditional);
    assert_eq!(
        last_result(&one(&mut chain, &alice, too_much)),
        &OperationResultTr::CreateClaimableBalance(CreateClaimableBalanceResult::Underfunded)
    );
    let nested = |depth| {
        (1..depth).fold(ClaimPredicate::Unconditional, |inner, _| {
            ClaimPredicate::Not(Some(Box::new(inner)))
        })
    };
    for (depth, valid) in [(4, true), (5, false)] {
        let body = create_balance(&native, 1, &bob, nested(depth));
        let tx = chain.transaction(&alice, vec![operation(body)]);
        assert_eq!(chain.check(&tx).is_ok(), valid, "{depth}");
    }
    // Not before 12 seconds from now: ledgers are 5 seconds apart.
    let later = ClaimPredicate::Not(Some(Box::new(ClaimPredicate::BeforeRelativeTime(12))));
    let applied = one(
        &mut chain,
        &alice,
        create_balance(&native, 500, &bob, later),
    );
    let balance = created(&applied);
    let (name, parties, _) = event(&applied);
    let at = ScAddress::ClaimableBalance(balance.clone());
    assert_eq!(
        (name.as_str(), parties),
        ("transfer", vec![account(&alice), at.clone()])
    );
    assert_books_agree(&chain.state);
    assert_eq!(chain.total_coins(), coins);
    expect(
        &one(&mut chain, &bob, claim(&balance)),
        ClaimClaimableBalanceResult::CannotClaim,
    );
    expect(
        &one(&mut chain, &alice, claim(&balance)),
        ClaimClaimableBalanceResult::CannotClaim,
    );
    let claimed = one(&mut chain, &bob, claim(&balance));
    expect(&claimed, ClaimClaimableBalanceResult::Success);
    let (name, parties, _) = event(&claimed);
    assert_eq!(
        (name.as_str(), parties),
        ("transfer", vec![at, account(&bob)])
    );
    expect(
        &one(&mut chain, &bob, claim(&balance)),
        ClaimClaimableBalanceResult::DoesNotExist,
    );
    assert_books_agree(&chain.state);
    assert_eq!(chain.total_coins(), coins);
}

#[test]
fn an_issued_claimable_balance_needs_a_trustline_and_can_be_clawed_back() {
    let (issuer, holder) = (key(1), key(2));
    let (mut chain, asset) = issued(&issuer, &holder);
    let to_root = create_balance(&asset, 30, &root(), ClaimPredicate::Unconditional);
    let stranger = one(&mut chain, &root(), to_root.clone());
    assert_eq!(
        last_result(&stranger),
        &OperationResultTr::CreateClaimableBalance(CreateClaimableBalanceResult::NoTrust)
    );
    let balance = created(&one(&mut chain, &holder, to_root));
    let no_line = one(&mut chain, &root(), claim(&balance));
    assert_eq!(
        last_result(&no_line),
        &OperationResultTr::ClaimClaimableBalance(ClaimClaimableBalanceResult::NoTrust)
    );
    let claw_back = OperationBody::ClawbackClaimableBalance(ClawbackClaimableBalanceOp {
        balance_id: balance.clone(),
    });
    let expect = |applied: &Applied, code| {
        let code = OperationResultTr::ClawbackClaimableBalance(code);
        assert_eq!(last_result(applied), &code);
    };
    let foreign = one(&mut chain, &holder, claw_back.clone());
    expect(&foreign, ClawbackClaimableBalanceResult::NotIssuer);
    let taken = one(&mut chain, &issuer, claw_back.clone());
    expect(&taken, ClawbackClaimableBalanceResult::Success);
    let (name, parties, _) = event(&taken);
    assert_eq!(
        (name.as_str(), parties),
        ("clawback", vec![ScAddress::ClaimableBalance(balance)])
    );
    let gone = one(&mut chain, &issuer, claw_back);
    expect(&gone, ClawbackClaimableBalanceResult::DoesNotExist);
    assert_eq!(chain.trustline(&holder, &asset).unwrap().balance, 70);
    assert_books_agree(&chain.state);
}
