//! Every failing result code of every operation that this ledger executes, each with a state and an operation that give it.

mod support;

use localnet_ledger::{skip, xdr::*, Applied};
use std::collections::BTreeSet;
use support::{
    contract::{account, amount, balance_key, call, deploy, footprint_only, instance_key, sac_id},
    reserves::{begin, end, revoke},
    *,
};

type Key = ed25519_dalek::SigningKey;

/// Codes that nothing gives here, each with its reason.
const NEVER: [(&str, &str, &str); 10] = [
    ("Payment", "NoIssuer", "the network has given it up"),
    (
        "ChangeTrust",
        "SelfNotAllowed",
        "the network has given it up",
    ),
    ("ChangeTrust", "TrustLineMissing", "of pool shares alone"),
    (
        "ChangeTrust",
        "NotAuthMaintainLiabilities",
        "of pool shares alone",
    ),
    (
        "AllowTrust",
        "TrustNotRequired",
        "the network has given it up",
    ),
    (
        "AllowTrust",
        "SelfNotAllowed",
        "the network has given it up",
    ),
    ("AllowTrust", "LowReserve", "of pool shares alone"),
    (
        "ManageData",
        "NotSupportedYet",
        "the network has given it up",
    ),
    ("SetTrustLineFlags", "LowReserve", "of pool shares alone"),
    (
        "InvokeHostFunction",
        "Malformed",
        "stellar-core never sets it",
    ),
];

/// Names of all codes of the operations that have some, with the operation's name.
fn all() -> BTreeSet<(String, String)> {
    macro_rules! codes {
        ($($operation:ident: $result:ident),* $(,)?) => {
            [$((stringify!($operation), &$result::VARIANTS_STR[..])),*]
        };
    }
    let all = codes![
        CreateAccount: CreateAccountResult,
        Payment: PaymentResult,
        SetOptions: SetOptionsResult,
        ChangeTrust: ChangeTrustResult,
        AllowTrust: AllowTrustResult,
        AccountMerge: AccountMergeResult,
        ManageData: ManageDataResult,
        BumpSequence: BumpSequenceResult,
        CreateClaimableBalance: CreateClaimableBalanceResult,
        ClaimClaimableBalance: ClaimClaimableBalanceResult,
        BeginSponsoringFutureReserves: BeginSponsoringFutureReservesResult,
        EndSponsoringFutureReserves: EndSponsoringFutureReservesResult,
        RevokeSponsorship: RevokeSponsorshipResult,
        Clawback: ClawbackResult,
        ClawbackClaimableBalance: ClawbackClaimableBalanceResult,
        SetTrustLineFlags: SetTrustLineFlagsResult,
        InvokeHostFunction: InvokeHostFunctionResult,
        ExtendFootprintTtl: ExtendFootprintTtlResult,
        RestoreFootprint: RestoreFootprintResult,
    ];
    all.iter()
        .flat_map(|(operation, codes)| codes.iter().map(move |code| (*operation, *code)))
        .filter(|(_, code)| *code != "Success")
        .map(|(operation, code)| (operation.to_owned(), code.to_owned()))
        .collect()
}

/// The codes that were seen.
#[derive(Default)]
struct Seen(BTreeSet<(String, String)>);

impl Seen {
    /// Applies the transaction, on a branch of the chain: its last operation must give the code.
    fn expect(&mut self, chain: &Chain, tx: TransactionEnvelope, code: &str) {
        let applied = applied(chain, tx);
        let result = last_result(&applied);
        // Such as `Payment(Underfunded)`.
        let text = format!("{result:?}");
        let found = text.split(['(', ')']).nth(1).unwrap();
        assert_eq!(found, code, "{text}");
        self.0.insert((result.name().to_owned(), code.to_owned()));
    }

    fn one(&mut self, chain: &Chain, source: &Key, body: OperationBody, code: &str) {
        let tx = chain.transaction(source, vec![operation(body)]);
        self.expect(chain, tx, code);
    }

