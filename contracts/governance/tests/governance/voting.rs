//! Snapshot, quorum, majority, late quorum.

use merit_governance::{GovernanceError, ProposalState, Settings, ABSTAIN, AGAINST, FOR};
use merit_testing::DAY;
use soroban_sdk::{testutils::Address as _, Address, BytesN};

use merit_testing::governance::{error, settings, Gov, EXTENSION, PERIOD, VOTING_DELAY, WARM_UP};

#[test]
fn each_address_votes_once() {
    let gov = Gov::new();
    let id = gov.open(&[gov.set_quota("a", 1)]);
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
    let id = gov.open(&[gov.set_quota("a", 1)]);
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
    gov.stake(&gov.stakers[2], 900).unwrap();
    let late = gov.warm(5_000);
    let id = gov.open(&[gov.set_quota("a", 1)]);
    gov.vote(0, &id, FOR).unwrap();
    // Activated after the snapshot: by the same address and by another one.
    gov.activate(&gov.stakers[2]).unwrap();
    gov.activate(&late).unwrap();
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
    let id = gov.open(&[gov.set_quota("a", 1)]);
    gov.world.advance_ledgers(PERIOD - 1);
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
        gov.set_quota("a", 1)
    };
    let id = gov.open(&[action]);
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
fn the_quorum_is_a_share_of_the_votes_at_the_proposal() {
    let gov = Gov::new();
    let late = gov.warm(1_000_000);
    let id = gov.open(&[gov.set_quota("a", 1)]);
    gov.activate(&late).unwrap();
    gov.vote(2, &id, FOR).unwrap();
    gov.end_vote();
    assert_eq!(gov.state(&id), ProposalState::Succeeded);
    let later = gov.propose(&[gov.set_quota("a", 2)]).unwrap();
    assert_eq!(gov.proposal(&later).quorum, 100_100);
}

#[test]
fn the_first_stakers_do_not_decide_alone() {
    let gov = Gov::unstaked();
    gov.stake(&gov.stakers[0], 100).unwrap();
    gov.world.advance(WARM_UP);
    gov.activate(&gov.stakers[0]).unwrap();
    let id = gov.propose(&[gov.set_quota("a", 1)]).unwrap();
    // 10 % would be 10.
    assert_eq!(gov.proposal(&id).quorum, 100);
}

#[test]
fn votes_that_begin_within_a_day_after_a_proposal_count() {
    let gov = Gov::new();
    let [in_time, late] = [gov.warm(700), gov.warm(700)];
    let id = gov.propose(&[gov.set_quota("a", 1)]).unwrap();
    let snapshot = gov.env().ledger().sequence() + VOTING_DELAY;
    assert_eq!(gov.proposal(&id).snapshot, snapshot);
    gov.world.advance_ledgers(VOTING_DELAY);
    assert_eq!(gov.state(&id), ProposalState::Pending);
    assert_eq!(gov.vote(0, &id, FOR), error(GovernanceError::NotActive));
    gov.activate(&in_time).unwrap();
    gov.world.advance(5);
    gov.activate(&late).unwrap();
    gov.vote(0, &id, FOR).unwrap();
    let against = |who: &Address| gov.call::<i128>(who, "vote", (&id, AGAINST));
    assert_eq!(against(&in_time), Ok(700));
    assert_eq!(against(&late), error(GovernanceError::NoVotes));
    gov.end_vote();
    assert_eq!(gov.state(&id), ProposalState::Defeated);
}

#[test]
fn the_late_extension_is_that_of_the_proposal() {
    let gov = Gov::new();
    let longer = Settings {
        late_extension: PERIOD,
        warm_up: 13 * DAY,
        cooldown: 24 * DAY,
        ..settings()
    };
    let change = gov.due(&[gov.own("set_settings", (longer,))]);
    let id = gov.open(&[gov.action(&gov.world.pool, "upgrade", ())]);
    gov.execute(&change).unwrap();
    gov.world.advance_ledgers(PERIOD - 1);
    let end = gov.proposal(&id).vote_end;
    gov.vote(0, &id, FOR).unwrap();
    assert_eq!(gov.proposal(&id).vote_end, end + EXTENSION);
}

#[test]
fn a_late_quorum_extends_the_vote_once() {
    let gov = Gov::new();
    let id = gov.open(&[gov.action(&gov.world.pool, "upgrade", ())]);
    gov.world.advance_ledgers(PERIOD - 1);
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
    let id = gov.favoured(&[gov.set_quota("a", 1)]);
    let end = gov.proposal(&id).snapshot + PERIOD;
    assert_eq!(gov.proposal(&id).vote_end, end);
}
