//! Soroban on the asset contract (SAC): deploy, invoke, fees, TTL, restore.

mod support;

use ed25519_dalek::SigningKey;
use localnet_ledger::{
    check, close, refusal, replay, simulate, skip,
    xdr::{
        Asset, ContractDataDurability, ContractExecutable, ContractId, ContractIdPreimage,
        CreateContractArgs, ExtendFootprintTtlOp, ExtensionPoint, GeneralizedTransactionSet, Hash,
        HostFunction, InvokeHostFunctionResult, LedgerCloseMeta, LedgerCloseMetaV2, LedgerKey,
        Limits, Memo, MuxedAccount, MuxedAccountMed25519, OperationBody, OperationResult,
        OperationResultTr, RestoreFootprintOp, ScAddress, ScVal, SetOptionsOp,
        SorobanTransactionDataExt, SorobanTransactionMetaExt, Transaction, TransactionEnvelope,
        TransactionExt, TransactionMeta, TransactionMetaV4, TransactionPhase,
        TransactionResultResult, TransactionV1Envelope, TxSetComponent, Uint256, WriteXdr,
    },
    Applied, BaseFees, State,
};
use support::{contract::*, *};

/// An issuer with a deployed asset contract, and two holders of 1,000 units each.
struct World {
    chain: Chain,
    issuer: SigningKey,
    alice: SigningKey,
    bob: SigningKey,
    asset: Asset,
    contract: ContractId,
}

fn world() -> World {
    let (issuer, alice, bob) = (key(1), key(2), key(3));
    let mut chain = Chain::with_accounts(&[&issuer, &alice, &bob]);
    let asset = asset(&issuer);
    for holder in [&alice, &bob] {
        let open = operation(trust(&asset, i64::MAX));
        let fund = operation_of(&issuer, payment(holder, asset.clone(), 1_000));
        let tx = chain.unsigned(holder, vec![open, fund]);
        let tx = chain.signed(tx, &[holder, &issuer]);
        assert!(chain.apply(tx).success);
    }
    let deployed = chain.invoke(&issuer, deploy(&asset));
    assert!(deployed.success, "{:?}", deployed.result);
    let contract = sac_id(&chain, &asset);
    World {
        chain,
        issuer,
        alice,
        bob,
        asset,
        contract,
    }
}

fn meta(applied: &Applied) -> &TransactionMetaV4 {
    match &applied.meta {
        TransactionMeta::V4(meta) => meta,
        _ => panic!("not V4"),
    }
}