    fn each<const N: usize>(&mut self, chain: &Chain, rows: [(&Key, OperationBody, &str); N]) {
        for (source, body, code) in rows {
            self.one(chain, source, body, code);
        }
    }
}

fn applied(chain: &Chain, tx: TransactionEnvelope) -> Applied {
    chain.branch(vec![tx]).transactions.remove(0)
}

fn must(chain: &mut Chain, keys: &[&Key], operations: Vec<Operation>) -> Applied {
    let applied = chain.run(keys, operations);
    assert!(applied.success, "{:?}", applied.result);
    applied
}

/// The entry of `key`, changed.
fn changed(
    chain: &Chain,
    key: &LedgerKey,
    change: impl FnOnce(&mut LedgerEntryData),
) -> LedgerEntry {
    let mut entry = chain
        .state
        .get(key)
        .expect("the entry exists")
        .entry
        .clone();
    change(&mut entry.data);
    entry
}

fn setting(chain: &Chain, value: ConfigSettingEntry) -> LedgerEntry {
    let key = LedgerKey::ConfigSetting(LedgerKeyConfigSetting {
        config_setting_id: value.discriminant(),
    });
    changed(chain, &key, |data| {
        *data = LedgerEntryData::ConfigSetting(value)
    })
}

fn frozen(chain: &Chain, key: &LedgerKey) -> Chain {
    let bytes = key.to_xdr(Limits::none()).unwrap();
    let keys = vec![EncodedLedgerKey(bytes.try_into().unwrap())];
    let keys = keys.try_into().unwrap();
    let keys = ConfigSettingEntry::FrozenLedgerKeys(FrozenLedgerKeys { keys });
    chain.with(vec![setting(chain, keys)])
}

fn account_key(key: &Key) -> LedgerKey {
    LedgerKey::Account(LedgerKeyAccount {
        account_id: id(key),
    })
}

/// A ledger in which most operations can fail in most ways.
struct World {
    chain: Chain,
    /// Its asset needs no permission and can't be clawed back.
    issuer: Key,
    /// Its asset needs permission and can be clawed back.
    strict: Key,
    /// Holds as much of the issuer's asset as it may, and 50 of the strict one's, which it isn't allowed to move now.
    holder: Key,
    /// Has lumens and nothing else.
    stranger: Key,
    /// Has some stroops above its reserve, and a value that `sponsor` pays for.
    poor: Key,
    sponsor: Key,
    /// An account that doesn't exist.
    ghost: Key,
    /// For the holder: one of the issuer's asset, ten of the strict one's.
    balances: [ClaimableBalanceId; 2],
    /// For the stranger: one of the issuer's asset.
    unclaimed: ClaimableBalanceId,
}

fn world() -> World {
    let [issuer, strict, holder, stranger, poor, sponsor, ghost] = [1, 2, 3, 4, 5, 6, 99].map(key);
    let mut chain = Chain::with_accounts(&[&issuer, &strict, &holder, &stranger, &sponsor]);
    must(
        &mut chain,
        &[&root()],
        vec![create_account(&poor, 10_020_000)],
    );
    let (free, tied) = (asset(&issuer), asset(&strict));
    must(
        &mut chain,
        &[&strict, &holder, &issuer],
        vec![
            operation(set_flags(1 | 2 | 8)),
            operation_of(&holder, trust(&free, 100)),
            operation_of(&holder, trust(&tied, 1_000)),
            operation(allow(&holder, 1)),
            operation(payment(&holder, tied.clone(), 50)),
            operation_of(&issuer, payment(&holder, free.clone(), 100)),
        ],
    );
    must(
        &mut chain,
        &[&sponsor, &poor],
        vec![
            begin(&sponsor, &poor),
            operation_of(&poor, data("value")),
            end(&poor),
        ],
    );
    let mut reserve = |source: &Key, to: &Key, asset: &Asset, amount| {
        let applied = must(
            &mut chain,
            &[source],
            vec![operation(reserved(asset, amount, to))],
        );
        match last_result(&applied) {
            OperationResultTr::CreateClaimableBalance(CreateClaimableBalanceResult::Success(
                id,
            )) => id.clone(),
            other => panic!("{other:?}"),
        }
    };
    let balances = [
        reserve(&issuer, &holder, &free, 1),
        reserve(&strict, &holder, &tied, 10),
    ];
    let unclaimed = reserve(&issuer, &stranger, &free, 1);
    must(&mut chain, &[&strict], vec![operation(allow(&holder, 0))]);
    World {
        chain,
        issuer,
        strict,
        holder,
        stranger,
        poor,
        sponsor,
        ghost,
        balances,
        unclaimed,
    }
}

