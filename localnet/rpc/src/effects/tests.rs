use super::*;
use serde_json::{json, Value};
use stellar_xdr::*;

fn account_id(byte: u8) -> AccountId {
    AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([byte; 32])))
}

fn address(byte: u8) -> String {
    account_id(byte).to_string()
}

fn muxed(byte: u8) -> MuxedAccount {
    unmuxed(&account_id(byte))
}

fn envelope(bodies: Vec<(u8, OperationBody)>) -> TransactionEnvelope {
    let operations: Vec<Operation> = bodies
        .into_iter()
        .map(|(source, body)| Operation {
            source_account: Some(muxed(source)),
            body,
        })
        .collect();
    TransactionEnvelope::Tx(TransactionV1Envelope {
        tx: Transaction {
            source_account: muxed(1),
            fee: 100,
            seq_num: SequenceNumber(1),
            cond: Preconditions::None,
            memo: Memo::None,
            operations: operations.try_into().unwrap(),
            ext: TransactionExt::V0,
        },
        signatures: VecM::default(),
    })
}

fn meta(operations: Vec<Vec<LedgerEntryChange>>) -> TransactionMeta {
    let operations: Vec<OperationMetaV2> = operations
        .into_iter()
        .map(|changes| OperationMetaV2 {
            ext: ExtensionPoint::V0,
            changes: LedgerEntryChanges(changes.try_into().unwrap()),
            events: VecM::default(),
        })
        .collect();
    TransactionMeta::V4(TransactionMetaV4 {
        ext: ExtensionPoint::V0,
        tx_changes_before: LedgerEntryChanges::default(),
        operations: operations.try_into().unwrap(),
        tx_changes_after: LedgerEntryChanges::default(),
        soroban_meta: None,
        events: VecM::default(),
        diagnostic_events: VecM::default(),
    })
}

fn entry(data: LedgerEntryData, sponsor: Option<u8>) -> LedgerEntry {
    LedgerEntry {
        last_modified_ledger_seq: 5,
        data,
        ext: LedgerEntryExt::V1(LedgerEntryExtensionV1 {
            sponsoring_id: SponsorshipDescriptor(sponsor.map(account_id)),
            ext: LedgerEntryExtensionV1Ext::V0,
        }),
    }
}

fn data(value: &str) -> LedgerEntryData {
    LedgerEntryData::Data(DataEntry {
        account_id: account_id(1),
        data_name: String64("colour".try_into().unwrap()),
        data_value: DataValue(value.as_bytes().to_vec().try_into().unwrap()),
        ext: DataEntryExt::V0,
    })
}

fn balance(claimant: u8) -> ClaimableBalanceEntry {
    ClaimableBalanceEntry {
        balance_id: ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash([7; 32])),
        claimants: claimants(claimant),
        asset: Asset::Native,
        amount: 30_000_000,
        ext: ClaimableBalanceEntryExt::V0,
    }
}

fn claimants(one: u8) -> VecM<Claimant, 10> {
    let claimant = Claimant::ClaimantTypeV0(ClaimantV0 {
        destination: account_id(one),
        predicate: ClaimPredicate::BeforeRelativeTime(60),
    });
    vec![claimant].try_into().unwrap()
}

fn trustline(holder: u8) -> LedgerEntryData {
    LedgerEntryData::Trustline(TrustLineEntry {
        account_id: account_id(holder),
        asset: TrustLineAsset::CreditAlphanum4(AlphaNum4 {
            asset_code: AssetCode4(*b"USD\0"),
            issuer: account_id(9),
        }),
        balance: 0,
        limit: 1,
        flags: 1,
        ext: TrustLineEntryExt::V0,
    })
}

fn success(results: Vec<OperationResultTr>) -> TransactionResult {
    let results: Vec<_> = results.into_iter().map(OperationResult::OpInner).collect();
    TransactionResult {
        fee_charged: 100,
        result: TransactionResultResult::TxSuccess(results.try_into().unwrap()),
        ext: TransactionResultExt::V0,
    }
}

