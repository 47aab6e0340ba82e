//! A paid reward may be taken back where its campaign allows it, within its window, once.

use merit_campaign::CampaignError;
use merit_common::{
    result::{ALREADY_SAME, NO_TRUSTLINE, PAID},
    roles::{CLAWBACK, MANAGER, REVOKER},
};
use merit_distribution::{DistributionError, RewardClawedBack};
use merit_testing::{
    distribution::error, payment, payments, Failure, Line, PaidReward, Terms, World, DAY, FIRST,
    START,
};
use merit_token::TokenError;
use soroban_sdk::{testutils::Events as _, Event as _};

/// A campaign with a window of a day that paid 100 each under the first numbers to holders and one account
/// without a line, which comes second.
fn paid() -> (World, Vec<PaidReward>) {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    world.allow_clawback(campaign, DAY).unwrap();
    let holder = || world.asset.holder(Line::default());
    let to = [holder(), world.asset.account(), holder(), holder()];
    let results = world.results(campaign, &payments(&world.env, FIRST + 1, &to, 100));
    assert_eq!(results, [PAID, NO_TRUSTLINE, PAID, PAID]);
    let wanted = (FIRST + 1..).zip(to).map(|(number, wallet)| PaidReward {
        campaign,
        number,
        wallet,
        amount: 100,
        paid_at: START,
    });
    let wanted = wanted.collect();
    (world, wanted)
}

#[test]
fn a_reward_is_burnt_once_and_stays_spent() {
    let (world, rewards) = paid();
    let reward = &rewards[2];
    assert_eq!(world.claw_back(reward), Ok(()));
    let event = RewardClawedBack {
        campaign: reward.campaign,
        wallet: reward.wallet.clone(),
        number: FIRST + 3,
        amount: 100,
        operator: world.holder(REVOKER).clone(),
    };
    let emitted = world.env.events().all();
    let emitted = emitted.filter_by_contract(&world.distribution);
    assert_eq!(
        emitted.events(),
        [event.to_xdr(&world.env, &world.distribution)]
    );
    assert_eq!(world.asset.balance(&reward.wallet), 0);
    let campaign = world.campaigns().get(&reward.campaign);
    assert_eq!((campaign.spent, campaign.budget), (300, 1_000_000));
    assert_eq!(world.pool().total_held(), 1_000_000 - 300);

    // The wallet gets other money: it is not taken for the same reward.
    world.asset.mint(&reward.wallet, 100);
    assert_eq!(world.claw_back(reward), error(DistributionError::NoReceipt));
    // The number stays paid.
    let again = payments(&world.env, FIRST + 3, [&reward.wallet], 100);
    assert_eq!(world.results(reward.campaign, &again), [ALREADY_SAME]);
    // Its neighbours are untouched, and may be taken back too.
    assert_eq!(world.asset.balance(&rewards[0].wallet), 100);
    assert_eq!(world.claw_back(&rewards[3]), Ok(()));
    assert_eq!(world.claw_back(&rewards[0]), Ok(()));
}

#[test]
fn only_a_paid_reward_can_be_clawed_back() {
    let (world, rewards) = paid();
    let right = &rewards[0];
    let other = world.open_campaign(&Terms {
        reference: 2,
        ..Terms::default()
    });
    let table = [
        ("unpaid", rewards[1].clone()),
        (
            "campaign",
            PaidReward {
                campaign: other,
                ..right.clone()
            },
        ),
        (
            "time",
            PaidReward {
                paid_at: START + 1,
                ..right.clone()
            },
        ),
        (
            "number",
            PaidReward {
                number: FIRST + 3,
                ..right.clone()
            },
        ),
        (
            "wallet",
            PaidReward {
                wallet: rewards[2].wallet.clone(),
                ..right.clone()
            },
        ),
        (
            "amount",
            PaidReward {
                amount: 99,
                ..right.clone()
            },
        ),
    ];
    world.asset.mint(&rewards[0].wallet, 1_000);
    for (what, wrong) in table {
        let none = error(DistributionError::NoReceipt);
        assert_eq!(world.claw_back(&wrong), none, "{what}");
    }
    assert_eq!(world.claw_back(right), Ok(()));
}

