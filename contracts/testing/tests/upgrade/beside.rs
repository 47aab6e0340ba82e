//! The contracts beside the payout path, each with state of its own: what began before its upgrade goes on after it.

use merit_governance::{Settings, FOR};
use merit_redemption::{RedemptionError, Status as Redeemed};
use merit_referral::{ReferralError, Reward, Status};
use merit_testing::{
    escrow, governance, redemption,
    referral::{self, BONUS_NEWCOMER, BUDGET, CLAIM_WINDOW, CLAWBACK},
    vesting, Subject, World, DAY, MERCHANT,
};
use soroban_sdk::{testutils::MockAuthInvoke, IntoVal};

use crate::{
    release::Release,
    system::{Contract, ESCROW, GOVERNANCE, REDEMPTION, REFERRAL, VESTING},
    upgrade,
};

const FIRST: &str = "0.2.0";

/// The only release with redemptions that have numbers, and with one reward per newcomer.
fn from_0_2_0(check: fn(World)) {
    check(Release::Kept(FIRST.to_owned()).world());
}

fn from_each_later_release(contract: &Contract, check: fn(World)) {
    for release in Release::all() {
        if release.has(contract.name) && release.to_string() != FIRST {
            check(release.world());
        }
    }
}

fn from_each_release(contract: &Contract, check: fn(World)) {
    for release in Release::all() {
        if release.has(contract.name) && release.can_upgrade(contract) {
            check(release.world());
        }
    }
}

/// Redeems as release 0.2.0 does: one of the item, under a number.
fn redeem_numbered(setup: &redemption::Setup, reference: u8) -> u64 {
    let (wallet, price) = (setup.wallet(), redemption::PRICE);
    let transfer = MockAuthInvoke {
        contract: &setup.asset().sac,
        fn_name: "transfer",
        args: (&wallet, &setup.contract, price).into_val(setup.env()),
        sub_invokes: &[],
    };
    let hash = setup.hash(reference);
    let args = (&wallet, redemption::ITEM, 1u32, price, hash);
    let redeemed = setup
        .world
        .call_with(&wallet, &setup.contract, "redeem", args, &[transfer]);
    redeemed.unwrap()
}

#[test]
fn redemptions_continue() {
    from_each_later_release(&REDEMPTION, |world| {
        let setup = redemption::Setup::over(world);
        let [fulfilled, expired] = [(); 2].map(|()| setup.redeem_one());
        setup.fulfil(fulfilled).unwrap();
        let list = || setup.client().redemptions(&setup.wallet(), &None, &100);
        let (before, totals) = (list(), setup.client().totals());
        upgrade(&setup.world, Some((&setup.contract, &REDEMPTION)));
        assert_eq!((list(), setup.client().totals()), (before, totals));
        setup.world.advance(7 * DAY);
        setup.expire(expired).unwrap();
    });
}

#[test]
fn numbered_redemptions_continue() {
    from_0_2_0(|world| {
        let setup = redemption::Setup::over(world);
        let wallet = setup.wallet();
        let numbers = [1, 2, 3, 4, 5].map(|reference| redeem_numbered(&setup, reference));
        let fulfil = (numbers[0],);
        setup.call_as::<()>("fulfil", "fulfil", fulfil).unwrap();
        setup.asset().set_authorized(&wallet, false);
        setup
            .call_as::<()>("fulfil", "cancel", (numbers[1],))
            .unwrap();
        setup.asset().set_authorized(&wallet, true);
        let totals = setup.client().totals();
        let stock = setup.client().item(&redemption::ITEM).unwrap().stock;
        upgrade(&setup.world, Some((&setup.contract, &REDEMPTION)));

        let client = setup.client();
        assert_eq!(client.totals(), totals);
        assert_eq!(
            client.item(&redemption::ITEM).unwrap().terms,
            redemption::terms()
        );
        let statuses = || [1, 2, 3, 4, 5].map(|reference| setup.made(reference).unwrap().status);
        let (open, burned, refunded) = (Redeemed::Open, Redeemed::Fulfilled, Redeemed::Refunded);
        assert_eq!(statuses(), [burned, refunded, open, open, open]);
        let again = setup.redeem(&wallet, 3, &redemption::order());
        assert_eq!(again, redemption::error(RedemptionError::ReferenceTaken));

        // New redemptions limit the wallet; old ones neither count nor give back.
        let limited = merit_redemption::Terms {
            wallet_limit: Some(1),
            ..redemption::terms()
        };
        setup.set_item(redemption::ITEM, &limited).unwrap();
        setup.redeem(&wallet, 6, &redemption::order()).unwrap();
        setup.fulfil(3).unwrap();
        setup.cancel("wallet", 4).unwrap();
        let above = setup.redeem(&wallet, 7, &redemption::order());
        assert_eq!(above, redemption::error(RedemptionError::WalletLimit));
        setup.world.advance(7 * DAY);
        setup.expire(5).unwrap();
        setup.expire(6).unwrap();
        assert_eq!(
            statuses(),
            [burned, refunded, burned, refunded, refunded],
            "as after any redemption"
        );
        let left = client.item(&redemption::ITEM).unwrap().stock;
        assert_eq!(left, stock + 2);

        let page = |before: Option<u8>, limit| {
            let before = before.map(|reference| setup.hash(reference));
            let page = client.redemptions(&wallet, &before, &limit);
            let first_bytes = page.iter().map(|made| made.reference.to_array()[0]);
            first_bytes.collect::<Vec<_>>()
        };
        assert_eq!(page(None, 100), [6, 5, 4, 3, 2, 1]);
        assert_eq!(page(Some(4), 2), [3, 2]);
        assert!(page(Some(1), 100).is_empty());

        assert_eq!(setup.withdraw(&wallet), Ok(redemption::PRICE));
        let spent = redemption::FUNDS - setup.asset().balance(&wallet);
        assert_eq!((spent, client.total_held()), (2 * redemption::PRICE, 0));
    });
}

