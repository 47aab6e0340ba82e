//! Who may do what: every function against every actor, each in a world of its own.

use std::format;

use soroban_sdk::{Address, Env, Val, Vec};

use super::{call, call_unsigned, Failure};

/// A deployed contract with actors around it.
pub trait Subject {
    fn env(&self) -> &Env;
    fn contract(&self) -> &Address;
    /// The address of an actor by name.
    fn actor(&self, name: &str) -> Address;
}

/// One function.
pub struct Case<W> {
    pub function: &'static str,
    /// Brings the world to where the call can succeed.
    pub prepare: fn(&W),
    /// Arguments when `caller` calls.
    pub args: fn(&W, caller: &Address) -> Vec<Val>,
    pub allowed: &'static [&'static str],
    /// How everybody else fails, though they sign.
    pub denied: Failure,
}

/// # Panics
/// When an actor may do what the table doesn't allow or may not do what it does, when a call succeeds
/// without a signature, or when somebody else's signature is enough.
pub fn check<W: Subject>(new_world: impl Fn() -> W, actors: &[&str], cases: &[Case<W>]) {
    for case in cases {
        for actor in actors {
            let what = format!("{} by {actor}", case.function);
            let world = new_world();
            (case.prepare)(&world);
            let (env, caller) = (world.env(), world.actor(actor));
            let args = (case.args)(&world, &caller);
            let run = |signer| {
                call::<Val>(env, signer, world.contract(), case.function, args.clone()).map(|_| ())
            };
            if !case.allowed.contains(actor) {
                assert_eq!(run(&caller), Err(case.denied), "{what}");
                continue;
            }
            let unsigned = call_unsigned::<Val>(env, world.contract(), case.function, args.clone());
            assert_eq!(unsigned.map(|_| ()), Err(Failure::Auth), "{what}, unsigned");
            let thief = world.actor("stranger");
            assert_eq!(
                run(&thief),
                Err(Failure::Auth),
                "{what}, signed by a stranger"
            );
            assert_eq!(run(&caller), Ok(()), "{what}");
        }
    }
}