fn set_flags(flags: u32) -> OperationBody {
    options(|op| op.set_flags = Some(flags))
}

fn options(change: impl FnOnce(&mut SetOptionsOp)) -> OperationBody {
    let mut op = set_options();
    change(&mut op);
    OperationBody::SetOptions(op)
}

fn new_signer(byte: u8) -> OperationBody {
    signer(SignerKey::HashX(Uint256([byte; 32])))
}

fn signer(key: SignerKey) -> OperationBody {
    options(|op| op.signer = Some(Signer { key, weight: 1 }))
}

fn allow(trustor: &Key, authorize: u32) -> OperationBody {
    OperationBody::AllowTrust(AllowTrustOp {
        trustor: id(trustor),
        asset: AssetCode::CreditAlphanum4(AssetCode4(*b"TEST")),
        authorize,
    })
}

fn flags(trustor: &Key, asset: &Asset, set_flags: u32, clear_flags: u32) -> OperationBody {
    OperationBody::SetTrustLineFlags(SetTrustLineFlagsOp {
        trustor: id(trustor),
        asset: asset.clone(),
        set_flags,
        clear_flags,
    })
}

fn merge(to: &Key) -> OperationBody {
    OperationBody::AccountMerge(muxed(to))
}

fn data(name: &str) -> OperationBody {
    value(name, Some(DataValue::default()))
}

fn value(name: &str, data_value: Option<DataValue>) -> OperationBody {
    OperationBody::ManageData(ManageDataOp {
        data_name: String64(name.try_into().unwrap()),
        data_value,
    })
}

fn bump(to: i64) -> OperationBody {
    OperationBody::BumpSequence(BumpSequenceOp {
        bump_to: SequenceNumber(to),
    })
}

fn reserved(asset: &Asset, amount: i64, to: &Key) -> OperationBody {
    let claimant = Claimant::ClaimantTypeV0(ClaimantV0 {
        destination: id(to),
        predicate: ClaimPredicate::Unconditional,
    });
    OperationBody::CreateClaimableBalance(CreateClaimableBalanceOp {
        asset: asset.clone(),
        amount,
        claimants: vec![claimant].try_into().unwrap(),
    })
}

fn claim(id: &ClaimableBalanceId) -> OperationBody {
    OperationBody::ClaimClaimableBalance(ClaimClaimableBalanceOp {
        balance_id: id.clone(),
    })
}

fn claw_back(asset: &Asset, from: &Key, amount: i64) -> OperationBody {
    OperationBody::Clawback(ClawbackOp {
        asset: asset.clone(),
        from: muxed(from),
        amount,
    })
}

fn claw_back_balance(id: &ClaimableBalanceId) -> OperationBody {
    OperationBody::ClawbackClaimableBalance(ClawbackClaimableBalanceOp {
        balance_id: id.clone(),
    })
}

fn nothing() -> ClaimableBalanceId {
    ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash([0; 32]))
}

