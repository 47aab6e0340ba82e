//! Who receives what, with the asset's own refusals.

use merit_common::{amount::MAX, roles};
use merit_escrow::{
    EscrowError, FeesCollected, Part, Status, Terms, MAX_FEE_BPS, MAX_HORIZON, MAX_MILESTONES,
    MIN_WINDOW, WHOLE,
};
use merit_testing::escrow::{error, Setup, DEADLINE, FEE, FUNDS, UNDECIDED, WINDOW};
use merit_testing::{Failure, Line, DAY, START};
use soroban_sdk::{
    testutils::{Events as _, MuxedAddress as _},
    vec as list, Address, Event as _, MuxedAddress, Vec,
};

#[test]
fn milestones_are_released_one_by_one_less_the_fee() {
    let setup = Setup::new();
    let id = setup.usual();
    assert_eq!(setup.world.event_names(&setup.contract), ["created"]);
    assert_eq!(setup.balance(&setup.contract), 15_001);
    setup.release(id, 1).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["settled"]);
    assert_eq!(
        setup.balance(&setup.beneficiary),
        5_001 - 100,
        "2 %, rounded down"
    );
    assert_eq!(setup.status(id, 0), Status::Held);
    setup.release(id, 0).unwrap();
    assert_eq!(setup.balance(&setup.beneficiary), 15_001 - 300);
    let sums = setup.client().get(&id).sums;
    assert_eq!((sums.deposited, sums.held, sums.fees), (15_001, 0, 300));
    let totals = setup.client().totals();
    assert_eq!((totals.sums, totals.fees_due), (sums, 300));
}

#[test]
fn the_arbiter_splits_and_only_the_beneficiarys_share_bears_the_fee() {
    let setup = Setup::new();
    let id = setup.usual();
    let decide_by = setup.dispute(&setup.beneficiary, id, 1).unwrap();
    assert_eq!(decide_by, START + WINDOW);
    assert_eq!(setup.world.event_names(&setup.contract), ["disputed"]);
    let evidence = setup.client().milestone(&id, &1).evidence;
    assert_eq!(evidence, Some(setup.hash(9)));
    setup.submit(&setup.depositor, id, 1).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["evidence"]);
    setup.resolve(id, 1, 3_333).unwrap();
    let sums = setup.client().get(&id).sums;
    // 5,001 * 33.33 % = 1,666.8
    assert_eq!(
        (sums.released, sums.fees, sums.refunded),
        (1_633, 33, 3_335)
    );
    assert_eq!(setup.balance(&setup.beneficiary), 1_633);
    assert_eq!(setup.balance(&setup.depositor), FUNDS - 15_001 + 3_335);
}

#[test]
fn an_arbiter_may_give_all_to_one_side() {
    let setup = Setup::new();
    for (share, released) in [(0, 0), (WHOLE, 9_800)] {
        let id = setup.usual();
        setup.dispute(&setup.depositor, id, 0).unwrap();
        setup.resolve(id, 0, share).unwrap();
        assert_eq!(setup.client().get(&id).sums.released, released);
    }
    let id = setup.usual();
    setup.dispute(&setup.depositor, id, 0).unwrap();
    let above = setup.resolve(id, 0, WHOLE + 1);
    assert_eq!(above, error(EscrowError::InvalidShare));
}

#[test]
fn an_undisputed_milestone_is_refunded_and_an_undecided_dispute_is_split_by_the_terms() {
    let setup = Setup::new();
    let id = setup.usual();
    setup.dispute(&setup.beneficiary, id, 0).unwrap();
    setup.world.advance(DEADLINE);
    setup.expire(id, 1).unwrap();
    assert_eq!(setup.balance(&setup.depositor), FUNDS - 10_000);
    assert_eq!(setup.expire(id, 0), error(EscrowError::NotDue));
    setup.world.advance(WINDOW - DEADLINE);
    setup.expire(id, 0).unwrap();
    let gross = 10_000 * i128::from(UNDECIDED) / 10_000;
    let fee = gross * i128::from(FEE) / 10_000;
    assert_eq!(setup.balance(&setup.beneficiary), gross - fee);
    assert_eq!(setup.balance(&setup.depositor), FUNDS - gross);
}

