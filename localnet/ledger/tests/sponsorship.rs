//! Sponsorship: who pays the reserve of what, from the first lumen to the merge.

mod support;

use localnet_ledger::xdr::{
    AccountMergeResult, BeginSponsoringFutureReservesResult, ChangeTrustResult,
    CreateAccountResult, DataValue, EndSponsoringFutureReservesResult, LedgerKey, LedgerKeyAccount,
    LedgerKeyData, ManageDataOp, OperationBody, OperationResult, OperationResultTr,
    RevokeSponsorshipOp, RevokeSponsorshipOpSigner, RevokeSponsorshipResult, SetOptionsOp, Signer,
    SignerKey, String64, TransactionResultResult, Uint256,
};
use support::{reserves::*, *};

type Key = ed25519_dalek::SigningKey;

fn named(name: &str) -> String64 {
    String64(name.try_into().unwrap())
}

fn data(name: &str) -> OperationBody {
    OperationBody::ManageData(ManageDataOp {
        data_name: named(name),
        data_value: Some(DataValue(vec![1].try_into().unwrap())),
    })
}

fn signer(key: &Key, weight: u32) -> OperationBody {
    OperationBody::SetOptions(SetOptionsOp {
        signer: Some(Signer {
            key: signer_key(key),
            weight,
        }),
        ..set_options()
    })
}

fn signer_key(key: &Key) -> SignerKey {
    SignerKey::Ed25519(Uint256(key.verifying_key().to_bytes()))
}

fn account_key(key: &Key) -> LedgerKey {
    LedgerKey::Account(LedgerKeyAccount {
        account_id: id(key),
    })
}

fn books(chain: &Chain, key: &Key) -> (u32, u32, u32) {
    let counts = counted(chain.account(key).expect("the account exists"));
    (counts.subentries, counts.sponsored, counts.sponsoring)
}

/// A new account without a lumen, with a trustline, a value and a signer: the sponsor pays for all.
#[test]
fn an_account_without_lumens_lives_on_its_sponsors_reserve() {
    let (sponsor, issuer, newcomer) = (key(1), key(2), key(3));
    let mut chain = Chain::with_accounts(&[&sponsor, &issuer]);
    let asset = asset(&issuer);
    let create = |starting_balance| create_account(&newcomer, starting_balance);
    let poor = chain.run(&[&sponsor], vec![create(0)]);
    assert_eq!(
        last_result(&poor),
        &OperationResultTr::CreateAccount(CreateAccountResult::LowReserve)
    );
    let sponsored = chain.run(
        &[&sponsor, &newcomer],
        vec![
            begin(&sponsor, &newcomer),
            create(0),
            operation_of(&newcomer, trust(&asset, 100)),
            operation_of(&newcomer, data("name")),
            operation_of(&newcomer, signer(&issuer, 1)),
            end(&newcomer),
        ],
    );
    assert!(sponsored.success, "{:?}", sponsored.result);
    assert_eq!(books(&chain, &newcomer), (3, 5, 0));
    assert_eq!(books(&chain, &sponsor), (0, 0, 5));
    assert_eq!(chain.balance(&newcomer), 0);
    // It must pay itself for an entry that it opens on its own.
    let tx = chain.unsigned(&sponsor, vec![operation_of(&newcomer, data("other"))]);
    let own = chain.apply(chain.signed(tx, &[&sponsor, &newcomer]));
    assert!(!own.success);
    // A deleted entry gives its reserve back to the sponsor.
    let close = vec![
        operation_of(&newcomer, trust(&asset, 0)),
        operation_of(&newcomer, signer(&issuer, 0)),
    ];
    assert!(chain.run(&[&sponsor, &newcomer], close).success);
    assert_eq!(books(&chain, &newcomer), (1, 3, 0));
    assert_eq!(books(&chain, &sponsor), (0, 0, 3));
    assert_books_agree(&chain.state);
}

#[test]
fn a_sponsorship_that_is_not_ended_fails_the_whole_transaction() {
    let (alice, bob, carol) = (key(1), key(2), key(3));
    let mut chain = Chain::with_accounts(&[&alice, &bob, &carol]);
    let open = chain.run(
        &[&alice, &bob],
        vec![begin(&alice, &bob), operation_of(&bob, data("name"))],
    );
    assert_eq!(
        open.result.result,
        TransactionResultResult::TxBadSponsorship
    );
    assert_eq!(books(&chain, &bob), (0, 0, 0));
    let twice = vec![begin(&alice, &bob), begin(&carol, &bob)];
    let twice = chain.run(&[&alice, &carol], twice);
    assert_eq!(
        last_result(&twice),
        &OperationResultTr::BeginSponsoringFutureReserves(
            BeginSponsoringFutureReservesResult::AlreadySponsored
        )
    );
    for chained in [
        vec![begin(&alice, &bob), begin(&bob, &carol)],
        vec![begin(&bob, &carol), begin(&alice, &bob)],
    ] {
        let chained = chain.run(&[&alice, &bob], chained);
        assert_eq!(
            last_result(&chained),
            &OperationResultTr::BeginSponsoringFutureReserves(
                BeginSponsoringFutureReservesResult::Recursive
            )
        );
    }
    let unasked = chain.run(&[&alice], vec![end(&alice)]);
    assert_eq!(
        last_result(&unasked),
        &OperationResultTr::EndSponsoringFutureReserves(
            EndSponsoringFutureReservesResult::NotSponsored
        )
    );
    let own = chain.transaction(&alice, vec![begin(&alice, &alice)]);
    assert!(chain.check(&own).is_err());
}

