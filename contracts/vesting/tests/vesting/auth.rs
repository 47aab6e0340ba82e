//! Who may call what: every role and every party against every function.

use merit_common::roles::{PAUSER, UNPAUSER, UPGRADER};
use merit_testing::vesting::{error, linear, Setup};
use merit_testing::{Failure, Guarded, Outcome};
use merit_vesting::{Vesting, VestingError};
use soroban_sdk::{vec as list, Address, Val, Vec};

const UNAUTHORIZED: VestingError = VestingError::Unauthorized;

#[test]
fn operation_is_for_its_roles_only() {
    let setup = Setup::new();
    let env = setup.env();
    let already = Err(Failure::Contract(VestingError::AlreadyMigrated as u32));
    let code = env.upload(Vesting);
    let table: [(&str, &str, Vec<Val>, Outcome<()>); 4] = [
        ("pause", PAUSER, list![env], Ok(())),
        ("unpause", UNPAUSER, list![env], Ok(())),
        ("migrate", UPGRADER, list![env], already),
        ("upgrade", UPGRADER, list![env, code.to_val()], Ok(())),
    ];
    for (function, role, args, expected) in table {
        let outcome = setup.world.assert_guarded(&Guarded {
            contract: &setup.contract,
            function,
            role,
            unauthorized: UNAUTHORIZED as u32,
            args,
        });
        assert_eq!(outcome.map(|_| ()), expected, "{function}");
    }
}

/// A function that one party of a schedule may call, with the party as first argument.
struct Case {
    function: &'static str,
    prepare: fn(&Setup, u64, &Address),
    /// Answers whether the call went through.
    run: fn(&Setup, &Address, u64, &Address) -> Outcome<()>,
    allowed: &'static str,
}

const CASES: [Case; 4] = [
    Case {
        function: "revoke",
        prepare: |_, _, _| {},
        run: |s, caller, id, _| s.call::<i128>(caller, "revoke", (caller, id)).map(|_| ()),
        allowed: "revoker",
    },
    Case {
        function: "begin_transfer",
        prepare: |_, _, _| {},
        run: |s, caller, id, heir| s.begin(caller, id, heir),
        allowed: "beneficiary",
    },
    Case {
        function: "cancel_transfer",
        prepare: |s, id, heir| s.begin(&s.beneficiary, id, heir).unwrap(),
        run: |s, caller, id, _| s.cancel(caller, id),
        allowed: "beneficiary",
    },
    Case {
        function: "accept_transfer",
        prepare: |s, id, heir| s.begin(&s.beneficiary, id, heir).unwrap(),
        run: |s, caller, id, _| s.accept(caller, id),
        allowed: "heir",
    },
];

#[test]
fn each_party_has_its_own_functions() {
    for case in &CASES {
        let setup = Setup::new();
        let heir = setup.person();
        let stranger = setup.person();
        let id = setup.usual();
        (case.prepare)(&setup, id, &heir);
        let mut actors = std::vec![
            ("funder", &setup.funder),
            ("revoker", &setup.revoker),
            ("beneficiary", &setup.beneficiary),
            ("heir", &heir),
            ("stranger", &stranger),
            ("upgrader", setup.world.holder(UPGRADER)),
            ("pauser", setup.world.holder(PAUSER)),
        ];
        // The allowed one comes last: its call changes the state.
        actors.sort_by_key(|(name, _)| *name == case.allowed);
        for (name, caller) in actors {
            let expected = if name == case.allowed {
                Ok(())
            } else {
                error(UNAUTHORIZED)
            };
            let outcome = (case.run)(&setup, caller, id, &heir);
            assert_eq!(outcome, expected, "{} by the {name}", case.function);
        }
    }
}

#[test]
fn nobody_signs_for_another() {
    let setup = Setup::new();
    let heir = setup.person();
    let thief = setup.person();
    let id = setup.usual();
    setup.begin(&setup.beneficiary, id, &heir).unwrap();
    let terms = setup.terms(linear(10, 1, 2, 3));
    let funder = &setup.funder;
    let calls = [
        setup.call::<Val>(&thief, "create", (funder, terms.clone())),
        setup.call(&thief, "create_batch", (funder, list![setup.env(), terms])),
        setup.call(&thief, "revoke", (&setup.revoker, id)),
        setup.call(&thief, "begin_transfer", (&setup.beneficiary, id, &thief)),
        setup.call(&thief, "cancel_transfer", (&setup.beneficiary, id)),
        setup.call(&thief, "accept_transfer", (&heir, id)),
    ];
    for (index, outcome) in calls.into_iter().enumerate() {
        assert_eq!(outcome.map(|_| ()), Err(Failure::Host), "call {index}");
    }
}

#[test]
fn a_signature_for_a_schedule_is_none_for_another_sum() {
    let setup = Setup::new();
    let signed = setup.terms(linear(10, 1, 2, 3));
    let sent = setup.terms(linear(11, 1, 2, 3));
    let funder = &setup.funder;
    let outcome = setup.world.call_signed_for::<u64>(
        funder,
        &setup.contract,
        "create",
        (funder, signed),
        (funder, sent),
    );
    assert_eq!(outcome, Err(Failure::Host));
}