fn failure(applied: &Applied) -> &InvokeHostFunctionResult {
    match &applied.result.result {
        TransactionResultResult::TxFailed(results) => match &results[0] {
            OperationResult::OpInner(OperationResultTr::InvokeHostFunction(result)) => result,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_asset_contract_moves_trustline_balances() {
    on_large_stack(|| {
        let mut w = world();
        let (asset, contract) = (w.asset.clone(), w.contract.clone());
        let applied = w.chain.invoke(
            &w.alice,
            transfer(&contract, &w.alice, account(id(&w.bob)), 250),
        );
        assert!(applied.success, "{:?}", applied.result);
        assert_eq!(w.chain.trustline(&w.alice, &asset).unwrap().balance, 750);
        assert_eq!(w.chain.trustline(&w.bob, &asset).unwrap().balance, 1_250);
        let meta = meta(&applied);
        assert_eq!(meta.operations[0].events.len(), 1);
        assert_eq!(
            meta.soroban_meta.as_ref().unwrap().return_value,
            Some(ScVal::Void)
        );

        let applied = w.chain.invoke(
            &w.issuer,
            call(&contract, "mint", vec![account(id(&w.bob)), amount(5)]),
        );
        assert!(applied.success, "{:?}", applied.result);
        assert_eq!(w.chain.trustline(&w.bob, &asset).unwrap().balance, 1_255);
    });
}

#[test]
fn simulated_resources_suffice_without_any_leeway() {
    on_large_stack(|| {
        let w = world();
        let tx = w.chain.simulated(
            &w.alice,
            host_function(transfer(&w.contract, &w.alice, account(id(&w.bob)), 1)),
        );
        let TransactionExt::V1(data) = &tx.ext else {
            panic!("simulation sets resources")
        };
        // The measured instructions, without the margin that simulation adds.
        let measured = data.resources.instructions - 50_000;
        let run = |instructions: u32| {
            let mut tx = tx.clone();
            let mut data = data.clone();
            data.resources.instructions = instructions;
            tx.ext = TransactionExt::V1(data);
            let envelope = w.chain.signed(tx, &[&w.alice]);
            w.chain.branch(vec![envelope]).transactions.remove(0)
        };
        assert!(run(measured).success);
        let short = run(measured / 2);
        assert_eq!(
            failure(&short),
            &InvokeHostFunctionResult::ResourceLimitExceeded
        );
    });
}

#[test]
fn what_is_not_used_of_the_fee_comes_back() {
    on_large_stack(|| {
        let mut w = world();
        let before = w.chain.balance(&w.alice);
        let applied = w.chain.invoke(
            &w.alice,
            transfer(&w.contract.clone(), &w.alice, account(id(&w.bob)), 1),
        );
        assert_eq!(
            before - w.chain.balance(&w.alice),
            applied.result.fee_charged
        );
        let soroban = meta(&applied).soroban_meta.as_ref().unwrap();
        let SorobanTransactionMetaExt::V1(fees) = &soroban.ext else {
            panic!("fees are reported")
        };
        let resources = fees.total_non_refundable_resource_fee_charged
            + fees.total_refundable_resource_fee_charged;
        assert_eq!(applied.result.fee_charged, 100 + resources);
        assert_eq!(meta(&applied).events.len(), 2, "a fee and a refund event");
    });
}

#[test]
fn each_phase_charges_its_own_base_fee() {
    on_large_stack(|| {
        let w = world();
        let send = transfer(&w.contract, &w.alice, account(id(&w.bob)), 1);
        let mut soroban = w.chain.simulated(&w.alice, host_function(send));
        soroban.fee += 900;
        let two = vec![operation(payment(&w.alice, Asset::Native, 1)); 2];
        let mut classic = w.chain.unsigned(&w.bob, two);
        classic.fee = 1_000;
        let txs = vec![
            w.chain.signed(soroban, &[&w.alice]),
            w.chain.signed(classic, &[&w.bob]),
        ];
        let base_fees = BaseFees {
            classic: 150,
            soroban: 700,
        };
        let closed = close(&w.chain.state, txs, base_fees, w.chain.time + 5);
        let [classic, soroban] = closed.transactions.as_slice() else {
            panic!("there are two")
        };
        assert_eq!(classic.result.fee_charged, 2 * 150);
        let SorobanTransactionMetaExt::V1(fees) = &meta(soroban).soroban_meta.as_ref().unwrap().ext
        else {
            panic!("fees are reported")
        };
        let resources = fees.total_non_refundable_resource_fee_charged
            + fees.total_refundable_resource_fee_charged;
        assert_eq!(soroban.result.fee_charged, 700 + resources);
        let LedgerCloseMeta::V2(meta) = closed.meta else {
            panic!("not V2")
        };
        let GeneralizedTransactionSet::V1(set) = &meta.tx_set;
        let recorded: Vec<Option<i64>> = set
            .phases
            .iter()
            .map(|phase| match phase {
                TransactionPhase::V0(components) => {
                    let TxSetComponent::TxsetCompTxsMaybeDiscountedFee(component) = &components[0];
                    component.base_fee
                }
                TransactionPhase::V1(parallel) => parallel.base_fee,
            })
            .collect();
        assert_eq!(recorded, [Some(150), Some(700)]);
    });
}

#[test]
fn a_replayed_ledger_charges_what_its_set_says() {
    on_large_stack(|| {
        let w = world();
        let mut tx = w
            .chain
            .unsigned(&w.bob, vec![operation(payment(&w.alice, Asset::Native, 1))]);
        tx.fee = 1_000;
        let tx = w.chain.signed(tx, &[&w.bob]);
        let base_fees = BaseFees {
            classic: 150,
            soroban: 700,
        };
        let closed = close(&w.chain.state, vec![tx], base_fees, w.chain.time + 5);
        let LedgerCloseMeta::V2(mut recorded) = closed.meta else {
            panic!("not V2")
        };
        let charged = |recorded: &LedgerCloseMetaV2| {
            let replayed = replay::replay(&w.chain.state, recorded).unwrap();
            replayed.transactions[0].result.fee_charged
        };
        assert_eq!(charged(&recorded), 150);
        // Without a base fee, each pays its bid.
        let GeneralizedTransactionSet::V1(set) = &mut recorded.tx_set;
        let mut phases = set.phases.to_vec();
        let TransactionPhase::V0(components) = &mut phases[0] else {
            panic!("classic transactions come first")
        };
        let mut all = components.to_vec();
        let TxSetComponent::TxsetCompTxsMaybeDiscountedFee(component) = &mut all[0];
        component.base_fee = None;
        *components = all.try_into().unwrap();
        set.phases = phases.try_into().unwrap();
        assert_eq!(charged(&recorded), 1_000);
    });
}

#[test]
fn a_call_has_no_memo_and_no_multiplexed_source() {
    on_large_stack(|| {
        let w = world();
        let send = transfer(&w.contract, &w.alice, account(id(&w.bob)), 1);
        let plain = w.chain.simulated(&w.alice, host_function(send));
        let multiplexed = MuxedAccount::MuxedEd25519(MuxedAccountMed25519 {
            id: 7,
            ed25519: Uint256(w.alice.verifying_key().to_bytes()),
        });
        let changes: [&dyn Fn(&mut Transaction); 3] = [
            &|tx| tx.memo = Memo::Id(1),
            &|tx| tx.source_account = multiplexed.clone(),
            &|tx| {
                let mut operations = tx.operations.to_vec();
                operations[0].source_account = Some(multiplexed.clone());
                tx.operations = operations.try_into().unwrap();
            },
        ];
        for change in changes {
            let mut tx = plain.clone();
            change(&mut tx);
            let tx = w.chain.signed(tx, &[&w.alice]);
            assert_eq!(
                w.chain.check(&tx),
                Err(TransactionResultResult::TxSorobanInvalid)
            );
            let reasons = refusal(&w.chain.state, &tx, w.chain.time + 5);
            assert_eq!(reasons.len(), 1);
            let applied = w.chain.branch(vec![tx]).transactions.remove(0);
            assert_eq!(
                applied.result.result,
                TransactionResultResult::TxSorobanInvalid
            );
        }
        let lasting = extend(&w.chain, &w.alice, &instance_key(&w.contract), 1_000_000);
        let TransactionEnvelope::Tx(mut lasting) = lasting else {
            panic!("not V1")
        };
        lasting.tx.memo = Memo::Id(1);
        assert_eq!(
            w.chain.check(&w.chain.signed(lasting.tx, &[&w.alice])),
            Ok(())
        );
    });
}

#[test]
fn extending_a_life_needs_the_low_threshold() {
    on_large_stack(|| {
        let mut w = world();
        let raise = OperationBody::SetOptions(SetOptionsOp {
            med_threshold: Some(2),
            ..set_options()
        });
        assert!(w.chain.run(&[&w.alice], vec![operation(raise)]).success);
        let lasting = extend(&w.chain, &w.alice, &instance_key(&w.contract), 1_000_000);
        assert_eq!(w.chain.check(&lasting), Ok(()));
        let send = transfer(&w.contract, &w.alice, account(id(&w.bob)), 1);
        let send = w.chain.simulated(&w.alice, host_function(send));
        let refused = w.chain.check(&w.chain.signed(send, &[&w.alice]));
        assert!(matches!(refused, Err(TransactionResultResult::TxFailed(_))));
    });
}

#[test]
fn the_queue_takes_no_fees_and_no_executables_that_are_impossible() {
    on_large_stack(|| {
        let w = world();
        let send = transfer(&w.contract, &w.alice, account(id(&w.bob)), 1);
        let plain = w.chain.simulated(&w.alice, host_function(send));
        let refused = |tx: Transaction| {
            let tx = w.chain.signed(tx, &[&w.alice]);
            let refused = check(&w.chain.state, &tx, w.chain.time + 5).unwrap_err();
            assert_eq!(refused.fee_charged, 0);
            refused.result
        };
        let mut bare = plain.clone();
        bare.ext = TransactionExt::V0;
        assert_eq!(refused(bare), TransactionResultResult::TxMalformed);
        for fee in [-1, i64::from(plain.fee) + 1, (1 << 50) + 1] {
            let mut tx = plain.clone();
            let TransactionExt::V1(data) = &mut tx.ext else {
                panic!("simulation sets resources")
            };
            data.resource_fee = fee;
            assert_eq!(refused(tx), TransactionResultResult::TxMalformed);
        }
        let mut code_of_an_asset = plain.clone();
        let body = host_function(HostFunction::CreateContract(CreateContractArgs {
            contract_id_preimage: ContractIdPreimage::Asset(w.asset.clone()),
            executable: ContractExecutable::Wasm(Hash([1; 32])),
        }));
        code_of_an_asset.operations = vec![operation(body)].try_into().unwrap();
        assert_eq!(
            refused(code_of_an_asset),
            TransactionResultResult::TxSorobanInvalid
        );
    });
}

#[test]
fn operations_are_checked_before_any_call_of_the_ledger_runs() {
    on_large_stack(|| {
        let mut w = world();
        assert!(w.chain.invoke(&w.alice, deploy(&Asset::Native)).success);
        let native = sac_id(&w.chain, &Asset::Native);
        let newcomer = key(9);
        let lasting = extend(&w.chain, &w.bob, &instance_key(&w.contract), 1_000_000);
        let TransactionEnvelope::Tx(TransactionV1Envelope { tx: mut late, .. }) = lasting else {
            panic!("not V1")
        };
        let mut operations = late.operations.to_vec();
        operations[0].source_account = Some(muxed(&newcomer));
        late.operations = operations.try_into().unwrap();
        let late = w.chain.signed(late, &[&w.bob, &newcomer]);
        let created = transfer(&native, &w.alice, account(id(&newcomer)), 100_000_000);
        let created = w.chain.simulated(&w.alice, host_function(created));
        let created = w.chain.signed(created, &[&w.alice]);
        let closed = w.chain.close(vec![created, late.clone()]);
        assert!(closed.transactions[0].success);
        assert!(w.chain.account(&newcomer).is_some());
        assert_eq!(
            results(&closed.transactions[1]),
            [OperationResult::OpNoAccount]
        );
    });
}

#[test]
fn no_lumen_is_lost_or_made() {
    on_large_stack(|| {
        let mut w = world();
        let total = w.chain.total_coins();
        assert_eq!(total, localnet_ledger::TOTAL_COINS);
        let contract = w.contract.clone();
        let good = transfer(&contract, &w.alice, account(id(&w.bob)), 1);
        w.chain.invoke(&w.alice, good.clone());
        let tx = w.chain.simulated(&w.alice, host_function(good));
        // The second is out of date by the time it runs: its footprint no longer matches what it does.
        let mut broken = tx.clone();
        if let TransactionExt::V1(data) = &mut broken.ext {
            data.resources.instructions = 1;
        }
        let applied = w.chain.apply(w.chain.signed(broken, &[&w.alice]));
        assert!(!applied.success);
        assert_eq!(w.chain.total_coins(), total);
        // It declares more for its resources than it bids in all.
        let mut greedy = w.chain.unsigned(&w.alice, tx.operations.to_vec());
        greedy.ext = tx.ext;
        if let TransactionExt::V1(data) = &mut greedy.ext {
            data.resource_fee = i64::MAX / 2;
        }
        let greedy = w.chain.signed(greedy, &[&w.alice]);
        assert!(w.chain.check(&greedy).is_err());
        let applied = w.chain.apply(greedy);
        assert!(!applied.success && applied.result.fee_charged >= 0);
        assert!(w.chain.state.header.fee_pool >= 0);
        assert_eq!(w.chain.total_coins(), total);
    });
}

#[test]
fn the_operations_source_authorises_without_an_entry() {
    on_large_stack(|| {
        let mut w = world();
        // A channel account is the transaction's source, the holder the operation's.
        let body = host_function(transfer(&w.contract, &w.alice, account(id(&w.bob)), 9));
        let tx = w
            .chain
            .unsigned(&w.issuer, vec![operation_of(&w.alice, body)]);
        let tx = w.chain.assemble(tx);
        let OperationBody::InvokeHostFunction(op) = &tx.operations[0].body else {
            panic!("it is an invocation")
        };
        assert!(op.auth.iter().all(|entry| matches!(
            entry.credentials,
            localnet_ledger::xdr::SorobanCredentials::SourceAccount
        )));
        let applied = w.chain.apply(w.chain.signed(tx, &[&w.issuer, &w.alice]));
        assert!(applied.success, "{:?}", applied.result);
        assert_eq!(w.chain.trustline(&w.bob, &w.asset).unwrap().balance, 1_009);
    });
}

#[test]
fn closing_is_deterministic() {
    on_large_stack(|| {
        let w = world();
        let tx = w.chain.simulated(
            &w.alice,
            host_function(transfer(&w.contract, &w.alice, account(id(&w.bob)), 1)),
        );
        let txs = vec![
            w.chain.signed(tx, &[&w.alice]),
            w.chain.transaction(
                &w.bob,
                vec![operation(payment(&w.alice, w.asset.clone(), 3))],
            ),
        ];
        let encode = |meta: LedgerCloseMeta| meta.to_xdr(Limits::none()).unwrap();
        let first = w.chain.branch(txs.clone());
        let second = w.chain.branch(txs);
        assert_eq!(encode(first.meta), encode(second.meta));
        assert_eq!(first.state.header_hash, second.state.header_hash);
    });
}

#[test]
fn a_state_comes_back_from_what_was_persisted() {
    on_large_stack(|| {
        let genesis = Chain::new().state;
        let mut store: std::collections::HashMap<_, _> = genesis
            .entries
            .iter()
            .map(|(key, stored)| (key.clone(), stored.as_ref().clone()))
            .collect();
        let mut chain = Chain::new();
        let alice = key(1);
        let closed =
            chain.close(vec![chain.transaction(
                &root(),
                vec![create_account(&alice, 100_000_000_000)],
            )]);
        let mut changes = closed.changes;
        let tx = chain.simulated(&alice, host_function(deploy(&Asset::Native)));
        let tx = chain.signed(tx, &[&alice]);
        changes.extend(chain.close(vec![tx]).changes);
        for (key, stored) in changes {
            match stored {
                Some(stored) => store.insert(key, stored),
                None => store.remove(&key),
            };
        }
        let header = chain.state.header.clone();
        let restored = State::restore(header, store.into_values(), PASSPHRASE).unwrap();
        assert_eq!(restored.header_hash, chain.state.header_hash);
        assert_eq!(restored.entries, chain.state.entries);
        // It continues exactly like the one that never stopped.
        let tx = chain.transaction(&alice, vec![operation(payment(&root(), Asset::Native, 1))]);
        let original = chain.branch(vec![tx.clone()]);
        chain.state = restored;
        let again = chain.branch(vec![tx]);
        assert_eq!(original.state.header_hash, again.state.header_hash);
    });
}

fn extend(
    chain: &Chain,
    source: &SigningKey,
    key: &LedgerKey,
    extend_to: u32,
) -> TransactionEnvelope {
    let body = OperationBody::ExtendFootprintTtl(ExtendFootprintTtlOp {
        ext: ExtensionPoint::V0,
        extend_to,
    });
    let mut tx = chain.unsigned(source, vec![operation(body)]);
    tx.ext = footprint_only(vec![key.clone()], vec![]);
    chain.signed(chain.assemble(tx), &[source])
}

/// A world in which a contract address holds 10 units, so that there is an entry that can expire.
fn world_with_archivable_balance() -> (World, LedgerKey, ContractId) {
    let mut w = world();
    let holder = ContractId(Hash([7; 32]));
    let to = ScVal::Address(ScAddress::Contract(holder.clone()));
    let applied = w
        .chain
        .invoke(&w.alice, transfer(&w.contract.clone(), &w.alice, to, 10));
    assert!(applied.success, "{:?}", applied.result);
    let key = balance_key(&w.contract, &holder);
    (w, key, holder)
}

#[test]
fn an_extension_beyond_every_ledger_is_refused_in_simulation() {
    on_large_stack(|| {
        let (w, key, _) = world_with_archivable_balance();
        let body = OperationBody::ExtendFootprintTtl(ExtendFootprintTtlOp {
            ext: ExtensionPoint::V0,
            extend_to: u32::MAX,
        });
        let mut tx = w.chain.unsigned(&w.alice, vec![operation(body)]);
        tx.ext = footprint_only(vec![key], vec![]);
        let error = w.chain.try_assemble(tx).unwrap_err();
        assert!(error.contains("no such ledger"), "{error}");
    });
}

#[test]
fn extending_raises_the_ttl_and_charges_rent() {
    on_large_stack(|| {
        let (mut w, key, _) = world_with_archivable_balance();
        let tx = extend(&w.chain, &w.alice, &key, 3_000_000);
        let applied = w.chain.apply(tx);
        assert!(applied.success, "{:?}", applied.result);
        let live_until = w.chain.state.get(&key).unwrap().live_until;
        assert_eq!(live_until, Some(w.chain.state.sequence() + 3_000_000));
        let SorobanTransactionMetaExt::V1(fees) =
            &meta(&applied).soroban_meta.as_ref().unwrap().ext
        else {
            panic!("fees are reported")
        };
        assert!(fees.rent_fee_charged > 0);
    });
}

/// Stroops.
fn rent(applied: &Applied) -> i64 {
    let soroban = meta(applied).soroban_meta.as_ref().unwrap();
    match &soroban.ext {
        SorobanTransactionMetaExt::V1(fees) => fees.rent_fee_charged,
        SorobanTransactionMetaExt::V0 => panic!("no fees in the meta"),
    }
}

#[test]
fn an_archived_entry_is_restored_on_the_way_or_by_hand() {
    on_large_stack(|| {
        let (mut w, key, holder) = world_with_archivable_balance();
        let contract = w.contract.clone();
        let to = ScVal::Address(ScAddress::Contract(holder));
        let send = transfer(&contract, &w.alice, to, 1);
        let live = w.chain.simulated(&w.alice, host_function(send.clone()));
        let live_until = w.chain.state.get(&key).unwrap().live_until.unwrap();
        let instance = instance_key(&contract);
        let tx = extend(&w.chain, &w.alice, &instance, 3_000_000);
        assert!(w.chain.apply(tx).success);
        let gap = live_until + 1 - w.chain.state.sequence();
        w.chain.state = skip(&w.chain.state, gap, w.chain.time);
        assert!(!w
            .chain
            .state
            .get(&key)
            .unwrap()
            .is_live(w.chain.state.sequence() + 1));

        // A transaction made while the entry lived doesn't restore it.
        let mut stale = live;
        stale.seq_num.0 = w.chain.account(&w.alice).unwrap().seq_num.0 + 1;
        let applied = w.chain.apply(w.chain.signed(stale, &[&w.alice]));
        assert_eq!(failure(&applied), &InvokeHostFunctionResult::EntryArchived);

        // By hand, on a branch of the chain.
        let body = OperationBody::RestoreFootprint(RestoreFootprintOp {
            ext: ExtensionPoint::V0,
        });
        let mut tx = w.chain.unsigned(&w.alice, vec![operation(body)]);
        tx.ext = footprint_only(vec![], vec![key.clone()]);
        let tx = w.chain.signed(w.chain.assemble(tx), &[&w.alice]);
        let branch = w.chain.branch(vec![tx]);
        assert!(
            branch.transactions[0].success,
            "{:?}",
            branch.transactions[0].result
        );
        assert!(branch
            .state
            .get(&key)
            .unwrap()
            .is_live(branch.state.sequence() + 1));

        // On the way: simulation marks it in the resources.
        let tx = w.chain.simulated(&w.alice, host_function(send));
        let TransactionExt::V1(data) = &tx.ext else {
            panic!("simulation sets resources")
        };
        assert!(
            matches!(&data.ext, SorobanTransactionDataExt::V1(ext) if ext.archived_soroban_entries.len() == 1)
        );
        let applied = w.chain.apply(w.chain.signed(tx.clone(), &[&w.alice]));
        assert!(applied.success, "{:?}", applied.result);
        assert!(w
            .chain
            .state
            .get(&key)
            .unwrap()
            .is_live(w.chain.state.sequence() + 1));
        assert!(rent(&applied) > 0);

        // Sent again, it still says that the entry is archived, and pays nothing for it.
        let mut again = tx;
        again.seq_num.0 += 1;
        let applied = w.chain.apply(w.chain.signed(again, &[&w.alice]));
        assert!(applied.success, "{:?}", applied.result);
        assert_eq!(rent(&applied), 0);
    });
}

#[test]
fn extending_an_archived_entry_names_what_to_restore_first() {
    on_large_stack(|| {
        let (mut w, key, _) = world_with_archivable_balance();
        let live_until = w.chain.state.get(&key).unwrap().live_until.unwrap();
        let gap = live_until + 1 - w.chain.state.sequence();
        w.chain.state = skip(&w.chain.state, gap, w.chain.time);
        let body = OperationBody::ExtendFootprintTtl(ExtendFootprintTtlOp {
            ext: ExtensionPoint::V0,
            extend_to: 3_000_000,
        });
        let mut tx = w.chain.unsigned(&w.alice, vec![operation(body)]);
        tx.ext = footprint_only(vec![key], vec![]);
        let envelope = w.chain.signed(tx, &[]);
        let simulation = simulate::simulate(
            &w.chain.state,
            &envelope,
            simulate::Options::default(),
            w.chain.time,
        );
        assert_eq!(simulation.error, None);
        assert!(simulation.restore_preamble.is_some());
    });
}

#[test]
fn spent_temporary_entries_vanish() {
    on_large_stack(|| {
        let mut w = world();
        // An allowance is a temporary entry that lives until its ledger.
        let until = w.chain.state.sequence() + 100;
        let approve = call(
            &w.contract.clone(),
            "approve",
            vec![
                account(id(&w.alice)),
                account(id(&w.bob)),
                amount(5),
                ScVal::U32(until),
            ],
        );
        let applied = w.chain.invoke(&w.alice, approve);
        assert!(applied.success, "{:?}", applied.result);
        let temporary = |state: &State| {
            let is_temporary = |key: &&LedgerKey| matches!(key, LedgerKey::ContractData(data) if data.durability == ContractDataDurability::Temporary);
            state.entries.keys().filter(is_temporary).count()
        };
        assert_eq!(temporary(&w.chain.state), 1);
        w.chain.state = skip(&w.chain.state, 1_000_000, w.chain.time);
        let closed = w.chain.close(vec![]);
        assert_eq!(temporary(&closed.state), 0);
        let LedgerCloseMeta::V2(meta) = closed.meta else {
            panic!("not V2")
        };
        assert_eq!(meta.evicted_keys.len(), 2, "the entry and its TTL");
        assert_eq!(closed.changes.len(), 1);
    });
}
