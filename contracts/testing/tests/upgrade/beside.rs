//! The contracts beside the payout path, each with state of its own: what began before its upgrade goes on after it.

use merit_governance::{Settings, FOR};
use merit_testing::{
    escrow, governance, redemption,
    referral::{self, BONUS_NEWCOMER, BUDGET, CLAWBACK, WINDOW},
    vesting, Subject, World, DAY,
};

use crate::{
    release::Release,
    system::{Contract, ESCROW, GOVERNANCE, REDEMPTION, REFERRAL, VESTING},
    upgrade,
};

fn from_each_release(contract: &Contract, check: fn(World)) {
    for release in Release::all() {
        if release.has(contract.name) {
            check(release.world());
        }
    }
}

#[test]
fn redemptions_continue() {
    from_each_release(&REDEMPTION, |world| {
        let setup = redemption::Setup::over(world);
        let wallet = setup.wallet();
        let [delivered, late, stuck] = [(); 3].map(|()| setup.redeem_one());
        setup.fulfil(delivered).unwrap();
        setup.asset().set_authorized(&wallet, false);
        setup.cancel("fulfil", stuck).unwrap();
        setup.asset().set_authorized(&wallet, true);
        let before = setup.client().redemptions(&wallet, &0, &100);
        let totals = setup.client().totals();
        upgrade(&setup.world, &setup.contract, &REDEMPTION);
        let client = setup.client();
        assert_eq!(client.redemptions(&wallet, &0, &100), before);
        assert_eq!(client.totals(), totals);
        setup.world.advance(7 * DAY);
        setup.expire(late).unwrap();
        assert_eq!(setup.withdraw(&wallet), Ok(redemption::PRICE));
        let spent = redemption::FUNDS - setup.asset().balance(&wallet);
        assert_eq!((spent, client.total_held()), (redemption::PRICE, 0));
    });
}

#[test]
fn referrals_continue() {
    from_each_release(&REFERRAL, |world| {
        let setup = referral::Setup::over(world);
        let (newcomer, referrer) = (setup.actor("newcomer"), setup.actor("referrer"));
        setup.fund(BUDGET).unwrap();
        setup.bind(&newcomer, &referrer).unwrap();
        setup.qualify(&newcomer).unwrap();
        let reward = setup.client().reward(&newcomer);
        upgrade(&setup.world, &setup.contract, &REFERRAL);
        assert_eq!(setup.client().reward(&newcomer), reward);
        setup.world.advance(CLAWBACK);
        assert_eq!(setup.claim(&newcomer, &newcomer), Ok(BONUS_NEWCOMER));
        setup.world.advance(WINDOW);
        assert_eq!(setup.settle(), Ok(BUDGET - 140));
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
        upgrade(&setup.world, &setup.contract, &VESTING);
        setup.ids.upgraded();
        let new = setup.usual();
        setup.accept(&heir, &claimed).unwrap();
        setup.world.advance(500);
        assert_eq!(setup.claim(&claimed), Ok(500));
        assert_eq!(setup.balance(&heir), 500);
        assert_eq!(setup.claim(&revoked), Ok(500));
        assert_eq!(setup.revoke(&new), Ok(500));
        assert_eq!(setup.claim(&new), Ok(500));
        assert_eq!(setup.withdraw(&setup.funder), Ok(500));
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
        upgrade(&setup.world, &setup.contract, &ESCROW);
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
        let voted = gov.propose(&[gov.set_param("bonus", 5)]).unwrap();
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
        upgrade(&gov.world, &gov.contract, &GOVERNANCE);
        assert_eq!(stakes(), before);

        assert!(gov.vote(0, &voted, FOR).is_err(), "one vote each");
        gov.vote(1, &voted, FOR).unwrap();
        gov.end_vote();
        gov.queue(&voted).unwrap();
        gov.world.advance(governance::DELAY);
        gov.execute(&voted).unwrap();
        assert_eq!(gov.param("bonus"), Some(5));
        // Stakes of the release vote on what begins now, and its settings give way.
        let longer = Settings {
            warm_up: 14 * DAY,
            ..governance::settings()
        };
        gov.enact(&[gov.own("set_settings", (&longer,))]).unwrap();
        assert_eq!(gov.client().settings(), longer);
        gov.world.advance(governance::COOLDOWN);
        assert_eq!(gov.withdraw(&gov.stakers[2]), Ok(100));
    });
}
