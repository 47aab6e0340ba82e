use merit_common::{
    handover::WINDOW,
    roles as names,
    testutils::{wait, Outcome, START},
};
use soroban_sdk::{testutils::Events as _, Event as _};

use super::{error, World, DELAY};
use crate::{SacAdminCancelled, SacAdminChanged, SacAdminProposed, TokenError};

fn execute(world: &World) -> Outcome<()> {
    world.call_as(names::UPGRADER, "execute_sac_admin", ())
}

fn cancel(world: &World) -> Outcome<()> {
    world.call_as(names::UPGRADER, "cancel_sac_admin", ())
}

#[test]
fn the_asset_gets_its_new_admin_after_the_delay() {
    let world = World::new();
    world.propose(&world.holder).unwrap();
    assert_eq!(world.client().pending_sac_admin().unwrap().to, world.holder);
    wait(&world.env, DELAY - 1);
    assert_eq!(execute(&world), error(TokenError::HandoverEarly));
    assert_eq!(world.asset.client().admin(), world.contract);
    wait(&world.env, 1);
    execute(&world).unwrap();
    assert_eq!(world.asset.client().admin(), world.holder);
    assert_eq!(world.client().pending_sac_admin(), None);
    assert_eq!(execute(&world), error(TokenError::NoHandover));
}

#[test]
fn a_forgotten_proposal_is_void() {
    let world = World::new();
    world.propose(&world.holder).unwrap();
    wait(&world.env, DELAY + WINDOW);
    assert_eq!(execute(&world), error(TokenError::HandoverExpired));
    assert_eq!(world.client().pending_sac_admin(), None);
    assert_eq!(world.asset.client().admin(), world.contract);
}

#[test]
fn a_cancelled_proposal_is_gone() {
    let world = World::new();
    assert_eq!(cancel(&world), error(TokenError::NoHandover));
    world.propose(&world.holder).unwrap();
    cancel(&world).unwrap();
    wait(&world.env, DELAY);
    assert_eq!(execute(&world), error(TokenError::NoHandover));
}

#[test]
fn proposing_anew_restarts_the_delay() {
    let world = World::new();
    world.propose(&world.holder).unwrap();
    wait(&world.env, DELAY - 1);
    let other = world.asset.account();
    world.propose(&other).unwrap();
    wait(&world.env, 1);
    assert_eq!(execute(&world), error(TokenError::HandoverEarly));
    wait(&world.env, DELAY);
    execute(&world).unwrap();
    assert_eq!(world.asset.client().admin(), other);
}

#[test]
fn every_step_is_announced() {
    let world = World::new();
    let (new_admin, operator) = (world.holder.clone(), world.actor(names::UPGRADER));
    let ours = |world: &World| world.env.events().all().filter_by_contract(&world.contract);
    let proposed = SacAdminProposed {
        new_admin: new_admin.clone(),
        operator: operator.clone(),
        eta: START + DELAY,
        expires_at: START + DELAY + WINDOW,
    };
    let cancelled = SacAdminCancelled {
        new_admin: new_admin.clone(),
        operator: operator.clone(),
    };
    let changed = SacAdminChanged {
        new_admin: new_admin.clone(),
        operator,
    };
    world.propose(&new_admin).unwrap();
    assert_eq!(
        ours(&world),
        std::vec![proposed.to_xdr(&world.env, &world.contract)]
    );
    cancel(&world).unwrap();
    assert_eq!(
        ours(&world),
        std::vec![cancelled.to_xdr(&world.env, &world.contract)]
    );
    world.propose(&new_admin).unwrap();
    wait(&world.env, DELAY);
    execute(&world).unwrap();
    assert_eq!(
        ours(&world),
        std::vec![changed.to_xdr(&world.env, &world.contract)]
    );
}
