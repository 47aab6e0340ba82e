mod authorisation;
mod hierarchy;
mod lifecycle;
mod model;
mod roles;
mod transfer;

use std::{collections::BTreeMap, string::String, string::ToString};

use merit_common::{
    roles as names,
    testutils::{self, Outcome, Subject},
};
use merit_state::StateContract;
use soroban_sdk::{testutils::Address as _, Address, Env, IntoVal, Symbol, TryFromVal, Val, Vec};

use crate::{AdminContract, AdminContractClient, AdminError};

const DELAY: u64 = 3_600;

/// The contract, its admin ("root"), one holder per role, a stranger.
struct World {
    env: Env,
    contract: Address,
    actors: BTreeMap<String, Address>,
}

const ACTORS: [&str; 8] = [
    "root",
    names::PAUSER,
    names::UNPAUSER,
    names::UPGRADER,
    names::MINTER,
    names::REGISTRAR,
    "heir",
    "stranger",
];

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
        let args = (actors["root"].clone(), DELAY);
        let contract = testutils::register(&env, AdminContract, "admin", args);
        let world = World {
            env,
            contract,
            actors,
        };
        for role in &ACTORS[1..6] {
            world.grant(role, &world.actor(role), None).unwrap();
        }
        world
    }

    fn actor(&self, name: &str) -> Address {
        self.actors[name].clone()
    }

    fn client(&self) -> AdminContractClient<'static> {
        AdminContractClient::new(&self.env, &self.contract)
    }

    fn role(&self, name: &str) -> Symbol {
        Symbol::new(&self.env, name)
    }

    fn stranger(&self) -> Address {
        Address::generate(&self.env)
    }

    fn call<T>(
        &self,
        signer: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        testutils::call(&self.env, signer, &self.contract, function, args)
    }

    fn grant(&self, role: &str, account: &Address, expires_at: Option<u64>) -> Outcome<()> {
        self.grant_by(&self.actor("root"), role, account, expires_at)
    }

    fn grant_by(
        &self,
        caller: &Address,
        role: &str,
        account: &Address,
        expires_at: Option<u64>,
    ) -> Outcome<()> {
        let args = (caller, self.role(role), account, expires_at);
        self.call(caller, "grant_role", args)
    }

    fn revoke_by(&self, caller: &Address, role: &str, account: &Address) -> Outcome<()> {
        self.call(caller, "revoke_role", (caller, self.role(role), account))
    }

    fn as_root(&self, function: &str, args: impl IntoVal<Env, Vec<Val>>) -> Outcome<()> {
        self.call(&self.actor("root"), function, args)
    }

    fn pause(&self) {
        let guardian = self.actor(names::PAUSER);
        self.call::<()>(&guardian, "pause", (&guardian,)).unwrap();
    }

    /// A registry that asks this contract for its roles.
    fn new_state(&self) -> Address {
        testutils::register(&self.env, StateContract, "state", (&self.contract,))
    }

    fn holds(&self, role: &str, account: &Address) -> bool {
        self.client().has_role(&self.role(role), account)
    }
}

fn error<T>(code: AdminError) -> Outcome<T> {
    Err(testutils::Failure::Contract(code as u32))
}
