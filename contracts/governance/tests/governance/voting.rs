//! Snapshot, quorum, majority, late quorum.

use merit_governance::{GovernanceError, ProposalState, ABSTAIN, AGAINST, FOR};
use soroban_sdk::{testutils::Address as _, Address, BytesN};

use merit_testing::governance::{error, Gov, EXTENSION, PERIOD};

#[test]
fn each_address_votes_once() {
    let gov = Gov::new();
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    assert_eq!(gov.vote(0, &id, FOR), Ok(600));
    assert_eq!(gov.vote(1, &id, AGAINST), Ok(300));
    assert_eq!(gov.vote(2, &id, ABSTAIN), Ok(100));
    for support in [FOR, AGAINST, ABSTAIN] {
        let again = error(GovernanceError::AlreadyVoted);
        assert_eq!(gov.vote(0, &id, support), again);
    }
    let proposal = gov.proposal(&id);
    let votes = (proposal.in_favour, proposal.against, proposal.abstain);
    assert_eq!(votes, (600, 300, 100));
    assert!(gov.client().has_voted(&id, &gov.stakers[0]));
}

#[test]
fn wrong_votes_are_refused() {
    let gov = Gov::new();
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    assert_eq!(gov.vote(0, &id, 3), error(GovernanceError::InvalidVote));
    let stranger = Address::generate(gov.env());
    let vote = gov.call::<i128>(&stranger, "vote", (&id, FOR));
    assert_eq!(vote, error(GovernanceError::NoVotes));
    let unknown = BytesN::from_array(gov.env(), &[9; 32]);
    assert_eq!(gov.vote(0, &unknown, FOR), error(GovernanceError::NotFound));
    assert_eq!(gov.queue(&unknown), error(GovernanceError::NotFound));
    assert_eq!(gov.execute(&unknown), error(GovernanceError::NotFound));
    assert_eq!(gov.client().proposal(&unknown), None);
    assert!(gov.client().actions(&unknown).is_empty());
}

#[test]
fn tokens_vote_once_however_they_move() {
    let gov = Gov::new();
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    gov.vote(0, &id, FOR).unwrap();
    // Staked after the snapshot: by the same address and by another one.
    gov.stake(&gov.stakers[2], 900).unwrap();
    let late = Address::generate(gov.env());
    gov.world.asset.mint(&late, 5_000);
    gov.stake(&late, 5_000).unwrap();
    gov.world.advance(5);
    assert_eq!(gov.vote(2, &id, AGAINST), Ok(100));
    let vote = gov.call::<i128>(&late, "vote", (&id, AGAINST));
    assert_eq!(vote, error(GovernanceError::NoVotes));
    gov.end_vote();
    assert_eq!(gov.state(&id), ProposalState::Succeeded);
}

#[test]
fn the_vote_includes_its_last_ledger() {
    let gov = Gov::new();
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    gov.world.advance(u64::from(PERIOD) * 5);
    gov.vote(2, &id, AGAINST).unwrap();
    gov.world.advance(u64::from(EXTENSION + 1) * 5);
    assert_eq!(gov.vote(0, &id, FOR), error(GovernanceError::NotActive));
    assert_eq!(gov.state(&id), ProposalState::Defeated);
}

/// Outcome of a proposal of a class after these votes by 600, 300 and 100.
fn outcome(upgrade: bool, votes: [Option<u32>; 3]) -> ProposalState {
    let gov = Gov::new();
    let action = if upgrade {
        gov.action(&gov.world.pool, "upgrade", ())
    } else {
        gov.set_param("a", 1)
    };
    let id = gov.propose(&[action]).unwrap();
    for (staker, support) in votes.into_iter().enumerate() {
        if let Some(support) = support {
            gov.vote(staker, &id, support).unwrap();
        }
    }
    gov.end_vote();
    gov.state(&id)
}

#[test]
fn quorum_and_majority_decide() {
    use ProposalState::{Defeated, Succeeded};
    let table = [
        // Parameter: 10 % quorum, more for than against.
        (false, [None, None, None], Defeated),
        (false, [None, None, Some(FOR)], Succeeded),
        (false, [None, None, Some(ABSTAIN)], Defeated),
        (false, [Some(AGAINST), Some(FOR), Some(FOR)], Defeated),
        (false, [Some(FOR), Some(AGAINST), Some(AGAINST)], Succeeded),
        (false, [Some(ABSTAIN), None, Some(FOR)], Succeeded),
        // Upgrade: 40 % quorum, 67 % for.
        (true, [None, Some(FOR), None], Defeated),
        (true, [None, Some(FOR), Some(ABSTAIN)], Succeeded),
        (true, [Some(FOR), Some(AGAINST), None], Defeated),
        (true, [Some(FOR), Some(ABSTAIN), Some(AGAINST)], Succeeded),
    ];
    for (upgrade, votes, expected) in table {
        assert_eq!(outcome(upgrade, votes), expected, "{upgrade} {votes:?}");
    }
}

#[test]
fn the_quorum_is_that_of_the_snapshot() {
    let gov = Gov::new();
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    let late = Address::generate(gov.env());
    gov.world.asset.mint(&late, 1_000_000);
    gov.stake(&late, 1_000_000).unwrap();
    gov.vote(2, &id, FOR).unwrap();
    gov.end_vote();
    assert_eq!(gov.state(&id), ProposalState::Succeeded);
    let later = gov.propose(&[gov.set_param("a", 2)]).unwrap();
    assert_eq!(gov.proposal(&later).quorum, 100_100);
}

#[test]
fn the_first_stakers_do_not_decide_alone() {
    let gov = Gov::unstaked();
    gov.stake(&gov.stakers[0], 100).unwrap();
    gov.world.advance(5);
    let id = gov.propose(&[gov.set_param("a", 1)]).unwrap();
    // 10 % would be 10.
    assert_eq!(gov.proposal(&id).quorum, 100);
}

#[test]
fn a_late_quorum_extends_the_vote_once() {
    let gov = Gov::new();
    let id = gov
        .propose(&[gov.action(&gov.world.pool, "upgrade", ())])
        .unwrap();
    gov.world.advance(u64::from(PERIOD) * 5);
    let end = gov.proposal(&id).vote_end;
    assert_eq!(end, gov.env().ledger().sequence());
    gov.vote(1, &id, FOR).unwrap();
    assert_eq!(gov.proposal(&id).vote_end, end, "no quorum yet");
    gov.vote(2, &id, FOR).unwrap();
    let prolonged = end + EXTENSION;
    assert_eq!(gov.proposal(&id).vote_end, prolonged);
    gov.world.advance(u64::from(EXTENSION) * 5);
    gov.vote(0, &id, AGAINST).unwrap();
    assert_eq!(gov.proposal(&id).vote_end, prolonged, "once");
    gov.world.advance(5);
    assert_eq!(gov.state(&id), ProposalState::Defeated);
}

#[test]
fn an_early_quorum_does_not_extend_the_vote() {
    let gov = Gov::new();
    let id = gov.favoured(&[gov.set_param("a", 1)]);
    let end = gov.env().ledger().sequence() + PERIOD;
    assert_eq!(gov.proposal(&id).vote_end, end);
}
