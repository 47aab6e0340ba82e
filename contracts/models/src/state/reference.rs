//! The registry as plain data, and the rule of each step.

use std::collections::BTreeMap;

use merit_testing::merit_state::StateError as Error;
use merit_testing::{state::error, Outcome};

/// Names and addresses that steps choose among; more come by `RegisterNew`.
pub const NAMES: usize = 4;
pub const PLACES: usize = 6;
/// Most names, most addresses.
pub const MOST: usize = 32;

/// Indexes into [`Reference::holds`].
pub const REGISTRAR: usize = 0;
pub const UPGRADER: usize = 1;

/// The event that a change emits; none: nothing changed.
pub type Change = Option<&'static str>;

/// Interface versions: two that are possible, too short, too long.
pub const INTERFACES: [&str; 4] = ["0.1.0", "0.2.0", "", "a-version-of-33-bytes-is-too-long"];

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Record {
    pub address: usize,
    pub code: u8,
    pub revision: u32,
    /// Ledger of the last change.
    pub updated: u32,
    /// Index into [`INTERFACES`].
    pub interface: Option<usize>,
}

pub struct Reference {
    /// Names in order of registration.
    pub names: Vec<usize>,
    pub records: BTreeMap<usize, Record>,
    /// System addresses, in order.
    pub addresses: Vec<usize>,
    /// True if the registrar, and the upgrader, hold their roles.
    pub holds: [bool; 2],
    pub paused: bool,
}

impl Reference {
    pub fn new() -> Self {
        Reference {
            names: Vec::new(),
            records: BTreeMap::new(),
            addresses: Vec::new(),
            holds: [true; 2],
            paused: false,
        }
    }

    pub fn revision(&self, name: usize) -> u32 {
        self.records.get(&name).map_or(0, |record| record.revision)
    }

    fn enter(&self, operator: usize) -> Outcome<()> {
        if !self.holds[operator] {
            return error(Error::Unauthorized);
        }
        if self.paused {
            return error(Error::Paused);
        }
        Ok(())
    }

    pub fn register(
        &mut self,
        name: usize,
        address: usize,
        code: u8,
        expected: u32,
        ledger: u32,
    ) -> Outcome<Change> {
        self.enter(REGISTRAR)?;
        let known = self.records.get(&name).copied();
        let same = |r: &Record| (r.address, r.code) == (address, code);
        if known.as_ref().is_some_and(same) {
            return Ok(None);
        }
        if expected != self.revision(name) {
            return error(Error::RevisionMismatch);
        }
        let new_address = !self.addresses.contains(&address);
        let full = |list: &[usize]| list.len() == MOST;
        if known.is_none() && full(&self.names) || new_address && full(&self.addresses) {
            return error(Error::TooMany);
        }
        if known.is_none() {
            self.names.push(name);
        }
        if new_address {
            self.addresses.push(address);
        }
        let interface = known.filter(|known| known.code == code);
        let record = Record {
            address,
            code,
            revision: expected + 1,
            updated: ledger,
            interface: interface.and_then(|known| known.interface),
        };
        self.records.insert(name, record);
        Ok(Some("registered"))
    }

    pub fn set_interface(
        &mut self,
        name: usize,
        interface: usize,
        expected: u32,
        ledger: u32,
    ) -> Outcome<Change> {
        self.enter(REGISTRAR)?;
        if !(1..=32).contains(&INTERFACES[interface].len()) {
            return error(Error::InvalidInterface);
        }
        let Some(known) = self.records.get(&name).copied() else {
            return error(Error::NotFound);
        };
        let interface = Some(interface);
        if known.interface == interface {
            return Ok(None);
        }
        if expected != known.revision {
            return error(Error::RevisionMismatch);
        }
        let changed = Record {
            interface,
            revision: expected + 1,
            updated: ledger,
            ..known
        };
        self.records.insert(name, changed);
        Ok(Some("interface_set"))
    }

    /// Everything but the other names and what they have.
    pub fn unregister(&mut self, name: usize) -> Outcome<Change> {
        self.enter(UPGRADER)?;
        let Some(gone) = self.records.remove(&name) else {
            return error(Error::NotFound);
        };
        self.names.retain(|other| *other != name);
        let named = |record: &Record| record.address == gone.address;
        if !self.records.values().any(named) {
            self.addresses.retain(|address| *address != gone.address);
        }
        Ok(Some("unregistered"))
    }

    pub fn forget(&mut self, address: usize) -> Outcome<Change> {
        self.enter(UPGRADER)?;
        let Some(at) = self.addresses.iter().position(|known| *known == address) else {
            return Ok(None);
        };
        let mut records = self.records.values();
        if records.any(|record| record.address == address) {
            return error(Error::AddressInUse);
        }
        self.addresses.remove(at);
        Ok(Some("address_forgotten"))
    }
}
