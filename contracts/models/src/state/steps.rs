//! Steps of the registry.

use arbitrary::{Result, Unstructured};

use super::reference::{INTERFACES, NAMES, PLACES, REGISTRAR, UPGRADER};
use crate::draw::{draw, Kinds};

/// Names and addresses by number. `ahead`: what the caller believes the revision to be, above the one there is.
#[derive(Clone, Debug)]
pub enum Step {
    Register {
        name: usize,
        address: usize,
        code: u8,
        ahead: i64,
    },
    /// So many names that nobody used yet, each with an address of its own.
    RegisterNew(usize),
    SetInterface {
        name: usize,
        /// Index into [`INTERFACES`].
        interface: usize,
        ahead: i64,
    },
    Forget(usize),
    Unregister(usize),
    /// Gives the registrar or the upgrader its role, or takes it away.
    SetRole(usize, bool),
    Pause,
    Unpause,
    /// Seconds.
    Wait(u64),
}

const KINDS: Kinds<Step, 9> = [
    (10, |bytes| {
        Ok(Step::Register {
            name: name(bytes)?,
            address: bytes.int_in_range(0..=PLACES - 1)?,
            code: bytes.int_in_range(1..=2)?,
            ahead: ahead(bytes)?,
        })
    }),
    (2, |bytes| {
        Ok(Step::RegisterNew(bytes.int_in_range(5..=15)?))
    }),
    (5, |bytes| {
        Ok(Step::SetInterface {
            name: name(bytes)?,
            interface: interface(bytes)?,
            ahead: ahead(bytes)?,
        })
    }),
    (4, |bytes| {
        Ok(Step::Forget(bytes.int_in_range(0..=PLACES - 1)?))
    }),
    (2, |bytes| {
        let operator = bytes.choose(&[REGISTRAR, UPGRADER])?;
        Ok(Step::SetRole(*operator, bytes.ratio(3, 4)?))
    }),
    (1, |_| Ok(Step::Pause)),
    (2, |_| Ok(Step::Unpause)),
    (3, |bytes| Ok(Step::Wait(bytes.int_in_range(0..=86_400)?))),
    (3, |bytes| Ok(Step::Unregister(name(bytes)?))),
];

pub fn step(bytes: &mut Unstructured) -> Result<Step> {
    draw(bytes, &KINDS)
}

fn name(bytes: &mut Unstructured) -> Result<usize> {
    bytes.int_in_range(0..=NAMES - 1)
}

/// Draws an interface version, mostly one that is possible.
fn interface(bytes: &mut Unstructured) -> Result<usize> {
    let last = INTERFACES.len() - 1;
    if bytes.ratio(1, 5)? {
        return bytes.int_in_range(2..=last);
    }
    bytes.int_in_range(0..=1)
}

/// Draws a difference, mostly the right one.
fn ahead(bytes: &mut Unstructured) -> Result<i64> {
    draw(
        bytes,
        &[(3, |_| Ok(0)), (1, |bytes| bytes.int_in_range(-1..=1))],
    )
}
