//! A chain for tests, and builders for its transactions.
#![allow(dead_code)] // each test file uses its part

pub mod contract;
pub mod plan;
pub mod reserves;

use ed25519_dalek::{Signer, SigningKey};
use localnet_ledger::{
    check, close, root_account, simulate, transaction_hashes,
    xdr::{
        AccountEntry, AccountId, AlphaNum4, Asset, AssetCode4, DecoratedSignature,
        FeeBumpTransaction, FeeBumpTransactionEnvelope, FeeBumpTransactionExt,
        FeeBumpTransactionInnerTx, Hash, HostFunction, InvokeHostFunctionOp, LedgerEntry,
        LedgerEntryData, LedgerKey, LedgerKeyAccount, LedgerKeyTrustLine, Memo, MuxedAccount,
        Operation, OperationBody, OperationResult, OperationResultTr, Preconditions, PublicKey,
        SequenceNumber, Signature, SignatureHint, Transaction, TransactionEnvelope, TransactionExt,
        TransactionResultResult, TransactionV1Envelope, TrustLineAsset, TrustLineEntry, Uint256,
    },
    Applied, BaseFees, Closed, Genesis, Limits, State, StoredEntry,
};

pub const PASSPHRASE: &str = "Standalone Network ; February 2017";
pub const START: u64 = 1_700_000_000;

/// Runs on a stack as large as the host wants.
pub fn on_large_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(test);
    if let Err(panic) = thread.expect("a thread starts").join() {
        std::panic::resume_unwind(panic);
    }
}

