//! The table of states: every step from every state, before and after its deadline.

use merit_escrow::{EscrowError, Status};
use merit_testing::escrow::{error, Setup, DEADLINE, UNDECIDED, WINDOW};
use merit_testing::Outcome;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Release,
    Dispute,
    Submit,
    Resolve,
    Expire,
    Cancel,
}

const STEPS: [Step; 6] = [
    Step::Release,
    Step::Dispute,
    Step::Submit,
    Step::Resolve,
    Step::Expire,
    Step::Cancel,
];

fn take(setup: &Setup, id: u64, step: Step) -> Outcome<()> {
    match step {
        Step::Release => setup.release(id, 0),
        Step::Dispute => setup.dispute(&setup.beneficiary, id, 0).map(|_| ()),
        Step::Submit => setup.submit(&setup.depositor, id, 0),
        Step::Resolve => setup.resolve(id, 0, 7_500),
        Step::Expire => setup.expire(id, 0),
        Step::Cancel => setup.cancel(id),
    }
}

/// Brings a single milestone into `from`, before or after the deadline of that state.
fn in_state(from: Status, late: bool) -> (Setup, u64) {
    let setup = Setup::new();
    let id = setup.create(&setup.terms(&[10_000])).unwrap();
    let dispute = || setup.dispute(&setup.depositor, id, 0).unwrap();
    match from {
        Status::Held => setup
            .world
            .advance(if late { DEADLINE } else { DEADLINE - 1 }),
        Status::Disputed => {
            dispute();
            setup.world.advance(if late { WINDOW } else { WINDOW - 1 });
        }
        Status::Released => setup.release(id, 0).unwrap(),
        Status::Refunded => setup.cancel(id).unwrap(),
        Status::Split => {
            dispute();
            setup.resolve(id, 0, 5_000).unwrap();
        }
    }
    if late && !matches!(from, Status::Held | Status::Disputed) {
        setup.world.advance(DEADLINE + WINDOW);
    }
    assert_eq!(setup.status(id, 0), from);
    (setup, id)
}

/// What the table says.
fn expected(from: Status, late: bool, step: Step) -> Result<Status, EscrowError> {
    use EscrowError::{DeadlinePassed, InvalidTransition, NotDue};
    use Status::*;
    match (from, step, late) {
        (Held | Disputed, Step::Release, _) => Ok(Released),
        (Held | Disputed, Step::Cancel, _) => Ok(Refunded),
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
        for late in [false, true] {
            for step in STEPS {
                let (setup, id) = in_state(from, late);
                let outcome = take(&setup, id, step);
                let what = format!("{step:?} from {from:?}, late: {late}");
                match expected(from, late, step) {
                    Ok(to) => {
                        assert_eq!(outcome, Ok(()), "{what}");
                        assert_eq!(setup.status(id, 0), to, "{what}");
                    }
                    Err(code) => {
                        assert_eq!(outcome, error(code), "{what}");
                        assert_eq!(setup.status(id, 0), from, "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_open_state_ends_without_its_parties() {
    for (from, share) in [(Status::Held, 0), (Status::Disputed, UNDECIDED)] {
        let (setup, id) = in_state(from, true);
        setup.expire(id, 0).unwrap();
        let sums = setup.client().get(&id).sums;
        assert_eq!(sums.held, 0);
        assert_eq!(sums.refunded, 10_000 - i128::from(share));
    }
}
