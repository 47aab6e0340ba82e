//! Authorisation: every role and every party against every function.

use merit_common::roles::{UNPAUSER, VETOER};
use merit_governance::{GovernanceError, FOR};
use merit_testing::{
    anyone, by, check,
    governance::{Gov, COOLDOWN, DELAY, WARM_UP},
    migration, signed_by, stops, view, Failure, Row, Subject,
};
use soroban_sdk::{BytesN, String, Vec};

const STAKERS: &[&str] = &["first", "second", "third"];

const fn failure(error: GovernanceError) -> Failure {
    Failure::Contract(error as u32)
}

/// Makes a proposal by the first staker.
fn open(gov: &Gov) {
    gov.open(&[gov.set_quota("a", 1)]);
}

/// Id of the only proposal.
fn id(gov: &Gov) -> BytesN<32> {
    gov.id(&[gov.set_quota("a", 1)])
}

fn no_id(gov: &Gov) -> BytesN<32> {
    BytesN::from_array(gov.env(), &[0; 32])
}

fn stakes() -> [Row<Gov>; 4] {
    [
        signed_by("stake", &["first"], |w: &Gov| (w.actor("first"), 10i128)).paying(10),
        by("activate", &["first"], |_| ())
            .after(|w: &Gov| {
                w.stake(&w.stakers[0], 10).unwrap();
                w.world.advance(WARM_UP);
            })
            .denied(failure(GovernanceError::NothingWarming)),
        by("unstake", STAKERS, |_| (10i128,)).denied(failure(GovernanceError::InsufficientStake)),
        by("withdraw", &["first"], |_| ())
            .after(|w: &Gov| {
                w.unstake(&w.stakers[0], 10).unwrap();
                w.world.advance(COOLDOWN);
            })
            .denied(failure(GovernanceError::NothingCooling)),
    ]
}

fn proposals() -> [Row<Gov>; 9] {
    [
        by("propose", STAKERS, |w: &Gov| {
            let actions = Vec::from_array(w.env(), [w.set_quota("a", 2)]);
            (actions, String::from_str(w.env(), ""))
        })
        .denied(failure(GovernanceError::BelowThreshold)),
        by("vote", STAKERS, |w: &Gov| (id(w), FOR))
            .after(open)
            .denied(failure(GovernanceError::NoVotes)),
        signed_by("delegate", &["first"], |w: &Gov| {
            (w.actor("first"), w.actor("second"))
        }),
        by("vote_for", &["second"], |w: &Gov| {
            let delegators = Vec::from_array(w.env(), [w.actor("first")]);
            (id(w), FOR, delegators)
        })
        .after(|w| {
            w.delegate(&w.stakers[0], &w.stakers[1]).unwrap();
            open(w);
        })
        .denied(failure(GovernanceError::NothingToCast)),
        by("cancel", &["first"], |w: &Gov| (id(w),)).after(open),
        by("veto", &[VETOER], |w: &Gov| (id(w),)).after(open),
        anyone("queue", |w: &Gov| (id(w),)).after(|w| {
            w.won(&[w.set_quota("a", 1)]);
        }),
        anyone("announce", |w: &Gov| (id(w),)).after(|w| {
            w.queued(&[w.set_quota("a", 1)]);
        }),
        anyone("execute", |w: &Gov| (id(w),)).after(|w| {
            w.queued(&[w.set_quota("a", 1)]);
            w.world.advance(DELAY);
        }),
    ]
}

fn views() -> [Row<Gov>; 12] {
    [
        view("staked", |w: &Gov| (w.actor("first"),)),
        view("total_staked", |_| ()),
        view("warming", |w: &Gov| (w.actor("first"),)),
        view("total_warming", |_| ()),
        view("cooling", |w: &Gov| (w.actor("first"),)),
        view("total_cooling", |_| ()),
        view("total_held", |_| ()),
        view("settings", |_| ()),
        view("proposal", |w: &Gov| (no_id(w),)),
        view("actions", |w: &Gov| (no_id(w),)),
        view("get_delegate", |w: &Gov| (w.actor("first"),)),
        view("has_voted", |w: &Gov| (no_id(w), w.actor("first"))),
    ]
}

#[test]
fn every_function_admits_only_the_callers_in_the_table() {
    let rows = stakes().into_iter().chain(proposals()).chain(views());
    let rows = rows.chain(stops(&[UNPAUSER])).chain([migration()]);
    let unauthorized = failure(GovernanceError::Unauthorized);
    check("governance", Gov::new, unauthorized, rows);
}

/// Settings that votes may change have no entry point of their own.
#[test]
fn settings_change_only_by_vote() {
    let gov = Gov::new();
    let changed = merit_testing::governance::settings();
    let root = &gov.world.root;
    for function in ["set_settings", "set_class"] {
        let args = (changed.clone(),);
        let outcome = gov.world.call::<()>(root, &gov.contract, function, args);
        assert_eq!(outcome, Err(Failure::Host), "{function}");
    }
}
