//! Recipients and amounts of payments, with the asset's own refusals.

use merit_common::{amount::MAX, roles};
use merit_escrow::{
    EscrowError, FeesCollected, Part, Status, Terms, MAX_FEE_BPS, MAX_HORIZON, MAX_MILESTONES,
    MIN_WINDOW, WHOLE,
};
use merit_testing::escrow::{error, Setup, DEADLINE, FEE, FUNDS, UNDECIDED, WINDOW};
use merit_testing::{Failure, Line, DAY, START};
use soroban_sdk::{
    testutils::{Events as _, MuxedAddress as _},
    vec as list, Address, Event as _, MuxedAddress,
};

#[test]
fn milestones_are_released_one_by_one_less_the_fee() {
    let setup = Setup::new();
    let id = setup.usual();
    assert_eq!(setup.world.event_names(&setup.contract), ["accepted"]);
    assert_eq!(setup.balance(&setup.contract), 15_001);
    setup.release(&id, 1).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["settled"]);
    assert_eq!(
        setup.balance(&setup.beneficiary),
        5_001 - 100,
        "2 %, rounded down"
    );
    assert_eq!(setup.status(&id, 0), Status::Held);
    setup.release(&id, 0).unwrap();
    assert_eq!(setup.balance(&setup.beneficiary), 15_001 - 300);
    let sums = setup.get(&id).sums;
    assert_eq!((sums.deposited, sums.held, sums.fees), (15_001, 0, 300));
    let totals = setup.client().totals();
    assert_eq!((totals.sums, totals.fees_due), (sums, 300));
}

#[test]
fn the_arbiter_splits_and_only_the_beneficiarys_share_bears_the_fee() {
    let setup = Setup::new();
    let id = setup.usual();
    let decide_by = setup.dispute(&setup.beneficiary, &id, 1).unwrap();
    assert_eq!(decide_by, START + WINDOW);
    assert_eq!(setup.world.event_names(&setup.contract), ["disputed"]);
    let evidence = setup.get(&id).milestones.get(1).unwrap().evidence;
    assert_eq!(evidence, Some(setup.hash(9)));
    setup.submit(&setup.depositor, &id, 1).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["evidence"]);
    setup.resolve(&id, 1, 3_333).unwrap();
    let names = setup.world.event_names(&setup.contract);
    let sums = setup.get(&id).sums;
    // 5,001 * 33.33 % = 1,666.8
    assert_eq!(
        (sums.released, sums.fees, sums.refunded),
        (1_633, 33, 3_335)
    );
    assert_eq!(names, ["owed", "owed", "settled"]);
    assert_eq!(setup.withdraw(&setup.beneficiary), Ok(1_633));
    assert_eq!(setup.withdraw(&setup.depositor), Ok(3_335));
    assert_eq!(setup.client().totals().owed, 0);
}

#[test]
fn an_arbiter_may_give_all_to_one_side() {
    let setup = Setup::new();
    for (share, released) in [(0, 0), (WHOLE, 9_800)] {
        let id = setup.usual();
        setup.dispute(&setup.depositor, &id, 0).unwrap();
        setup.resolve(&id, 0, share).unwrap();
        assert_eq!(setup.get(&id).sums.released, released);
    }
    let id = setup.usual();
    setup.dispute(&setup.depositor, &id, 0).unwrap();
    let above = setup.resolve(&id, 0, WHOLE + 1);
    assert_eq!(above, error(EscrowError::InvalidShare));
}

#[test]
fn an_undisputed_milestone_is_refunded_and_an_undecided_dispute_is_split_by_the_terms() {
    let setup = Setup::new();
    let id = setup.usual();
    setup.dispute(&setup.beneficiary, &id, 0).unwrap();
    setup.world.advance(DEADLINE);
    setup.expire(&id, 1).unwrap();
    assert_eq!(setup.withdraw(&setup.depositor), Ok(5_001));
    assert_eq!(setup.expire(&id, 0), error(EscrowError::NotDue));
    setup.world.advance(WINDOW - DEADLINE);
    setup.expire(&id, 0).unwrap();
    let gross = 10_000 * i128::from(UNDECIDED) / 10_000;
    let fee = gross * i128::from(FEE) / 10_000;
    assert_eq!(setup.withdraw(&setup.beneficiary), Ok(gross - fee));
    assert_eq!(setup.withdraw(&setup.depositor), Ok(10_000 - gross));
}

#[test]
fn a_cancelled_escrow_returns_what_is_open_without_a_fee() {
    let setup = Setup::new();
    let id = setup.bound(&setup.terms(&[100, 200, 300]));
    setup.release(&id, 0).unwrap();
    setup.dispute(&setup.depositor, &id, 1).unwrap();
    setup.cancel(&id).unwrap();
    assert_eq!(
        setup.world.event_names(&setup.contract),
        ["settled", "settled"]
    );
    assert_eq!(setup.balance(&setup.depositor), FUNDS - 100);
    assert_eq!(setup.cancel(&id), error(EscrowError::InvalidTransition));
}

