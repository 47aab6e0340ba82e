//! Who may call what: every role and every party against every function.

use merit_common::roles::{LIMITER, PAUSER, TREASURER, UNPAUSER, UPGRADER};
use merit_escrow::{EscrowContract, EscrowError};
use merit_testing::escrow::{error, Setup, FEE};
use merit_testing::{Failure, Guarded, Outcome};
use soroban_sdk::{vec as list, Address, IntoVal, Val, Vec};

const UNAUTHORIZED: EscrowError = EscrowError::Unauthorized;

#[test]
fn operation_is_for_its_roles_only() {
    let setup = Setup::new();
    let env = setup.env();
    let id = setup.usual();
    setup.release(id, 0).unwrap();
    let already = Err(Failure::Contract(EscrowError::AlreadyMigrated as u32));
    let code = env.upload(EscrowContract);
    let to = setup.person().to_val();
    let fees = list![env, to, 100i128.into_val(env)];
    let table: [(&str, &str, Vec<Val>, Outcome<()>); 6] = [
        ("set_fee", LIMITER, list![env, FEE.into_val(env)], Ok(())),
        ("collect_fees", TREASURER, fees, Ok(())),
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

/// A function of the parties, with the caller as first argument.
struct Case {
    function: &'static str,
    disputed: bool,
    run: fn(&Setup, &Address, u64) -> Outcome<()>,
    allowed: &'static [&'static str],
}

const CASES: [Case; 4] = [
    Case {
        function: "release",
        disputed: false,
        run: |s, caller, id| s.call(caller, "release", (caller, id, 0u32)),
        allowed: &["depositor"],
    },
    Case {
        function: "dispute",
        disputed: false,
        run: |s, caller, id| s.dispute(caller, id, 0).map(|_| ()),
        allowed: &["depositor", "beneficiary"],
    },
    Case {
        function: "submit_evidence",
        disputed: true,
        run: |s, caller, id| s.submit(caller, id, 0),
        allowed: &["depositor", "beneficiary"],
    },
    Case {
        function: "resolve",
        disputed: true,
        run: |s, caller, id| s.call(caller, "resolve", (caller, id, 0u32, 10u32)),
        allowed: &["arbiter"],
    },
];

#[test]
fn each_party_has_its_own_functions() {
    for case in &CASES {
        for actor in 0..7 {
            let setup = Setup::new();
            let stranger = setup.person();
            let (name, caller) = [
                ("depositor", &setup.depositor),
                ("beneficiary", &setup.beneficiary),
                ("arbiter", &setup.arbiter),
                ("stranger", &stranger),
                ("treasurer", setup.world.holder(TREASURER)),
                ("pauser", setup.world.holder(PAUSER)),
                ("upgrader", setup.world.holder(UPGRADER)),
            ][actor];
            let id = setup.usual();
            if case.disputed {
                setup.dispute(&setup.depositor, id, 0).unwrap();
            }
            let expected = if case.allowed.contains(&name) {
                Ok(())
            } else {
                error(UNAUTHORIZED)
            };
            let outcome = (case.run)(&setup, caller, id);
            assert_eq!(outcome, expected, "{} by the {name}", case.function);
        }
    }
}

#[test]
fn nobody_signs_for_another() {
    let setup = Setup::new();
    let thief = setup.person();
    let (held, disputed) = (setup.usual(), setup.usual());
    setup.dispute(&setup.depositor, disputed, 0).unwrap();
    let (depositor, hash) = (&setup.depositor, setup.hash(3));
    let terms = setup.terms(&[10]);
    let calls = [
        setup.call::<Val>(&thief, "create", (depositor, terms)),
        setup.call(&thief, "release", (depositor, held, 0u32)),
        setup.call(&thief, "dispute", (depositor, held, 0u32, hash.clone())),
        setup.call(&thief, "submit_evidence", (depositor, disputed, 0u32, hash)),
        setup.call(&thief, "resolve", (&setup.arbiter, disputed, 0u32, 5u32)),
    ];
    for (index, outcome) in calls.into_iter().enumerate() {
        assert_eq!(outcome.map(|_| ()), Err(Failure::Host), "call {index}");
    }
}

#[test]
fn a_cancellation_needs_both_parties() {
    let setup = Setup::new();
    let id = setup.usual();
    let (depositor, beneficiary) = (&setup.depositor, &setup.beneficiary);
    for signers in [
        &[depositor][..],
        &[beneficiary],
        &[depositor, &setup.arbiter],
        &[],
    ] {
        let outcome = setup.cancel_signed_by(signers, id);
        assert_eq!(outcome, Err(Failure::Host), "{signers:?}");
    }
    // Two signatures, but not of this escrow's parties.
    let alone = setup.call::<()>(depositor, "cancel", (depositor, depositor, id));
    assert_eq!(alone, error(UNAUTHORIZED));
    assert_eq!(setup.cancel(id), Ok(()));
}