#[test]
fn a_clawback_fails_after_the_window() {
    let (world, rewards) = paid();
    world.advance(DAY - 1);
    assert_eq!(world.claw_back(&rewards[0]), Ok(()));
    world.advance(1);
    let over = error(DistributionError::ClawbackOver);
    assert_eq!(world.claw_back(&rewards[2]), over);
}

#[test]
fn a_campaign_without_clawback_gives_nothing_back() {
    let world = World::new();
    let campaign = world.open_campaign(&Terms::default());
    assert_eq!(world.campaigns().clawback_seconds(&campaign), None);
    let wallet = world.asset.holder(Line::default());
    let batch = payments(&world.env, FIRST + 1, [&wallet], 100);
    assert_eq!(world.results(campaign, &batch), [PAID]);
    let wanted = PaidReward {
        campaign,
        number: FIRST + 1,
        wallet,
        amount: 100,
        paid_at: START,
    };
    let none = error(DistributionError::NoReceipt);
    assert_eq!(world.claw_back(&wanted), none);
    // Nor may it be given leave later: the wallets didn't know.
    let late = Failure::Contract(CampaignError::AlreadyPaid as u32);
    assert_eq!(world.allow_clawback(campaign, DAY), Err(late));
    assert_eq!(world.claw_back(&wanted), none);
}

#[test]
fn each_payment_has_a_window_of_its_own() {
    let (world, rewards) = paid();
    let campaign = rewards[0].campaign;
    world.advance(DAY / 2);
    // Numbers of three ledger entries of receipts, one of them the first batch's.
    let numbers = [127, 128, 300].map(|index| FIRST + index);
    let later = numbers.map(|number| PaidReward {
        campaign,
        number,
        wallet: world.asset.holder(Line::default()),
        amount: i128::from(number - FIRST),
        paid_at: START + DAY / 2,
    });
    let rows = later
        .iter()
        .map(|row| payment(&world.env, row.number, &row.wallet, row.amount));
    let batch: Vec<_> = rows.collect();
    assert_eq!(world.results(campaign, &batch), [PAID; 3]);
    world.advance(DAY / 2);
    let over = error(DistributionError::ClawbackOver);
    assert_eq!(world.claw_back(&rewards[0]), over);
    for row in &later {
        let earlier = PaidReward {
            paid_at: START,
            ..row.clone()
        };
        let none = error(DistributionError::NoReceipt);
        assert_eq!(world.claw_back(&earlier), none);
        assert_eq!(world.claw_back(row), Ok(()));
    }
    let last = payments(&world.env, FIRST + 301, [&later[0].wallet], 5);
    assert_eq!(world.results(campaign, &last), [PAID]);
    world.advance(DAY);
    let last = PaidReward {
        number: FIRST + 301,
        amount: 5,
        paid_at: START + DAY,
        ..later[0].clone()
    };
    assert_eq!(world.claw_back(&last), over);
}

#[test]
fn what_a_wallet_spent_cannot_come_back_and_may_be_asked_again() {
    let (world, rewards) = paid();
    let reward = &rewards[0];
    world.asset.claw_back(&reward.wallet, 1);
    let short = Failure::Contract(TokenError::BalanceOutOfRange as u32);
    assert_eq!(world.claw_back(reward), Err(short));
    world.asset.mint(&reward.wallet, 1);
    assert_eq!(world.claw_back(reward), Ok(()));
}

#[test]
fn who_takes_rewards_back_takes_nothing_else() {
    let (world, rewards) = paid();
    let PaidReward {
        campaign,
        number,
        wallet,
        amount,
        paid_at,
    } = rewards[0].clone();
    let revoker = world.holder(REVOKER);
    // The token contract takes orders from the distribution contract, which knows windows and receipts.
    let around = (revoker, &wallet, amount);
    let around = world.call::<()>(revoker, &world.token, "clawback", around);
    assert_eq!(
        around,
        Err(Failure::Contract(TokenError::Unauthorized as u32))
    );
    for other in [MANAGER, CLAWBACK] {
        let other = world.holder(other);
        let args = (other, campaign, number, &wallet, amount, paid_at);
        let refused = world.call::<()>(other, &world.distribution, "clawback", args);
        assert_eq!(refused, error(DistributionError::Unauthorized));
    }
    assert_eq!(world.asset.balance(&wallet), 100);
    assert_eq!(world.claw_back(&rewards[0]), Ok(()));
}