#[test]
fn a_cancelled_escrow_returns_what_is_open_without_a_fee() {
    let setup = Setup::new();
    let id = setup.create(&setup.terms(&[100, 200, 300])).unwrap();
    setup.release(id, 0).unwrap();
    setup.dispute(&setup.depositor, id, 1).unwrap();
    setup.cancel(id).unwrap();
    assert_eq!(
        setup.world.event_names(&setup.contract),
        ["settled", "settled"]
    );
    assert_eq!(setup.balance(&setup.depositor), FUNDS - 100);
    assert_eq!(setup.cancel(id), error(EscrowError::InvalidTransition));
}

#[test]
fn a_party_that_cannot_receive_does_not_hold_up_the_other() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let frozen = Line {
        authorized: false,
        ..Line::default()
    };
    let account = asset.holder(frozen);
    let terms = Terms {
        beneficiary: account.clone(),
        ..setup.terms(&[10_000])
    };
    let id = setup.create(&terms).unwrap();
    setup.dispute(&setup.depositor, id, 0).unwrap();
    setup.resolve(id, 0, 5_000).unwrap();
    assert_eq!(
        setup.world.event_names(&setup.contract),
        ["owed", "settled"]
    );
    assert_eq!(setup.balance(&setup.depositor), FUNDS - 5_000);
    assert_eq!(setup.client().owed(&account), 4_900);
    assert_eq!(setup.client().totals().owed, 4_900);
    assert_eq!(
        setup.withdraw(&account),
        error(EscrowError::RecipientRefused)
    );
    asset.put_line(&account, Line::default());
    assert_eq!(setup.withdraw(&account), Ok(4_900));
    assert_eq!(setup.world.event_names(&setup.contract), ["withdrawn"]);
    assert_eq!(setup.balance(&account), 4_900);
    assert_eq!(setup.withdraw(&account), error(EscrowError::NothingOwed));
    assert_eq!(setup.client().totals().owed, 0);
}

#[test]
fn a_party_without_a_share_is_owed_nothing() {
    let setup = Setup::new();
    let terms = Terms {
        beneficiary: setup.world.asset.account(),
        ..setup.terms(&[10_000])
    };
    let id = setup.create(&terms).unwrap();
    setup.dispute(&setup.depositor, id, 0).unwrap();
    setup.resolve(id, 0, 0).unwrap();
    assert_eq!(setup.world.event_names(&setup.contract), ["settled"]);
    assert_eq!(
        setup.withdraw(&terms.beneficiary),
        error(EscrowError::NothingOwed)
    );
}

#[test]
fn a_frozen_or_clawed_back_contract_says_so() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let id = setup.usual();
    asset.set_authorized(&setup.contract, false);
    assert_eq!(setup.release(id, 0), error(EscrowError::ContractFrozen));
    asset.set_authorized(&setup.contract, true);
    asset.claw_back(&setup.contract, 5_202);
    assert_eq!(setup.release(id, 0), error(EscrowError::ContractShort));
    assert_eq!(setup.status(id, 0), Status::Held);
    assert_eq!(setup.release(id, 1), Ok(()));
}

