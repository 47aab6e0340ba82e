//! Fields of an operation's record that depend on its kind.

use super::{
    operation_reserves,
    text::{amount, base64, put_account, put_asset, xdr_base64, Fields},
};
use crate::{
    effects::allowed_asset,
    executed::Executed,
    movements::{self, Movement},
};
use serde_json::{json, Value};
use stellar_xdr::{
    Asset, ChangeTrustAsset, ChangeTrustOp, ContractIdPreimage, HostFunction, Limits, MuxedAccount,
    OperationBody, OperationType, ReadXdr, ScVal, SetOptionsOp, UInt256Parts,
};

/// Horizon's name of the type: `create_account`.
pub fn type_name(kind: OperationType) -> String {
    snake_case(kind.name())
}

pub fn snake_case(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

pub fn put(fields: &mut Fields, executed: &Executed, index: usize, source: &MuxedAccount) {
    match &executed.operations()[index].body {
        OperationBody::CreateAccount(op) => {
            fields.insert("account".into(), json!(op.destination.to_string()));
            put_account(fields, "funder", source);
            let balance = amount(op.starting_balance);
            fields.insert("starting_balance".into(), json!(balance));
        }
        OperationBody::Payment(op) => {
            put_account(fields, "from", source);
            put_account(fields, "to", &op.destination);
            put_asset(fields, &op.asset);
            fields.insert("amount".into(), json!(amount(op.amount)));
        }
        OperationBody::ChangeTrust(op) => put_change_trust(fields, op, source),
        OperationBody::SetTrustLineFlags(op) => {
            put_asset(fields, &op.asset);
            fields.insert("trustor".into(), json!(op.trustor.to_string()));
            put_flags(fields, "set_flags", op.set_flags, &TRUSTLINE_FLAGS);
            put_flags(fields, "clear_flags", op.clear_flags, &TRUSTLINE_FLAGS);
        }
        OperationBody::SetOptions(op) => put_set_options(fields, op),
        OperationBody::InvokeHostFunction(op) => {
            put_host_function(fields, &op.host_function);
            let moved = movements::of(executed.network_id, executed.events(index));
            let moved: Vec<Value> = moved.iter().map(balance_change).collect();
            let moved = (!moved.is_empty()).then_some(moved);
            fields.insert("asset_balance_changes".into(), json!(moved));
        }
        OperationBody::ExtendFootprintTtl(op) => {
            fields.insert("extend_to".into(), json!(op.extend_to));
        }
        OperationBody::AllowTrust(op) => {
            put_asset(fields, &allowed_asset(source, &op.asset));
            put_account(fields, "trustee", source);
            fields.insert("trustor".into(), json!(op.trustor.to_string()));
            let has = |flag: u32| json!(op.authorize & flag != 0);
            fields.insert("authorize".into(), has(1));
            // An authorized account may do that, too.
            fields.insert("authorize_to_maintain_liabilities".into(), has(3));
        }
        OperationBody::AccountMerge(destination) => {
            put_account(fields, "account", source);
            put_account(fields, "into", destination);
        }
        OperationBody::ManageData(op) => {
            let name = String::from_utf8_lossy(op.data_name.as_slice()).into_owned();
            fields.insert("name".into(), json!(name));
            let value = op.data_value.as_ref();
            let value = value.map_or_else(String::new, |value| base64(value.as_slice()));
            fields.insert("value".into(), json!(value));
        }
        OperationBody::BumpSequence(op) => {
            fields.insert("bump_to".into(), json!(op.bump_to.0.to_string()));
        }
        // The others have nothing to say, or can't be in this ledger.
        _ => operation_reserves::put(fields, executed, index, source),
    }
}

fn put_change_trust(fields: &mut Fields, op: &ChangeTrustOp, source: &MuxedAccount) {
    let asset = match &op.line {
        ChangeTrustAsset::CreditAlphanum4(asset) => Asset::CreditAlphanum4(asset.clone()),
        ChangeTrustAsset::CreditAlphanum12(asset) => Asset::CreditAlphanum12(asset.clone()),
        ChangeTrustAsset::Native | ChangeTrustAsset::PoolShare(_) => Asset::Native,
    };
    put_asset(fields, &asset);
    if let Some(issuer) = fields.get("asset_issuer").cloned() {
        fields.insert("trustee".into(), issuer);
    }
    put_account(fields, "trustor", source);
    fields.insert("limit".into(), json!(amount(op.limit)));
}

const ACCOUNT_FLAGS: [(u32, &str); 4] = [
    (1, "auth_required"),
    (2, "auth_revocable"),
    (4, "auth_immutable"),
    (8, "auth_clawback_enabled"),
];
/// The second is spelt as Horizon spells it.
const TRUSTLINE_FLAGS: [(u32, &str); 3] = [
    (1, "authorized"),
    (2, "authorized_to_maintain_liabilites"),
    (4, "clawback_enabled"),
];

/// The numbers under `name` and their names under `name_s`; nothing without flags.
fn put_flags(fields: &mut Fields, name: &str, flags: u32, names: &[(u32, &str)]) {
    let set = || names.iter().filter(|(flag, _)| flags & flag != 0);
    if set().next().is_none() {
        return;
    }
    let numbers: Vec<u32> = set().map(|(flag, _)| *flag).collect();
    let texts: Vec<&str> = set().map(|(_, text)| *text).collect();
    fields.insert(name.into(), json!(numbers));
    fields.insert(format!("{name}_s"), json!(texts));
}

fn put_set_options(fields: &mut Fields, op: &SetOptionsOp) {
    if let Some(domain) = op.home_domain.as_ref().filter(|domain| !domain.is_empty()) {
        let domain = String::from_utf8_lossy(domain.as_slice()).into_owned();
        fields.insert("home_domain".into(), json!(domain));
    }
    if let Some(destination) = &op.inflation_dest {
        fields.insert("inflation_dest".into(), json!(destination.to_string()));
    }
    for (name, value) in [
        ("master_key_weight", op.master_weight),
        ("low_threshold", op.low_threshold),
        ("med_threshold", op.med_threshold),
        ("high_threshold", op.high_threshold),
    ] {
        if let Some(value) = value {
            fields.insert(name.into(), json!(value));
        }
    }
    if let Some(signer) = &op.signer {
        fields.insert("signer_key".into(), json!(signer.key.to_string()));
        fields.insert("signer_weight".into(), json!(signer.weight));
    }
    put_flags(
        fields,
        "set_flags",
        op.set_flags.unwrap_or(0),
        &ACCOUNT_FLAGS,
    );
    put_flags(
        fields,
        "clear_flags",
        op.clear_flags.unwrap_or(0),
        &ACCOUNT_FLAGS,
    );
}

/// Uploads have no parameters, nor had contracts before they had constructors.
fn put_host_function(fields: &mut Fields, function: &HostFunction) {
    let (origin, parameters): (_, Option<Vec<Value>>) = match function {
        HostFunction::InvokeContract(call) => {
            let contract = ScVal::Address(call.contract_address.clone());
            let name = ScVal::Symbol(call.function_name.clone());
            let all = [&contract, &name].into_iter().chain(call.args.iter());
            (None, Some(all.map(parameter).collect()))
        }
        HostFunction::CreateContract(new) => (Some(&new.contract_id_preimage), None),
        HostFunction::CreateContractV2(new) => (
            Some(&new.contract_id_preimage),
            Some(new.constructor_args.iter().map(parameter).collect()),
        ),
        _ => (None, None),
    };
    let (address, salt) = match origin {
        Some(ContractIdPreimage::Address(from)) => {
            (from.address.to_string(), decimal(&from.salt.0))
        }
        _ => Default::default(),
    };
    let name = format!("HostFunctionTypeHostFunctionType{}", function.name());
    fields.insert("function".into(), json!(name));
    fields.insert("address".into(), json!(address));
    fields.insert("salt".into(), json!(salt));
    fields.insert("parameters".into(), json!(parameters));
}

fn decimal(number: &[u8; 32]) -> String {
    UInt256Parts::from_xdr(number, Limits::none()).map_or_else(|_| String::new(), |n| n.to_string())
}

/// Horizon names the types of values as Go's fields for them.
fn parameter(value: &ScVal) -> Value {
    let kind = match value {
        ScVal::Bool(_) => "B",
        ScVal::Symbol(_) => "Sym",
        ScVal::String(_) => "Str",
        ScVal::ContractInstance(_) => "Instance",
        ScVal::LedgerKeyNonce(_) => "NonceKey",
        ScVal::Void | ScVal::LedgerKeyContractInstance => "",
        other => other.name(),
    };
    json!({ "type": kind, "value": xdr_base64(value) })
}

fn balance_change(movement: &Movement) -> Value {
    let mut fields = Fields::new();
    put_asset(&mut fields, &movement.asset);
    fields.insert("type".into(), json!(movement.kind.name()));
    fields.insert("amount".into(), json!(amount(movement.amount)));
    for (name, address) in [("from", &movement.from), ("to", &movement.to)] {
        if let Some(address) = address {
            fields.insert(name.into(), json!(address.to_string()));
        }
    }
    if let Some(id) = movement.to_muxed_id {
        fields.insert("destination_muxed_id".into(), json!(id.to_string()));
    }
    fields.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stellar_xdr::{
        ContractExecutable, ContractIdPreimageFromAddress, CreateContractArgs,
        CreateContractArgsV2, ScAddress, Uint256, VecM,
    };

    #[test]
    fn names_operations_as_horizon_does() {
        for (kind, name) in [
            (OperationType::CreateAccount, "create_account"),
            (OperationType::SetTrustLineFlags, "set_trust_line_flags"),
            (OperationType::InvokeHostFunction, "invoke_host_function"),
            (OperationType::ExtendFootprintTtl, "extend_footprint_ttl"),
        ] {
            assert_eq!(type_name(kind), name);
        }
    }

    #[test]
    fn shows_host_functions_as_horizon_does() {
        let shown = |function| {
            let mut fields = Fields::new();
            put_host_function(&mut fields, &function);
            Value::from(fields)
        };
        let mut salt = [0; 32];
        salt[30] = 1;
        let made = CreateContractArgs {
            contract_id_preimage: ContractIdPreimage::Address(ContractIdPreimageFromAddress {
                address: ScAddress::default(),
                salt: Uint256(salt),
            }),
            executable: ContractExecutable::StellarAsset,
        };
        let with_constructor = CreateContractArgsV2 {
            contract_id_preimage: made.contract_id_preimage.clone(),
            executable: ContractExecutable::StellarAsset,
            constructor_args: VecM::default(),
        };
        let old = shown(HostFunction::CreateContract(made));
        assert_eq!(
            [&old["salt"], &old["parameters"]],
            [&json!("256"), &json!(null)]
        );
        let new = shown(HostFunction::CreateContractV2(with_constructor));
        assert_eq!(
            [&new["salt"], &new["parameters"]],
            [&json!("256"), &json!([])]
        );
        assert_eq!(
            new["function"],
            "HostFunctionTypeHostFunctionTypeCreateContractV2"
        );
        assert_eq!(parameter(&ScVal::Bool(true))["type"], "B");
        assert_eq!(parameter(&ScVal::Void)["type"], "");
    }
}