#[test]
fn a_sponsor_needs_the_reserve_itself() {
    let (sponsor, issuer, holder) = (key(1), key(2), key(3));
    let mut chain = Chain::with_accounts(&[&issuer, &holder]);
    // The reserve of the account, of one entry, and a few fees.
    let create = create_account(&sponsor, 15_000_000 + 600);
    assert!(chain.run(&[&root()], vec![create]).success);
    let asset = asset(&issuer);
    let mut sponsor_line = |operation: OperationBody| {
        let operations = vec![
            begin(&sponsor, &holder),
            operation_of(&holder, operation),
            end(&holder),
        ];
        chain.run(&[&sponsor, &holder], operations)
    };
    assert!(sponsor_line(data("name")).success);
    let poor = sponsor_line(trust(&asset, 1));
    assert!(
        results(&poor).contains(&OperationResult::OpInner(OperationResultTr::ChangeTrust(
            ChangeTrustResult::LowReserve
        )))
    );
}

/// A sponsor hands an entry to its owner, who must be able to pay; or an owner to a sponsor; or one sponsor to another.
#[test]
fn reserves_are_handed_over() {
    let (alice, bob, carol) = (key(1), key(2), key(3));
    let mut chain = Chain::with_accounts(&[&alice, &bob, &carol]);
    let entry = LedgerKey::Data(LedgerKeyData {
        account_id: id(&bob),
        data_name: named("name"),
    });
    let add = [operation(data("name")), operation(signer(&carol, 1))];
    assert!(chain.run(&[&bob], add.to_vec()).success);
    let bobs_signer =
        OperationBody::RevokeSponsorship(RevokeSponsorshipOp::Signer(RevokeSponsorshipOpSigner {
            account_id: id(&bob),
            signer_key: signer_key(&carol),
        }));
    let foreign = chain.run(&[&alice], vec![operation(revoke(entry.clone()))]);
    assert_eq!(
        last_result(&foreign),
        &OperationResultTr::RevokeSponsorship(RevokeSponsorshipResult::NotSponsor)
    );
    let missing = chain.run(&[&alice], vec![operation(revoke(account_key(&key(9))))]);
    assert_eq!(
        last_result(&missing),
        &OperationResultTr::RevokeSponsorship(RevokeSponsorshipResult::DoesNotExist)
    );
    // From the owner to alice.
    let given = vec![
        begin(&alice, &bob),
        operation_of(&bob, revoke(entry.clone())),
        operation_of(&bob, bobs_signer.clone()),
        operation_of(&bob, revoke(account_key(&bob))),
        end(&bob),
    ];
    assert!(chain.run(&[&alice, &bob], given).success);
    assert_eq!(books(&chain, &bob), (2, 4, 0));
    assert_eq!(books(&chain, &alice), (0, 0, 4));
    // From alice to carol.
    let passed_on = vec![
        begin(&carol, &alice),
        operation_of(&alice, revoke(entry.clone())),
        end(&alice),
    ];
    assert!(chain.run(&[&carol, &alice], passed_on).success);
    assert_eq!(books(&chain, &alice), (0, 0, 3));
    assert_eq!(books(&chain, &carol), (0, 0, 1));
    // Back to the owner, who is asked for nothing but the reserve.
    assert!(chain.run(&[&carol], vec![operation(revoke(entry))]).success);
    assert!(chain.run(&[&alice], vec![operation(bobs_signer)]).success);
    assert_eq!(books(&chain, &bob), (2, 2, 0));
    assert_books_agree(&chain.state);
    // An account that pays for others can't be merged. One that others pay for can, and frees its sponsor.
    let stays = chain.run(
        &[&alice],
        vec![operation(OperationBody::AccountMerge(muxed(&carol)))],
    );
    assert_eq!(
        last_result(&stays),
        &OperationResultTr::AccountMerge(AccountMergeResult::IsSponsor)
    );
    let delete = OperationBody::ManageData(ManageDataOp {
        data_name: named("name"),
        data_value: None,
    });
    let goes = vec![
        operation(delete),
        operation(OperationBody::AccountMerge(muxed(&carol))),
    ];
    let goes = chain.run(&[&bob], goes);
    assert!(goes.success, "{:?}", goes.result);
    assert!(chain.account(&bob).is_none());
    assert_eq!(books(&chain, &alice), (0, 0, 0));
    assert_books_agree(&chain.state);
}