#[test]
fn both_parties_split_a_milestone_as_they_like() {
    let setup = Setup::new();
    let id = setup.usual();
    assert_eq!(setup.split(&id, 0, 2_500), Ok(()));
    assert_eq!(setup.world.event_names(&setup.contract), ["settled"]);
    assert_eq!(setup.status(&id, 0), Status::Split);
    assert_eq!(setup.balance(&setup.beneficiary), 2_500 - 50);
    assert_eq!(setup.balance(&setup.depositor), FUNDS - 15_001 + 7_500);
    let above = setup.split(&id, 1, WHOLE + 1);
    assert_eq!(above, error(EscrowError::InvalidShare));
}

#[test]
fn a_party_that_cannot_receive_is_owed_its_payment() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let id = setup.usual();
    asset.set_authorized(&setup.beneficiary, false);
    setup.release(&id, 0).unwrap();
    assert_eq!(
        setup.world.event_names(&setup.contract),
        ["owed", "settled"]
    );
    assert_eq!(setup.balance(&setup.depositor), FUNDS - 15_001);
    assert_eq!(setup.client().owed(&setup.beneficiary), 9_800);
    assert_eq!(setup.client().totals().owed, 9_800);
    let refused = error(EscrowError::AccountFrozen);
    assert_eq!(setup.withdraw(&setup.beneficiary), refused);
    asset.set_authorized(&setup.beneficiary, true);
    assert_eq!(setup.withdraw(&setup.beneficiary), Ok(9_800));
    assert_eq!(setup.world.event_names(&setup.contract), ["withdrawn"]);
    assert_eq!(setup.balance(&setup.beneficiary), 9_800);
    let nothing = error(EscrowError::NothingOwed);
    assert_eq!(setup.withdraw(&setup.beneficiary), nothing);
    assert_eq!(setup.client().totals().owed, 0);
}

/// A trustline that changes after a call was signed would change what the call touches, and make it fail.
#[test]
fn decisions_and_deadlines_touch_no_trustline() {
    for decided in [false, true] {
        let setup = Setup::new();
        let asset = &setup.world.asset;
        let id = setup.usual();
        setup.dispute(&setup.depositor, &id, 0).unwrap();
        if decided {
            setup.resolve(&id, 0, 5_000).unwrap();
        } else {
            setup.world.advance(WINDOW);
            setup.expire(&id, 0).unwrap();
        }
        assert!(setup.world.events_of(&asset.sac).is_empty());
        let (client, parties) = (setup.client(), [&setup.depositor, &setup.beneficiary]);
        let owed: i128 = parties.map(|party| client.owed(party)).iter().sum();
        assert_eq!(owed, client.totals().owed);
        assert_eq!(owed + client.totals().fees_due, 10_000);
    }
}

#[test]
fn a_frozen_or_short_contract_holds_up_no_decision() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let id = setup.usual();
    setup.dispute(&setup.depositor, &id, 0).unwrap();
    asset.claw_back(&setup.contract, 15_001);
    asset.set_authorized(&setup.contract, false);
    assert_eq!(setup.resolve(&id, 0, WHOLE), Ok(()));
    let frozen = error(EscrowError::ContractFrozen);
    assert_eq!(setup.withdraw(&setup.beneficiary), frozen);
    asset.set_authorized(&setup.contract, true);
    let short = error(EscrowError::ContractShort);
    assert_eq!(setup.withdraw(&setup.beneficiary), short);
    asset.mint(&setup.contract, 9_800);
    assert_eq!(setup.withdraw(&setup.beneficiary), Ok(9_800));
}

#[test]
fn a_party_without_a_share_is_owed_nothing() {
    let setup = Setup::new();
    let id = setup.usual();
    setup.dispute(&setup.depositor, &id, 0).unwrap();
    setup.resolve(&id, 0, 0).unwrap();
    assert_eq!(
        setup.world.event_names(&setup.contract),
        ["owed", "settled"]
    );
    let nothing = error(EscrowError::NothingOwed);
    assert_eq!(setup.withdraw(&setup.beneficiary), nothing);
}

#[test]
fn a_frozen_or_clawed_back_contract_says_so() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let id = setup.usual();
    asset.set_authorized(&setup.contract, false);
    assert_eq!(setup.release(&id, 0), error(EscrowError::ContractFrozen));
    asset.set_authorized(&setup.contract, true);
    asset.claw_back(&setup.contract, 5_202);
    assert_eq!(setup.release(&id, 0), error(EscrowError::ContractShort));
    assert_eq!(setup.status(&id, 0), Status::Held);
    assert_eq!(setup.release(&id, 1), Ok(()));
}

