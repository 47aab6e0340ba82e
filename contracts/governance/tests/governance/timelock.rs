//! Never before vote end and delay, never after grace, at most once; and who can stop it.

use merit_governance::{GovernanceError, ProposalState, AGAINST, FOR};
use merit_testing::{Outcome, DAY};
use soroban_sdk::{
    testutils::{Address as _, Ledger as _},
    Address, BytesN,
};

use merit_testing::governance::{error, settings, Gov, DELAY, GRACE};

const RUN: &str = "ran";

/// A proposal that has just reached `state`.
fn in_state(gov: &Gov, state: ProposalState) -> BytesN<32> {
    let actions = [gov.set_quota(RUN, 1)];
    match state {
        ProposalState::Pending => gov.propose(&actions).unwrap(),
        ProposalState::Active => gov.open(&actions),
        ProposalState::Defeated => {
            let id = gov.open(&actions);
            gov.end_vote();
            id
        }
        ProposalState::Canceled => {
            let id = gov.open(&actions);
            gov.cancel(&gov.stakers[0], &id).unwrap();
            id
        }
        ProposalState::Succeeded => gov.won(&actions),
        ProposalState::Queued => gov.due(&actions),
        ProposalState::Expired => {
            let id = gov.due(&actions);
            gov.world.advance(GRACE);
            id
        }
        ProposalState::Executed => {
            let id = gov.due(&actions);
            gov.execute(&id).unwrap();
            id
        }
    }
}

#[test]
fn each_state_allows_only_its_steps() {
    use GovernanceError::{Expired, NotActive, NotCancellable, NotQueued, NotSucceeded};
    use ProposalState as S;
    let table = [
        // State, vote, queue, execute, cancel, veto.
        (
            S::Pending,
            Some(NotActive),
            Some(NotSucceeded),
            Some(NotQueued),
            None,
            None,
        ),
        (
            S::Active,
            None,
            Some(NotSucceeded),
            Some(NotQueued),
            None,
            None,
        ),
        (
            S::Defeated,
            Some(NotActive),
            Some(NotSucceeded),
            Some(NotQueued),
            Some(NotCancellable),
            Some(NotCancellable),
        ),
        (
            S::Canceled,
            Some(NotActive),
            Some(NotSucceeded),
            Some(NotQueued),
            Some(NotCancellable),
            Some(NotCancellable),
        ),
        (
            S::Succeeded,
            Some(NotActive),
            None,
            Some(NotQueued),
            Some(NotCancellable),
            None,
        ),
        (
            S::Queued,
            Some(NotActive),
            Some(NotSucceeded),
            None,
            Some(NotCancellable),
            None,
        ),
        (
            S::Expired,
            Some(NotActive),
            Some(NotSucceeded),
            Some(Expired),
            Some(NotCancellable),
            Some(NotCancellable),
        ),
        (
            S::Executed,
            Some(NotActive),
            Some(NotSucceeded),
            Some(NotQueued),
            Some(NotCancellable),
            Some(NotCancellable),
        ),
    ];
    for (state, vote, queue, execute, cancel, veto) in table {
        let steps: [(&str, Step, Option<GovernanceError>); 5] = [
            ("vote", |gov, id| gov.vote(2, id, FOR).map(drop), vote),
            ("queue", |gov, id| gov.queue(id).map(drop), queue),
            ("execute", Gov::execute, execute),
            ("cancel", |gov, id| gov.cancel(&gov.stakers[0], id), cancel),
            ("veto", Gov::veto, veto),
        ];
        for (name, step, refused) in steps {
            let gov = Gov::new();
            let id = in_state(&gov, state);
            assert_eq!(gov.state(&id), state);
            let expected = refused.map_or(Ok(()), error);
            assert_eq!(step(&gov, &id), expected, "{name} when {state:?}");
        }
    }
}

type Step = fn(&Gov, &BytesN<32>) -> Outcome<()>;

