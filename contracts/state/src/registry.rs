//! Names and their records. A change names the revision it was decided on, so two operators can't
//! overwrite each other; one that changes nothing always succeeds, so a deployment may be repeated.

use soroban_sdk::{contracttype, panic_with_error, Address, BytesN, Env, String, Symbol, Vec};

use crate::{errors::StateError, storage};

/// Names, and addresses: bounds the entry that every payout reads.
const MAX_ENTRIES: u32 = 32;
const MAX_PAGE: u32 = 100;
/// Bytes of an interface version.
const MAX_INTERFACE: u32 = 32;

#[contracttype]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Record {
    pub address: Address,
    pub wasm_hash: BytesN<32>,
    /// Schema version of the contract's data.
    pub version: u32,
    /// Rises by one with every change, from 1.
    pub revision: u32,
    /// Ledger of the last change.
    pub updated_ledger: u32,
    /// Version of the code's functions and events: its `binver`. Void until it is set for this code.
    pub interface: Option<String>,
}

/// Writes the record. `None` if nothing changes.
pub fn register(
    env: &Env,
    name: &Symbol,
    address: Address,
    wasm_hash: BytesN<32>,
    version: u32,
    expected: u32,
) -> Option<Record> {
    let current = storage::record(env, name);
    if let Some(known) = &current {
        let same =
            known.address == address && known.wasm_hash == wasm_hash && known.version == version;
        if same {
            return None;
        }
    }
    let revision = next_revision(env, current.as_ref(), expected);
    require_contract(env, &address);
    if current.is_none() {
        let names = push_bounded(env, storage::names(env), name.clone());
        storage::set_names(env, &names);
    }
    add_address(env, &address);
    let same_code = current
        .as_ref()
        .filter(|known| known.wasm_hash == wasm_hash);
    let record = Record {
        address,
        version,
        revision,
        updated_ledger: env.ledger().sequence(),
        interface: same_code.and_then(|known| known.interface.clone()),
        wasm_hash,
    };
    storage::set_record(env, name, &record);
    Some(record)
}

/// `None` if the record has this interface version already.
pub fn set_interface(env: &Env, name: &Symbol, interface: String, expected: u32) -> Option<Record> {
    if !(1..=MAX_INTERFACE).contains(&interface.len()) {
        panic_with_error!(env, StateError::InvalidInterface);
    }
    let mut record = get(env, name);
    let interface = Some(interface);
    if record.interface == interface {
        return None;
    }
    record.interface = interface;
    record.revision = next_revision(env, Some(&record), expected);
    record.updated_ledger = env.ledger().sequence();
    storage::set_record(env, name, &record);
    Some(record)
}

pub fn get(env: &Env, name: &Symbol) -> Record {
    storage::record(env, name).unwrap_or_else(|| panic_with_error!(env, StateError::NotFound))
}

pub fn list(env: &Env, start: u32, limit: u32) -> Vec<(Symbol, Record)> {
    if !(1..=MAX_PAGE).contains(&limit) {
        panic_with_error!(env, StateError::InvalidPage);
    }
    let mut page = Vec::new(env);
    let names = storage::names(env);
    for name in names.iter().skip(start as usize).take(limit as usize) {
        let record = get(env, &name);
        page.push_back((name, record));
    }
    page
}

/// Drops a name, and its address unless another name has it. Returns the address.
pub fn unregister(env: &Env, name: &Symbol) -> Address {
    let address = get(env, name).address;
    storage::drop_record(env, name);
    let mut names = storage::names(env);
    if let Some(index) = names.first_index_of(name) {
        names.remove(index);
    }
    storage::set_names(env, &names);
    if !is_named(env, &address) {
        drop_address(env, &address);
    }
    address
}

/// Drops an address that no record names any more from the system addresses. False: it wasn't one.
pub fn forget(env: &Env, address: &Address) -> bool {
    if is_named(env, address) {
        panic_with_error!(env, StateError::AddressInUse);
    }
    drop_address(env, address)
}

fn is_named(env: &Env, address: &Address) -> bool {
    let has_it = |name| get(env, &name).address == *address;
    storage::names(env).iter().any(has_it)
}

/// False: it wasn't there.
fn drop_address(env: &Env, address: &Address) -> bool {
    let mut addresses = storage::addresses(env);
    let Some(index) = addresses.first_index_of(address) else {
        return false;
    };
    addresses.remove(index);
    storage::set_addresses(env, &addresses);
    true
}

/// A stolen registrar's key would shelter an account, and keep it from being paid.
fn require_contract(env: &Env, address: &Address) {
    // A contract's strkey begins with C.
    if address.to_string().to_bytes().first() != Some(b'C') {
        panic_with_error!(env, StateError::NotAContract);
    }
}

fn next_revision(env: &Env, current: Option<&Record>, expected: u32) -> u32 {
    let revision = current.map_or(0, |record| record.revision);
    if revision != expected {
        panic_with_error!(env, StateError::RevisionMismatch);
    }
    revision + 1
}

fn add_address(env: &Env, address: &Address) {
    let addresses = storage::addresses(env);
    if !addresses.contains(address) {
        let addresses = push_bounded(env, addresses, address.clone());
        storage::set_addresses(env, &addresses);
    }
}

fn push_bounded<T>(env: &Env, mut list: Vec<T>, item: T) -> Vec<T>
where
    T: soroban_sdk::IntoVal<Env, soroban_sdk::Val> + soroban_sdk::TryFromVal<Env, soroban_sdk::Val>,
{
    if list.len() >= MAX_ENTRIES {
        panic_with_error!(env, StateError::TooMany);
    }
    list.push_back(item);
    list
}