#[test]
fn a_split_needs_both_shares_in_the_contract() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let id = setup.usual();
    // 1,633 for the beneficiary, 3,335 for the depositor.
    asset.claw_back(&setup.contract, 15_001 - 4_967);
    let short = error(EscrowError::ContractShort);
    assert_eq!(setup.split(&id, 1, 3_333), short);
    asset.mint(&setup.contract, 1);
    assert_eq!(setup.split(&id, 1, 3_333), Ok(()));
}

#[test]
fn fees_and_shares_that_wait_count_towards_the_largest_balance() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let frozen = Line {
        authorized: false,
        ..Line::default()
    };
    let terms = Terms {
        beneficiary: asset.holder(frozen),
        ..setup.terms(&[10_000, 5_000])
    };
    let id = setup.create(&terms).unwrap();
    setup.release(&id, 0).unwrap();
    let totals = setup.client().totals();
    assert_eq!(
        (totals.sums.held, totals.fees_due, totals.owed),
        (5_000, 200, 9_800)
    );
    asset.mint(&setup.depositor, MAX - (FUNDS - 15_000));
    let over = setup.create(&setup.terms(&[MAX - 15_000 + 1]));
    assert_eq!(over, error(EscrowError::BalanceOverflow));
    assert!(setup.create(&setup.terms(&[MAX - 15_000])).is_ok());
}

#[test]
fn fees_are_fixed_at_creation_capped_and_collected() {
    let setup = Setup::new();
    let id = setup.usual();
    assert_eq!(
        setup.set_fee(MAX_FEE_BPS + 1),
        error(EscrowError::FeeTooHigh)
    );
    setup.set_fee(MAX_FEE_BPS).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["fee_set"]);
    let unaware = setup.create(&setup.terms(&[10_000]));
    assert_eq!(unaware, error(EscrowError::FeeNotAccepted));
    setup.release(&id, 0).unwrap();
    assert_eq!(setup.get(&id).sums.fees, 200, "the old fee");

    let to = setup.person();
    assert_eq!(setup.collect(&to, 201), error(EscrowError::FeesShort));
    assert_eq!(setup.collect(&to, 0), error(EscrowError::InvalidAmount));
    assert_eq!(setup.collect(&to, -1), error(EscrowError::InvalidAmount));
    let pool = setup.collect(&setup.world.pool, 1);
    assert_eq!(pool, error(EscrowError::RefusedRecipient));
    let bare = setup.world.asset.account();
    let refused = setup.collect(&bare, 1);
    assert_eq!(refused, error(EscrowError::RecipientRefused));
    let refused = setup.collect(MuxedAddress::new(&setup.world.asset.issuer, 7), 1);
    assert_eq!(refused, error(EscrowError::RefusedRecipient));
    setup.collect(&to, 150).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["fees_collected"]);
    let custodian = setup.world.asset.holder(Line::default());
    setup.collect(MuxedAddress::new(&custodian, 7), 50).unwrap();
    let event = FeesCollected {
        treasurer: setup.world.holder(roles::TREASURER).clone(),
        to: custodian.clone(),
        to_muxed_id: Some(7),
        amount: 50,
    };
    let emitted = setup.env().events().all();
    assert_eq!(
        emitted.filter_by_contract(&setup.contract),
        [event.to_xdr(setup.env(), &setup.contract)]
    );
    let transfers = setup.world.events_of(&setup.world.asset.sac);
    assert!(std::format!("{transfers:?}").contains("to_muxed_id"));
    assert_eq!(setup.balance(&to), 150);
    assert_eq!(setup.balance(&custodian), 50);
    assert_eq!(setup.client().totals().fees_due, 0);
    assert_eq!(setup.client().totals().sums.fees, 200);
}

