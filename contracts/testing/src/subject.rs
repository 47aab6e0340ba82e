//! A contract under test with actors around it, and the table test of who may do what.

use std::collections::BTreeMap;

use merit_common::{
    lifecycle,
    roles::{PAUSER, UPGRADER},
};
use soroban_sdk::{testutils::Address as _, Address, Env, IntoVal, Symbol, TryFromVal, Val, Vec};

use crate::{
    call::{Failure, Outcome},
    code::other_code,
    roles::ROLES,
    World,
};

/// Addresses by name.
pub type Actors = BTreeMap<&'static str, Address>;

impl World {
    /// Role holders and the root of `admin` under their names, anybody else as a new wallet.
    pub fn actors(&self, names: &[&'static str]) -> Actors {
        let address = |name: &str| match name {
            "root" => self.root.clone(),
            _ if ROLES.contains(&name) => self.holder(name).clone(),
            _ => Address::generate(&self.env),
        };
        names.iter().map(|name| (*name, address(name))).collect()
    }
}

/// A contract under test. A wallet named "stranger" is among its actors.
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

    /// By an operator, who is also the first argument.
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

    /// By an actor, who is also the first argument.
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

/// One function.
pub struct Case<S> {
    pub function: &'static str,
    /// Brings the world to where the call can succeed.
    pub prepare: fn(&S),
    /// Arguments when `caller` calls.
    pub args: fn(&S, caller: &Address) -> Vec<Val>,
    pub allowed: &'static [&'static str],
    /// How everybody else fails, though they sign.
    pub denied: Failure,
}

/// The functions that every contract has for its operation. `denied` is how whoever lacks the role fails.
pub fn operation<S: Subject>(unpause: &'static [&'static str], denied: Failure) -> [Case<S>; 4] {
    [
        Case {
            function: "pause",
            prepare: |_| {},
            args: |s, caller| (caller,).into_val(s.env()),
            allowed: &[PAUSER],
            denied,
        },
        Case {
            function: "unpause",
            prepare: S::pause,
            args: |s, caller| (caller,).into_val(s.env()),
            allowed: unpause,
            denied,
        },
        Case {
            function: "upgrade",
            prepare: |_| {},
            args: |s, caller| (caller, other_code(s.env())).into_val(s.env()),
            allowed: &[UPGRADER],
            denied,
        },
        Case {
            function: "migrate",
            prepare: |s| {
                s.env()
                    .as_contract(s.contract(), || lifecycle::init(s.env(), 0))
            },
            args: |s, caller| (caller,).into_val(s.env()),
            allowed: &[UPGRADER],
            denied,
        },
    ]
}

/// Every function against every actor, each in a world of its own.
///
/// # Panics
/// When an actor may do what the table doesn't allow or may not do what it does, when a call succeeds
/// without a signature, or when somebody else's signature is enough.
pub fn check<S: Subject>(new: impl Fn() -> S, cases: &[Case<S>]) {
    let actors: std::vec::Vec<_> = new().actors().keys().copied().collect();
    for case in cases {
        for actor in &actors {
            check_actor(&new(), actor, case);
        }
    }
}

fn check_actor<S: Subject>(subject: &S, actor: &str, case: &Case<S>) {
    let what = format!("{} by {actor}", case.function);
    (case.prepare)(subject);
    let caller = subject.actor(actor);
    let args = (case.args)(subject, &caller);
    let run = |signer: &Address| {
        let outcome = subject.call::<Val>(signer, case.function, args.clone());
        outcome.map(|_| ())
    };
    if !case.allowed.contains(&actor) {
        assert_eq!(run(&caller), Err(case.denied), "{what}");
        return;
    }
    let unsigned = subject.call_unsigned::<Val>(case.function, args.clone());
    assert_eq!(unsigned.map(|_| ()), Err(Failure::Host), "{what}, unsigned");
    let stranger = subject.actor("stranger");
    assert_eq!(
        run(&stranger),
        Err(Failure::Host),
        "{what}, signed by a stranger"
    );
    // The same call, now signed: so the signature was what it lacked before.
    assert_eq!(run(&caller), Ok(()), "{what}");
}
