//! Random transactions, and what holds after each of them: no lumen is made or lost, the books of reserves agree with the entries,
//! and the same transactions give the same ledger, on a state that was persisted and read again too.

use super::{
    contract::{account, amount, call, deploy, footprint_only, sac_id},
    reserves::assert_books_agree,
    *,
};
use localnet_ledger::{
    xdr::{
        AllowTrustOp, Asset, AssetCode, AssetCode4, BeginSponsoringFutureReservesOp,
        BumpSequenceOp, ClaimClaimableBalanceOp, ClaimPredicate, ClaimableBalanceId, Claimant,
        ClaimantV0, ClawbackClaimableBalanceOp, ClawbackOp, ContractId, CreateClaimableBalanceOp,
        DataValue, ExtendFootprintTtlOp, ExtensionPoint, Hash, HostFunction, LedgerKey, Limits,
        ManageDataOp, MuxedAccount, MuxedAccountMed25519, Operation, OperationBody, PaymentOp,
        ReadXdr, RestoreFootprintOp, RevokeSponsorshipOp, RevokeSponsorshipOpSigner, ScAddress,
        ScVal, SequenceNumber, SetOptionsOp, Signer, SignerKey, String64, Transaction,
        TransactionEnvelope, TransactionExt, Uint256, WriteXdr,
    },
    TOTAL_COINS,
};

type Key = ed25519_dalek::SigningKey;

/// Accounts that take part. The first one issues the asset; the last one doesn't exist at first.
const ACCOUNTS: u8 = 5;

pub fn actor(index: u8) -> Key {
    key(index % ACCOUNTS + 1)
}

/// The account as an address of one of its users, for every second number.
fn muxed_actor(index: u8) -> MuxedAccount {
    let ed25519 = Uint256(actor(index).verifying_key().to_bytes());
    match index.is_multiple_of(2) {
        true => MuxedAccount::Ed25519(ed25519),
        false => MuxedAccount::MuxedEd25519(MuxedAccountMed25519 {
            id: index.into(),
            ed25519,
        }),
    }
}

/// An operation in small numbers: what it does, with whom, and how much.
#[derive(Clone, Debug)]
pub struct Step {
    pub source: u8,
    pub kind: u8,
    pub other: u8,
    pub amount: i64,
}

/// Steps of one transaction, and who sponsors whom while they run; or one call of a contract. Another account may pay a fee
/// for it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub source: u8,
    pub steps: Vec<Step>,
    pub sponsorship: Option<(u8, u8)>,
    pub call: Option<Step>,
    pub bump: Option<(u8, i64)>,
}

fn body(chain: &Chain, step: &Step) -> OperationBody {
    let other = actor(step.other);
    let asset = asset(&actor(0));
    let either = if step.other.is_multiple_of(2) {
        Asset::Native
    } else {
        asset.clone()
    };
    match step.kind {
        0 => create_account(&other, step.amount).body,
        1 | 2 => OperationBody::Payment(PaymentOp {
            destination: muxed_actor(step.other),
            asset: either,
            amount: step.amount,
        }),
        3 | 4 => trust(&asset, step.amount),
        5 => OperationBody::SetOptions(SetOptionsOp {
            set_flags: Some(2 | 8),
            ..set_options()
        }),
        6 | 7 => OperationBody::SetOptions(SetOptionsOp {
            signer: Some(signer(step)),
            ..set_options()
        }),
        8 => OperationBody::AllowTrust(AllowTrustOp {
            trustor: id(&other),
            asset: AssetCode::CreditAlphanum4(AssetCode4(*b"TEST")),
            authorize: (step.amount % 3) as u32,
        }),
        9 => OperationBody::AccountMerge(muxed_actor(step.other)),
        10 | 11 => data(step),
        12 => OperationBody::BumpSequence(BumpSequenceOp {
            bump_to: SequenceNumber(step.amount),
        }),
        13 | 14 => create_balance(step, either),
        15 => OperationBody::ClaimClaimableBalance(ClaimClaimableBalanceOp {
            balance_id: balance(chain, step),
        }),
        16 => OperationBody::ClawbackClaimableBalance(ClawbackClaimableBalanceOp {
            balance_id: balance(chain, step),
        }),
        17 => OperationBody::Clawback(ClawbackOp {
            asset,
            from: muxed_actor(step.other),
            amount: step.amount,
        }),
        18 => {
            OperationBody::RevokeSponsorship(RevokeSponsorshipOp::LedgerEntry(entry(chain, step)))
        }
        _ => OperationBody::RevokeSponsorship(RevokeSponsorshipOp::Signer(
            RevokeSponsorshipOpSigner {
                account_id: id(&other),
                signer_key: signer(step).key,
            },
        )),
    }
}