fn accounts_and_payments(w: &World, seen: &mut Seen) {
    let World {
        chain,
        issuer,
        strict,
        holder,
        stranger,
        poor,
        ghost,
        ..
    } = w;
    let (free, tied, native) = (asset(issuer), asset(strict), Asset::Native);
    let create = |to: &Key, amount| create_account(to, amount).body;
    seen.each(
        chain,
        [
            (stranger, create(ghost, -1), "Malformed"),
            (poor, create(ghost, 10_000_000), "Underfunded"),
            (stranger, create(ghost, 1), "LowReserve"),
            (stranger, create(holder, 10_000_000), "AlreadyExist"),
            (stranger, payment(holder, native.clone(), 0), "Malformed"),
            (
                stranger,
                payment(holder, native.clone(), 200_000_000_000),
                "Underfunded",
            ),
            (stranger, payment(issuer, free.clone(), 1), "SrcNoTrust"),
            (holder, payment(strict, tied.clone(), 1), "SrcNotAuthorized"),
            (stranger, payment(ghost, native.clone(), 1), "NoDestination"),
            (issuer, payment(stranger, free.clone(), 1), "NoTrust"),
            (strict, payment(holder, tied.clone(), 1), "NotAuthorized"),
            (issuer, payment(holder, free.clone(), 1), "LineFull"),
            (stranger, merge(stranger), "Malformed"),
            (stranger, merge(ghost), "NoAccount"),
            (holder, merge(stranger), "HasSubEntries"),
            (&w.sponsor, merge(stranger), "IsSponsor"),
            (stranger, value("", None), "InvalidName"),
            (stranger, value("none", None), "NameNotFound"),
            (poor, data("other"), "LowReserve"),
            (stranger, bump(-1), "BadSeq"),
        ],
    );
    let immutable = operation(set_flags(4));
    let ahead = operation(bump(i64::from(chain.state.sequence() + 10) << 32));
    for (before, code) in [(immutable, "ImmutableSet"), (ahead, "SeqnumTooFar")] {
        let mut chain = chain.reloaded();
        must(&mut chain, &[stranger], vec![before]);
        seen.one(&chain, stranger, merge(holder), code);
    }
    // There are fewer lumens than an account could hold.
    let rich = changed(chain, &account_key(holder), |data| {
        if let LedgerEntryData::Account(account) = data {
            account.balance = i64::MAX;
        }
    });
    seen.one(&chain.with(vec![rich]), stranger, merge(holder), "DestFull");
}

fn options_and_trust(w: &World, seen: &mut Seen) {
    let World {
        chain,
        issuer,
        strict,
        holder,
        stranger,
        poor,
        ghost,
        ..
    } = w;
    let (free, tied) = (asset(issuer), asset(strict));
    let own = SignerKey::Ed25519(Uint256(stranger.verifying_key().to_bytes()));
    let both = options(|op| (op.set_flags, op.clear_flags) = (Some(1), Some(1)));
    let domain = |name: &str| String32(name.try_into().unwrap());
    seen.each(
        chain,
        [
            (poor, new_signer(1), "LowReserve"),
            (stranger, both, "BadFlags"),
            (
                stranger,
                options(|op| op.inflation_dest = Some(id(ghost))),
                "InvalidInflation",
            ),
            (stranger, set_flags(16), "UnknownFlag"),
            (
                stranger,
                options(|op| op.low_threshold = Some(256)),
                "ThresholdOutOfRange",
            ),
            (stranger, signer(own), "BadSigner"),
            (
                stranger,
                options(|op| op.home_domain = Some(domain("a\n"))),
                "InvalidHomeDomain",
            ),
            (stranger, set_flags(8), "AuthRevocableRequired"),
            (stranger, trust(&free, -1), "Malformed"),
            (stranger, trust(&asset(ghost), 1), "NoIssuer"),
            (holder, trust(&free, 99), "InvalidLimit"),
            (poor, trust(&free, 1), "LowReserve"),
            (strict, allow(holder, 3), "Malformed"),
            (strict, allow(stranger, 1), "NoTrustLine"),
            (issuer, allow(holder, 0), "CantRevoke"),
            (strict, flags(holder, &tied, 3, 0), "Malformed"),
            (strict, flags(stranger, &tied, 1, 0), "NoTrustLine"),
            (issuer, flags(holder, &free, 0, 1), "CantRevoke"),
            (issuer, flags(holder, &free, 2, 0), "InvalidState"),
            (strict, claw_back(&tied, holder, 0), "Malformed"),
            (issuer, claw_back(&free, holder, 1), "NotClawbackEnabled"),
            (strict, claw_back(&tied, stranger, 1), "NoTrust"),
            (strict, claw_back(&tied, holder, 51), "Underfunded"),
        ],
    );
    let mut signed = chain.reloaded();
    let twenty = (0..20).map(|byte| operation(new_signer(byte))).collect();
    must(&mut signed, &[stranger], twenty);
    seen.one(&signed, stranger, new_signer(20), "TooManySigners");
    let mut fixed = chain.reloaded();
    must(&mut fixed, &[stranger], vec![operation(set_flags(4))]);
    seen.one(&fixed, stranger, set_flags(1), "CantChange");
    // Only a pool's shares hold a line open, and there are no pools.
    let mut pooled = chain.reloaded();
    must(&mut pooled, &[stranger], vec![operation(trust(&free, 1))]);
    let line = changed(&pooled, &trustline_key(stranger, &free), |data| {
        let LedgerEntryData::Trustline(line) = data else {
            unreachable!()
        };
        line.ext = TrustLineEntryExt::V1(TrustLineEntryV1 {
            liabilities: Liabilities {
                buying: 0,
                selling: 0,
            },
            ext: TrustLineEntryV1Ext::V2(TrustLineEntryExtensionV2 {
                liquidity_pool_use_count: 1,
                ext: TrustLineEntryExtensionV2Ext::V0,
            }),
        });
    });
    let pooled = pooled.with(vec![line]);
    seen.one(&pooled, stranger, trust(&free, 0), "CannotDelete");
}

