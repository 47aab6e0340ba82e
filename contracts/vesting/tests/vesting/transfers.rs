//! Handing a schedule on, and the lists of beneficiaries.

use merit_testing::vesting::{error, linear, Setup};
use merit_testing::{Line, OFFER_WINDOW, START};
use merit_vesting::{Terms, VestingError};
use soroban_sdk::{Address, BytesN};

#[test]
fn the_new_beneficiary_takes_over_when_it_accepts() {
    let setup = Setup::new();
    let (id, heir) = (setup.usual(), setup.person());
    setup.begin(&setup.beneficiary, &id, &heir).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["transfer_begun"]);
    setup.world.advance(200);
    assert_eq!(setup.claim(&id), Ok(200));
    assert_eq!(setup.balance(&setup.beneficiary), 200, "not accepted yet");
    setup.world.advance(100);
    setup.accept(&heir, &id).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["transferred"]);
    assert_eq!(setup.claim(&id), Ok(100));
    assert_eq!(setup.balance(&heir), 100);
    assert_eq!(setup.accept(&heir, &id), error(VestingError::NoTransfer));
    let former = setup.begin(&setup.beneficiary, &id, &heir);
    assert_eq!(former, error(VestingError::Unauthorized));
    // It stays revocable by the same revoker, for the same funder.
    assert_eq!(setup.revoke(&id), Ok(700));
}

#[test]
fn an_offer_can_be_replaced_cancelled_and_expires() {
    let setup = Setup::new();
    let (id, first, second) = (setup.usual(), setup.person(), setup.person());
    let owner = &setup.beneficiary;
    assert_eq!(setup.cancel(owner, &id), error(VestingError::NoTransfer));
    setup.begin(owner, &id, &first).unwrap();
    setup.begin(owner, &id, &second).unwrap();
    assert_eq!(setup.accept(&first, &id), error(VestingError::Unauthorized));
    setup.cancel(owner, &id).unwrap();
    assert_eq!(
        setup.world.event_names(&setup.contract),
        ["transfer_cancelled"]
    );
    assert_eq!(setup.accept(&second, &id), error(VestingError::NoTransfer));

    setup.begin(owner, &id, &second).unwrap();
    setup.world.advance(OFFER_WINDOW - 1);
    let pending = setup.client().pending_transfer(&id).unwrap();
    assert_eq!(pending.expires_at, START + OFFER_WINDOW);
    setup.world.advance(1);
    let expired = error(VestingError::TransferExpired);
    assert_eq!(setup.accept(&second, &id), expired);
    setup.begin(owner, &id, &second).unwrap();
    setup.accept(&second, &id).unwrap();
}

#[test]
fn a_schedule_is_offered_to_somebody_else_who_can_use_it() {
    let setup = Setup::new();
    let (id, owner) = (setup.usual(), &setup.beneficiary);
    let same = error(VestingError::SameBeneficiary);
    assert_eq!(setup.begin(owner, &id, owner), same);
    for account in [
        &setup.contract,
        &setup.world.asset.sac,
        &setup.world.asset.issuer,
        &setup.world.pool,
    ] {
        let refused = error(VestingError::RefusedBeneficiary);
        assert_eq!(setup.begin(owner, &id, account), refused);
    }
    let (missing, none) = (error(VestingError::NotFound), setup.ids.reference());
    assert_eq!(setup.begin(owner, &none, &setup.funder), missing);
    assert_eq!(setup.accept(owner, &none), missing);
    assert_eq!(setup.cancel(owner, &none), missing);
}

/// Offers a schedule; `owner` may be a classic account.
fn offer(setup: &Setup, owner: &Address, id: &BytesN<32>, heir: &Address) {
    let client = setup.client().mock_all_auths();
    client.begin_transfer(owner, id, heir);
    setup.env().set_auths(&[]);
}

#[test]
fn a_frozen_beneficiary_hands_nothing_over() {
    let setup = Setup::new();
    let (asset, heir) = (&setup.world.asset, setup.person());
    let account = asset.holder(Line::default());
    let owners = [setup.beneficiary.clone(), account];
    for owner in owners {
        let terms = Terms {
            beneficiary: owner.clone(),
            ..setup.terms(linear(5, 1, 2, 3))
        };
        let id = setup.create(&terms).unwrap();
        offer(&setup, &owner, &id, &heir);
        setup.world.freeze(&owner);
        asset.renew_line(&owner);
        let frozen = error(VestingError::AccountFrozen);
        assert_eq!(setup.accept(&heir, &id), frozen);
        setup.world.unfreeze(&owner);
        assert_eq!(setup.accept(&heir, &id), Ok(()));
    }
}

#[test]
fn a_beneficiary_without_a_trustline_hands_its_schedule_over() {
    let setup = Setup::new();
    let (owner, heir) = (setup.world.asset.missing_account(), setup.person());
    let terms = Terms {
        beneficiary: owner.clone(),
        ..setup.terms(linear(5, 1, 2, 3))
    };
    let id = setup.create(&terms).unwrap();
    offer(&setup, &owner, &id, &heir);
    setup.world.freeze(&owner);
    let frozen = error(VestingError::AccountFrozen);
    assert_eq!(setup.accept(&heir, &id), frozen);
    setup.world.unfreeze(&owner);
    assert_eq!(setup.accept(&heir, &id), Ok(()));
}

#[test]
fn a_revocation_ends_an_offer() {
    let setup = Setup::new();
    let (id, heir) = (setup.usual(), setup.person());
    setup.begin(&setup.beneficiary, &id, &heir).unwrap();
    setup.revoke(&id).unwrap();
    assert_eq!(setup.accept(&heir, &id), error(VestingError::NoTransfer));
}
