//! A revocation stops vesting whether or not the funder can receive.

use merit_testing::vesting::{error, linear, Setup, FUNDS};
use merit_testing::{Line, DAY, START};
use merit_vesting::{Revoked, Terms, VestingError};
use soroban_sdk::{testutils::Events as _, vec as list, Event as _};

const OWED: [&str; 2] = ["owed", "revoked"];

#[test]
fn a_funder_that_cannot_receive_is_owed_and_nothing_more_vests() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let id = setup.usual();
    setup.world.advance(400);
    asset.set_authorized(&setup.funder, false);
    assert_eq!(setup.revoke(&id), Ok(600));
    assert_eq!(setup.world.event_names(&setup.contract), OWED);
    setup.world.advance(10_000);
    let client = setup.client();
    assert_eq!(
        client.vested_at(&id, &setup.now()),
        400,
        "vesting has stopped"
    );
    assert_eq!(client.owed(&setup.funder), 600);
    assert_eq!(client.obligations(), 1_000);
    assert_eq!(setup.revoke(&id), error(VestingError::AlreadyRevoked));
    let refused = setup.withdraw(&setup.funder);
    assert_eq!(refused, error(VestingError::AccountFrozen));
    assert_eq!(
        setup.claim(&id),
        Ok(400),
        "the beneficiary waits for nobody"
    );

    asset.set_authorized(&setup.funder, true);
    assert_eq!(setup.withdraw(&setup.funder), Ok(600));
    assert_eq!(setup.world.event_names(&setup.contract), ["withdrawn"]);
    assert_eq!(setup.balance(&setup.funder), FUNDS - 400);
    assert_eq!((client.owed(&setup.funder), client.obligations()), (0, 0));
    let again = setup.withdraw(&setup.funder);
    assert_eq!(again, error(VestingError::NothingOwed));
}

/// A trustline that changes after the call was signed would change what the call touches, and make it fail: funder and
/// beneficiary together would keep a third from revoking.
#[test]
fn no_trustline_holds_up_a_revoker_beside_the_two() {
    let setup = Setup::new();
    let id = setup.usual();
    assert_eq!(setup.revoke(&id), Ok(1_000));
    assert_eq!(setup.world.event_names(&setup.contract), OWED);
    let transfers = setup.world.events_of(&setup.world.asset.sac);
    assert!(transfers.is_empty());
    assert_eq!(setup.withdraw(&setup.funder), Ok(1_000));

    let own = Terms {
        revoker: Some(setup.funder.clone()),
        ..setup.terms(linear(100, START, START, START + 100))
    };
    let own = setup.create(&own).unwrap();
    let funder = &setup.funder;
    let revoked = setup.call(funder, "revoke", (funder, &own));
    assert_eq!(revoked, Ok(100i128));
    assert_eq!(setup.balance(funder), FUNDS, "at once");
}

#[test]
fn what_is_owed_from_several_schedules_is_paid_at_once() {
    let setup = Setup::new();
    let ids = [setup.usual(), setup.usual()];
    setup.world.asset.set_authorized(&setup.funder, false);
    for id in ids {
        assert_eq!(setup.revoke(&id), Ok(1_000));
    }
    // Longer than any entry is extended to.
    setup.world.advance(190 * DAY);
    setup.world.asset.set_authorized(&setup.funder, true);
    assert_eq!(setup.withdraw(&setup.funder), Ok(2_000));
    assert_eq!(setup.balance(&setup.funder), FUNDS);
}

#[test]
fn a_frozen_or_short_contract_stops_vesting_too() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let [first, second] = [setup.usual(), setup.usual()];
    setup.world.advance(500);
    asset.set_authorized(&setup.contract, false);
    assert_eq!(setup.revoke(&first), Ok(500));
    let frozen = setup.withdraw(&setup.funder);
    assert_eq!(frozen, error(VestingError::ContractFrozen));
    asset.set_authorized(&setup.contract, true);
    asset.claw_back(&setup.contract, 1_501);
    assert_eq!(setup.revoke(&second), Ok(500));
    assert_eq!(setup.client().owed(&setup.funder), 1_000);
    let short = setup.withdraw(&setup.funder);
    assert_eq!(short, error(VestingError::ContractShort));
    asset.mint(&setup.contract, 501);
    assert_eq!(setup.withdraw(&setup.funder), Ok(1_000));
    assert_eq!(setup.client().obligations(), 1_000, "what has vested");
}

#[test]
fn an_account_without_room_for_it_is_owed() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let line = |balance, limit| Line {
        balance,
        limit,
        ..Line::default()
    };
    let account = asset.holder(line(1_000, 1_000));
    let terms = Terms {
        revoker: Some(account.clone()),
        ..setup.terms(linear(1_000, START, START, START + 1_000))
    };
    let client = setup.client().mock_all_auths();
    let created = client.create(&account, &list![setup.env(), terms]);
    let id = created.get(0).unwrap();
    asset.put_line(&account, line(1, 1_000));
    assert_eq!(client.revoke(&account, &id), 1_000);
    let event = Revoked {
        id: id.clone(),
        revoker: account.clone(),
        funder: account.clone(),
        refunded: 1_000,
    };
    let emitted = setup.env().events().all();
    let emitted = emitted.filter_by_contract(&setup.contract);
    let last = emitted.events().last().cloned();
    assert_eq!(last, Some(event.to_xdr(setup.env(), &setup.contract)));
    setup.env().set_auths(&[]);
    let refused = setup.withdraw(&account);
    assert_eq!(refused, error(VestingError::RecipientRefused));
    asset.put_line(&account, line(1, 1_001));
    assert_eq!(setup.withdraw(&account), Ok(1_000));
    assert_eq!(setup.balance(&account), 1_001);
}

#[test]
fn a_frozen_account_is_paid_nothing_whatever_its_trustline_is() {
    let setup = Setup::new();
    let (claimed, revoked) = (setup.usual(), setup.usual());
    setup.world.advance(500);
    for account in [&setup.beneficiary, &setup.funder] {
        setup.world.freeze(account);
        setup.world.asset.renew_line(account);
    }
    let funded = setup.balance(&setup.funder);
    let frozen = error(VestingError::AccountFrozen);
    assert_eq!(setup.claim(&claimed), frozen);
    assert_eq!(setup.revoke(&revoked), Ok(500));
    assert_eq!(setup.withdraw(&setup.funder), frozen);
    let paid = |setup: &Setup| {
        (
            setup.balance(&setup.beneficiary),
            setup.balance(&setup.funder),
        )
    };
    assert_eq!(paid(&setup), (0, funded));
    for account in [&setup.beneficiary, &setup.funder] {
        setup.world.unfreeze(account);
    }
    assert_eq!(setup.claim(&claimed), Ok(500));
    assert_eq!(setup.withdraw(&setup.funder), Ok(500));
    assert_eq!(paid(&setup), (500, funded + 500));
}