/// Account, type and details of the effects of the last operation.
fn seen(
    bodies: Vec<(u8, OperationBody)>,
    changes: Vec<Vec<LedgerEntryChange>>,
    results: Vec<OperationResultTr>,
) -> Vec<(String, &'static str, Value)> {
    let index = bodies.len() - 1;
    let (envelope, meta, result) = (envelope(bodies), meta(changes), success(results));
    let executed = Executed {
        network_id: &Hash([0; 32]),
        envelope: &envelope,
        result: &result,
        meta: &meta,
        success: true,
    };
    let all = of(&executed, index);
    let keys: Vec<_> = all
        .iter()
        .map(|one| key(&crate::envelope::account_id(&one.account)))
        .collect();
    assert_eq!(accounts(&executed, index), keys);
    all.into_iter()
        .map(|one| {
            let account = crate::envelope::account_id(&one.account).to_string();
            (account, one.kind.1, one.details.into())
        })
        .collect()
}

#[test]
fn a_merge_moves_what_is_left_and_removes_the_account() {
    let result = OperationResultTr::AccountMerge(AccountMergeResult::Success(70_000_000));
    let merge = (1, OperationBody::AccountMerge(muxed(2)));
    let amount = json!({ "asset_type": "native", "amount": "7.0000000" });
    assert_eq!(
        seen(vec![merge], vec![vec![]], vec![result]),
        [
            (address(1), "account_debited", amount.clone()),
            (address(2), "account_credited", amount),
            (address(1), "account_removed", json!({})),
        ]
    );
}

#[test]
fn a_data_entry_is_created_updated_and_removed() {
    let op = |value: Option<&str>| {
        let value = value.map(|text| DataValue(text.as_bytes().to_vec().try_into().unwrap()));
        let data_name = String64("colour".try_into().unwrap());
        let body = OperationBody::ManageData(ManageDataOp {
            data_name,
            data_value: value,
        });
        vec![(1, body)]
    };
    let changed = |before: Option<&str>, after: Option<&str>| {
        let mut changes = Vec::new();
        changes.extend(before.map(|value| LedgerEntryChange::State(entry(data(value), None))));
        changes.push(match (before, after) {
            (None, Some(after)) => LedgerEntryChange::Created(entry(data(after), Some(3))),
            (_, Some(after)) => LedgerEntryChange::Updated(entry(data(after), None)),
            (_, None) => LedgerEntryChange::Removed(entry(data(""), None).to_key()),
        });
        let result = OperationResultTr::ManageData(ManageDataResult::Success);
        seen(op(after), vec![changes], vec![result])
    };
    assert_eq!(
        changed(None, Some("red")),
        [
            (
                address(1),
                "data_created",
                json!({ "name": "colour", "value": "cmVk" })
            ),
            (
                address(1),
                "data_sponsorship_created",
                json!({ "sponsor": address(3), "data_name": "colour" })
            ),
        ]
    );
    assert_eq!(changed(Some("red"), Some("blue"))[0].1, "data_updated");
    assert_eq!(
        changed(Some("red"), None),
        [(address(1), "data_removed", json!({ "name": "colour" }))]
    );
}

#[test]
fn a_claimable_balance_names_its_claimants_and_who_pays_its_reserve() {
    let create = OperationBody::CreateClaimableBalance(CreateClaimableBalanceOp {
        asset: Asset::Native,
        amount: 30_000_000,
        claimants: claimants(2),
    });
    let id = format!("00000000{}", "07".repeat(32));
    let created = LedgerEntryChange::Created(entry(
        LedgerEntryData::ClaimableBalance(balance(2)),
        Some(1),
    ));
    let found = seen(
        vec![(1, create)],
        vec![vec![created]],
        vec![OperationResultTr::CreateClaimableBalance(
            CreateClaimableBalanceResult::Success(balance(2).balance_id),
        )],
    );
    let shown = json!({ "balance_id": id, "asset": "native", "amount": "3.0000000" });
    let mut to_claim = shown.clone();
    to_claim["predicate"] = json!({ "rel_before": "60" });
    assert_eq!(
        found,
        [
            (address(1), "claimable_balance_created", shown.clone()),
            (address(2), "claimable_balance_claimant_created", to_claim),
            (
                address(1),
                "account_debited",
                json!({ "asset_type": "native", "amount": "3.0000000" })
            ),
            (
                address(1),
                "claimable_balance_sponsorship_created",
                json!({ "sponsor": address(1), "balance_id": id })
            ),
        ]
    );

    let claim = OperationBody::ClaimClaimableBalance(ClaimClaimableBalanceOp {
        balance_id: balance(2).balance_id,
    });
    let old = entry(LedgerEntryData::ClaimableBalance(balance(2)), Some(1));
    let changes = vec![
        LedgerEntryChange::State(old.clone()),
        LedgerEntryChange::Removed(old.to_key()),
    ];
    let result = OperationResultTr::ClaimClaimableBalance(ClaimClaimableBalanceResult::Success);
    let types: Vec<_> = seen(vec![(2, claim)], vec![changes], vec![result])
        .into_iter()
        .map(|(account, kind, _)| (account, kind))
        .collect();
    assert_eq!(
        types,
        [
            (address(2), "claimable_balance_claimed"),
            (address(2), "account_credited"),
            (address(2), "claimable_balance_sponsorship_removed"),
        ]
    );
}

