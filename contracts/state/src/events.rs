//! Events of our own; `paused` and `unpaused` come from OpenZeppelin's pausable.

use soroban_sdk::{contractevent, Address, BytesN, String, Symbol};

use crate::registry::Status;

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Registered {
    #[topic]
    pub name: Symbol,
    pub address: Address,
    pub wasm_hash: BytesN<32>,
    pub version: u32,
    pub revision: u32,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StatusSet {
    #[topic]
    pub name: Symbol,
    pub status: Status,
    pub revision: u32,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct InterfaceSet {
    #[topic]
    pub name: Symbol,
    pub interface: String,
    pub revision: u32,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AddressForgotten {
    #[topic]
    pub address: Address,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ParamSet {
    #[topic]
    pub key: Symbol,
    pub value: i128,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MigrationRecorded {
    #[topic]
    pub name: Symbol,
    pub version: u32,
}