#[test]
fn nothing_runs_before_its_delay_or_after_its_grace() {
    let gov = Gov::new();
    let first = gov.queued(&[gov.set_quota(RUN, 1)]);
    gov.world.advance(DELAY - 1);
    assert_eq!(gov.execute(&first), error(GovernanceError::NotDue));
    gov.world.advance(1);
    gov.execute(&first).unwrap();

    let second = gov.due(&[gov.set_quota(RUN, 2)]);
    gov.world.advance(GRACE - 1);
    gov.execute(&second).unwrap();
    assert_eq!(gov.quota(RUN), 2);

    let third = gov.due(&[gov.set_quota(RUN, 3)]);
    gov.world.advance(GRACE);
    assert_eq!(gov.execute(&third), error(GovernanceError::Expired));
    assert_eq!(gov.quota(RUN), 2);
}

#[test]
fn the_delay_counts_seconds_however_fast_ledgers_close() {
    let gov = Gov::new();
    let id = gov.queued(&[gov.set_quota(RUN, 1)]);
    let ledger = gov.env().ledger();
    ledger.set_sequence_number(ledger.sequence() + 100_000);
    assert_eq!(gov.execute(&id), error(GovernanceError::NotDue));
    ledger.set_timestamp(ledger.timestamp() + DELAY);
    gov.execute(&id).unwrap();
}

#[test]
fn queueing_late_waits_the_whole_delay() {
    let gov = Gov::new();
    let id = gov.won(&[gov.set_quota(RUN, 1)]);
    gov.world.advance(5 * DAY);
    assert_eq!(gov.queue(&id), Ok(gov.now() + DELAY));
    assert_eq!(gov.execute(&id), error(GovernanceError::NotDue));
}

#[test]
fn only_the_proposer_cancels_and_only_while_not_won() {
    let gov = Gov::new();
    let id = gov.open(&[gov.set_quota(RUN, 1)]);
    let [proposer, other, _] = &gov.stakers;
    let denied = error(GovernanceError::Unauthorized);
    assert_eq!(gov.cancel(other, &id), denied);
    gov.vote(1, &id, FOR).unwrap();
    let won = error(GovernanceError::NotCancellable);
    assert_eq!(gov.cancel(proposer, &id), won);
    gov.vote(0, &id, AGAINST).unwrap();
    gov.cancel(proposer, &id).unwrap();
    assert_eq!(gov.state(&id), ProposalState::Canceled);
    assert_eq!(gov.vote(2, &id, FOR), error(GovernanceError::NotActive));
}

#[test]
fn a_vetoed_proposal_never_runs() {
    let gov = Gov::new();
    let id = gov.due(&[gov.set_quota(RUN, 1), gov.set_quota(RUN, 2)]);
    gov.veto(&id).unwrap();
    assert_eq!(gov.state(&id), ProposalState::Canceled);
    assert_eq!(gov.execute(&id), error(GovernanceError::NotQueued));
    assert_eq!(gov.queue(&id), error(GovernanceError::NotSucceeded));
    assert_eq!(gov.quota(RUN), 0);
}

#[test]
fn the_veto_ends_with_its_time_or_with_the_role() {
    let gov = Gov::new();
    let guest = Address::generate(gov.env());
    let until = gov.now() + DAY;
    gov.world
        .grant_role_until(merit_common::roles::VETOER, &guest, until);
    let id = gov.open(&[gov.set_quota(RUN, 1)]);
    gov.world.advance(DAY);
    let expired = gov.call::<()>(&guest, "veto", (&id,));
    assert_eq!(expired, error(GovernanceError::Unauthorized));

    gov.world.advance(settings().veto_until - gov.now() - 1);
    let id = gov.propose(&[gov.set_quota(RUN, 2)]).unwrap();
    gov.veto(&id).unwrap();
    let id = gov.propose(&[gov.set_quota(RUN, 3)]).unwrap();
    gov.world.advance(1);
    assert_eq!(gov.veto(&id), error(GovernanceError::VetoEnded));
}
