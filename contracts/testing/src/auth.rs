//! Checks of a function against every role.

use soroban_sdk::{Address, Env, IntoVal, Val, Vec};

use crate::{
    call::{Failure, Outcome},
    roles::{Role, ROLES},
    World,
};

/// An entry point whose first argument is the caller.
pub struct Guarded<'a> {
    pub contract: &'a Address,
    pub function: &'a str,
    /// The only role that may call it.
    pub role: Role,
    /// The contract's code for a caller without it.
    pub unauthorized: u32,
    /// Arguments after the caller.
    pub args: Vec<Val>,
}

impl World {
    /// Asserts that neither another role's holder with a valid signature nor the right holder without one gets
    /// in, and that the right holder does. Answers what the right holder's call returned.
    pub fn assert_guarded(&self, guarded: &Guarded) -> Outcome<Val> {
        let Guarded {
            contract, function, ..
        } = guarded;
        for role in ROLES.into_iter().filter(|role| *role != guarded.role) {
            let outcome = self.call_as(guarded, self.holder(role));
            let refused = Err(Failure::Contract(guarded.unauthorized));
            assert_eq!(
                outcome.map(|_| ()),
                refused,
                "{function} called by the {role}"
            );
        }
        let holder = self.holder(guarded.role);
        let unsigned =
            self.call_unsigned::<Val>(contract, function, with_caller(&self.env, holder, guarded));
        assert_eq!(
            unsigned.map(|_| ()),
            Err(Failure::Host),
            "{function} without a signature"
        );
        self.call_as(guarded, holder)
    }

    fn call_as(&self, guarded: &Guarded, caller: &Address) -> Outcome<Val> {
        let args = with_caller(&self.env, caller, guarded);
        self.call(caller, guarded.contract, guarded.function, args)
    }
}

fn with_caller(env: &Env, caller: &Address, guarded: &Guarded) -> Vec<Val> {
    let mut args = guarded.args.clone();
    args.push_front(caller.into_val(env));
    args
}