#[test]
fn the_sponsor_of_a_trustline_may_change() {
    let line = trustline(2);
    let revoke = OperationBody::RevokeSponsorship(RevokeSponsorshipOp::LedgerEntry(
        entry(line.clone(), None).to_key(),
    ));
    let changes = vec![
        LedgerEntryChange::State(entry(line.clone(), Some(3))),
        LedgerEntryChange::Updated(entry(line, Some(4))),
    ];
    let result = OperationResultTr::RevokeSponsorship(RevokeSponsorshipResult::Success);
    assert_eq!(
        seen(vec![(3, revoke)], vec![changes], vec![result]),
        [(
            address(2),
            "trustline_sponsorship_updated",
            json!({
                "former_sponsor": address(3),
                "new_sponsor": address(4),
                "asset": format!("USD:{}", address(9)),
                "asset_type": "credit_alphanum4",
            })
        )]
    );
}

#[test]
fn allow_trust_has_the_effect_of_before_there_were_flags_beside_the_new_one() {
    let allow = OperationBody::AllowTrust(AllowTrustOp {
        trustor: account_id(2),
        asset: AssetCode::CreditAlphanum4(AssetCode4(*b"USD\0")),
        authorize: 0,
    });
    let result = OperationResultTr::AllowTrust(AllowTrustResult::Success);
    let found = seen(vec![(9, allow)], vec![vec![]], vec![result]);
    assert_eq!(found[0].1, "trustline_deauthorized");
    assert_eq!(
        found[1].2,
        json!({
            "trustor": address(2),
            "asset_type": "credit_alphanum4",
            "asset_code": "USD",
            "asset_issuer": address(9),
            "authorized_flag": false,
        })
    );
}

#[test]
fn what_a_call_creates_is_told_in_the_order_of_its_keys() {
    let upload = OperationBody::InvokeHostFunction(InvokeHostFunctionOp {
        host_function: HostFunction::UploadContractWasm(BytesM::default()),
        auth: VecM::default(),
    });
    let new = LedgerEntryData::Account(AccountEntry {
        account_id: account_id(2),
        balance: 30_000_000,
        ..AccountEntry::default()
    });
    let created = |data| LedgerEntryChange::Created(entry(data, None));
    let changes = [trustline(3), trustline(2), new].map(created).to_vec();
    let result =
        OperationResultTr::InvokeHostFunction(InvokeHostFunctionResult::Success(Hash([0; 32])));
    let line = json!({
        "asset_type": "credit_alphanum4",
        "asset_code": "USD",
        "asset_issuer": address(9),
        "limit": "0.0000001",
    });
    assert_eq!(
        seen(vec![(1, upload)], vec![changes], vec![result]),
        [
            (address(2), "trustline_created", line.clone()),
            (address(3), "trustline_created", line),
            (
                address(2),
                "account_created",
                json!({ "starting_balance": "3.0000000" })
            ),
            (
                address(2),
                "signer_created",
                json!({ "weight": 1, "public_key": address(2), "key": "" })
            ),
        ]
    );
}
