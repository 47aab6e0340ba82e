//! Accounts that sign, and the transactions that the tests send.

use super::{Server, PASSPHRASE};
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{json, Value};
use sha2::{Digest, Sha256};
use stellar_xdr::*;

pub struct Wallet {
    key: SigningKey,
}

impl Wallet {
    /// The same account for the same name, in every run.
    pub fn named(name: &str) -> Wallet {
        Wallet {
            key: SigningKey::from_bytes(&Sha256::digest(name).into()),
        }
    }

    pub fn funded(server: &Server, name: &str) -> Wallet {
        let wallet = Wallet::named(name);
        let (status, body) = server.get(&format!("/friendbot?addr={}", wallet.address()));
        assert_eq!(status, 200, "{body}");
        wallet
    }

    pub fn address(&self) -> String {
        self.account_id().to_string()
    }

    pub fn account_id(&self) -> AccountId {
        AccountId(PublicKey::PublicKeyTypeEd25519(self.public()))
    }

    fn public(&self) -> Uint256 {
        Uint256(self.key.verifying_key().to_bytes())
    }

    pub fn muxed(&self) -> MuxedAccount {
        MuxedAccount::Ed25519(self.public())
    }

    /// Base64 key for getLedgerEntries.
    pub fn ledger_key(&self) -> String {
        let key = LedgerKey::Account(LedgerKeyAccount {
            account_id: self.account_id(),
        });
        key.to_xdr_base64(Limits::none()).unwrap()
    }

    fn entry(&self, server: &Server) -> AccountEntry {
        let answer = server.call("getLedgerEntries", json!({ "keys": [self.ledger_key()] }));
        let data = LedgerEntryData::from_xdr_base64(
            answer["entries"][0]["xdr"].as_str().unwrap(),
            Limits::none(),
        );
        let LedgerEntryData::Account(account) = data.unwrap() else {
            panic!("not an account");
        };
        account
    }

    pub fn balance(&self, server: &Server) -> i64 {
        self.entry(server).balance
    }

    pub fn sequence(&self, server: &Server) -> i64 {
        self.entry(server).seq_num.0
    }

    pub fn payment(&self, to: &Wallet, stroops: i64, sequence: i64) -> TransactionEnvelope {
        self.transaction(sequence, 100, Preconditions::None, &[pay(to, stroops)])
    }

    pub fn transaction(
        &self,
        sequence: i64,
        fee: u32,
        cond: Preconditions,
        operations: &[OperationBody],
    ) -> TransactionEnvelope {
        self.sign(self.unsigned(sequence, fee, cond, operations))
    }

    /// A transaction with declared resources instead of simulated ones; `fee` includes the resource fee.
    pub fn soroban(
        &self,
        sequence: i64,
        fee: u32,
        operation: OperationBody,
        data: SorobanTransactionData,
    ) -> TransactionEnvelope {
        let mut tx = self.unsigned(sequence, fee, Preconditions::None, &[operation]);
        tx.ext = TransactionExt::V1(data);
        self.sign(tx)
    }

    fn unsigned(
        &self,
        sequence: i64,
        fee: u32,
        cond: Preconditions,
        operations: &[OperationBody],
    ) -> Transaction {
        let operations: Vec<Operation> = operations
            .iter()
            .map(|body| Operation {
                source_account: None,
                body: body.clone(),
            })
            .collect();
        Transaction {
            source_account: self.muxed(),
            fee,
            seq_num: SequenceNumber(sequence),
            cond,
            memo: Memo::None,
            operations: operations.try_into().unwrap(),
            ext: TransactionExt::V0,
        }
    }

    fn sign(&self, tx: Transaction) -> TransactionEnvelope {
        let signatures = self.signatures(&tx.hash(network_id()).unwrap());
        TransactionEnvelope::Tx(TransactionV1Envelope { tx, signatures })
    }

