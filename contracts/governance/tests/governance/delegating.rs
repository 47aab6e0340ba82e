//! Delegates vote for those who named them.

use merit_governance::{DelegateChanged, GovernanceError, Voted, ABSTAIN, AGAINST, FOR};
use merit_testing::governance::{error, Gov, EXTENSION, PERIOD};
use soroban_sdk::{testutils::Address as _, Address, BytesN, Event as _};

/// A delegate without stake, whom these stakers have named.
fn delegate_of(gov: &Gov, stakers: &[usize]) -> Address {
    let delegate = Address::generate(gov.env());
    for staker in stakers {
        gov.delegate(&gov.stakers[*staker], &delegate).unwrap();
    }
    delegate
}

fn sums(gov: &Gov, id: &BytesN<32>) -> [i128; 3] {
    let proposal = gov.proposal(id);
    [proposal.against, proposal.in_favour, proposal.abstain]
}

#[test]
fn a_delegate_votes_once_for_each_staker_that_has_named_it() {
    let gov = Gov::new();
    let [first, second, third] = &gov.stakers;
    let delegate = delegate_of(&gov, &[0]);
    gov.delegate(second, &delegate).unwrap();
    let named = DelegateChanged {
        delegator: second.clone(),
        from_delegate: None,
        to_delegate: delegate.clone(),
    };
    let contract = &gov.contract;
    let events = gov.world.events_of(contract);
    assert_eq!(events, [named.to_xdr(gov.env(), contract)]);
    assert_eq!(gov.client().get_delegate(second), Some(delegate.clone()));

    let id = gov.open(&[gov.set_quota("a", 1)]);
    // Twice the same, one who named nobody, and the delegate itself.
    let list = [first, second, first, third, &delegate].map(Clone::clone);
    assert_eq!(gov.vote_for(&delegate, &id, AGAINST, &list), Ok(900));
    let events = gov.world.events_of(contract);
    let voted = [(first, 600), (second, 300)].map(|(voter, weight)| {
        let vote = Voted {
            id: id.clone(),
            voter: voter.clone(),
            support: AGAINST,
            weight,
            vote_end: gov.proposal(&id).vote_end,
            delegate: Some(delegate.clone()),
        };
        vote.to_xdr(gov.env(), contract)
    });
    assert_eq!(events, voted);
    gov.vote(2, &id, FOR).unwrap();
    assert_eq!(sums(&gov, &id), [900, 100, 0]);
    for staker in [0, 1] {
        let again = error(GovernanceError::AlreadyVoted);
        assert_eq!(gov.vote(staker, &id, FOR), again);
    }
    let again = gov.vote_for(&delegate, &id, FOR, &list);
    assert_eq!(again, error(GovernanceError::NothingToCast));
}

#[test]
fn who_voted_or_took_the_right_back_is_left_out() {
    let gov = Gov::new();
    let delegate = delegate_of(&gov, &[0, 1, 2]);
    let id = gov.open(&[gov.set_quota("a", 1)]);
    gov.vote(0, &id, ABSTAIN).unwrap();
    gov.delegate(&gov.stakers[1], &gov.stakers[1]).unwrap();
    assert_eq!(gov.client().get_delegate(&gov.stakers[1]), None);
    assert_eq!(gov.vote_for(&delegate, &id, FOR, &gov.stakers), Ok(100));
    gov.vote(1, &id, AGAINST).unwrap();
    assert_eq!(sums(&gov, &id), [300, 100, 600]);
}

#[test]
fn a_delegate_votes_on_proposals_whose_vote_begins_after_it_was_named() {
    let gov = Gov::new();
    let delegate = delegate_of(&gov, &[0]);
    let id = gov.open(&[gov.set_quota("a", 1)]);
    gov.world.advance(5);
    // The first names it again, the second too late.
    gov.delegate(&gov.stakers[0], &delegate).unwrap();
    gov.delegate(&gov.stakers[1], &delegate).unwrap();
    assert_eq!(gov.vote_for(&delegate, &id, FOR, &gov.stakers), Ok(600));
    let later = gov.open(&[gov.set_quota("a", 2)]);
    assert_eq!(gov.vote_for(&delegate, &later, FOR, &gov.stakers), Ok(900));
}

#[test]
fn the_right_is_not_passed_on_and_makes_no_proposals() {
    let gov = Gov::new();
    let [first, second, third] = &gov.stakers;
    gov.delegate(first, second).unwrap();
    gov.delegate(second, third).unwrap();
    let delegate = delegate_of(&gov, &[]);
    gov.delegate(third, &delegate).unwrap();
    let action = [gov.set_quota("a", 1)];
    let proposal = gov.propose_described(&delegate, &action, "");
    assert_eq!(proposal, error(GovernanceError::BelowThreshold));
    let id = gov.open(&action);
    assert_eq!(gov.vote_for(third, &id, FOR, &gov.stakers), Ok(300));
}

#[test]
fn wrong_votes_of_delegates_are_refused() {
    let gov = Gov::new();
    let delegate = delegate_of(&gov, &[0]);
    let unstaked = Address::generate(gov.env());
    gov.delegate(&unstaked, &delegate).unwrap();
    let id = gov.propose(&[gov.set_quota("a", 1)]).unwrap();
    let vote = |support, list: &[Address]| gov.vote_for(&delegate, &id, support, list);
    let list = &gov.stakers[..1];
    assert_eq!(vote(FOR, list), error(GovernanceError::NotActive));
    gov.begin_vote();
    assert_eq!(vote(3, list), error(GovernanceError::InvalidVote));
    let nothing = error(GovernanceError::NothingToCast);
    assert_eq!(vote(FOR, &[]), nothing);
    assert_eq!(vote(FOR, &[unstaked]), nothing);
    let stranger = vec![gov.stakers[0].clone(); 26];
    let many = error(GovernanceError::TooManyDelegators);
    assert_eq!(vote(FOR, &stranger), many);
    assert_eq!(vote(FOR, &stranger[..25]), Ok(600));
}

#[test]
fn a_delegate_s_late_quorum_extends_the_vote() {
    let gov = Gov::new();
    let delegate = delegate_of(&gov, &[1, 2]);
    let id = gov.open(&[gov.action(&gov.world.pool, "upgrade", ())]);
    gov.world.advance_ledgers(PERIOD - 1);
    let end = gov.proposal(&id).vote_end;
    gov.vote_for(&delegate, &id, FOR, &gov.stakers).unwrap();
    assert_eq!(gov.proposal(&id).vote_end, end + EXTENSION);
}
