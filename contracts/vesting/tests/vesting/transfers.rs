//! Handing a schedule on, and the lists of beneficiaries.

use merit_common::handover::WINDOW;
use merit_testing::vesting::{error, linear, Setup};
use merit_testing::START;
use merit_vesting::{Terms, VestingError};
use soroban_sdk::{vec as list, Address};

#[test]
fn the_new_beneficiary_takes_over_when_it_accepts() {
    let setup = Setup::new();
    let (id, heir) = (setup.usual(), setup.person());
    setup.begin(&setup.beneficiary, id, &heir).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["transfer_begun"]);
    setup.world.advance(200);
    assert_eq!(setup.claim(id), Ok(200));
    assert_eq!(setup.balance(&setup.beneficiary), 200, "not accepted yet");
    setup.world.advance(100);
    setup.accept(&heir, id).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["transferred"]);
    assert_eq!(setup.claim(id), Ok(100));
    assert_eq!(setup.balance(&heir), 100);
    assert_eq!(setup.accept(&heir, id), error(VestingError::NoTransfer));
    let former = setup.begin(&setup.beneficiary, id, &heir);
    assert_eq!(former, error(VestingError::Unauthorized));
    // It stays revocable by the same revoker, for the same funder.
    assert_eq!(setup.revoke(id), Ok(700));
}

#[test]
fn an_offer_can_be_replaced_cancelled_and_expires() {
    let setup = Setup::new();
    let (id, first, second) = (setup.usual(), setup.person(), setup.person());
    let owner = &setup.beneficiary;
    assert_eq!(setup.cancel(owner, id), error(VestingError::NoTransfer));
    setup.begin(owner, id, &first).unwrap();
    setup.begin(owner, id, &second).unwrap();
    assert_eq!(setup.accept(&first, id), error(VestingError::Unauthorized));
    setup.cancel(owner, id).unwrap();
    assert_eq!(
        setup.world.event_names(&setup.contract),
        ["transfer_cancelled"]
    );
    assert_eq!(setup.accept(&second, id), error(VestingError::NoTransfer));

    setup.begin(owner, id, &second).unwrap();
    setup.world.advance(WINDOW - 1);
    let pending = setup.client().pending_transfer(&id).unwrap();
    assert_eq!(pending.expires_at, START + WINDOW);
    setup.world.advance(1);
    let expired = error(VestingError::TransferExpired);
    assert_eq!(setup.accept(&second, id), expired);
    setup.begin(owner, id, &second).unwrap();
    setup.accept(&second, id).unwrap();
}

#[test]
fn a_schedule_is_offered_to_somebody_else_who_can_use_it() {
    let setup = Setup::new();
    let (id, owner) = (setup.usual(), &setup.beneficiary);
    let same = error(VestingError::SameBeneficiary);
    assert_eq!(setup.begin(owner, id, owner), same);
    for account in [
        &setup.contract,
        &setup.world.asset.sac,
        &setup.world.asset.issuer,
        &setup.world.pool,
    ] {
        let refused = error(VestingError::RefusedBeneficiary);
        assert_eq!(setup.begin(owner, id, account), refused);
    }
    let missing = error(VestingError::NotFound);
    assert_eq!(setup.begin(owner, 9, &setup.funder), missing);
    assert_eq!(setup.accept(owner, 9), missing);
    assert_eq!(setup.cancel(owner, 9), missing);
}

#[test]
fn lists_follow_the_beneficiaries() {
    let setup = Setup::new();
    let env = setup.env();
    let (owner, heir) = (&setup.beneficiary, setup.person());
    for _ in 0..5 {
        setup.usual();
    }
    let hand_on = |from: &Address, id: u64, to: &Address| {
        setup.begin(from, id, to).unwrap();
        setup.accept(to, id).unwrap();
    };
    hand_on(owner, 2, &heir);
    let ids = |of: &Address| setup.client().ids(of, &0, &100);
    assert_eq!(ids(owner), list![env, 1, 5, 3, 4], "the last one moved up");
    hand_on(owner, 5, &heir);
    hand_on(owner, 3, &heir);
    assert_eq!(ids(owner), list![env, 1, 4]);
    assert_eq!(ids(&heir), list![env, 2, 5, 3]);
    hand_on(&heir, 3, owner);
    assert_eq!(ids(owner), list![env, 1, 4, 3]);
    assert_eq!(setup.client().count(owner), 3);
    assert_eq!(setup.client().count(&heir), 2);
    assert_eq!(setup.client().ids(owner, &1, &1), list![env, 4]);
    assert_eq!(setup.client().ids(owner, &3, &1), list![env]);
    assert_eq!(setup.client().ids(owner, &u32::MAX, &100), list![env]);
}

#[test]
fn beneficiaries_have_lists_of_their_own() {
    let setup = Setup::new();
    let other = setup.person();
    setup.usual();
    let terms = Terms {
        beneficiary: other.clone(),
        ..setup.terms(linear(5, 1, 2, 3))
    };
    setup.create(&terms).unwrap();
    let env = setup.env();
    assert_eq!(setup.client().ids(&other, &0, &9), list![env, 2]);
    let owner = &setup.beneficiary;
    assert_eq!(setup.client().ids(owner, &0, &9), list![env, 1]);
}
