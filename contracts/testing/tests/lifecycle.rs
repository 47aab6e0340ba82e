//! Pause, upgrade and migration, which are the same in all contracts whose code can be replaced.

use merit_admin::AdminError;
use merit_campaign::CampaignError;
use merit_common::{lifecycle, roles::UPGRADER};
use merit_distribution::DistributionError;
use merit_pool::PoolError;
use merit_redemption::RedemptionError;
use merit_referral::ReferralError;
use merit_state::StateError;
use merit_testing::{other_code, redemption, referral, Failure, World};
use merit_token::TokenError;
use soroban_sdk::Address;

/// Names, with the schema version and the error of a second migration.
const CONTRACTS: [(&str, u32, u32); 8] = [
    ("admin", 1, AdminError::AlreadyMigrated as u32),
    ("state", 1, StateError::AlreadyMigrated as u32),
    ("token", 1, TokenError::AlreadyMigrated as u32),
    ("pool", 1, PoolError::AlreadyMigrated as u32),
    ("campaign", 2, CampaignError::AlreadyMigrated as u32),
    ("distribution", 3, DistributionError::AlreadyMigrated as u32),
    ("redemption", 1, RedemptionError::AlreadyMigrated as u32),
    ("referral", 1, ReferralError::AlreadyMigrated as u32),
];

/// The contract in a world of its own.
fn deployed(name: &str) -> (World, Address) {
    let of_world = |address: fn(&World) -> &Address| {
        let world = World::new();
        let address = address(&world).clone();
        (world, address)
    };
    match name {
        "admin" => of_world(|world| &world.admin),
        "state" => of_world(|world| &world.state),
        "token" => of_world(|world| &world.token),
        "pool" => of_world(|world| &world.pool),
        "campaign" => of_world(|world| &world.campaign),
        "distribution" => of_world(|world| &world.distribution),
        "redemption" => {
            let setup = redemption::Setup::new();
            (setup.world, setup.contract)
        }
        "referral" => {
            let setup = referral::Setup::new();
            (setup.world, setup.contract)
        }
        other => panic!("no contract {other}"),
    }
}

#[test]
fn each_schema_version_is_migrated_to_once() {
    for (name, schema, already_migrated) in CONTRACTS {
        let (world, contract) = deployed(name);
        let upgrader = world.holder(UPGRADER);
        let migrate = || world.call::<()>(upgrader, &contract, "migrate", (upgrader,));
        let version = || world.call_unsigned::<u32>(&contract, "version", ());
        let already_migrated = Err(Failure::Contract(already_migrated));
        assert_eq!(version(), Ok(schema), "{name}");
        assert_eq!(migrate(), already_migrated, "{name}");

        // State as a contract of the schema before would have left it.
        let env = &world.env;
        env.as_contract(&contract, || lifecycle::init(env, 0));
        assert_eq!(version(), Ok(0), "{name}");
        assert_eq!(migrate(), Ok(()), "{name}");
        assert_eq!(world.event_names(&contract), ["migrated"], "{name}");
        assert_eq!(version(), Ok(schema), "{name}");
        assert_eq!(migrate(), already_migrated, "{name}");
    }
}

#[test]
fn pausing_twice_and_unpausing_twice_is_harmless() {
    for (name, ..) in CONTRACTS {
        let (world, contract) = deployed(name);
        let paused = || world.call_unsigned::<bool>(&contract, "paused", ());
        for (change, is_paused) in [(World::pause as fn(&_, &_), true), (World::unpause, false)] {
            change(&world, &contract);
            change(&world, &contract);
            assert_eq!(paused(), Ok(is_paused), "{name}");
        }
    }
}

#[test]
fn an_upgrade_works_while_paused() {
    for (name, ..) in CONTRACTS {
        let (world, contract) = deployed(name);
        world.pause(&contract);
        let (upgrader, code) = (world.holder(UPGRADER), other_code(&world.env));
        let upgraded = world.call::<()>(upgrader, &contract, "upgrade", (code, upgrader));
        assert_eq!(upgraded, Ok(()), "{name}");
        // The other code has no functions at all.
        let gone = world.call_unsigned::<bool>(&contract, "paused", ());
        assert_eq!(gone, Err(Failure::Host), "{name}");
    }
}