fn balances_and_sponsors(w: &World, seen: &mut Seen) {
    let World {
        chain,
        issuer,
        strict,
        holder,
        stranger,
        poor,
        sponsor,
        unclaimed,
        ..
    } = w;
    let (free, tied) = (asset(issuer), asset(strict));
    let [of_free, of_tied] = &w.balances;
    let native_line = LedgerKey::Trustline(LedgerKeyTrustLine {
        account_id: id(holder),
        asset: TrustLineAsset::Native,
    });
    let entry = |name: &str| {
        LedgerKey::Data(LedgerKeyData {
            account_id: id(poor),
            data_name: String64(name.try_into().unwrap()),
        })
    };
    let balance = LedgerKey::ClaimableBalance(LedgerKeyClaimableBalance {
        balance_id: of_free.clone(),
    });
    seen.each(
        chain,
        [
            (stranger, reserved(&Asset::Native, 0, holder), "Malformed"),
            (poor, reserved(&Asset::Native, 10_000, holder), "LowReserve"),
            (stranger, reserved(&free, 1, holder), "NoTrust"),
            (holder, reserved(&tied, 1, stranger), "NotAuthorized"),
            (holder, reserved(&free, 101, stranger), "Underfunded"),
            (stranger, claim(&nothing()), "DoesNotExist"),
            (stranger, claim(of_free), "CannotClaim"),
            (holder, claim(of_free), "LineFull"),
            (stranger, claim(unclaimed), "NoTrust"),
            (holder, claim(of_tied), "NotAuthorized"),
            (issuer, claw_back_balance(&nothing()), "DoesNotExist"),
            (holder, claw_back_balance(of_free), "NotIssuer"),
            (issuer, claw_back_balance(of_free), "NotClawbackEnabled"),
            (stranger, begin(stranger, stranger).body, "Malformed"),
            (stranger, end(stranger).body, "NotSponsored"),
            (poor, revoke(entry("none")), "DoesNotExist"),
            (stranger, revoke(entry("value")), "NotSponsor"),
            (sponsor, revoke(entry("value")), "LowReserve"),
            (issuer, revoke(balance), "OnlyTransferable"),
            (holder, revoke(native_line), "Malformed"),
        ],
    );
    for (second, code) in [
        (begin(holder, poor), "AlreadySponsored"),
        (begin(poor, holder), "Recursive"),
    ] {
        let tx = chain.unsigned(sponsor, vec![begin(sponsor, poor), second.clone()]);
        let other = if code == "Recursive" { poor } else { holder };
        seen.expect(chain, chain.signed(tx, &[sponsor, other]), code);
    }
    let frozen = frozen(chain, &trustline_key(holder, &free));
    seen.one(&frozen, holder, claim(of_free), "TrustlineFrozen");
}