#[test]
fn a_split_needs_both_shares_in_the_contract() {
    let setup = Setup::new();
    let asset = &setup.world.asset;
    let id = setup.usual();
    setup.dispute(&setup.beneficiary, id, 1).unwrap();
    // 1,633 for the beneficiary, 3,335 for the depositor.
    asset.claw_back(&setup.contract, 15_001 - 4_967);
    assert_eq!(
        setup.resolve(id, 1, 3_333),
        error(EscrowError::ContractShort)
    );
    asset.mint(&setup.contract, 1);
    assert_eq!(setup.resolve(id, 1, 3_333), Ok(()));
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
    setup.release(id, 0).unwrap();
    let totals = setup.client().totals();
    assert_eq!(
        (totals.sums.held, totals.fees_due, totals.owed),
        (5_000, 200, 9_800)
    );
    asset.mint(&setup.depositor, MAX - (FUNDS - 15_000));
    let over = setup.create(&setup.terms(&[MAX - 15_000 + 1]));
    assert_eq!(over, error(EscrowError::BalanceOverflow));
    assert_eq!(setup.create(&setup.terms(&[MAX - 15_000])), Ok(2));
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
    setup.release(id, 0).unwrap();
    assert_eq!(setup.client().get(&id).sums.fees, 200, "the old fee");

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
    assert_eq!(setup.client().last_id(), 0);
    let most = setup.terms(&[1; MAX_MILESTONES as usize]);
    assert_eq!(setup.create(&most), Ok(1));
    assert_eq!(setup.create(&until(START + MAX_HORIZON)), Ok(2));
    assert_eq!(setup.create(&window(90 * DAY)), Ok(3));
    let all_to_one = Terms {
        undecided_share: WHOLE,
        ..good()
    };
    assert_eq!(setup.create(&all_to_one), Ok(4));
}

#[test]
fn a_depositor_without_the_money_creates_nothing() {
    let setup = Setup::new();
    let outcome = setup.create(&setup.terms(&[FUNDS + 1]));
    assert_eq!(outcome, Err(Failure::Contract(10)), "the asset's own error");
    assert_eq!(setup.client().last_id(), 0);
    setup.world.asset.mint(&setup.depositor, MAX - FUNDS);
    setup.create(&setup.terms(&[MAX])).unwrap();
    let overflow = setup.create(&setup.terms(&[1]));
    assert_eq!(overflow, error(EscrowError::BalanceOverflow));
}

#[test]
fn parties_find_their_escrows_in_pages() {
    let setup = Setup::new();
    let env = setup.env();
    let other = Terms {
        beneficiary: setup.person(),
        ..setup.terms(&[10])
    };
    setup.usual();
    setup.create(&other).unwrap();
    setup.usual();
    let ids = |of: &Address, start: u32, limit: u32| setup.client().ids(of, &start, &limit);
    assert_eq!(ids(&setup.depositor, 0, 100), list![env, 1, 2, 3]);
    assert_eq!(ids(&setup.arbiter, 1, 1), list![env, 2]);
    assert_eq!(ids(&setup.beneficiary, 0, 100), list![env, 1, 3]);
    assert_eq!(ids(&other.beneficiary, 0, 100), list![env, 2]);
    assert_eq!(ids(&setup.depositor, u32::MAX, 100), list![env]);
    assert_eq!(setup.client().count(&setup.beneficiary), 2);
    for limit in [0u32, 101] {
        let args = (&setup.depositor, 0u32, limit);
        let page = setup
            .world
            .call_unsigned::<Vec<u64>>(&setup.contract, "ids", args);
        assert_eq!(page, error(EscrowError::InvalidPage));
    }
}

#[test]
fn unknown_escrows_and_milestones_are_named() {
    let setup = Setup::new();
    let missing = error(EscrowError::NotFound);
    assert_eq!(setup.release(1, 0), missing);
    assert_eq!(setup.resolve(1, 0, 1), missing);
    assert_eq!(setup.expire(1, 0), missing);
    assert_eq!(setup.cancel(1), missing);
    let id = setup.usual();
    let missing = error(EscrowError::NoMilestone);
    assert_eq!(setup.release(id, 2), missing);
    assert_eq!(setup.resolve(id, 2, 1), missing);
    assert_eq!(setup.expire(id, 2), missing);
    assert_eq!(setup.submit(&setup.depositor, id, 2), missing);
}