    pub fn fee_bump(&self, inner: &TransactionEnvelope, fee: i64) -> TransactionEnvelope {
        let TransactionEnvelope::Tx(inner) = inner.clone() else {
            panic!("only a V1 transaction can be bumped");
        };
        let tx = FeeBumpTransaction {
            fee_source: self.muxed(),
            fee,
            inner_tx: FeeBumpTransactionInnerTx::Tx(inner),
            ext: FeeBumpTransactionExt::V0,
        };
        let signatures = self.signatures(&tx.hash(network_id()).unwrap());
        TransactionEnvelope::TxFeeBump(FeeBumpTransactionEnvelope { tx, signatures })
    }

    /// The envelope with this account's signatures alone, of what it says now.
    pub fn sign_again(&self, mut envelope: TransactionEnvelope) -> TransactionEnvelope {
        if let TransactionEnvelope::TxFeeBump(bump) = &mut envelope {
            let FeeBumpTransactionInnerTx::Tx(inner) = &mut bump.tx.inner_tx;
            inner.signatures = self.signatures(&inner.tx.hash(network_id()).unwrap());
        }
        let signatures = self.signatures(&envelope.hash(network_id()).unwrap());
        match &mut envelope {
            TransactionEnvelope::TxV0(envelope) => envelope.signatures = signatures,
            TransactionEnvelope::Tx(envelope) => envelope.signatures = signatures,
            TransactionEnvelope::TxFeeBump(envelope) => envelope.signatures = signatures,
        }
        envelope
    }

    fn signatures(&self, hash: &[u8; 32]) -> VecM<DecoratedSignature, 20> {
        let [.., a, b, c, d] = self.public().0;
        let signature = DecoratedSignature {
            hint: SignatureHint([a, b, c, d]),
            signature: Signature(self.key.sign(hash).to_bytes().to_vec().try_into().unwrap()),
        };
        vec![signature].try_into().unwrap()
    }

    /// Sends a payment with the next sequence number and returns its hash.
    pub fn pay(&self, server: &Server, to: &Wallet, stroops: i64) -> String {
        let envelope = self.payment(to, stroops, self.sequence(server) + 1);
        let answer = send(server, &envelope);
        assert_eq!(answer["status"], "PENDING", "{answer}");
        answer["hash"].as_str().unwrap().to_owned()
    }
}

pub fn pay(to: &Wallet, stroops: i64) -> OperationBody {
    OperationBody::Payment(PaymentOp {
        destination: to.muxed(),
        asset: Asset::Native,
        amount: stroops,
    })
}

pub fn network_id() -> [u8; 32] {
    Sha256::digest(PASSPHRASE).into()
}

pub fn hash_of(envelope: &TransactionEnvelope) -> String {
    Hash(envelope.hash(network_id()).unwrap()).to_string()
}

pub fn send(server: &Server, envelope: &TransactionEnvelope) -> Value {
    let transaction = envelope.to_xdr_base64(Limits::none()).unwrap();
    server.call("sendTransaction", json!({ "transaction": transaction }))
}

/// Name of the result code of a refused or closed transaction, e.g. "TxBadSeq".
pub fn result_code(xdr: &Value) -> String {
    let result = TransactionResult::from_xdr_base64(xdr.as_str().unwrap(), Limits::none()).unwrap();
    result.result.name().to_owned()
}

pub fn status(server: &Server, envelope: &TransactionEnvelope) -> String {
    send(server, envelope)["status"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// The least fee that a refusal for a low fee names.
pub fn fee_asked(server: &Server, envelope: &TransactionEnvelope) -> i64 {
    let answer = send(server, envelope);
    let xdr = answer["errorResultXdr"].as_str().unwrap_or_default();
    let result = TransactionResult::from_xdr_base64(xdr, Limits::none()).unwrap();
    assert_eq!(result.result, TransactionResultResult::TxInsufficientFee);
    result.fee_charged
}

pub fn outcome(server: &Server, envelope: &TransactionEnvelope) -> Value {
    server.call("getTransaction", json!({ "hash": hash_of(envelope) }))["status"].clone()
}