/// Changes the transaction and signs it.
fn altered(
    chain: &Chain,
    source: &Key,
    tx: &Transaction,
    change: impl FnOnce(&mut Transaction),
) -> TransactionEnvelope {
    let mut tx = tx.clone();
    change(&mut tx);
    chain.signed(tx, &[source])
}

fn resources(tx: &mut Transaction) -> &mut SorobanTransactionData {
    match &mut tx.ext {
        TransactionExt::V1(data) => data,
        TransactionExt::V0 => panic!("it calls no contract"),
    }
}

/// The transaction with one stroop for all that a fee is given back of: rent, events and the answer.
fn underpaid(chain: &Chain, source: &Key, tx: &Transaction) -> TransactionEnvelope {
    let paid = applied(chain, chain.signed(tx.clone(), &[source]));
    assert!(paid.success, "{:?}", paid.result);
    let TransactionMeta::V4(meta) = &paid.meta else {
        panic!("not V4")
    };
    let Some(SorobanTransactionMetaExt::V1(fees)) =
        meta.soroban_meta.as_ref().map(|meta| &meta.ext)
    else {
        panic!("fees are reported")
    };
    let fee = fees.total_non_refundable_resource_fee_charged + 1;
    altered(chain, source, tx, |tx| resources(tx).resource_fee = fee)
}

fn contracts(w: &World, seen: &mut Seen) {
    let holder = &w.holder;
    let free = asset(&w.issuer);
    let mut chain = w.chain.reloaded();
    let contract = sac_id(&chain, &free);
    let away = ContractId(Hash([7; 32]));
    assert!(chain.invoke(holder, deploy(&free)).success);
    let to = ScVal::Address(ScAddress::Contract(away.clone()));
    let send = call(
        &contract,
        "transfer",
        vec![account(id(holder)), to, amount(1)],
    );
    let tx = chain.simulated(holder, host_function(send.clone()));
    assert!(applied(&chain, chain.signed(tx.clone(), &[holder])).success);
    let with_body = |body: OperationBody| {
        altered(&chain, holder, &tx, |tx| {
            tx.operations = vec![operation(body)].try_into().unwrap()
        })
    };
    let no_code = Asset::CreditAlphanum4(AlphaNum4 {
        asset_code: AssetCode4([0; 4]),
        issuer: id(&w.issuer),
    });
    // Refused with the first code of the operation, since stellar-core sets none.
    let refused = applied(&chain, with_body(host_function(deploy(&no_code))));
    let first = OperationResultTr::InvokeHostFunction(InvokeHostFunctionResult::default());
    assert_eq!(last_result(&refused), &first);
    assert!(!refused.success);
    let unknown = call(&contract, "none", vec![]);
    seen.expect(&chain, with_body(host_function(unknown)), "Trapped");
    let starved = altered(&chain, holder, &tx, |tx| {
        resources(tx).resources.instructions = 1
    });
    seen.expect(&chain, starved, "ResourceLimitExceeded");
    seen.expect(
        &chain,
        underpaid(&chain, holder, &tx),
        "InsufficientRefundableFee",
    );

    assert!(chain.invoke(holder, send.clone()).success);
    let balance = balance_key(&contract, &away);
    let extend = |chain: &Chain, key: LedgerKey| {
        let body = OperationBody::ExtendFootprintTtl(ExtendFootprintTtlOp {
            ext: ExtensionPoint::V0,
            extend_to: 3_000_000,
        });
        let mut tx = chain.unsigned(holder, vec![operation(body)]);
        tx.ext = footprint_only(vec![key], vec![]);
        chain.assemble(tx)
    };
    let tx = extend(&chain, balance.clone());
    let written = altered(&chain, holder, &tx, |tx| {
        let footprint = &mut resources(tx).resources.footprint;
        footprint.read_write = std::mem::take(&mut footprint.read_only);
    });
    seen.expect(&chain, written, "Malformed");
    seen.expect(
        &chain,
        underpaid(&chain, holder, &tx),
        "InsufficientRefundableFee",
    );
    let small = setting(&chain, ConfigSettingEntry::ContractDataEntrySizeBytes(1));
    let small = chain.with(vec![small]);
    seen.expect(&small, chain.signed(tx, &[holder]), "ResourceLimitExceeded");

    let live = chain.simulated(holder, host_function(send));
    let lasting = extend(&chain, instance_key(&contract));
    assert!(chain.apply(chain.signed(lasting, &[holder])).success);
    let live_until = chain.state.get(&balance).unwrap().live_until.unwrap();
    let gap = live_until + 1 - chain.state.sequence();
    chain.state = skip(&chain.state, gap, chain.time);
    let stale = altered(&chain, holder, &live, |tx| tx.seq_num.0 += 1);
    seen.expect(&chain, stale, "EntryArchived");
    let restore = OperationBody::RestoreFootprint(RestoreFootprintOp {
        ext: ExtensionPoint::V0,
    });
    let mut tx = chain.unsigned(holder, vec![operation(restore)]);
    tx.ext = footprint_only(vec![], vec![balance]);
    let tx = chain.assemble(tx);
    let read = altered(&chain, holder, &tx, |tx| {
        let footprint = &mut resources(tx).resources.footprint;
        footprint.read_only = std::mem::take(&mut footprint.read_write);
    });
    seen.expect(&chain, read, "Malformed");
    let starved = altered(&chain, holder, &tx, |tx| {
        resources(tx).resources.disk_read_bytes = 0
    });
    seen.expect(&chain, starved, "ResourceLimitExceeded");
    seen.expect(
        &chain,
        underpaid(&chain, holder, &tx),
        "InsufficientRefundableFee",
    );
}

