//! An escrow binds its depositor once beneficiary and arbiter have accepted, and has an id that the depositor knows before.

use merit_common::ids;
use merit_escrow::{Accepted, Created, EscrowError, Status, Terms};
use merit_testing::escrow::{error, Setup, DEADLINE, FEE, FUNDS};
use merit_testing::{land_in_every_order, Failure, Subject};
use soroban_sdk::{testutils::Events as _, Event as _};

#[test]
fn beneficiary_and_arbiter_accept_in_any_order_once() {
    let setup = Setup::new();
    let (beneficiary, arbiter) = (&setup.beneficiary, &setup.arbiter);
    for (first, second) in [(beneficiary, arbiter), (arbiter, beneficiary)] {
        let id = setup.create(&setup.terms(&[10])).unwrap();
        assert_eq!(setup.accept(first, &id), Ok(false));
        let not_awaited = error(EscrowError::NotAwaited);
        assert_eq!(setup.accept(first, &id), not_awaited);
        assert_eq!(setup.accept(&setup.depositor, &id), not_awaited);
        assert_eq!(setup.accept(second, &id), Ok(true));
        let event = Accepted {
            id: id.clone(),
            party: second.clone(),
            bound: true,
        };
        let emitted = setup.env().events().all();
        assert_eq!(
            emitted.filter_by_contract(&setup.contract),
            [event.to_xdr(setup.env(), &setup.contract)]
        );
        assert_eq!(setup.accept(second, &id), not_awaited);
        assert!(setup.get(&id).awaited.is_none());
    }
}

#[test]
fn a_creation_s_event_has_all_terms() {
    let setup = Setup::new();
    let terms = setup.terms(&[10, 20]);
    let id = setup.create(&terms).unwrap();
    let event = Created {
        id,
        depositor: setup.depositor.clone(),
        beneficiary: terms.beneficiary,
        arbiter: terms.arbiter,
        amount: 30,
        fee: FEE,
        agreement: terms.agreement,
        parts: terms.parts,
        dispute_window: terms.dispute_window,
        undecided_share: terms.undecided_share,
        reference: terms.reference,
    };
    assert_eq!(
        setup
            .env()
            .events()
            .all()
            .filter_by_contract(&setup.contract),
        [event.to_xdr(setup.env(), &setup.contract)]
    );
}

#[test]
fn until_both_have_accepted_nobody_disputes_and_the_depositor_takes_all_back() {
    let setup = Setup::new();
    for accepted in [None, Some(&setup.beneficiary), Some(&setup.arbiter)] {
        let id = setup.create(&setup.terms(&[10, 20])).unwrap();
        if let Some(party) = accepted {
            setup.accept(party, &id).unwrap();
        }
        for party in [&setup.depositor, &setup.beneficiary] {
            let refused = setup.dispute(party, &id, 0);
            assert_eq!(refused, error(EscrowError::NotAccepted));
        }
        let depositor = &setup.depositor;
        assert_eq!(setup.call::<()>(depositor, "cancel", (&id,)), Ok(()));
        assert_eq!(setup.balance(depositor), FUNDS);
        let ended = error(EscrowError::InvalidTransition);
        assert_eq!(setup.accept(&setup.beneficiary, &id), ended);
    }
}

#[test]
fn a_bound_depositor_does_not_leave_alone() {
    let setup = Setup::new();
    let id = setup.usual();
    let alone = setup.call::<()>(&setup.depositor, "cancel", (&id,));
    assert_eq!(alone, Err(Failure::Host));
    assert_eq!(setup.cancel(&id), Ok(()));
}

#[test]
fn what_nobody_accepts_returns_at_the_deadline() {
    let setup = Setup::new();
    let id = setup.create(&setup.terms(&[10])).unwrap();
    setup.world.advance(DEADLINE);
    setup.expire(&id, 0).unwrap();
    assert_eq!(setup.status(&id, 0), Status::Refunded);
    assert_eq!(setup.withdraw(&setup.depositor), Ok(10));
}

#[test]
fn a_reference_is_used_once_by_each_depositor() {
    let setup = Setup::new();
    let terms = setup.terms(&[10]);
    let id = setup.create(&terms).unwrap();
    assert_eq!(id, ids::of(setup.env(), &setup.depositor, &terms.reference));
    let taken = error(EscrowError::ReferenceTaken);
    assert_eq!(setup.create(&terms), taken);
    setup
        .call::<()>(&setup.depositor, "cancel", (&id,))
        .unwrap();
    assert_eq!(setup.create(&terms), taken);
    let other = setup.person();
    setup.world.asset.mint(&other, 10);
    let client = setup.client().mock_all_auths();
    assert_ne!(client.create(&other, &terms), id);
}

#[test]
fn creations_touch_the_same_entries_in_any_order() {
    let depositors = ["depositor", "stranger", "manager", "minter"];
    land_in_every_order(Setup::new, depositors.len(), |setup, index| {
        let depositor = setup.actor(depositors[index]);
        let terms = Terms {
            reference: setup.hash(7),
            ..setup.terms(&[10])
        };
        setup.world.asset.mint(&depositor, 10);
        setup.client().mock_all_auths().create(&depositor, &terms);
    });
}
