//! State that `distribution` alone has to keep, and the time between `upgrade` and `migrate`.

use merit_common::{result::PAID, roles::UPGRADER};
use merit_distribution::AddressSet;
use merit_testing::{
    distribution, payments, Batch, Failure, Line, PaidReward, Terms, DAY, FIRST, START,
};
use soroban_sdk::{Address, Event as _, Symbol};

use crate::{migrate, release::Release, replace_all_code, system::System, upgrade};

/// Error codes that callers know.
const NOT_MIGRATED: u32 = 15_004;

/// 0.1.0 had neither drops nor clawbacks.
#[test]
fn drops_and_clawbacks_continue() {
    for release in Release::all() {
        if release.to_string() == "0.1.0" {
            continue;
        }
        let setup = distribution::Setup {
            world: release.world(),
        };
        let world = &setup.world;
        let (drop, planned) = setup.open_for(2);
        setup.claim(&setup.leaf(drop, &planned, 0)).unwrap();
        let campaign = world.open_campaign(&Terms::default());
        world.allow_clawback(campaign, DAY).unwrap();
        let wallet = world.asset.holder(Line::default());
        let number = world.first_number() + 5;
        let batch = payments(&world.env, number, [&wallet], 100);
        assert_eq!(world.results(campaign, &batch), [PAID]);

        // Made before, it counts with each claim.
        upgrade(world, None);
        let again = setup.claim(&setup.leaf(drop, &planned, 0));
        assert!(again.is_err(), "{release}");
        assert_eq!(setup.claim(&setup.leaf(drop, &planned, 1)), Ok(()));
        let paid = PaidReward {
            campaign,
            number,
            wallet: wallet.clone(),
            amount: 100,
            paid_at: START,
        };
        assert_eq!(world.claw_back(&paid), Ok(()), "{release}");
        assert!(world.claw_back(&paid).is_err(), "{release}");
        assert_eq!(world.asset.balance(&wallet), 0);
    }
}

/// Upgrades from the releases that knew no epochs.
#[test]
fn between_upgrade_and_migrate_no_batch_is_paid() {
    for version in ["0.1.0", "0.2.0"] {
        let system = System::of(&Release::Kept(version.to_owned()));
        let world = &system.world;
        let campaign = world.open_campaign(&Terms::default());
        let wallet = world.asset.holder(Line::default());
        let pay_as_before = |number| {
            let batch = payments(&world.env, number, [&wallet], 10);
            world.pay(campaign, &batch)
        };
        assert_eq!(pay_as_before(0), Ok(()));
        let all = replace_all_code(world, None);
        let others = all
            .iter()
            .filter(|(_, contract)| contract.name != "distribution");
        for (address, contract) in others {
            migrate(world, address, contract);
        }
        let (env, upgrader) = (&world.env, world.holder(UPGRADER));

        // A call that was simulated before can't land any more.
        assert_eq!(pay_as_before(1), Err(Failure::Host), "{version}");
        let pay = |epoch, number| {
            let rows = payments(env, number, [&wallet], 10);
            world.send(&Batch::new(env, epoch, campaign, &rows))
        };
        let not_migrated = Failure::Contract(NOT_MIGRATED);
        // An epoch may be opened, by and stays.
        assert!(world.open_epoch(0, 1).is_err(), "{version}");
        assert_eq!(world.open_epoch(0, 0), Ok(1), "{version}");
        for number in [0, 1, FIRST] {
            assert_eq!(pay(1, number), Err(not_migrated), "{version}");
        }
        let first_number = world.call_unsigned::<u32>(&world.distribution, "first_number", ());
        assert_eq!(first_number, Err(not_migrated), "{version}");

        let migrated = world.call::<()>(upgrader, &world.distribution, "migrate", (upgrader,));
        assert_eq!(migrated, Ok(()), "{version}");
        let set = |name, new: &Address| {
            let event = AddressSet {
                name: Symbol::new(env, name),
                old: None,
                new: new.clone(),
                operator: upgrader.clone(),
            };
            event.to_xdr(env, &world.distribution)
        };
        let mut unknown_before = vec![set("pool", &world.pool), set("token", &world.token)];
        if version != "0.1.0" {
            unknown_before.clear();
        }
        let emitted = world.events_of(&world.distribution);
        assert_eq!(emitted[1..], unknown_before, "{version}");
        let batches = world.distribution().batches();
        assert_eq!(
            (batches.epoch, batches.seq, batches.paid),
            (1, 1, 0),
            "{version}"
        );
        assert_eq!(pay(1, FIRST), Ok(()), "{version}");
        assert_eq!(world.asset.balance(&wallet), 20, "{version}");
    }
}
