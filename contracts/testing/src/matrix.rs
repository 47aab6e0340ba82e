//! The authorisation matrix: one table per contract lists who may call each of its functions, and every role and every
//! party tries each function.

use std::collections::BTreeSet;

use merit_common::{
    lifecycle,
    roles::{PAUSER, UPGRADER},
};
use soroban_sdk::{testutils::MockAuthInvoke, Address, Env, IntoVal, Val, Vec};

use crate::{
    call::{Failure, Outcome},
    code::{functions, other_code},
    Subject,
};

type Names = &'static [&'static str];

enum Who {
    /// Only these, as the first or the last argument. Others fail with this error, or as the table says.
    Callers(Names, Option<Failure>),
    /// Only these, who all sign.
    Signers(Names),
    /// No signature is needed.
    Anyone,
    /// No signature is needed, and nothing happens.
    View,
}

/// Callers that depend on the world.
type In<S, T> = Box<dyn Fn(&S) -> T>;

/// One function.
pub struct Row<S> {
    function: &'static str,
    who: Who,
    args: In<S, Vec<Val>>,
    prepare: fn(&S),
    covers: Option<In<S, Below>>,
    signs: Option<In<S, Vec<Val>>>,
    is_caller_last: bool,
}

/// A call that the contract makes: the callee, the function, and its arguments after the signer.
type Below = (Address, &'static str, Vec<Val>);

/// For each of `callers`, who is its first argument, or with [`Row::caller_last`] its last; `args` are the others.
pub fn by<S: Subject, A: IntoVal<Env, Vec<Val>>>(
    function: &'static str,
    callers: Names,
    args: impl Fn(&S) -> A + 'static,
) -> Row<S> {
    row(function, Who::Callers(callers, None), args)
}

/// A function that needs the signatures of all `signers` alone, whom `args` or the contract name.
pub fn signed_by<S: Subject, A: IntoVal<Env, Vec<Val>>>(
    function: &'static str,
    signers: Names,
    args: impl Fn(&S) -> A + 'static,
) -> Row<S> {
    row(function, Who::Signers(signers), args)
}

/// A function without a signature.
pub fn anyone<S: Subject, A: IntoVal<Env, Vec<Val>>>(
    function: &'static str,
    args: impl Fn(&S) -> A + 'static,
) -> Row<S> {
    row(function, Who::Anyone, args)
}

/// A function without a signature and without an event.
pub fn view<S: Subject, A: IntoVal<Env, Vec<Val>>>(
    function: &'static str,
    args: impl Fn(&S) -> A + 'static,
) -> Row<S> {
    row(function, Who::View, args)
}

fn row<S: Subject, A: IntoVal<Env, Vec<Val>>>(
    function: &'static str,
    who: Who,
    args: impl Fn(&S) -> A + 'static,
) -> Row<S> {
    Row {
        function,
        who,
        args: Box::new(move |subject| args(subject).into_val(subject.env())),
        prepare: |_| {},
        covers: None,
        signs: None,
        is_caller_last: false,
    }
}

/// Functions that a contract has for its operation, if its code can be replaced.
pub fn operation<S: Subject>(unpausers: Names) -> [Row<S>; 6] {
    let upgrade = by("upgrade", &[UPGRADER], |s: &S| (other_code(s.env()),)).caller_last();
    let [pause, unpause, paused, version] = stops(unpausers);
    [pause, unpause, upgrade, migration(), paused, version]
}

pub fn migration<S: Subject>() -> Row<S> {
    by("migrate", &[UPGRADER], |_| ()).after(|s: &S| {
        let env = s.env();
        env.as_contract(s.contract(), || lifecycle::init(env, 0));
    })
}

/// Functions that every contract has for its operation.
pub fn stops<S: Subject>(unpausers: Names) -> [Row<S>; 4] {
    [
        by("pause", &[PAUSER], |_| ()),
        by("unpause", unpausers, |_| ()).after(S::pause),
        view("paused", |_| ()),
        view("version", |_| ()),
    ]
}

/// Tries every row, with a new world for each call that goes through.
///
/// # Panics
/// If the table has no row for a function of the contract, or names a function that doesn't exist; if a caller is admitted whom a row
/// doesn't name, or fails with another error than `unauthorized`, or is refused although it is named.
pub fn check<S: Subject>(
    contract: &str,
    new: impl Fn() -> S,
    unauthorized: Failure,
    rows: impl IntoIterator<Item = Row<S>>,
) {
    let rows: std::vec::Vec<_> = rows.into_iter().collect();
    let named: BTreeSet<_> = rows.iter().map(|row| row.function.to_owned()).collect();
    assert_eq!(named, functions(contract), "functions of {contract}");
    for row in &rows {
        row.check(&new, unauthorized);
    }
}

impl<S: Subject> Row<S> {
    /// Brings the world to where the call can succeed.
    pub fn after(self, prepare: fn(&S)) -> Self {
        Row { prepare, ..self }
    }

    /// The caller is the last argument, as in OpenZeppelin's interfaces, and not the first.
    pub fn caller_last(self) -> Self {
        Row {
            is_caller_last: true,
            ..self
        }
    }

    /// The signature also covers this inner call, whose first argument is the signer.
    pub fn covering(self, below: impl Fn(&S) -> Below + 'static) -> Self {
        Row {
            covers: Some(Box::new(below)),
            ..self
        }
    }

    /// The signature is for these arguments, in place of the call's own.
    pub fn signing(self, args: impl Fn(&S) -> Vec<Val> + 'static) -> Self {
        Row {
            signs: Some(Box::new(args)),
            ..self
        }
    }

    /// The signature also covers a transfer of this many stroops into the contract.
    pub fn paying(self, amount: i128) -> Self {
        self.covering(move |subject| {
            let args = (subject.contract(), amount).into_val(subject.env());
            (subject.world().asset.sac.clone(), "transfer", args)
        })
    }

    /// The error of other callers, if not that of the table.
    pub fn denied(mut self, failure: Failure) -> Self {
        if let Who::Callers(_, denied) = &mut self.who {
            *denied = Some(failure);
        }
        self
    }

    fn check(&self, new: &impl Fn() -> S, unauthorized: Failure) {
        let ready = || {
            let subject = new();
            (self.prepare)(&subject);
            subject
        };
        match self.who {
            Who::Callers(callers, denied) => {
                let denied = denied.unwrap_or(unauthorized);
                self.refuses_others_than(callers, denied, &ready());
                for caller in callers {
                    let subject = ready();
                    let args = self.args_of(caller, &subject);
                    self.admits(&[caller], &args, &subject);
                }
            }
            Who::Signers(signers) => {
                let subject = ready();
                let args = (self.args)(&subject);
                self.admits(signers, &args, &subject);
            }
            Who::Anyone => self.is_open(&ready()),
            Who::View => {
                let subject = ready();
                self.is_open(&subject);
                let events = subject.world().events_of(subject.contract());
                assert!(events.is_empty(), "{} is no view", self.function);
            }
        }
    }

    /// Each of the others signs for itself. A failed call doesn't change the world, so one world is enough for all.
    fn refuses_others_than(&self, callers: Names, denied: Failure, subject: &S) {
        for actor in others(subject, callers) {
            let args = self.args_of(actor, subject);
            let outcome = self.call(&[actor], &args, subject);
            assert_eq!(outcome, Err(denied), "{} by the {actor}", self.function);
        }
    }

    /// The same call succeeds with all signatures, and fails if one is missing or another's.
    fn admits(&self, signers: &[&str], args: &Vec<Val>, subject: &S) {
        let function = self.function;
        let refused = Err(Failure::Host);
        let unsigned = self.call(&[], args, subject);
        assert_eq!(unsigned, refused, "{function} without a signature");
        for actor in others(subject, signers) {
            let outcome = self.call(&[actor], args, subject);
            assert_eq!(outcome, refused, "{function} signed by the {actor}");
        }
        if let [first, second] = signers {
            for half in [first, second] {
                let outcome = self.call(&[half], args, subject);
                assert_eq!(outcome, refused, "{function} signed by the {half} alone");
            }
        }
        let outcome = self.call(signers, args, subject);
        assert_eq!(outcome, Ok(()), "{function} signed by {signers:?}");
    }

    fn is_open(&self, subject: &S) {
        let outcome = self.call(&[], &(self.args)(subject), subject);
        assert_eq!(outcome, Ok(()), "{} by anyone", self.function);
    }

    fn args_of(&self, caller: &str, subject: &S) -> Vec<Val> {
        let mut args = (self.args)(subject);
        let caller = subject.actor(caller).to_val();
        if self.is_caller_last {
            args.push_back(caller);
        } else {
            args.push_front(caller);
        }
        args
    }

    fn call(&self, signers: &[&str], args: &Vec<Val>, subject: &S) -> Outcome<()> {
        let signers: std::vec::Vec<_> = signers.iter().map(|name| subject.actor(name)).collect();
        let below = match (&self.covers, signers.first()) {
            (Some(covers), Some(signer)) => {
                let (contract, function, mut args) = covers(subject);
                args.push_front(signer.to_val());
                Some((contract, function, args))
            }
            _ => None,
        };
        let below = below
            .as_ref()
            .map(|(contract, function, args)| MockAuthInvoke {
                contract,
                fn_name: function,
                args: args.clone(),
                sub_invokes: &[],
            });
        let signers: std::vec::Vec<_> = signers.iter().collect();
        let signed = MockAuthInvoke {
            contract: subject.contract(),
            fn_name: self.function,
            args: match &self.signs {
                Some(signs) => signs(subject),
                None => args.clone(),
            },
            sub_invokes: below.as_slice(),
        };
        let world = subject.world();
        let outcome = world.call_while_signed::<Val>(&signers, &signed, args.clone());
        outcome.map(|_| ())
    }
}

fn others<'a>(subject: &'a impl Subject, names: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let actors = subject.actors().keys().copied();
    actors.filter(|actor| !names.contains(actor))
}