pub fn key(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

pub fn root() -> SigningKey {
    SigningKey::from_bytes(&root_account(PASSPHRASE))
}

pub fn id(key: &SigningKey) -> AccountId {
    AccountId(PublicKey::PublicKeyTypeEd25519(Uint256(
        key.verifying_key().to_bytes(),
    )))
}

pub fn muxed(key: &SigningKey) -> MuxedAccount {
    MuxedAccount::Ed25519(Uint256(key.verifying_key().to_bytes()))
}

pub fn asset(issuer: &SigningKey) -> Asset {
    Asset::CreditAlphanum4(AlphaNum4 {
        asset_code: AssetCode4(*b"TEST"),
        issuer: id(issuer),
    })
}

pub fn operation(body: OperationBody) -> Operation {
    Operation {
        source_account: None,
        body,
    }
}

pub fn operation_of(source: &SigningKey, body: OperationBody) -> Operation {
    Operation {
        source_account: Some(muxed(source)),
        body,
    }
}

pub fn sign(
    network_id: &Hash,
    envelope: &TransactionEnvelope,
    key: &SigningKey,
) -> DecoratedSignature {
    let hash = transaction_hashes(network_id, envelope).hash;
    let public = key.verifying_key().to_bytes();
    DecoratedSignature {
        hint: SignatureHint([public[28], public[29], public[30], public[31]]),
        signature: Signature(key.sign(&hash.0).to_bytes().to_vec().try_into().unwrap()),
    }
}

/// A chain that moves on by closing ledgers.
pub struct Chain {
    pub state: State,
    pub time: u64,
}

impl Chain {
    pub fn new() -> Chain {
        let genesis = Genesis {
            passphrase: PASSPHRASE.to_owned(),
            limits: Limits::Mainnet,
            close_time: START,
        };
        Chain {
            state: State::genesis(&genesis),
            time: START,
        }
    }

    /// A chain with `keys` funded with 10,000 lumens each.
    pub fn with_accounts(keys: &[&SigningKey]) -> Chain {
        let mut chain = Chain::new();
        let creations = keys.iter().map(|key| create_account(key, 100_000_000_000));
        let tx = chain.transaction(&root(), creations.collect());
        let applied = chain.apply(tx);
        assert!(applied.success, "{:?}", applied.result);
        chain
    }

    pub fn account(&self, key: &SigningKey) -> Option<&AccountEntry> {
        let key = LedgerKey::Account(LedgerKeyAccount {
            account_id: id(key),
        });
        match &self.state.get(&key)?.entry.data {
            LedgerEntryData::Account(account) => Some(account),
            _ => None,
        }
    }

    pub fn balance(&self, key: &SigningKey) -> i64 {
        self.account(key).expect("the account exists").balance
    }

    pub fn trustline(&self, holder: &SigningKey, asset: &Asset) -> Option<&TrustLineEntry> {
        match &self.state.get(&trustline_key(holder, asset))?.entry.data {
            LedgerEntryData::Trustline(line) => Some(line),
            _ => None,
        }
    }

    /// Stroops in accounts, in claimable balances, in the balances of contracts and in the fee pool.
    pub fn total_coins(&self) -> i64 {
        let native = contract::sac_id(self, &Asset::Native);
        let balances = self.state.entries.values().map(|s| match &s.entry.data {
            LedgerEntryData::ContractData(data) => contract::balance(&native, data),
            LedgerEntryData::Account(account) => account.balance,
            LedgerEntryData::ClaimableBalance(balance) if balance.asset == Asset::Native => {
                balance.amount
            }
            _ => 0,
        });
        balances.sum::<i64>() + self.state.header.fee_pool
    }

    /// Closes a ledger with one transaction of the first key, which all keys sign.
    pub fn run(&mut self, keys: &[&SigningKey], operations: Vec<Operation>) -> Applied {
        let tx = self.unsigned(keys[0], operations);
        self.apply(self.signed(tx, keys))
    }

    /// Unsigned, with the next sequence number and the minimum fee.
    pub fn unsigned(&self, source: &SigningKey, operations: Vec<Operation>) -> Transaction {
        let sequence = self.account(source).map_or(0, |account| account.seq_num.0);
        Transaction {
            source_account: muxed(source),
            fee: 100 * operations.len() as u32,
            // A number at its end has no next one; the transaction then fails.
            seq_num: SequenceNumber(sequence.saturating_add(1)),
            cond: Preconditions::None,
            memo: Memo::None,
            operations: operations.try_into().unwrap(),
            ext: TransactionExt::V0,
        }
    }

    pub fn signed(&self, tx: Transaction, keys: &[&SigningKey]) -> TransactionEnvelope {
        let unsigned = TransactionEnvelope::Tx(TransactionV1Envelope {
            tx: tx.clone(),
            signatures: Default::default(),
        });
        let signatures: Vec<DecoratedSignature> = keys
            .iter()
            .map(|key| sign(&self.state.network_id, &unsigned, key))
            .collect();
        TransactionEnvelope::Tx(TransactionV1Envelope {
            tx,
            signatures: signatures.try_into().unwrap(),
        })
    }

    pub fn transaction(
        &self,
        source: &SigningKey,
        operations: Vec<Operation>,
    ) -> TransactionEnvelope {
        self.signed(self.unsigned(source, operations), &[source])
    }

    /// The next ledger, without moving on to it.
    pub fn branch(&self, txs: Vec<TransactionEnvelope>) -> Closed {
        let base_fees = BaseFees::minimum(&self.state);
        close(&self.state, txs, base_fees, self.time + 5)
    }

    pub fn close(&mut self, txs: Vec<TransactionEnvelope>) -> Closed {
        let closed = self.branch(txs);
        self.time += 5;
        self.state = closed.state.clone();
        closed
    }

    /// Closes a ledger with this one transaction.
    pub fn apply(&mut self, tx: TransactionEnvelope) -> Applied {
        let mut closed = self.close(vec![tx]);
        closed.transactions.remove(0)
    }

    pub fn check(
        &self,
        tx: &TransactionEnvelope,
    ) -> Result<(), localnet_ledger::xdr::TransactionResultResult> {
        check(&self.state, tx, self.time + 5)
            .map(|_| ())
            .map_err(|refused| refused.result)
    }

    /// The transaction with simulated resources and auth, `extra` instructions above what was simulated.
    pub fn simulated(&self, source: &SigningKey, operation: OperationBody) -> Transaction {
        self.assemble(self.unsigned(source, vec![self::operation(operation)]))
    }

    pub fn assemble(&self, tx: Transaction) -> Transaction {
        self.try_assemble(tx).expect("it can be simulated")
    }

    /// `Err` says why the simulation fails.
    pub fn try_assemble(&self, mut tx: Transaction) -> Result<Transaction, String> {
        let envelope = self.signed(tx.clone(), &[]);
        let simulation = simulate::simulate(
            &self.state,
            &envelope,
            simulate::Options::default(),
            self.time + 5,
        );
        if let Some(error) = simulation.error {
            return Err(error);
        }
        let mut operations = tx.operations.to_vec();
        if let (OperationBody::InvokeHostFunction(op), Some(result)) =
            (&mut operations[0].body, simulation.result)
        {
            op.auth = result.auth.try_into().unwrap();
        }
        tx.operations = operations.try_into().unwrap();
        tx.fee += u32::try_from(simulation.min_resource_fee).unwrap();
        tx.ext = TransactionExt::V1(simulation.transaction_data.expect("it succeeded"));
        Ok(tx)
    }

    pub fn fee_bump(
        &self,
        inner: TransactionV1Envelope,
        fee_source: MuxedAccount,
        key: &SigningKey,
        fee: i64,
    ) -> TransactionEnvelope {
        let mut envelope = FeeBumpTransactionEnvelope {
            tx: FeeBumpTransaction {
                fee_source,
                fee,
                inner_tx: FeeBumpTransactionInnerTx::Tx(inner),
                ext: FeeBumpTransactionExt::V0,
            },
            signatures: Default::default(),
        };
        let unsigned = TransactionEnvelope::TxFeeBump(envelope.clone());
        let signature = sign(&self.state.network_id, &unsigned, key);
        envelope.signatures = vec![signature].try_into().unwrap();
        TransactionEnvelope::TxFeeBump(envelope)
    }

    /// The chain as it is after its state was persisted and read again.
    pub fn reloaded(&self) -> Chain {
        self.with(Vec::new())
    }

    /// The chain with these entries in place of its own: some states need more than this ledger's transactions make.
    pub fn with(&self, changed: Vec<LedgerEntry>) -> Chain {
        let mut stored: Vec<StoredEntry> =
            self.state.entries.values().map(|s| (**s).clone()).collect();
        for entry in changed {
            let known = stored
                .iter_mut()
                .find(|s| s.entry.to_key() == entry.to_key());
            known.expect("the entry exists").entry = entry;
        }
        let state = State::restore(self.state.header.clone(), stored, PASSPHRASE).unwrap();
        assert_eq!(state.header_hash, self.state.header_hash);
        Chain {
            state,
            time: self.time,
        }
    }

    pub fn invoke(&mut self, source: &SigningKey, function: HostFunction) -> Applied {
        let tx = self.simulated(source, host_function(function));
        self.apply(self.signed(tx, &[source]))
    }
}

/// Results of the operations, of a transaction that got as far.
pub fn results(applied: &Applied) -> &[OperationResult] {
    match &applied.result.result {
        TransactionResultResult::TxSuccess(results)
        | TransactionResultResult::TxFailed(results) => results,
        other => panic!("{other:?}"),
    }
}

/// Result of the last operation.
pub fn last_result(applied: &Applied) -> &OperationResultTr {
    match results(applied).last() {
        Some(OperationResult::OpInner(result)) => result,
        other => panic!("{other:?}"),
    }
}

pub fn host_function(function: HostFunction) -> OperationBody {
    OperationBody::InvokeHostFunction(InvokeHostFunctionOp {
        host_function: function,
        auth: Default::default(),
    })
}

pub fn trustline_key(holder: &SigningKey, asset: &Asset) -> LedgerKey {
    let asset = match asset {
        Asset::Native => TrustLineAsset::Native,
        Asset::CreditAlphanum4(asset) => TrustLineAsset::CreditAlphanum4(asset.clone()),
        Asset::CreditAlphanum12(asset) => TrustLineAsset::CreditAlphanum12(asset.clone()),
    };
    LedgerKey::Trustline(LedgerKeyTrustLine {
        account_id: id(holder),
        asset,
    })
}

pub fn create_account(key: &SigningKey, starting_balance: i64) -> Operation {
    operation(OperationBody::CreateAccount(
        localnet_ledger::xdr::CreateAccountOp {
            destination: id(key),
            starting_balance,
        },
    ))
}

pub fn payment(to: &SigningKey, asset: Asset, amount: i64) -> OperationBody {
    OperationBody::Payment(localnet_ledger::xdr::PaymentOp {
        destination: muxed(to),
        asset,
        amount,
    })
}

pub fn trust(asset: &Asset, limit: i64) -> OperationBody {
    use localnet_ledger::xdr::{ChangeTrustAsset, ChangeTrustOp};
    let line = match asset {
        Asset::Native => ChangeTrustAsset::Native,
        Asset::CreditAlphanum4(asset) => ChangeTrustAsset::CreditAlphanum4(asset.clone()),
        Asset::CreditAlphanum12(asset) => ChangeTrustAsset::CreditAlphanum12(asset.clone()),
    };
    OperationBody::ChangeTrust(ChangeTrustOp { line, limit })
}

pub fn set_options() -> localnet_ledger::xdr::SetOptionsOp {
    localnet_ledger::xdr::SetOptionsOp {
        inflation_dest: None,
        clear_flags: None,
        set_flags: None,
        master_weight: None,
        low_threshold: None,
        med_threshold: None,
        high_threshold: None,
        home_domain: None,
        signer: None,
    }
}
