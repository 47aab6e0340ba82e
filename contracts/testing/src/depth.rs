//! Calls from the bottom of a chain of contracts, where the host refuses a call that is too deep.

use soroban_sdk::{contract, contractimpl, Address, Env, IntoVal, Symbol, TryFromVal, Val, Vec};

use crate::{Outcome, World};

/// The host's limit.
const MAX_FRAMES: u32 = 100;

#[contract]
struct Link;

#[contractimpl]
impl Link {
    /// Calls the next of the chain, and the last one with `function` and `args`.
    pub fn pass(env: Env, chain: Vec<Address>, function: Symbol, args: Vec<Val>) -> Val {
        let mut chain = chain;
        let next = chain.pop_front_unchecked();
        if chain.is_empty() {
            return env.invoke_contract(&next, &function, args);
        }
        let args = (chain, function, args).into_val(&env);
        env.invoke_contract(&next, &Symbol::new(&env, "pass"), args)
    }
}

impl World {
    /// Calls `function` without any signature, with room for only `below` further frames below it.
    pub fn call_deep<T>(
        &self,
        below: u32,
        contract: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let mut chain = Vec::new(&self.env);
        for _ in 0..MAX_FRAMES - below - 2 {
            chain.push_back(self.env.register(Link, ()));
        }
        chain.push_back(contract.clone());
        let args: Vec<Val> = args.into_val(&self.env);
        let args = (chain, Symbol::new(&self.env, function), args);
        self.call_unsigned(&self.env.register(Link, ()), "pass", args)
    }
}