/// One of a few, so that they meet again. The weight is 0, which removes it, now and then.
fn signer(step: &Step) -> Signer {
    let bytes = Uint256([step.other % 4; 32]);
    let key = match step.other % 3 {
        0 => SignerKey::HashX(bytes),
        1 => SignerKey::PreAuthTx(bytes),
        _ => SignerKey::Ed25519(bytes),
    };
    Signer {
        key,
        weight: u32::from(step.amount % 3 != 0),
    }
}

fn data(step: &Step) -> OperationBody {
    let value = (step.amount % 3 != 0).then(|| DataValue(vec![step.other].try_into().unwrap()));
    OperationBody::ManageData(ManageDataOp {
        data_name: String64(["a", "b"][usize::from(step.other % 2)].try_into().unwrap()),
        data_value: value,
    })
}

fn create_balance(step: &Step, asset: Asset) -> OperationBody {
    let predicate = if step.amount % 4 == 0 {
        ClaimPredicate::BeforeRelativeTime(step.amount)
    } else {
        ClaimPredicate::Unconditional
    };
    let claimants = [step.other, step.other.wrapping_add(1)].map(|index| {
        Claimant::ClaimantTypeV0(ClaimantV0 {
            destination: id(&actor(index)),
            predicate: predicate.clone(),
        })
    });
    OperationBody::CreateClaimableBalance(CreateClaimableBalanceOp {
        asset,
        amount: step.amount,
        claimants: claimants.to_vec().try_into().unwrap(),
    })
}

/// An entry of the ledger that may have a sponsor, in an order that is the same every time.
fn entry(chain: &Chain, step: &Step) -> LedgerKey {
    let mut keys: Vec<&LedgerKey> = chain
        .state
        .entries
        .keys()
        .filter(|key| !matches!(key, LedgerKey::ConfigSetting(_)))
        .collect();
    keys.sort();
    keys[usize::from(step.other) % keys.len()].clone()
}

fn balance(chain: &Chain, step: &Step) -> ClaimableBalanceId {
    let mut ids: Vec<&ClaimableBalanceId> = chain
        .state
        .entries
        .keys()
        .filter_map(|key| match key {
            LedgerKey::ClaimableBalance(key) => Some(&key.balance_id),
            _ => None,
        })
        .collect();
    ids.sort();
    match ids.len() {
        0 => ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash([step.other; 32])),
        length => ids[usize::from(step.other) % length].clone(),
    }
}

/// A call of an asset's contract, or an operation on the life of one of its entries.
fn call_body(chain: &Chain, step: &Step) -> (OperationBody, TransactionExt) {
    let asset = if step.other.is_multiple_of(2) {
        Asset::Native
    } else {
        asset(&actor(0))
    };
    let contract = sac_id(chain, &asset);
    let (party, holder) = (actor(step.other), ContractId(Hash([step.other % 3; 32])));
    let to_contract = ScVal::Address(ScAddress::Contract(holder));
    let some = amount(step.amount as u64);
    let call = |function, args| host_function(call(&contract, function, args));
    let (body, entry) = match step.kind {
        0..=2 => (host_function(deploy(&asset)), None),
        3..=6 => (
            call(
                "transfer",
                vec![
                    account(id(&party)),
                    account(id(&actor(step.other / 8))),
                    some,
                ],
            ),
            None,
        ),
        7..=10 => (
            call("transfer", vec![account(id(&party)), to_contract, some]),
            None,
        ),
        11 => (call("mint", vec![account(id(&party)), some]), None),
        12 => (call("burn", vec![account(id(&party)), some]), None),
        13 => (call("clawback", vec![to_contract, some]), None),
        14 => {
            let until = ScVal::U32(chain.state.sequence().wrapping_add(step.amount as u32));
            let parties = [account(id(&party)), account(id(&actor(step.other / 8)))];
            (
                call("approve", [&parties[..], &[some, until]].concat()),
                None,
            )
        }
        15 => {
            let code = vec![step.other; usize::from(step.other)];
            (
                host_function(HostFunction::UploadContractWasm(code.try_into().unwrap())),
                None,
            )
        }
        16 | 17 => (
            OperationBody::ExtendFootprintTtl(ExtendFootprintTtlOp {
                ext: ExtensionPoint::V0,
                extend_to: step.amount as u32,
            }),
            contract_entry(chain, step),
        ),
        _ => (
            OperationBody::RestoreFootprint(RestoreFootprintOp {
                ext: ExtensionPoint::V0,
            }),
            contract_entry(chain, step),
        ),
    };
    let entry = entry.into_iter().collect();
    let ext = match body {
        OperationBody::ExtendFootprintTtl(_) => footprint_only(entry, vec![]),
        _ => footprint_only(vec![], entry),
    };
    (body, ext)
}

