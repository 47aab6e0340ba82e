//! Rules of proposals: their contents, proposers and terms.

use std::slice;

use merit_common::roles::PAUSER;
use merit_governance::{
    GovernanceError, ProposalState, MAX_ACTIONS, MAX_DESCRIPTION, MAX_OPEN, MAX_PAYLOAD,
};
use merit_testing::Outcome;
use soroban_sdk::{testutils::Address as _, Address, Bytes, BytesN, Vec};

use merit_testing::governance::{
    error, settings, Gov, DELAY, EXTENSION, GRACE, PERIOD, QUEUE_WINDOW, VOTING_DELAY, WARM_UP,
};

#[test]
fn a_proposal_keeps_its_terms() {
    let gov = Gov::new();
    let actions = [gov.set_quota("a", 1), gov.set_quota("b", 2)];
    let id = gov.propose(&actions).unwrap();
    let proposal = gov.proposal(&id);
    let stored: std::vec::Vec<_> = gov.client().actions(&id).iter().collect();
    assert_eq!(stored, actions);
    assert_eq!(proposal.proposer, gov.stakers[0]);
    assert_eq!((proposal.quorum, proposal.threshold_bps), (100, 5_000));
    assert_eq!((proposal.delay, proposal.grace), (DELAY, GRACE));
    assert_eq!(proposal.eta, 0);
    let ledger = gov.env().ledger().sequence();
    assert_eq!(proposal.snapshot, ledger + VOTING_DELAY);
    assert_eq!(proposal.vote_end, proposal.snapshot + PERIOD);
    assert_eq!(proposal.late_extension, Some(EXTENSION));
}

#[test]
fn the_strictest_class_of_the_actions_counts() {
    let gov = Gov::new();
    let pool = &gov.world.pool;
    let parameter = gov.set_quota("a", 1);
    let treasury = gov.action(pool, "set_owner", ());
    let unlisted = gov.action(pool, "upgrade", ());
    assert_eq!(gov.terms(slice::from_ref(&parameter)), (100, 5_000));
    assert_eq!(
        gov.terms(&[parameter.clone(), treasury.clone()]),
        (300, 6_000)
    );
    assert_eq!(gov.terms(&[treasury, unlisted, parameter]), (400, 6_700));
}

#[test]
fn roles_and_governance_itself_always_need_the_strictest_class() {
    let gov = Gov::new();
    let settings = gov.own("set_settings", (settings(),));
    for action in [gov.revoke_role(PAUSER), settings] {
        assert_eq!(gov.terms(&[action]), (400, 6_700));
    }
}

#[test]
fn a_proposer_needs_the_threshold() {
    let gov = Gov::new();
    let action = [gov.set_quota("a", 1)];
    let propose = |who: &Address| gov.propose_described(who, &action, "");
    let below: Outcome<BytesN<32>> = error(GovernanceError::BelowThreshold);
    assert_eq!(propose(&Address::generate(gov.env())), below);
    assert!(propose(&gov.stakers[2]).is_ok(), "exactly the threshold");

    let rich = Address::generate(gov.env());
    gov.world.asset.mint(&rich, 1_000_000);
    gov.stake(&rich, 1_000_000).unwrap();
    gov.world.advance(WARM_UP);
    assert_eq!(propose(&rich), below, "not activated yet");
    gov.activate(&rich).unwrap();
    assert!(propose(&rich).is_ok());
}

#[test]
fn payloads_are_bounded() {
    let gov = Gov::new();
    let env = gov.env();
    let invalid: Outcome<BytesN<32>> = error(GovernanceError::InvalidPayload);
    assert_eq!(gov.propose(&[]), invalid);
    let many = |count: u32| std::vec![gov.set_quota("a", 1); count as usize];
    assert_eq!(gov.propose(&many(MAX_ACTIONS + 1)), invalid);
    assert!(gov.propose(&many(MAX_ACTIONS)).is_ok());

    let sized = |bytes: u32| {
        let data = Bytes::from_slice(env, &std::vec![7; bytes as usize]);
        gov.action(&gov.world.pool, "f", (data,))
    };
    let overhead = {
        use soroban_sdk::xdr::ToXdr;
        Vec::from_array(env, [sized(0)]).to_xdr(env).len()
    };
    assert_eq!(gov.propose(&[sized(MAX_PAYLOAD - overhead + 4)]), invalid);
    let largest = gov.propose(&[sized(MAX_PAYLOAD - overhead)]);
    assert!(largest.is_ok());

    let described = |bytes: u32| {
        let text = "x".repeat(bytes as usize);
        gov.propose_described(&gov.stakers[0], &[gov.set_quota("b", 1)], &text)
    };
    let long: Outcome<BytesN<32>> = error(GovernanceError::DescriptionTooLong);
    assert_eq!(described(MAX_DESCRIPTION + 1), long);
    assert!(described(MAX_DESCRIPTION).is_ok());
}