#[test]
fn impossible_terms_are_refused() {
    use EscrowError::*;
    let setup = Setup::new();
    let good = || setup.terms(&[10]);
    let until = |deadline: u64| Terms {
        parts: list![
            setup.env(),
            Part {
                amount: 10,
                deadline
            }
        ],
        ..good()
    };
    let to = |beneficiary: &Address, arbiter: &Address| Terms {
        beneficiary: beneficiary.clone(),
        arbiter: arbiter.clone(),
        ..good()
    };
    let window = |dispute_window: u64| Terms {
        dispute_window,
        ..good()
    };
    let world = &setup.world;
    let (depositor, other) = (&setup.depositor, &setup.arbiter);
    let table = [
        (setup.terms(&[]), InvalidMilestones),
        (
            setup.terms(&[1; MAX_MILESTONES as usize + 1]),
            InvalidMilestones,
        ),
        (setup.terms(&[5, 0]), InvalidAmount),
        (setup.terms(&[5, -1]), InvalidAmount),
        (setup.terms(&[i128::MAX]), InvalidAmount),
        (setup.terms(&[MAX, 1]), InvalidAmount),
        (until(START), InvalidDeadline),
        (until(START + MAX_HORIZON + 1), InvalidDeadline),
        (window(MIN_WINDOW - 1), InvalidWindow),
        (window(90 * DAY + 1), InvalidWindow),
        (
            Terms {
                undecided_share: WHOLE + 1,
                ..good()
            },
            InvalidShare,
        ),
        (
            Terms {
                max_fee: FEE - 1,
                ..good()
            },
            FeeNotAccepted,
        ),
        (to(depositor, other), InvalidParties),
        (to(other, other), InvalidParties),
        (to(other, depositor), InvalidParties),
        (to(&setup.contract, other), RefusedRecipient),
        (to(&world.asset.sac, other), RefusedRecipient),
        (to(&world.asset.issuer, other), RefusedRecipient),
        (to(&world.pool, other), RefusedRecipient),
    ];
    for (terms, expected) in table {
        assert_eq!(setup.create(&terms), error(expected), "{terms:?}");
    }
    assert_eq!(setup.client().totals().sums.deposited, 0);
    let most = setup.terms(&[1; MAX_MILESTONES as usize]);
    assert!(setup.create(&most).is_ok());
    assert!(setup.create(&until(START + MAX_HORIZON)).is_ok());
    assert!(setup.create(&window(90 * DAY)).is_ok());
    let all_to_one = Terms {
        undecided_share: WHOLE,
        ..good()
    };
    assert!(setup.create(&all_to_one).is_ok());
}

#[test]
fn a_depositor_without_the_money_creates_nothing() {
    let setup = Setup::new();
    let outcome = setup.create(&setup.terms(&[FUNDS + 1]));
    assert_eq!(outcome, Err(Failure::Contract(10)), "the asset's own error");
    assert_eq!(setup.client().totals().sums.deposited, 0);
    setup.world.asset.mint(&setup.depositor, MAX - FUNDS);
    setup.create(&setup.terms(&[MAX])).unwrap();
    let overflow = setup.create(&setup.terms(&[1]));
    assert_eq!(overflow, error(EscrowError::BalanceOverflow));
}

#[test]
fn unknown_escrows_and_milestones_are_named() {
    let setup = Setup::new();
    let (missing, none) = (error(EscrowError::NotFound), setup.hash(1));
    assert_eq!(setup.release(&none, 0), missing);
    assert_eq!(setup.resolve(&none, 0, 1), missing);
    assert_eq!(setup.expire(&none, 0), missing);
    assert_eq!(setup.cancel(&none), missing);
    let id = setup.usual();
    let missing = error(EscrowError::NoMilestone);
    assert_eq!(setup.release(&id, 2), missing);
    assert_eq!(setup.resolve(&id, 2, 1), missing);
    assert_eq!(setup.expire(&id, 2), missing);
    assert_eq!(setup.submit(&setup.depositor, &id, 2), missing);
}

#[test]
fn a_frozen_account_gets_nothing_and_gives_nothing_whatever_its_trustline_is() {
    let setup = Setup::new();
    let id = setup.usual();
    let frozen = error(EscrowError::AccountFrozen);
    let freeze = |account: &Address| {
        setup.world.freeze(account);
        setup.world.asset.renew_line(account);
    };
    freeze(&setup.depositor);
    assert_eq!(setup.release(&id, 0), frozen);
    assert_eq!(setup.split(&id, 0, 5_000), frozen);
    setup.world.unfreeze(&setup.depositor);

    freeze(&setup.beneficiary);
    assert_eq!(setup.split(&id, 0, 5_000), frozen);
    setup.release(&id, 0).unwrap();
    assert_eq!(
        setup.withdraw(&setup.beneficiary),
        error(EscrowError::AccountFrozen)
    );
    assert_eq!(setup.balance(&setup.beneficiary), 0);
    setup.world.unfreeze(&setup.beneficiary);
    assert_eq!(setup.withdraw(&setup.beneficiary), Ok(9_800));

    freeze(&setup.depositor);
    let before = setup.balance(&setup.depositor);
    setup.cancel(&id).unwrap();
    assert_eq!(
        setup.withdraw(&setup.depositor),
        error(EscrowError::AccountFrozen)
    );
    assert_eq!(setup.balance(&setup.depositor), before);
    setup.world.unfreeze(&setup.depositor);
    assert_eq!(setup.withdraw(&setup.depositor), Ok(5_001));
}