#[test]
fn referrals_continue() {
    from_each_later_release(&REFERRAL, |world| {
        let setup = referral::Setup::over(world);
        let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
        setup.fund(BUDGET).unwrap();
        setup.bind(&newcomer, &referrer).unwrap();
        setup.qualify(&newcomer).unwrap();
        let reward = setup.reward(&newcomer);
        upgrade(&setup.world, Some((&setup.contract, &REFERRAL)));
        assert_eq!(setup.reward(&newcomer), reward);
        setup.world.advance(CLAWBACK);
        assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
    });
}

#[test]
fn rewards_of_one_per_newcomer_continue() {
    from_0_2_0(|world| {
        let setup = referral::Setup::over(world);
        let (sponsor, referrer) = (setup.actor("sponsor"), setup.actor("referrer"));
        let [paid, revoked, expired] = ["newcomer", "stranger", "manager"].map(|name| {
            let newcomer = setup.actor(name);
            setup.bind(&newcomer, &referrer).unwrap();
            newcomer
        });
        setup.fund(BUDGET).unwrap();
        for newcomer in [&paid, &revoked, &expired] {
            setup.qualify(newcomer).unwrap();
        }
        let all = [&paid, &revoked, &expired];
        let before = all.map(|newcomer| {
            let args = (newcomer,);
            setup.call_unsigned::<Option<Reward>>("reward", args)
        });
        upgrade(&setup.world, Some((&setup.contract, &REFERRAL)));

        assert_eq!(all.map(|newcomer| Ok(setup.reward(newcomer))), before);
        let again = setup.qualify(&paid);
        assert_eq!(again, referral::error(ReferralError::AlreadyRewarded));
        // Another programme rewards the same newcomer by now.
        let other = MERCHANT + 1;
        setup.set_programme_of(other, &setup.terms()).unwrap();
        setup.fund_by(&sponsor, other, BUDGET).unwrap();
        setup.qualify_for(other, &paid).unwrap();
        setup.revoke(&revoked).unwrap();
        setup.world.advance(CLAWBACK);
        for merchant in [MERCHANT, other] {
            let claimed = setup.claim_of(merchant, &paid, &paid);
            assert_eq!(claimed, Ok(BONUS_NEWCOMER));
        }
        setup.world.advance(CLAIM_WINDOW);
        setup.expire(&expired).unwrap();
        let ends = all.map(|newcomer| setup.reward(newcomer).unwrap().for_newcomer.status);
        assert_eq!(ends, [Status::Paid, Status::Revoked, Status::Expired]);
        setup.expire(&paid).unwrap();
        setup.expire_of(other, &paid).unwrap();
        for merchant in [MERCHANT, other] {
            assert_eq!(setup.settle_of(merchant), Ok(BUDGET - BONUS_NEWCOMER));
        }
        assert_eq!(setup.withdraw(&sponsor), Ok(2 * (BUDGET - BONUS_NEWCOMER)));
        assert_eq!(setup.client().total_held(), 0);
    });
}

