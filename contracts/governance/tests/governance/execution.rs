//! Votes that change the other contracts. Only the stakers' signatures are mocked, each for one call.

use merit_common::roles;
use merit_pool::{LimitStatus, PoolError};
use merit_testing::{Failure, Outcome, DAY, LIMIT, MERCHANT, RAISE_DELAY};
use soroban_sdk::{testutils::Address as _, Address, Symbol};

use merit_governance::{GovernanceError, ProposalState};
use merit_testing::governance::{error, Gov};

fn has_role(gov: &Gov, role: &str, account: &Address) -> bool {
    let args = (account, Symbol::new(gov.env(), role));
    let position: Option<u32> = gov
        .world
        .call_unsigned(&gov.world.admin, "has_role", args)
        .unwrap();
    position.is_some()
}

fn grant_role(gov: &Gov, role: &str, account: &Address) -> merit_governance::Action {
    let args = (account, Symbol::new(gov.env(), role), &gov.contract);
    gov.action(&gov.world.admin, "grant_role", args)
}

#[test]
fn a_vote_raises_the_limit_of_the_pool() {
    let gov = Gov::new();
    let pool = gov.world.pool();
    let raised = 2 * LIMIT;
    let args = (&gov.contract, None::<u64>, raised);
    let set_limit = gov.action(&gov.world.pool, "set_limit", args);

    let id = gov.won(&[set_limit]);
    let eta = gov.queue(&id).unwrap();
    assert_eq!(eta, gov.now() + DAY);
    assert_eq!(gov.execute(&id), error(GovernanceError::NotDue));
    assert_eq!(pool.pending_limit(&None), None);
    gov.world.advance(DAY);
    gov.execute(&id).unwrap();
    assert_eq!(gov.state(&id), ProposalState::Executed);

    // The pool's own delay holds for governance as well.
    let pending = pool.pending_limit(&None).unwrap();
    assert_eq!(
        (pending.limit, pending.eta),
        (raised, gov.now() + RAISE_DELAY)
    );
    let apply = || {
        gov.world
            .call_unsigned::<()>(&gov.world.pool, "apply_limit", (None::<u64>,))
    };
    let early = Err(Failure::Contract(PoolError::LimitNotDue as u32));
    assert_eq!(apply(), early);
    gov.world.advance(RAISE_DELAY);
    apply().unwrap();
    let LimitStatus { limit, .. } = pool.limit(&None);
    assert_eq!(limit, raised);
}

#[test]
fn a_vote_accepts_the_administration_and_grants_a_role() {
    let gov = Gov::new();
    gov.hand_over();
    let chosen = Address::generate(gov.env());
    let id = gov.due(&[grant_role(&gov, roles::TREASURER, &chosen)]);
    assert!(!has_role(&gov, roles::TREASURER, &chosen));
    gov.execute(&id).unwrap();
    assert!(has_role(&gov, roles::TREASURER, &chosen));

    let root = &gov.world.root;
    let by_root = (&chosen, Symbol::new(gov.env(), roles::TREASURER), root);
    let refused = gov
        .world
        .call::<()>(root, &gov.world.admin, "grant_role", by_root);
    assert!(refused.is_err(), "root gave its power away");
}

#[test]
fn a_call_that_the_target_refuses_leaves_the_proposal_as_it_was() {
    let gov = Gov::new();
    let chosen = Address::generate(gov.env());
    let actions = [
        gov.set_quota("first", 1),
        grant_role(&gov, roles::TREASURER, &chosen),
    ];
    gov.hand_over();
    let id = gov.due(&actions);
    gov.world.pause(&gov.world.admin);
    assert!(gov.execute(&id).is_err());
    assert_eq!(gov.quota("first"), 0, "all actions or none");
    assert_eq!(gov.state(&id), ProposalState::Queued);

    gov.world.unpause(&gov.world.admin);
    gov.execute(&id).unwrap();
    assert_eq!(gov.quota("first"), 1);
    assert!(has_role(&gov, roles::TREASURER, &chosen));
}

#[test]
fn actions_run_in_order_and_equal_ones_are_all_run() {
    let gov = Gov::new();
    let actions = [
        gov.set_quota("limit", 1),
        gov.set_quota("limit", 2),
        gov.set_quota("limit", 1),
        gov.set_quota("limit", 1),
    ];
    gov.enact(&actions).unwrap();
    assert_eq!(gov.quota("limit"), 1);
}

#[test]
fn stakes_cannot_be_spent_by_a_vote() {
    let gov = Gov::new();
    let thief = Address::generate(gov.env());
    let transfer = (&gov.contract, &thief, 1_000i128);
    let approve = (&gov.contract, &thief, 1_000i128, 2_000_000u32);
    let sac = &gov.world.asset.sac;
    for action in [
        gov.action(sac, "transfer", transfer),
        gov.action(sac, "approve", approve),
    ] {
        let refused: Outcome<_> = gov.propose(&[action]);
        assert_eq!(refused, error(GovernanceError::RefusedTarget));
    }
    // Nor through another contract: governance authorises only what it calls itself.
    let deposit = (&gov.contract, MERCHANT, 1_000i128);
    let id = gov.due(&[gov.action(&gov.world.pool, "deposit", deposit)]);
    assert_eq!(gov.execute(&id), Err(Failure::Host));
    assert_eq!(gov.client().total_held(), 1_000);
}
