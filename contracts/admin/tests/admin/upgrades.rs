//! New code waits after its announcement, whoever wants it.

use merit_admin::{AdminError, UpgradeAnnounced, UpgradeCancelled};
use merit_common::{roles as names, ttl};
use merit_testing::{
    admin::{error, Setup, UPGRADE_DELAY, UPGRADE_WINDOW},
    other_code, Outcome, Subject, DAY, START,
};
use soroban_sdk::{
    testutils::{storage::Persistent as _, Events as _},
    Address, Event as _,
};

const ETA: u64 = START + UPGRADE_DELAY;

fn upgrade(setup: &Setup, operator: &Address) -> Outcome<()> {
    let args = (other_code(setup.env()), operator);
    setup.call(operator, "upgrade", args)
}

fn announce_own(setup: &Setup, operator: &Address) {
    let args = (&setup.contract, other_code(setup.env()), operator);
    setup
        .call::<()>(operator, "announce_upgrade", args)
        .unwrap();
}

#[test]
fn admin_s_own_code_waits_also_for_the_admin_itself() {
    let setup = Setup::waiting();
    let root = setup.actor("root");
    setup.grant(names::UPGRADER, &root, None).unwrap();
    let not_due = error(AdminError::UpgradeNotDue);
    assert_eq!(upgrade(&setup, &root), not_due);
    announce_own(&setup, &root);
    setup.world.advance(UPGRADE_DELAY - 1);
    assert_eq!(upgrade(&setup, &root), not_due);
    setup.world.advance(1);
    upgrade(&setup, &root).unwrap();
    let gone = setup.call::<u32>(&root, "version", ());
    assert!(gone.is_err(), "the other code has no functions at all");
}

#[test]
fn announced_code_is_due_from_its_eta_until_its_end() {
    let setup = Setup::waiting();
    let (upgrader, contract) = (setup.actor(names::UPGRADER), setup.stranger());
    let due = |code| setup.upgrade_is_due(&contract, code);
    assert!(!due(1));
    setup.announce(&upgrader, &contract, 1).unwrap();
    setup.world.advance(UPGRADE_DELAY - 1);
    assert!(!due(1));
    setup.world.advance(1);
    assert!(due(1) && !due(2), "this code and no other");
    assert!(
        !setup.upgrade_is_due(&setup.stranger(), 1),
        "this contract and no other"
    );
    setup.world.advance(UPGRADE_WINDOW - 1);
    assert!(due(1));
    assert!(setup.client().announced_upgrade(&contract).is_some());
    setup.world.advance(1);
    assert!(!due(1));
    assert_eq!(setup.client().announced_upgrade(&contract), None);
}

#[test]
fn other_code_waits_anew_and_the_same_code_does_not() {
    let setup = Setup::waiting();
    let (upgrader, contract) = (setup.actor(names::UPGRADER), setup.stranger());
    let announced = || setup.client().announced_upgrade(&contract).unwrap();
    setup.announce(&upgrader, &contract, 1).unwrap();
    setup.announce(&upgrader, &contract, 1).unwrap();
    assert!(
        setup.env().events().all().events().is_empty(),
        "nothing changed"
    );
    setup.world.advance(DAY);
    setup.announce(&upgrader, &contract, 1).unwrap();
    let end = ETA + DAY + UPGRADE_WINDOW;
    assert_eq!((announced().eta, announced().expires_at), (ETA, end));
    assert!(setup.upgrade_is_due(&contract, 1));

    setup.announce(&upgrader, &contract, 2).unwrap();
    assert_eq!(announced().eta, ETA + DAY);
    assert!(!setup.upgrade_is_due(&contract, 1) && !setup.upgrade_is_due(&contract, 2));
    setup.world.advance(UPGRADE_DELAY);
    assert!(!setup.upgrade_is_due(&contract, 1) && setup.upgrade_is_due(&contract, 2));
    // A void upgrade is announced as if for the first time.
    setup.world.advance(UPGRADE_WINDOW);
    setup.announce(&upgrader, &contract, 2).unwrap();
    assert!(!setup.upgrade_is_due(&contract, 2));
}

#[test]
fn a_guardian_cancels_also_while_paused() {
    let setup = Setup::waiting();
    let (upgrader, guardian) = (setup.actor(names::UPGRADER), setup.actor(names::PAUSER));
    let contract = setup.stranger();
    let none = error(AdminError::NoUpgrade);
    assert_eq!(setup.cancel_upgrade(&guardian, &contract), none);
    setup.pause();
    setup.announce(&upgrader, &contract, 1).unwrap();
    setup.cancel_upgrade(&guardian, &contract).unwrap();
    let cancelled = UpgradeCancelled {
        contract: contract.clone(),
        new_wasm_hash: setup.hash(1),
        guardian: guardian.clone(),
    };
    let emitted = setup.env().events().all();
    assert_eq!(
        emitted,
        vec![cancelled.to_xdr(setup.env(), &setup.contract)]
    );
    setup.world.advance(UPGRADE_DELAY);
    assert!(!setup.upgrade_is_due(&contract, 1));
    assert_eq!(setup.cancel_upgrade(&guardian, &contract), none);
}

#[test]
fn an_announcement_is_published_and_outlives_its_end() {
    let setup = Setup::waiting();
    let (upgrader, contract) = (setup.actor(names::UPGRADER), setup.stranger());
    setup.announce(&upgrader, &contract, 1).unwrap();
    let announced = UpgradeAnnounced {
        contract: contract.clone(),
        new_wasm_hash: setup.hash(1),
        operator: upgrader.clone(),
        eta: ETA,
        expires_at: ETA + UPGRADE_WINDOW,
    };
    let emitted = setup.env().events().all();
    assert_eq!(
        emitted,
        vec![announced.to_xdr(setup.env(), &setup.contract)]
    );
    setup.env().as_contract(&setup.contract, || {
        let entry = setup.key("Upgrade", (&contract,));
        let ttl = setup.env().storage().persistent().get_ttl(&entry);
        assert_eq!(ttl, ttl::PERSISTENT_EXTEND_TO);
    });
}

#[test]
fn without_a_delay_code_needs_no_announcement() {
    let setup = Setup::new();
    assert_eq!(setup.client().upgrade_delay(), 0);
    upgrade(&setup, &setup.actor(names::UPGRADER)).unwrap();
}

/// Data in the form that a release before 0.3.0 stored.
#[test]
fn data_without_an_upgrade_delay_has_that_of_the_transfer() {
    let setup = Setup::new();
    setup.env().as_contract(&setup.contract, || {
        let delay = setup.key("UpgradeDelay", ());
        setup.env().storage().instance().remove(&delay);
    });
    let client = setup.client();
    assert_eq!(client.upgrade_delay(), client.transfer_delay());
    let refused = upgrade(&setup, &setup.actor(names::UPGRADER));
    assert_eq!(refused, error(AdminError::UpgradeNotDue));
}