#[test]
fn schedules_continue() {
    from_each_release(&VESTING, |world| {
        let setup = vesting::Setup::over(world);
        let (claimed, revoked) = (setup.usual(), setup.usual());
        setup.world.advance(500);
        assert_eq!(setup.claim(&claimed), Ok(500));
        setup.world.asset.set_authorized(&setup.funder, false);
        assert_eq!(setup.revoke(&revoked), Ok(500));
        setup.world.asset.set_authorized(&setup.funder, true);
        let heir = setup.person();
        setup.begin(&setup.beneficiary, &claimed, &heir).unwrap();
        upgrade(&setup.world, Some((&setup.contract, &VESTING)));
        setup.ids.upgraded();
        let new = setup.usual();
        setup.accept(&heir, &claimed).unwrap();
        setup.world.advance(500);
        assert_eq!(setup.claim(&claimed), Ok(500));
        assert_eq!(setup.balance(&heir), 500);
        assert_eq!(setup.claim(&revoked), Ok(500));
        assert_eq!(setup.revoke(&new), Ok(500));
        assert_eq!(setup.claim(&new), Ok(500));
        // One by the release, which couldn't pay it, and one that the new code owes.
        assert_eq!(setup.withdraw(&setup.funder), Ok(1_000));
        assert_eq!(setup.client().obligations(), 0);
    });
}

#[test]
fn escrows_continue() {
    from_each_release(&ESCROW, |world| {
        let setup = escrow::Setup::over(world);
        let id = setup.usual();
        setup.world.asset.set_authorized(&setup.beneficiary, false);
        setup.release(&id, 0).unwrap();
        setup.world.asset.set_authorized(&setup.beneficiary, true);
        setup.dispute(&setup.depositor, &id, 1).unwrap();
        let held = setup.usual();
        let kept = [&id, &held].map(|id| setup.get(id));
        upgrade(&setup.world, Some((&setup.contract, &ESCROW)));
        setup.ids.upgraded();
        assert_eq!([&id, &held].map(|id| setup.get(id)), kept);
        assert!(kept[1].is_bound(), "older escrows needed no acceptance");
        assert_eq!(setup.withdraw(&setup.beneficiary), Ok(9_800));
        setup.resolve(&id, 1, 0).unwrap();
        setup.cancel(&held).unwrap();
        setup.cancel(&setup.usual()).unwrap();
        assert_eq!(setup.withdraw(&setup.depositor), Ok(5_001));
        assert_eq!(setup.balance(&setup.depositor), escrow::FUNDS - 10_000);
        assert_eq!(setup.client().totals().fees_due, 200);
    });
}

#[test]
fn votes_and_stakes_continue() {
    from_each_release(&GOVERNANCE, |world| {
        let gov = governance::Gov::over(world);
        let next = gov.client().try_total_warming().is_ok();
        for (staker, amount) in gov.stakers.iter().zip(governance::STAKES) {
            gov.stake(staker, amount).unwrap();
        }
        gov.world
            .advance(if next { governance::WARM_UP } else { 5 });
        for staker in gov.stakers.iter().filter(|_| next) {
            gov.activate(staker).unwrap();
        }
        let voted = gov.propose(&[gov.set_quota("bonus", 5)]).unwrap();
        if next {
            gov.begin_vote();
        } else {
            gov.world.advance(5);
        }
        gov.vote(0, &voted, FOR).unwrap();
        let leaving = gov.unstake(&gov.stakers[2], 100);
        assert!(leaving.is_ok());
        let stakes = || {
            let client = gov.client();
            let staked = gov.stakers.clone().map(|staker| client.staked(&staker));
            (staked, client.total_staked(), client.total_cooling())
        };
        let before = stakes();
        upgrade(&gov.world, Some((&gov.contract, &GOVERNANCE)));
        assert_eq!(stakes(), before);

        assert!(gov.vote(0, &voted, FOR).is_err(), "one vote each");
        gov.vote(1, &voted, FOR).unwrap();
        gov.end_vote();
        gov.queue(&voted).unwrap();
        gov.world.advance(governance::DELAY);
        gov.execute(&voted).unwrap();
        assert_eq!(gov.quota("bonus"), 5);
        // Stakes of the release vote on what begins now, and its settings give way.
        let longer = Settings {
            warm_up: 14 * DAY,
            ..governance::settings()
        };
        let [first, second, _] = &gov.stakers;
        gov.delegate(first, second).unwrap();
        let id = gov.open(&[gov.own("set_settings", (&longer,))]);
        let delegators = std::slice::from_ref(first);
        assert_eq!(gov.vote_for(second, &id, FOR, delegators), Ok(600));
        gov.vote(1, &id, FOR).unwrap();
        gov.end_vote();
        gov.queue(&id).unwrap();
        gov.world.advance(governance::DELAY);
        gov.execute(&id).unwrap();
        assert_eq!(gov.client().settings(), longer);
        gov.world.advance(governance::COOLDOWN);
        assert_eq!(gov.withdraw(&gov.stakers[2]), Ok(100));
    });
}
