mod asset;
mod authorisation;
mod clawback;
mod freeze;
mod handover;
mod issuer;
mod lifecycle;
mod mint;
mod model;
mod quota;

use std::{collections::BTreeMap, string::String, string::ToString};

use asset::Asset;
use merit_admin::AdminContract;
use merit_common::{
    roles as names,
    testutils::{self, call, Outcome, Subject},
};
use merit_state::StateContract;
use soroban_sdk::{
    testutils::Address as _, Address, BytesN, Env, IntoVal, Symbol, TryFromVal, Val, Vec,
};

use crate::{TokenContract, TokenContractClient, TokenError};

const CAP: i128 = 1_000_000;
const QUOTA: i128 = 1_000;
const DELAY: u64 = 3_600;

/// Root of `admin`, one holder per role, a stranger.
const ACTORS: [&str; 10] = [
    "root",
    names::MINTER,
    names::LIMITER,
    names::FREEZER,
    names::CLAWBACK,
    names::PAUSER,
    names::UNPAUSER,
    names::UPGRADER,
    names::REGISTRAR,
    "stranger",
];

/// The contract as admin of a real asset contract; `minter` has a quota.
struct World {
    env: Env,
    contract: Address,
    admin: Address,
    state: Address,
    asset: Asset,
    /// A contract wallet: needs no trustline.
    holder: Address,
    actors: BTreeMap<String, Address>,
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
        Self::with_cap(CAP)
    }

    fn with_cap(cap: i128) -> Self {
        let env = testutils::new_env();
        let actors: BTreeMap<_, _> = ACTORS
            .iter()
            .map(|name| (name.to_string(), Address::generate(&env)))
            .collect();
        let root = actors["root"].clone();
        let admin = testutils::register(&env, AdminContract, "admin", (&root, 0u64));
        let state = testutils::register(&env, StateContract, "state", (&admin,));
        let asset = Asset::deploy(&env, &root);
        let args = (&admin, &state, &asset.sac, cap, DELAY);
        let contract = testutils::register(&env, TokenContract, "token", args);
        asset.set_admin(&contract);
        let world = World {
            holder: Address::generate(&env),
            env,
            contract,
            admin,
            state,
            asset,
            actors,
        };
        for role in &ACTORS[1..9] {
            world.grant(role, &world.actor(role));
        }
        world.set_quota(&world.actor(names::MINTER), QUOTA).unwrap();
        world
    }

    fn actor(&self, name: &str) -> Address {
        self.actors[name].clone()
    }

    fn client(&self) -> TokenContractClient<'static> {
        TokenContractClient::new(&self.env, &self.contract)
    }

    fn grant(&self, role: &str, account: &Address) {
        let root = self.actor("root");
        let args = (&root, Symbol::new(&self.env, role), account, None::<u64>);
        call::<()>(&self.env, &root, &self.admin, "grant_role", args).unwrap();
    }

    /// Makes `address` one of the system's contracts.
    fn register(&self, name: &str, address: &Address) {
        let registrar = self.actor(names::REGISTRAR);
        let hash = BytesN::from_array(&self.env, &[1; 32]);
        let name = Symbol::new(&self.env, name);
        let args = (&registrar, name, address, hash, 1u32, 0u32);
        call::<()>(&self.env, &registrar, &self.state, "register", args).unwrap();
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
        self.call_by(&self.actor(role), function, args)
    }

    fn call_by<T>(
        &self,
        operator: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let mut all: Vec<Val> = (operator,).into_val(&self.env);
        all.append(&args.into_val(&self.env));
        call(&self.env, operator, &self.contract, function, all)
    }

    fn mint(&self, to: &Address, amount: i128) -> Outcome<()> {
        self.call_as(names::MINTER, "mint", (to, amount))
    }

    fn set_quota(&self, minter: &Address, daily: i128) -> Outcome<()> {
        self.call_as(names::LIMITER, "set_quota", (minter, daily))
    }

    fn clawback(&self, from: &Address, amount: i128) -> Outcome<()> {
        self.call_as(names::CLAWBACK, "clawback", (from, amount))
    }

    fn freeze(&self, account: &Address) -> Outcome<()> {
        self.call_as(names::FREEZER, "freeze", (account,))
    }

    fn unfreeze(&self, account: &Address) -> Outcome<()> {
        self.call_as(names::FREEZER, "unfreeze", (account,))
    }

    fn propose(&self, new_admin: &Address) -> Outcome<()> {
        self.call_as(names::UPGRADER, "propose_sac_admin", (new_admin,))
    }

    fn pause(&self) {
        self.call_as::<()>(names::PAUSER, "pause", ()).unwrap();
    }

    /// Stops the whole system.
    fn pause_system(&self) {
        let guardian = self.actor(names::PAUSER);
        call::<()>(&self.env, &guardian, &self.state, "pause", (&guardian,)).unwrap();
    }
}

fn error<T>(code: TokenError) -> Outcome<T> {
    Err(testutils::Failure::Contract(code as u32))
}
