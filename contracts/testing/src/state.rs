//! A separate state contract, without any record.

use merit_common::roles;
use merit_state::{StateContract, StateContractClient, StateError};
use soroban_sdk::{testutils::Address as _, Address, BytesN, String, Symbol};

use crate::{subject::subject, Actors, Failure, Outcome, Subject, World};

pub struct Setup {
    pub world: World,
    pub contract: Address,
    actors: Actors,
}

subject!(Setup);

impl Setup {
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        let world = World::new();
        Setup {
            contract: world.register(StateContract, "state", (&world.admin,)),
            actors: world.actors(&[]),
            world,
        }
    }

    pub fn client(&self) -> StateContractClient<'static> {
        StateContractClient::new(self.env(), &self.contract)
    }

    pub fn name(&self, name: &str) -> Symbol {
        Symbol::new(self.env(), name)
    }

    pub fn some_address(&self) -> Address {
        Address::generate(self.env())
    }

    pub fn hash(&self, byte: u8) -> BytesN<32> {
        BytesN::from_array(self.env(), &[byte; 32])
    }

    /// Version 1, code hash of ones.
    pub fn register(&self, name: &str, address: &Address, expected: u32) -> Outcome<()> {
        self.register_code(name, address, 1, 1, expected)
    }

    /// `code` fills the hash.
    pub fn register_code(
        &self,
        name: &str,
        address: &Address,
        code: u8,
        version: u32,
        expected: u32,
    ) -> Outcome<()> {
        let args = (self.name(name), address, self.hash(code), version, expected);
        self.call_as(roles::REGISTRAR, "register", args)
    }

    pub fn set_interface(&self, name: &str, interface: &str, expected: u32) -> Outcome<()> {
        let interface = String::from_str(self.env(), interface);
        let args = (self.name(name), interface, expected);
        self.call_as(roles::REGISTRAR, "set_interface", args)
    }

    pub fn unregister(&self, name: &str) -> Outcome<()> {
        self.call_as(roles::UPGRADER, "unregister", (self.name(name),))
    }

    pub fn forget(&self, address: &Address) -> Outcome<()> {
        self.call_as(roles::UPGRADER, "forget_address", (address,))
    }
}

pub fn error<T>(code: StateError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