fn contract_entry(chain: &Chain, step: &Step) -> Option<LedgerKey> {
    let keys = chain.state.entries.keys();
    let mut keys: Vec<&LedgerKey> = keys
        .filter(|key| matches!(key, LedgerKey::ContractData(_)))
        .collect();
    keys.sort();
    let place = usize::from(step.other).checked_rem(keys.len())?;
    Some(keys[place].clone())
}

pub fn transaction(chain: &Chain, plan: &Plan) -> Transaction {
    let operation_of = |source: u8, body| Operation {
        source_account: Some(muxed_actor(source)),
        body,
    };
    if let Some(step) = &plan.call {
        let (body, ext) = call_body(chain, step);
        let mut tx = chain.unsigned(&actor(plan.source), vec![operation_of(step.source, body)]);
        tx.source_account = muxed_actor(plan.source);
        tx.ext = ext;
        // A call that fails in simulation is sent all the same.
        return chain.try_assemble(tx.clone()).unwrap_or(tx);
    }
    let steps = plan.steps.iter();
    let mut operations: Vec<Operation> = steps
        .map(|step| operation_of(step.source, body(chain, step)))
        .collect();
    if let Some((sponsor, sponsored)) = plan.sponsorship {
        let begin = BeginSponsoringFutureReservesOp {
            sponsored_id: id(&actor(sponsored)),
        };
        let begin = OperationBody::BeginSponsoringFutureReserves(begin);
        operations.insert(0, operation_of(sponsor, begin));
        let end = OperationBody::EndSponsoringFutureReserves;
        operations.push(operation_of(sponsored, end));
    }
    let mut tx = chain.unsigned(&actor(plan.source), operations);
    tx.source_account = muxed_actor(plan.source);
    tx
}

/// Signed by every account that it needs, and inside the plan's fee bump.
pub fn signed(chain: &Chain, tx: Transaction, plan: &Plan) -> TransactionEnvelope {
    let mut sources = vec![&tx.source_account];
    sources.extend(
        tx.operations
            .iter()
            .filter_map(|op| op.source_account.as_ref()),
    );
    let is_source = |key: &Key| {
        let bytes = key.verifying_key().to_bytes();
        sources.iter().any(|source| match source {
            MuxedAccount::Ed25519(key) => key.0 == bytes,
            MuxedAccount::MuxedEd25519(muxed) => muxed.ed25519.0 == bytes,
        })
    };
    let keys: Vec<Key> = (0..ACCOUNTS).map(actor).filter(is_source).collect();
    let envelope = chain.signed(tx.clone(), &keys.iter().collect::<Vec<_>>());
    match (envelope, plan.bump) {
        (TransactionEnvelope::Tx(inner), Some((payer, fee))) => {
            let fee = fee + i64::from(tx.fee);
            chain.fee_bump(inner, muxed_actor(payer), &actor(payer), fee)
        }
        (envelope, _) => envelope,
    }
}

/// The value with some of its bytes overwritten; `None` if these are no value any more.
pub fn mutated<T: ReadXdr + WriteXdr>(value: &T, changes: &[(usize, u8)]) -> Option<T> {
    let limits = Limits {
        depth: 500,
        len: 1 << 20,
    };
    let mut bytes = value.to_xdr(limits.clone()).unwrap();
    for (place, byte) in changes {
        let place = place % bytes.len();
        bytes[place] = *byte;
    }
    T::from_xdr(bytes, limits).ok()
}

pub fn start() -> Chain {
    let all: Vec<Key> = (0..ACCOUNTS - 1).map(actor).collect();
    Chain::with_accounts(&all.iter().collect::<Vec<_>>())
}

/// Closes the ledger, twice, and looks at what it left.
pub fn close_and_check(chain: &mut Chain, txs: Vec<TransactionEnvelope>) {
    for tx in &txs {
        let _ = chain.check(tx);
    }
    let again = chain.reloaded().close(txs.clone());
    let closed = chain.close(txs);
    assert_eq!(closed.state.header_hash, again.state.header_hash);
    assert_eq!(closed.meta, again.meta);
    assert_eq!(chain.total_coins(), TOTAL_COINS);
    assert!(chain.state.header.fee_pool >= 0);
    assert_books_agree(&chain.state);
}
