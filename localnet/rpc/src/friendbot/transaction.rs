//! Friendbot's transactions. The root account, which holds all lumens at genesis, pays and signs.

use ed25519_dalek::{Signer, SigningKey};
use localnet_ledger::{
    root_account,
    simulate::{self, AuthMode, Options, Simulation},
    State,
};
use sha2::{Digest, Sha256};
use stellar_xdr::{
    AccountId, Asset, ContractDataDurability, ContractExecutable, ContractId, ContractIdPreimage,
    CreateAccountOp, CreateContractArgs, DecoratedSignature, Hash, HashIdPreimage,
    HashIdPreimageContractId, HostFunction, InvokeContractArgs, InvokeHostFunctionOp,
    LedgerEntryData, LedgerKey, LedgerKeyAccount, LedgerKeyContractData, Limits, Memo,
    MuxedAccount, Operation, OperationBody, PaymentOp, Preconditions, PublicKey, ScAddress,
    ScSymbol, ScVal, SequenceNumber, SignatureHint, Transaction, TransactionEnvelope,
    TransactionExt, TransactionV1Envelope, Uint256, VecM, WriteXdr,
};

/// 10,000 XLM in stroops, as quickstart's friendbot gives.
pub const STARTING_BALANCE: i64 = 100_000_000_000;
/// Stroops for the one operation.
const INCLUSION_FEE: u32 = 100;

pub struct Root(SigningKey);

impl Root {
    pub fn of(passphrase: &str) -> Self {
        Root(SigningKey::from_bytes(&root_account(passphrase)))
    }

    pub fn address(&self) -> ScAddress {
        ScAddress::Account(self.account_id())
    }

    fn account_id(&self) -> AccountId {
        AccountId(PublicKey::PublicKeyTypeEd25519(self.public()))
    }

    fn public(&self) -> Uint256 {
        Uint256(self.0.verifying_key().to_bytes())
    }

    pub fn sign_classic(&self, operation: Operation, state: &State) -> TransactionEnvelope {
        self.sign(self.transaction(operation, state), state)
    }

    /// Simulates `operation` and takes resources, auth and fee from that; the error is the simulation's.
    pub fn sign_soroban(
        &self,
        operation: Operation,
        state: &State,
        close_time: u64,
    ) -> Result<TransactionEnvelope, String> {
        let mut tx = self.transaction(operation, state);
        let simulation = simulate(state, &unsigned(tx.clone()), close_time)?;
        let data = simulation.transaction_data.ok_or("no transaction data")?;
        tx.fee = u32::try_from(simulation.min_resource_fee)
            .ok()
            .and_then(|fee| fee.checked_add(INCLUSION_FEE))
            .ok_or("the resource fee is too high")?;
        tx.ext = TransactionExt::V1(data);
        let auth = simulation
            .result
            .map(|result| result.auth)
            .unwrap_or_default();
        tx.operations = with_auth(tx.operations, auth)?;
        Ok(self.sign(tx, state))
    }

    fn transaction(&self, operation: Operation, state: &State) -> Transaction {
        let key = LedgerKey::Account(LedgerKeyAccount {
            account_id: self.account_id(),
        });
        let sequence = match state.get(&key).map(|stored| &stored.entry.data) {
            Some(LedgerEntryData::Account(account)) => account.seq_num.0,
            // A ledger without the root account refuses the transaction (txNO_ACCOUNT).
            _ => 0,
        };
        Transaction {
            source_account: MuxedAccount::Ed25519(self.public()),
            fee: INCLUSION_FEE,
            seq_num: SequenceNumber(sequence + 1),
            cond: Preconditions::None,
            memo: Memo::None,
            operations: list([operation]),
            ext: TransactionExt::V0,
        }
    }

    fn sign(&self, tx: Transaction, state: &State) -> TransactionEnvelope {
        let hash = tx.hash(state.network_id.0).unwrap_or_default();
        let signature = self.0.sign(&hash).to_bytes();
        let [.., a, b, c, d] = self.public().0;
        let signature = DecoratedSignature {
            hint: SignatureHint([a, b, c, d]),
            signature: signature.to_vec().try_into().unwrap_or_default(),
        };
        TransactionEnvelope::Tx(TransactionV1Envelope {
            tx,
            signatures: list([signature]),
        })
    }
}

