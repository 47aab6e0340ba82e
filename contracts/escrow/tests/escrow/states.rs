//! The table of states: every step from every state, before and after its deadline.

use merit_escrow::{EscrowError, Part, Status, MAX_HORIZON};
use merit_testing::escrow::{error, Setup, DEADLINE, LONG, UNDECIDED, WINDOW};
use merit_testing::{Outcome, START};
use soroban_sdk::{vec as list, BytesN};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Release,
    Dispute,
    Submit,
    Resolve,
    Expire,
    Cancel,
    Split,
    Extend,
}

const STEPS: [Step; 8] = [
    Step::Release,
    Step::Dispute,
    Step::Submit,
    Step::Resolve,
    Step::Expire,
    Step::Cancel,
    Step::Split,
    Step::Extend,
];

fn take(setup: &Setup, id: &BytesN<32>, step: Step) -> Outcome<()> {
    match step {
        Step::Release => setup.release(id, 0),
        Step::Dispute => setup.dispute(&setup.beneficiary, id, 0).map(|_| ()),
        Step::Submit => setup.submit(&setup.depositor, id, 0),
        Step::Resolve => setup.resolve(id, 0, 7_500),
        Step::Expire => setup.expire(id, 0),
        Step::Cancel => setup.cancel(id),
        Step::Split => setup.split(id, 0, 2_500),
        Step::Extend => setup.extend(id, 0, setup.now() + LONG + 1),
    }
}

/// Seconds until a milestone's deadline: shorter and longer than the arbiter's time.
const LENGTHS: [u64; 2] = [DEADLINE, LONG];

/// A single milestone with this many seconds to its deadline.
fn one(setup: &Setup, length: u64) -> BytesN<32> {
    let mut terms = setup.terms(&[10_000]);
    terms.parts = list![
        setup.env(),
        Part {
            amount: 10_000,
            deadline: START + length
        }
    ];
    setup.bound(&terms)
}

/// Brings a single milestone into `from`, before or after the deadline of that state.
fn in_state(from: Status, late: bool, length: u64) -> (Setup, BytesN<32>) {
    let setup = Setup::new();
    let id = one(&setup, length);
    let dispute = || setup.dispute(&setup.depositor, &id, 0).unwrap();
    let just = |due: u64| setup.world.advance(if late { due } else { due - 1 });
    match from {
        Status::Held => just(length),
        Status::Disputed => {
            dispute();
            just(WINDOW.max(length));
        }
        Status::Released => setup.release(&id, 0).unwrap(),
        Status::Refunded => setup.cancel(&id).unwrap(),
        Status::Split => {
            dispute();
            setup.resolve(&id, 0, 5_000).unwrap();
        }
    }
    if late && !matches!(from, Status::Held | Status::Disputed) {
        setup.world.advance(length + WINDOW);
    }
    assert_eq!(setup.status(&id, 0), from);
    (setup, id)
}

/// The outcome by the table.
fn expected(from: Status, late: bool, step: Step) -> Result<Status, EscrowError> {
    use EscrowError::{DeadlinePassed, InvalidTransition, NotDue};
    use Status::*;
    match (from, step, late) {
        (Held | Disputed, Step::Release, _) => Ok(Released),
        (Held | Disputed, Step::Cancel, _) => Ok(Refunded),
        (Held | Disputed, Step::Split, _) => Ok(Split),
        (Held, Step::Extend, _) => Ok(Held),
        (Held, Step::Dispute, false) => Ok(Disputed),
        (Held, Step::Dispute, true) => Err(DeadlinePassed),
        (Held, Step::Expire, true) => Ok(Refunded),
        (Disputed, Step::Submit, false) => Ok(Disputed),
        (Disputed, Step::Resolve, false) => Ok(Split),
        (Disputed, Step::Submit | Step::Resolve, true) => Err(DeadlinePassed),
        (Disputed, Step::Expire, true) => Ok(Split),
        (Held | Disputed, Step::Expire, false) => Err(NotDue),
        _ => Err(InvalidTransition),
    }
}

#[test]
fn only_the_listed_steps_are_possible_and_final_states_are_final() {
    use Status::*;
    for from in [Held, Disputed, Released, Refunded, Split] {
        for (late, length) in [false, true]
            .into_iter()
            .flat_map(|late| LENGTHS.map(|l| (late, l)))
        {
            for step in STEPS {
                let (setup, id) = in_state(from, late, length);
                let outcome = take(&setup, &id, step);
                let what = format!("{step:?} from {from:?}, late: {late}, length: {length}");
                match expected(from, late, step) {
                    Ok(to) => {
                        assert_eq!(outcome, Ok(()), "{what}");
                        assert_eq!(setup.status(&id, 0), to, "{what}");
                    }
                    Err(code) => {
                        assert_eq!(outcome, error(code), "{what}");
                        assert_eq!(setup.status(&id, 0), from, "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_open_state_ends_without_its_parties() {
    for (from, share) in [(Status::Held, 0), (Status::Disputed, UNDECIDED)] {
        let (setup, id) = in_state(from, true, DEADLINE);
        setup.expire(&id, 0).unwrap();
        let sums = setup.get(&id).sums;
        assert_eq!(sums.held, 0);
        assert_eq!(sums.refunded, 10_000 - i128::from(share));
    }
}

#[test]
fn a_dispute_never_ends_before_the_deadline() {
    let setup = Setup::new();
    let id = one(&setup, LONG);
    let decide_by = setup.dispute(&setup.depositor, &id, 0).unwrap();
    assert_eq!(decide_by, START + LONG);
    setup.world.advance(LONG - 1);
    assert_eq!(setup.expire(&id, 0), error(EscrowError::NotDue));
    assert_eq!(setup.submit(&setup.beneficiary, &id, 0), Ok(()));
    setup.world.advance(1);
    assert_eq!(setup.resolve(&id, 0, 1), error(EscrowError::DeadlinePassed));
    assert_eq!(setup.expire(&id, 0), Ok(()));
}

#[test]
fn an_extension_makes_a_deadline_later() {
    let setup = Setup::new();
    let id = one(&setup, DEADLINE);
    let invalid = error(EscrowError::InvalidDeadline);
    let due = START + DEADLINE;
    for deadline in [due - 1, due, START + MAX_HORIZON + 1] {
        assert_eq!(setup.extend(&id, 0, deadline), invalid);
    }
    let missing = error(EscrowError::NoMilestone);
    assert_eq!(setup.extend(&id, 1, due + 1), missing);
    assert_eq!(setup.extend(&id, 0, due + 1), Ok(()));
    assert_eq!(setup.world.event_names(&setup.contract), ["extended"]);
    setup.world.advance(DEADLINE);
    assert_eq!(setup.expire(&id, 0), error(EscrowError::NotDue));
    setup.world.advance(2);
    // Nobody has called `expire`, so the parties may still extend, but to no time that has passed.
    assert_eq!(setup.extend(&id, 0, due + 2), invalid);
    assert_eq!(setup.extend(&id, 0, START + MAX_HORIZON), Ok(()));
}
