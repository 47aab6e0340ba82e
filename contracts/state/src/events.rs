//! Events of our own, where `operator` is who made the change; `paused` and `unpaused` come from OpenZeppelin's pausable.

use soroban_sdk::{contractevent, Address, BytesN, String, Symbol};

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Registered {
    #[topic]
    pub name: Symbol,
    pub address: Address,
    pub wasm_hash: BytesN<32>,
    pub version: u32,
    pub revision: u32,
    pub operator: Address,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct InterfaceSet {
    #[topic]
    pub name: Symbol,
    pub interface: String,
    pub revision: u32,
    pub operator: Address,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unregistered {
    #[topic]
    pub name: Symbol,
    pub address: Address,
    pub operator: Address,
}

#[contractevent]
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AddressForgotten {
    #[topic]
    pub address: Address,
    pub operator: Address,
}