pub fn create(destination: &AccountId) -> Operation {
    operation(OperationBody::CreateAccount(CreateAccountOp {
        destination: destination.clone(),
        starting_balance: STARTING_BALANCE,
    }))
}

pub fn pay(destination: &AccountId) -> Operation {
    let PublicKey::PublicKeyTypeEd25519(key) = &destination.0;
    operation(OperationBody::Payment(PaymentOp {
        destination: MuxedAccount::Ed25519(key.clone()),
        asset: Asset::Native,
        amount: STARTING_BALANCE,
    }))
}

pub fn deploy_native() -> Operation {
    invoke(HostFunction::CreateContract(CreateContractArgs {
        contract_id_preimage: ContractIdPreimage::Asset(Asset::Native),
        executable: ContractExecutable::StellarAsset,
    }))
}

pub fn transfer(native: &ScAddress, from: &ScAddress, to: &ScAddress) -> Operation {
    let amount = ScVal::from(i128::from(STARTING_BALANCE));
    let arguments = [
        ScVal::Address(from.clone()),
        ScVal::Address(to.clone()),
        amount,
    ];
    call(native, "transfer", list(arguments))
}

pub fn balance(native: &ScAddress, of: &ScAddress) -> Operation {
    call(native, "balance", list([ScVal::Address(of.clone())]))
}

/// The native asset's contract on the network.
pub fn native_contract(network_id: &Hash) -> ScAddress {
    let preimage = HashIdPreimage::ContractId(HashIdPreimageContractId {
        network_id: network_id.clone(),
        contract_id_preimage: ContractIdPreimage::Asset(Asset::Native),
    });
    let bytes = preimage.to_xdr(Limits::none()).unwrap_or_default();
    ScAddress::Contract(ContractId(Hash(Sha256::digest(bytes).into())))
}

pub fn instance_key(contract: &ScAddress) -> LedgerKey {
    LedgerKey::ContractData(LedgerKeyContractData {
        contract: contract.clone(),
        key: ScVal::LedgerKeyContractInstance,
        durability: ContractDataDurability::Persistent,
    })
}

pub fn simulate(
    state: &State,
    envelope: &TransactionEnvelope,
    close_time: u64,
) -> Result<Simulation, String> {
    let options = Options {
        auth_mode: Some(AuthMode::Record),
        ..Options::default()
    };
    let simulation = simulate::simulate(state, envelope, options, close_time);
    match simulation.error {
        Some(error) => Err(error),
        None => Ok(simulation),
    }
}

/// The i128 that a simulated call returned; 0 when it returned something else.
pub fn amount(simulation: &Simulation) -> i128 {
    match simulation.result.as_ref().map(|result| &result.value) {
        Some(ScVal::I128(parts)) => i128::from(parts.hi) << 64 | i128::from(parts.lo),
        _ => 0,
    }
}

fn call(contract: &ScAddress, function: &str, args: VecM<ScVal>) -> Operation {
    invoke(HostFunction::InvokeContract(InvokeContractArgs {
        contract_address: contract.clone(),
        function_name: ScSymbol(function.try_into().unwrap_or_default()),
        args,
    }))
}

fn invoke(host_function: HostFunction) -> Operation {
    operation(OperationBody::InvokeHostFunction(InvokeHostFunctionOp {
        host_function,
        auth: VecM::default(),
    }))
}

fn operation(body: OperationBody) -> Operation {
    Operation {
        source_account: None,
        body,
    }
}

fn with_auth(
    operations: VecM<Operation, 100>,
    auth: Vec<stellar_xdr::SorobanAuthorizationEntry>,
) -> Result<VecM<Operation, 100>, String> {
    let mut operations = operations.into_vec();
    if let Some(OperationBody::InvokeHostFunction(invoke)) =
        operations.first_mut().map(|op| &mut op.body)
    {
        invoke.auth = auth.try_into().map_err(|_| "too many auth entries")?;
    }
    operations
        .try_into()
        .map_err(|_| "too many operations".to_owned())
}

fn unsigned(tx: Transaction) -> TransactionEnvelope {
    TransactionEnvelope::Tx(TransactionV1Envelope {
        tx,
        signatures: VecM::default(),
    })
}

/// A list as short as these here always fits.
fn list<T, const N: usize, const MAX: u32>(items: [T; N]) -> VecM<T, MAX> {
    VecM::try_from(Vec::from(items)).unwrap_or_default()
}
