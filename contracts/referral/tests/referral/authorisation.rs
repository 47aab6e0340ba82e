use merit_common::roles::{MANAGER, QUALIFY, UNPAUSER};
use merit_referral::ReferralError;
use merit_testing::{
    anyone, by, check, operation,
    referral::{
        error, Setup, BONUS_NEWCOMER, BONUS_REFERRER, BUDGET, CLAIM_WINDOW, CLAWBACK, WINDOW,
    },
    signed_by, view, Failure, Row, Subject, MERCHANT,
};
use soroban_sdk::Address;

const UNAUTHORIZED: Failure = Failure::Contract(ReferralError::Unauthorized as u32);

fn qualify(setup: &Setup) {
    setup.qualify(&setup.actor("newcomer")).unwrap();
}

/// Names what [`qualify`] made.
fn reward(setup: &Setup) -> (u64, Address) {
    (MERCHANT, setup.actor("newcomer"))
}

fn settled(setup: &Setup) {
    setup.world.advance(WINDOW);
    setup.settle().unwrap();
}

/// Rows for a world where the newcomer is bound and the programme has its funds.
fn business() -> [Row<Setup>; 11] {
    [
        signed_by("enrol", &["stranger"], |w: &Setup| (w.actor("stranger"),)),
        signed_by("bind", &["stranger"], |w: &Setup| {
            (w.actor("stranger"), w.actor("referrer"))
        }),
        by("set_programme", &[MANAGER], |w: &Setup| {
            (MERCHANT, w.terms())
        }),
        by("fund", &["sponsor"], |_| (MERCHANT + 1, 10i128))
            .after(|w: &Setup| w.set_programme_of(MERCHANT + 1, &w.terms()).unwrap())
            .paying(10),
        anyone("settle", |_| (MERCHANT,)).after(|w: &Setup| w.world.advance(WINDOW)),
        anyone("withdraw", |w: &Setup| (w.actor("sponsor"),)).after(settled),
        by("qualify", &[QUALIFY], |w: &Setup| {
            (MERCHANT, w.actor("newcomer"))
        }),
        by("leave", &["sponsor"], |_| (MERCHANT,)),
        by("revoke", &[MANAGER], reward).after(qualify),
        anyone("expire", reward).after(|w| {
            qualify(w);
            w.world.advance(CLAWBACK + CLAIM_WINDOW);
        }),
        by("claim", &["newcomer", "referrer"], reward)
            .after(|w| {
                qualify(w);
                w.world.advance(CLAWBACK);
            })
            .denied(Failure::Contract(ReferralError::NothingDue as u32)),
    ]
}

fn views() -> [Row<Setup>; 8] {
    [
        view("is_enrolled", |w: &Setup| (w.actor("newcomer"),)),
        view("referrer", |w: &Setup| (w.actor("newcomer"),)),
        view("programme", |_| (MERCHANT,)),
        view("funds", |_| (MERCHANT,)),
        view("earned", |w: &Setup| (MERCHANT, w.actor("referrer"))),
        view("reward", reward),
        view("owed", |w: &Setup| (w.actor("sponsor"),)),
        view("total_held", |_| ()),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = business().into_iter().chain(views());
    let rows = rows.chain(operation(&[UNPAUSER]));
    check("referral", Setup::bound, UNAUTHORIZED, rows);
}

#[test]
fn the_sponsor_signs_the_transfer_too() {
    let setup = Setup::new();
    // The signature covers the funding, not the transfer below it.
    let half = setup.call_as::<()>("sponsor", "fund", (MERCHANT, 10i128));
    assert_eq!(half, error(ReferralError::AssetRefused));
    assert_eq!(setup.fund(BUDGET), Ok(()));
}

#[test]
fn each_side_claims_only_its_own_bonus() {
    let setup = Setup::qualified();
    let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
    setup.world.advance(CLAWBACK);
    let args = (&referrer, MERCHANT, &newcomer);
    let stolen = setup.call::<i128>(&newcomer, "claim", args);
    assert_eq!(stolen, Err(Failure::Host));
    assert_eq!(setup.claim(&referrer, &newcomer), Ok(BONUS_REFERRER));
    assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
}