#[test]
fn governance_takes_only_the_calls_it_knows_from_votes() {
    let gov = Gov::new();
    let refused: Outcome<BytesN<32>> = error(GovernanceError::InvalidSelfCall);
    let staker = &gov.stakers[0];
    for action in [
        gov.own("withdraw", (staker,)),
        gov.own("withdraw", (BytesN::from_array(gov.env(), &[7; 32]),)),
        gov.own("set_settings", ()),
        gov.own("set_settings", (5u32,)),
        gov.own("set_settings", (settings(), 1u32)),
        gov.own("upgrade", (staker,)),
        gov.own("unpause", (staker,)),
        gov.own("migrate", (staker,)),
    ] {
        assert_eq!(gov.propose(&[action]), refused);
    }
}

#[test]
fn nobody_can_take_a_proposal_from_its_proposer() {
    let gov = Gov::new();
    let actions = [gov.set_quota("a", 1)];
    let [first, second, _] = &gov.stakers;
    let theirs = gov.propose_described(second, &actions, "x").unwrap();
    let own = gov.propose_described(first, &actions, "x").unwrap();
    assert_ne!(theirs, own);
    let again = gov.propose_described(first, &actions, "x");
    assert_eq!(again, error(GovernanceError::ProposalExists));
    assert!(gov.propose_described(first, &actions, "y").is_ok());
}

#[test]
fn anyone_can_tell_the_id_from_the_content() {
    use soroban_sdk::xdr::ToXdr;
    let gov = Gov::new();
    let (env, proposer) = (gov.env(), &gov.stakers[0]);
    let actions = [gov.set_quota("a", 1)];
    let id = gov.propose_described(proposer, &actions, "why").unwrap();
    let mut content = proposer.to_xdr(env);
    content.append(&Vec::from_array(env, actions).to_xdr(env));
    content.append(&Bytes::from_slice(env, b"why"));
    assert_eq!(id, env.crypto().sha256(&content).to_bytes());
}

#[test]
fn a_proposer_has_at_most_three_proposals_whose_vote_is_not_over() {
    let gov = Gov::new();
    let propose = |value| gov.propose(&[gov.set_quota("a", value)]);
    for value in 0..i128::from(MAX_OPEN) {
        let id = propose(value).unwrap();
        gov.cancel(&gov.stakers[0], &id).unwrap();
    }
    let full = error(GovernanceError::TooManyProposals);
    assert_eq!(propose(10), full, "cancelling makes no room");
    let other = gov.propose_described(&gov.stakers[1], &[gov.set_quota("a", 1)], "");
    assert!(other.is_ok(), "others have their own");
    gov.world.advance_ledgers(VOTING_DELAY + PERIOD);
    assert_eq!(propose(10), full, "the last ledger of the vote");
    gov.world.advance(5);
    assert!(propose(10).is_ok());
}

#[test]
fn a_won_vote_that_nobody_queues_is_void() {
    let gov = Gov::new();
    let id = gov.won(&[gov.set_quota("a", 1)]);
    let last = gov.proposal(&id).vote_end + QUEUE_WINDOW;
    let left = last - gov.env().ledger().sequence();
    gov.world.advance(u64::from(left) * 5);
    assert_eq!(gov.state(&id), ProposalState::Succeeded);
    gov.world.advance(5);
    assert_eq!(gov.state(&id), ProposalState::Expired);
    assert_eq!(gov.queue(&id), error(GovernanceError::NotSucceeded));
}
