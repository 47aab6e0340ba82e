//! A contract under test with actors around it.

use std::collections::BTreeMap;

use soroban_sdk::{Address, Env, IntoVal, Symbol, TryFromVal, Val, Vec};

use crate::{Outcome, World};

/// Addresses by name.
pub type Actors = BTreeMap<&'static str, Address>;

/// A contract under test, with [`World::actors`] around it.
pub trait Subject {
    fn world(&self) -> &World;
    fn contract(&self) -> &Address;
    fn actors(&self) -> &Actors;

    fn env(&self) -> &Env {
        &self.world().env
    }

    fn actor(&self, name: &str) -> Address {
        let known = self.actors().get(name);
        known
            .unwrap_or_else(|| panic!("no actor is called {name}"))
            .clone()
    }

    /// Unix seconds.
    fn now(&self) -> u64 {
        self.env().ledger().timestamp()
    }

    /// Signed by `signer` for exactly this call.
    fn call<T>(
        &self,
        signer: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        self.world().call(signer, self.contract(), function, args)
    }

    /// Calls the contract by an operator, who is also the first argument.
    fn call_by<T>(
        &self,
        operator: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let mut all: Vec<Val> = (operator,).into_val(self.env());
        all.append(&args.into_val(self.env()));
        self.call(operator, function, all)
    }

    /// Calls the contract by an actor, who is also the first argument.
    fn call_as<T>(
        &self,
        actor: &str,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        self.call_by(&self.actor(actor), function, args)
    }

    fn call_unsigned<T>(&self, function: &str, args: impl IntoVal<Env, Vec<Val>>) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        self.world().call_unsigned(self.contract(), function, args)
    }

    /// An entry's key as a `#[contracttype]` enum encodes it: the case's name and its fields.
    fn key(&self, case: &str, fields: impl IntoVal<Env, Vec<Val>>) -> Vec<Val> {
        let mut key: Vec<Val> = fields.into_val(self.env());
        key.push_front(Symbol::new(self.env(), case).to_val());
        key
    }

    fn pause(&self) {
        self.world().pause(self.contract());
    }

    fn unpause(&self) {
        self.world().unpause(self.contract());
    }

    /// Stops the whole system.
    fn pause_system(&self) {
        self.world().pause(&self.world().state);
    }

    /// Lets the whole system run again.
    fn unpause_system(&self) {
        self.world().unpause(&self.world().state);
    }
}

/// [`Subject`] by the fields `world`, `contract` and `actors`.
macro_rules! subject {
    ($setup:ident) => {
        impl $crate::Subject for $setup {
            fn world(&self) -> &$crate::World {
                &self.world
            }
            fn contract(&self) -> &soroban_sdk::Address {
                &self.contract
            }
            fn actors(&self) -> &$crate::Actors {
                &self.actors
            }
        }
    };
}
pub(crate) use subject;

/// A contract of the deployed system, among its parties.
pub struct Deployed {
    pub world: World,
    contract: Address,
    actors: Actors,
}

impl Deployed {
    pub fn new(world: World, contract: &Address, parties: &[&'static str]) -> Self {
        Deployed {
            contract: contract.clone(),
            actors: world.actors(parties),
            world,
        }
    }
}

subject!(Deployed);
