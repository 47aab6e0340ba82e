//! Steps of roles and the admin.

use arbitrary::{Result, Unstructured};
use merit_testing::{
    admin::{DELAY, UPGRADE_DELAY, UPGRADE_WINDOW},
    OFFER_WINDOW,
};

use super::reference::{CODES, GUARDIAN, OPERATOR, PEOPLE, REGISTRIES, ROLES};
use crate::draw::{draw, Kinds};

/// The caller: somebody by number; none: the admin.
pub type Caller = Option<usize>;

/// Roles and people by number.
#[derive(Clone, Debug)]
pub enum Step {
    Grant {
        caller: Caller,
        role: usize,
        account: usize,
        /// Seconds until it ends.
        ends_in: Option<u64>,
    },
    Revoke {
        caller: Caller,
        role: usize,
        account: usize,
    },
    /// Role, account.
    Renounce(usize, usize),
    /// Caller, new admin.
    Begin(Caller, usize),
    Accept(usize),
    CancelTransfer(Caller),
    /// New admin, offered by the admin; seconds until it is accepted.
    Transfer(usize, u64),
    /// Caller, the registry whose stop counts from then on.
    SetState(Caller, usize),
    /// The registry's stop of the system (false: its end).
    Stop {
        state: usize,
        stop: bool,
        operator: usize,
    },
    /// Role, account: the system stops, and the admin grants.
    GrantWhileStopped(usize, usize),
    /// Operator, contract, code.
    Announce(usize, usize, u8),
    /// Caller, contract.
    CancelUpgrade(Caller, usize),
    /// The developer announces the code; seconds until it is looked at.
    Use {
        contract: usize,
        code: u8,
        after: u64,
    },
    Pause(usize),
    Unpause(Caller),
    /// Seconds.
    Wait(u64),
}

const KINDS: Kinds<Step, 16> = [
    (9, |bytes| {
        Ok(Step::Grant {
            caller: caller(bytes)?,
            role: role(bytes)?,
            account: person(bytes)?,
            ends_in: ends_in(bytes)?,
        })
    }),
    (4, |bytes| {
        Ok(Step::Revoke {
            caller: caller(bytes)?,
            role: role(bytes)?,
            account: person(bytes)?,
        })
    }),
    (2, |bytes| Ok(Step::Renounce(role(bytes)?, person(bytes)?))),
    (2, |bytes| Ok(Step::Begin(caller(bytes)?, person(bytes)?))),
    (2, |bytes| Ok(Step::Accept(person(bytes)?))),
    (1, |bytes| Ok(Step::CancelTransfer(caller(bytes)?))),
    (4, |bytes| {
        let seconds = [
            DELAY - 1,
            DELAY,
            DELAY + OFFER_WINDOW - 1,
            DELAY + OFFER_WINDOW,
        ];
        Ok(Step::Transfer(person(bytes)?, *bytes.choose(&seconds)?))
    }),
    (2, |bytes| Ok(Step::SetState(caller(bytes)?, state(bytes)?))),
    (5, |bytes| {
        let stop = bytes.ratio(1, 2)?;
        Ok(Step::Stop {
            state: state(bytes)?,
            stop,
            operator: operator(bytes, stop)?,
        })
    }),
    (2, |bytes| {
        Ok(Step::GrantWhileStopped(role(bytes)?, person(bytes)?))
    }),
    (3, |bytes| {
        let (operator, contract) = (person(bytes)?, state(bytes)?);
        Ok(Step::Announce(operator, contract, *bytes.choose(&CODES)?))
    }),
    (2, |bytes| {
        Ok(Step::CancelUpgrade(caller(bytes)?, state(bytes)?))
    }),
    (4, |bytes| {
        let end = UPGRADE_DELAY + UPGRADE_WINDOW;
        let seconds = [UPGRADE_DELAY - 1, UPGRADE_DELAY, end - 1, end];
        Ok(Step::Use {
            contract: state(bytes)?,
            code: *bytes.choose(&CODES)?,
            after: *bytes.choose(&seconds)?,
        })
    }),
    (2, |bytes| Ok(Step::Pause(person(bytes)?))),
    (4, |bytes| Ok(Step::Unpause(caller(bytes)?))),
    (5, |bytes| Ok(Step::Wait(seconds(bytes)?))),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

fn caller(bytes: &mut Unstructured) -> Result<Caller> {
    if bytes.ratio(1, 2)? {
        return Ok(None);
    }
    person(bytes).map(Some)
}

fn person(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=PEOPLE - 1)
}

fn state(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=REGISTRIES - 1)
}

/// Draws an operator, mostly one who has the role at the start.
fn operator(bytes: &mut Unstructured, stop: bool) -> Result<usize> {
    if bytes.ratio(1, 4)? {
        return person(bytes);
    }
    Ok(if stop { GUARDIAN } else { OPERATOR })
}

fn role(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=ROLES.len() - 1)
}

fn ends_in(bytes: &mut Unstructured) -> Result<Option<u64>> {
    if bytes.arbitrary()? {
        return Ok(None);
    }
    bytes.int_in_range(0..=100).map(Some)
}

fn seconds(bytes: &mut Unstructured) -> Result<u64> {
    draw(
        bytes,
        &[
            (4, |bytes| bytes.int_in_range(0..=60)),
            (1, |_| Ok(DELAY)),
            (1, |_| Ok(OFFER_WINDOW)),
        ],
    )
}
