use merit_common::{handover::WINDOW, roles as names};
use merit_testing::{
    token::{error, Setup, DELAY},
    Outcome, Subject, START,
};
use merit_token::{SacAdminCancelled, SacAdminChanged, SacAdminProposed, TokenError};
use soroban_sdk::{testutils::Events as _, Event as _};

fn execute(setup: &Setup) -> Outcome<()> {
    setup.call_as(names::UPGRADER, "execute_sac_admin", ())
}

fn cancel(setup: &Setup) -> Outcome<()> {
    setup.call_as(names::UPGRADER, "cancel_sac_admin", ())
}

#[test]
fn the_asset_gets_its_new_admin_after_the_delay() {
    let setup = Setup::new();
    setup.propose(&setup.holder).unwrap();
    assert_eq!(setup.client().pending_sac_admin().unwrap().to, setup.holder);
    setup.world.advance(DELAY - 1);
    assert_eq!(execute(&setup), error(TokenError::HandoverEarly));
    assert_eq!(setup.asset().client().admin(), setup.contract);
    setup.world.advance(1);
    execute(&setup).unwrap();
    assert_eq!(setup.asset().client().admin(), setup.holder);
    assert_eq!(setup.client().pending_sac_admin(), None);
    assert_eq!(execute(&setup), error(TokenError::NoHandover));
}

#[test]
fn a_forgotten_proposal_is_void() {
    let setup = Setup::new();
    setup.propose(&setup.holder).unwrap();
    setup.world.advance(DELAY + WINDOW);
    assert_eq!(execute(&setup), error(TokenError::HandoverExpired));
    assert_eq!(setup.client().pending_sac_admin(), None);
    assert_eq!(setup.asset().client().admin(), setup.contract);
}

#[test]
fn a_cancelled_proposal_is_gone() {
    let setup = Setup::new();
    assert_eq!(cancel(&setup), error(TokenError::NoHandover));
    setup.propose(&setup.holder).unwrap();
    cancel(&setup).unwrap();
    setup.world.advance(DELAY);
    assert_eq!(execute(&setup), error(TokenError::NoHandover));
}

#[test]
fn proposing_anew_restarts_the_delay() {
    let setup = Setup::new();
    setup.propose(&setup.holder).unwrap();
    setup.world.advance(DELAY - 1);
    let other = setup.asset().account();
    setup.propose(&other).unwrap();
    setup.world.advance(1);
    assert_eq!(execute(&setup), error(TokenError::HandoverEarly));
    setup.world.advance(DELAY);
    execute(&setup).unwrap();
    assert_eq!(setup.asset().client().admin(), other);
}

#[test]
fn every_step_is_announced() {
    let setup = Setup::new();
    let (new_admin, operator) = (setup.holder.clone(), setup.actor(names::UPGRADER));
    let ours = |setup: &Setup| {
        setup
            .env()
            .events()
            .all()
            .filter_by_contract(&setup.contract)
    };
    let proposed = SacAdminProposed {
        new_admin: new_admin.clone(),
        operator: operator.clone(),
        eta: START + DELAY,
        expires_at: START + DELAY + WINDOW,
    };
    let cancelled = SacAdminCancelled {
        new_admin: new_admin.clone(),
        operator: operator.clone(),
    };
    let changed = SacAdminChanged {
        new_admin: new_admin.clone(),
        operator,
    };
    setup.propose(&new_admin).unwrap();
    assert_eq!(
        ours(&setup),
        vec![proposed.to_xdr(setup.env(), &setup.contract)]
    );
    cancel(&setup).unwrap();
    assert_eq!(
        ours(&setup),
        vec![cancelled.to_xdr(setup.env(), &setup.contract)]
    );
    setup.propose(&new_admin).unwrap();
    setup.world.advance(DELAY);
    execute(&setup).unwrap();
    assert_eq!(
        ours(&setup),
        vec![changed.to_xdr(setup.env(), &setup.contract)]
    );
}
