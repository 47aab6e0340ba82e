//! Who may call what: every role against every function.

use merit_common::{lifecycle, roles};
use merit_governance::{GovernanceError, ProposalState, FOR};
use merit_testing::{other_code, Failure, Guarded, Outcome};
use soroban_sdk::{testutils::Address as _, vec as list, Address, IntoVal, Val, Vec};

use merit_testing::governance::Gov;

const UNAUTHORIZED: u32 = GovernanceError::Unauthorized as u32;

#[test]
fn only_the_role_gets_in() {
    let gov = Gov::new();
    let env = gov.env();
    env.as_contract(&gov.contract, || lifecycle::init(env, 0));
    let code: Val = other_code(env).to_val();
    let table: [(&str, &str, Vec<Val>); 4] = [
        ("pause", roles::PAUSER, list![env]),
        ("unpause", roles::UNPAUSER, list![env]),
        ("migrate", roles::UPGRADER, list![env]),
        ("upgrade", roles::UPGRADER, list![env, code]),
    ];
    for (function, role, args) in table {
        let outcome = gov.world.assert_guarded(&Guarded {
            contract: &gov.contract,
            function,
            role,
            unauthorized: UNAUTHORIZED,
            args,
        });
        assert_eq!(outcome.map(|_| ()), Ok(()), "{function}");
    }
}

#[test]
fn no_other_role_vetoes() {
    let gov = Gov::new();
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    let denied: Outcome<()> = Err(Failure::Contract(UNAUTHORIZED));
    for role in [
        roles::PAUSER,
        roles::UPGRADER,
        roles::MANAGER,
        roles::LIMITER,
    ] {
        let holder = gov.world.holder(role);
        assert_eq!(gov.call(holder, "veto", (&id,)), denied, "{role}");
    }
    for caller in [&gov.world.root, &gov.stakers[0]] {
        assert_eq!(gov.call(caller, "veto", (&id,)), denied);
    }
    let args = (&gov.guardian, &id);
    let unsigned = gov.world.call_unsigned::<()>(&gov.contract, "veto", args);
    assert_eq!(unsigned, Err(Failure::Host));
    gov.veto(&id).unwrap();
    assert_eq!(gov.state(&id), ProposalState::Canceled);
}

/// Functions that act for their first argument need exactly its signature.
#[test]
fn nobody_acts_for_another() {
    let gov = Gov::new();
    let env = gov.env();
    let staker = &gov.stakers[0];
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    let actions = Vec::from_array(env, [gov.set_param("a", 2)]);
    let description = soroban_sdk::String::from_str(env, "");
    gov.unstake(staker, 10).unwrap();
    gov.world.advance(3 * merit_testing::DAY);
    let table: [(&str, Vec<Val>); 6] = [
        ("stake", (staker, 10i128).into_val(env)),
        ("unstake", (staker, 10i128).into_val(env)),
        ("withdraw", (staker,).into_val(env)),
        ("propose", (staker, actions, description).into_val(env)),
        ("vote", (staker, &id, FOR).into_val(env)),
        ("cancel", (staker, &id).into_val(env)),
    ];
    let thief = Address::generate(env);
    for (function, args) in table {
        let unsigned = gov
            .world
            .call_unsigned::<Val>(&gov.contract, function, args.clone());
        assert_eq!(unsigned.map(|_| ()), Err(Failure::Host), "{function}");
        let stolen = gov.world.call::<Val>(&thief, &gov.contract, function, args);
        assert_eq!(stolen.map(|_| ()), Err(Failure::Host), "{function}");
    }
    assert_eq!(gov.withdraw(staker), Ok(10));
}

/// What votes may do here has no entry point of its own.
#[test]
fn settings_have_no_other_way_in() {
    let gov = Gov::new();
    let changed = merit_testing::governance::settings();
    let root = &gov.world.root;
    for function in ["set_settings", "set_class"] {
        let args = (changed.clone(),);
        let outcome = gov.world.call::<()>(root, &gov.contract, function, args);
        assert_eq!(outcome, Err(Failure::Host), "{function}");
    }
}
