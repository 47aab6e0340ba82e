//! Calls a contract and records what each call costs.

use std::collections::{BTreeMap, BTreeSet};

use merit_common::ttl;
use merit_testing::{functions, return_size, World};
use soroban_sdk::{Address, Env, IntoVal, Symbol, TryFromVal, Val, Vec};

use crate::{
    figures::{of_last_call, Figures},
    Book,
};

/// The calls of one contract.
pub struct Recorder<'a> {
    pub world: &'a World,
    pub address: Address,
    contract: &'static str,
    calls: BTreeMap<String, Figures>,
}

impl<'a> Recorder<'a> {
    pub fn new(world: &'a World, contract: &'static str, address: &Address) -> Self {
        Recorder {
            world,
            address: address.clone(),
            contract,
            calls: BTreeMap::new(),
        }
    }

    /// Calls `function` with all signatures that it needs, and records the cost.
    ///
    /// # Panics
    /// If the call fails, or was recorded before.
    pub fn call<T>(&mut self, function: &str, args: impl IntoVal<Env, Vec<Val>>) -> T
    where
        T: TryFromVal<Env, Val>,
    {
        self.note(function, function, args)
    }

    /// Records another case of a function.
    pub fn case<T>(&mut self, function: &str, case: &str, args: impl IntoVal<Env, Vec<Val>>) -> T
    where
        T: TryFromVal<Env, Val>,
    {
        self.note(&format!("{function}/{case}"), function, args)
    }

    fn note<T>(&mut self, call: &str, function: &str, args: impl IntoVal<Env, Vec<Val>>) -> T
    where
        T: TryFromVal<Env, Val>,
    {
        let world = self.world;
        let env = &world.env;
        // The service keeps contracts alive (`core/src/worker/upkeep.ts`), so no caller pays rent for their code.
        let system = [
            &world.admin,
            &world.state,
            &world.token,
            &world.pool,
            &world.campaign,
            &world.distribution,
            &self.address,
        ];
        for contract in system {
            env.as_contract(contract, || ttl::extend_instance(env));
        }
        env.mock_all_auths();
        let name = Symbol::new(env, function);
        let returned: Val = env.invoke_contract(&self.address, &name, args.into_val(env));
        let figures = of_last_call(env, return_size(env, returned));
        env.set_auths(&[]);
        let before = self.calls.insert(call.to_owned(), figures);
        assert!(before.is_none(), "{}.{call} twice", self.contract);
        T::try_from_val(env, &returned)
            .unwrap_or_else(|_| panic!("{}.{call}: unexpected type", self.contract))
    }

    /// Adds the calls to `book`.
    ///
    /// # Panics
    /// When a function of the contract was never called.
    pub fn finish(self, book: &mut Book) {
        let called: BTreeSet<_> = self
            .calls
            .keys()
            .map(|call| call.split('/').next().unwrap().to_owned())
            .collect();
        let forgotten: std::vec::Vec<_> = functions(self.contract)
            .into_iter()
            .filter(|name| !called.contains(name))
            .collect();
        assert!(
            forgotten.is_empty(),
            "{}: nothing measures {forgotten:?}; add a row to contracts/costs/tests/ledger",
            self.contract
        );
        book.0.insert(self.contract.to_owned(), self.calls);
    }
}
