use merit_common::roles as names;
use merit_referral::ReferralError;
use merit_testing::{
    check, operation,
    referral::{error, Setup, BONUS_NEWCOMER, BONUS_REFERRER, BUDGET, CLAWBACK},
    Case, Failure, Subject, MERCHANT,
};
use soroban_sdk::{Address, IntoVal};

const UNAUTHORIZED: Failure = Failure::Contract(ReferralError::Unauthorized as u32);

fn nothing(_: &Setup) {}

fn business() -> [Case<Setup>; 4] {
    [
        Case {
            function: "set_programme",
            prepare: nothing,
            args: |w, caller| (caller, MERCHANT, w.terms()).into_val(w.env()),
            allowed: &[names::MANAGER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "qualify",
            prepare: nothing,
            args: |w, caller| (caller, MERCHANT, w.actor("newcomer")).into_val(w.env()),
            allowed: &[names::QUALIFY],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "revoke",
            prepare: |w| w.qualify(&w.actor("newcomer")).unwrap(),
            args: |w, caller| (caller, w.actor("newcomer")).into_val(w.env()),
            allowed: &[names::MANAGER],
            denied: UNAUTHORIZED,
        },
        Case {
            function: "claim",
            prepare: |w| {
                w.qualify(&w.actor("newcomer")).unwrap();
                w.world.advance(CLAWBACK);
            },
            args: |w, caller| (caller, w.actor("newcomer")).into_val(w.env()),
            allowed: &["newcomer", "referrer"],
            denied: Failure::Contract(ReferralError::NothingDue as u32),
        },
    ]
}

#[test]
fn business_is_for_its_roles_and_the_two_sides_only() {
    check(Setup::bound, &business());
}

#[test]
fn operation_is_for_its_roles_only() {
    check(Setup::new, &operation(&[names::UNPAUSER], UNAUTHORIZED));
}

#[test]
fn only_the_referrer_enrols_itself() {
    let setup = Setup::new();
    let newcomer = setup.actor("newcomer");
    for actor in setup.actors().keys().filter(|actor| **actor != "newcomer") {
        let signer = setup.actor(actor);
        let forced = setup.call::<()>(&signer, "enrol", (&newcomer,));
        assert_eq!(forced, Err(Failure::Host), "{actor}");
        assert!(!setup.client().is_enrolled(&newcomer), "{actor}");
    }
    assert_eq!(setup.enrol(&newcomer), Ok(()));
}

#[test]
fn only_the_newcomer_binds_itself() {
    let setup = Setup::new();
    let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
    for actor in setup.actors().keys().filter(|actor| **actor != "newcomer") {
        let signer = setup.actor(actor);
        let args = (&newcomer, &referrer);
        let forced = setup.call::<()>(&signer, "bind", args);
        assert_eq!(forced, Err(Failure::Host), "{actor}");
    }
    assert_eq!(setup.bind(&newcomer, &referrer), Ok(()));
}

#[test]
fn only_the_sponsor_funds_and_signs_the_transfer_too() {
    let setup = Setup::new();
    let sponsor = setup.actor("sponsor");
    for actor in setup.actors().keys().filter(|actor| **actor != "sponsor") {
        let other: Address = setup.actor(actor);
        setup.asset().mint(&other, 10);
        let own = setup.fund_by(&other, MERCHANT, 10);
        assert_eq!(own, error(ReferralError::Unauthorized), "{actor}");
        let args = (&sponsor, MERCHANT, 10i128);
        let stolen = setup.call::<()>(&other, "fund", args);
        assert_eq!(stolen, Err(Failure::Host), "{actor}");
    }
    // The signature covers the funding, not the transfer below it.
    let half = setup.call_as::<()>("sponsor", "fund", (MERCHANT, 10i128));
    assert_eq!(half, error(ReferralError::AssetRefused));
    assert_eq!(setup.fund(BUDGET), Ok(()));
}

#[test]
fn each_side_claims_its_own_only() {
    let setup = Setup::qualified();
    let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
    setup.world.advance(CLAWBACK);
    let args = (&referrer, &newcomer);
    let stolen = setup.call::<i128>(&newcomer, "claim", args);
    assert_eq!(stolen, Err(Failure::Host));
    assert_eq!(setup.claim(&referrer, &newcomer), Ok(BONUS_REFERRER));
    assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}
