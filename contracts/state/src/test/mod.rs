mod authorisation;
mod history;
mod lifecycle;
mod migrations;
mod params;
mod registry;
mod status;

use std::{collections::BTreeMap, string::ToString};

use merit_admin::AdminContract;
use merit_common::{
    roles as names,
    testutils::{self, Outcome, Subject},
};
use soroban_sdk::{
    testutils::Address as _, Address, BytesN, Env, IntoVal, String, Symbol, TryFromVal, Val, Vec,
};

use crate::{StateContract, StateContractClient, StateError, Status};

/// Root of `admin`, one holder per role, a stranger.
const ACTORS: [&str; 6] = [
    "root",
    names::REGISTRAR,
    names::PAUSER,
    names::UNPAUSER,
    names::UPGRADER,
    "stranger",
];

struct World {
    env: Env,
    contract: Address,
    actors: BTreeMap<std::string::String, Address>,
}

impl Subject for World {
    fn env(&self) -> &Env {
        &self.env
    }
    fn contract(&self) -> &Address {
        &self.contract
    }
    fn actor(&self, name: &str) -> Address {
        World::actor(self, name)
    }
}

impl World {
    fn new() -> Self {
        let env = testutils::new_env();
        let actors: BTreeMap<_, _> = ACTORS
            .iter()
            .map(|name| (name.to_string(), Address::generate(&env)))
            .collect();
        let root = &actors["root"];
        let admin = testutils::register(&env, AdminContract, "admin", (root.clone(), 0u64));
        for role in &ACTORS[1..5] {
            let args = (root, Symbol::new(&env, role), &actors[*role], None::<u64>);
            testutils::call::<()>(&env, root, &admin, "grant_role", args).unwrap();
        }
        let contract = testutils::register(&env, StateContract, "state", (admin,));
        World {
            env,
            contract,
            actors,
        }
    }

    fn actor(&self, name: &str) -> Address {
        self.actors[name].clone()
    }

    fn client(&self) -> StateContractClient<'static> {
        StateContractClient::new(&self.env, &self.contract)
    }

    fn name(&self, name: &str) -> Symbol {
        Symbol::new(&self.env, name)
    }

    fn some_address(&self) -> Address {
        Address::generate(&self.env)
    }

    fn hash(&self, byte: u8) -> BytesN<32> {
        BytesN::from_array(&self.env, &[byte; 32])
    }

    /// By the holder of `role`, who is also the first argument.
    fn call_as<T>(
        &self,
        role: &str,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let operator = self.actor(role);
        let mut all: Vec<Val> = (operator.clone(),).into_val(&self.env);
        all.append(&args.into_val(&self.env));
        testutils::call(&self.env, &operator, &self.contract, function, all)
    }

    /// Version 1, code hash of ones.
    fn register(&self, name: &str, address: &Address, expected: u32) -> Outcome<()> {
        self.register_code(name, address, 1, 1, expected)
    }

    fn register_code(
        &self,
        name: &str,
        address: &Address,
        code: u8,
        version: u32,
        expected: u32,
    ) -> Outcome<()> {
        let args = (self.name(name), address, self.hash(code), version, expected);
        self.call_as(names::REGISTRAR, "register", args)
    }

    fn set_interface(&self, name: &str, interface: &str, expected: u32) -> Outcome<()> {
        let interface = String::from_str(&self.env, interface);
        let args = (self.name(name), interface, expected);
        self.call_as(names::REGISTRAR, "set_interface", args)
    }

    fn set_status(&self, name: &str, status: Status, expected: u32) -> Outcome<()> {
        self.call_as(
            names::REGISTRAR,
            "set_status",
            (self.name(name), status, expected),
        )
    }

    fn pause(&self) {
        self.call_as::<()>(names::PAUSER, "pause", ()).unwrap();
    }
}

fn error<T>(code: StateError) -> Outcome<T> {
    Err(testutils::Failure::Contract(code as u32))
}
