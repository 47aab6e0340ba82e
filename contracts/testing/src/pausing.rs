//! The platform's stop, of one contract or, by `state`, of the whole system.

use merit_common::roles::{PAUSER, UNPAUSER};
use soroban_sdk::Address;

use crate::World;

impl World {
    pub fn pause(&self, contract: &Address) {
        self.switch(contract, PAUSER, "pause");
    }

    pub fn unpause(&self, contract: &Address) {
        self.switch(contract, UNPAUSER, "unpause");
    }

    fn switch(&self, contract: &Address, role: &str, function: &str) {
        let guardian = self.holder(role);
        self.call::<()>(guardian, contract, function, (guardian,))
            .unwrap();
    }
}