#[test]
fn every_operation_gives_each_of_its_codes() {
    on_large_stack(|| {
        let (w, mut seen) = (world(), Seen::default());
        accounts_and_payments(&w, &mut seen);
        options_and_trust(&w, &mut seen);
        balances_and_sponsors(&w, &mut seen);
        contracts(&w, &mut seen);
        let never = NEVER.map(|(operation, code, _)| (operation.to_owned(), code.to_owned()));
        assert!(seen.0.is_disjoint(&never.clone().into()));
        seen.0.extend(never);
        assert_eq!(seen.0, all());
    });
}

#[test]
fn transactions_that_name_a_frozen_entry_are_refused() {
    let w = world();
    let (holder, stranger) = (&w.holder, &w.stranger);
    let free = asset(&w.issuer);
    let line = trustline_key(holder, &free);
    let frozen_line = frozen(&w.chain, &line);
    let frozen_account = frozen(&w.chain, &account_key(holder));
    let lumen = payment(holder, Asset::Native, 1);
    let back = payment(&w.issuer, free.clone(), 1);
    for (chain, source, body, refused) in [
        (&frozen_account, stranger, lumen.clone(), true),
        (&frozen_account, stranger, merge(holder), true),
        (&frozen_account, holder, bump(1), true),
        (&frozen_account, stranger, bump(1), false),
        (&frozen_line, holder, back.clone(), true),
        (&frozen_line, holder, trust(&free, 200), true),
        (&frozen_line, &w.issuer, flags(holder, &free, 2, 1), true),
        (&frozen_line, stranger, lumen, false),
        (&w.chain, holder, back, false),
    ] {
        let tx = chain.transaction(source, vec![operation(body.clone())]);
        let expected = match refused {
            true => Err(TransactionResultResult::TxFrozenKeyAccessed),
            false => Ok(()),
        };
        assert_eq!(chain.check(&tx), expected, "{body:?}");
    }
}
