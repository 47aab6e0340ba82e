//! Contracts of assets, and the transactions that call them.

use super::{id, Chain};
use ed25519_dalek::SigningKey;
use localnet_ledger::xdr::{
    AccountId, Asset, ContractDataDurability, ContractDataEntry, ContractExecutable, ContractId,
    ContractIdPreimage, CreateContractArgs, Hash, HashIdPreimage, HashIdPreimageContractId,
    HostFunction, Int128Parts, InvokeContractArgs, LedgerFootprint, LedgerKey,
    LedgerKeyContractData, Limits, ScAddress, ScSymbol, ScVal, SorobanResources,
    SorobanTransactionData, SorobanTransactionDataExt, TransactionExt, WriteXdr,
};

pub fn sac_id(chain: &Chain, asset: &Asset) -> ContractId {
    let preimage = HashIdPreimage::ContractId(HashIdPreimageContractId {
        network_id: chain.state.network_id.clone(),
        contract_id_preimage: ContractIdPreimage::Asset(asset.clone()),
    });
    let bytes = preimage.to_xdr(Limits::none()).unwrap();
    ContractId(Hash(<sha2::Sha256 as sha2::Digest>::digest(bytes).into()))
}

pub fn deploy(asset: &Asset) -> HostFunction {
    HostFunction::CreateContract(CreateContractArgs {
        contract_id_preimage: ContractIdPreimage::Asset(asset.clone()),
        executable: ContractExecutable::StellarAsset,
    })
}

pub fn call(contract: &ContractId, function: &str, args: Vec<ScVal>) -> HostFunction {
    HostFunction::InvokeContract(InvokeContractArgs {
        contract_address: ScAddress::Contract(contract.clone()),
        function_name: ScSymbol(function.try_into().unwrap()),
        args: args.try_into().unwrap(),
    })
}

pub fn account(id: AccountId) -> ScVal {
    ScVal::Address(ScAddress::Account(id))
}

pub fn amount(value: u64) -> ScVal {
    ScVal::I128(Int128Parts { hi: 0, lo: value })
}

pub fn transfer(contract: &ContractId, from: &SigningKey, to: ScVal, value: u64) -> HostFunction {
    call(
        contract,
        "transfer",
        vec![account(id(from)), to, amount(value)],
    )
}

pub fn footprint_only(read_only: Vec<LedgerKey>, read_write: Vec<LedgerKey>) -> TransactionExt {
    TransactionExt::V1(SorobanTransactionData {
        ext: SorobanTransactionDataExt::V0,
        resources: SorobanResources {
            footprint: LedgerFootprint {
                read_only: read_only.try_into().unwrap(),
                read_write: read_write.try_into().unwrap(),
            },
            instructions: 0,
            disk_read_bytes: 0,
            write_bytes: 0,
        },
        resource_fee: 0,
    })
}

pub fn instance_key(contract: &ContractId) -> LedgerKey {
    LedgerKey::ContractData(LedgerKeyContractData {
        contract: ScAddress::Contract(contract.clone()),
        key: ScVal::LedgerKeyContractInstance,
        durability: ContractDataDurability::Persistent,
    })
}

/// Entry of `contract` with the balance of a contract address, which is where archival happens.
pub fn balance_key(contract: &ContractId, holder: &ContractId) -> LedgerKey {
    let key = vec![
        ScVal::Symbol(ScSymbol("Balance".try_into().unwrap())),
        ScVal::Address(ScAddress::Contract(holder.clone())),
    ];
    LedgerKey::ContractData(LedgerKeyContractData {
        contract: ScAddress::Contract(contract.clone()),
        key: ScVal::Vec(Some(localnet_ledger::xdr::ScVec(key.try_into().unwrap()))),
        durability: ContractDataDurability::Persistent,
    })
}

/// The amount, if the entry is a balance in this contract; 0 if it is something else.
pub fn balance(contract: &ContractId, data: &ContractDataEntry) -> i64 {
    let ScVal::Map(Some(fields)) = &data.val else {
        return 0;
    };
    let is_amount =
        |name: &ScVal| matches!(name, ScVal::Symbol(name) if name.0.as_slice() == b"amount");
    let is_balance = matches!(&data.key, ScVal::Vec(Some(key))
        if matches!(key.first(), Some(ScVal::Symbol(name)) if name.0.as_slice() == b"Balance"));
    let field = fields.iter().find(|field| is_amount(&field.key));
    match field.map(|field| &field.val) {
        Some(ScVal::I128(amount))
            if is_balance && data.contract == ScAddress::Contract(contract.clone()) =>
        {
            amount.lo as i64
        }
        _ => 0,
    }
}
