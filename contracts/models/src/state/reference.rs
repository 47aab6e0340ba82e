//! The registry as plain data, and the rule of each step.

use std::collections::BTreeMap;

use merit_state::{StateError as Error, Status};
use merit_testing::{state::error, Outcome};

/// Names and addresses that steps choose among; more come by `RegisterNew`.
pub const NAMES: usize = 4;
pub const PLACES: usize = 6;
pub const KEYS: [&str; 3] = ["fee", "rate", "depth"];
/// Most names, most addresses.
pub const MOST: usize = 32;

/// Of [`Reference::holds`].
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
    pub status: Status,
    pub revision: u32,
    /// Ledger of the last change.
    pub updated: u32,
    /// Of [`INTERFACES`].
    pub interface: Option<usize>,
}

pub struct Reference {
    /// In order of registration.
    pub names: Vec<usize>,
    pub records: BTreeMap<usize, Record>,
    /// What each record was before, oldest first.
    pub past: BTreeMap<usize, Vec<Record>>,
    /// System addresses, in order.
    pub addresses: Vec<usize>,
    pub params: BTreeMap<usize, i128>,
    /// Every migration that was recorded, by name.
    pub migrations: BTreeMap<usize, Vec<u32>>,
    /// The registrar, the upgrader.
    pub holds: [bool; 2],
    pub paused: bool,
}

impl Reference {
    pub fn new() -> Self {
        Reference {
            names: Vec::new(),
            records: BTreeMap::new(),
            past: BTreeMap::new(),
            addresses: Vec::new(),
            params: BTreeMap::new(),
            migrations: BTreeMap::new(),
            holds: [true; 2],
            paused: false,
        }
    }

    pub fn revision(&self, name: usize) -> u32 {
        self.records.get(&name).map_or(0, |record| record.revision)
    }

    pub fn migration(&self, name: usize) -> u32 {
        let recorded = self.migrations.get(&name);
        recorded.map_or(0, |versions| versions.len() as u32)
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
        let same = |r: &Record| (r.address, r.code, r.status) == (address, code, Status::Active);
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
            status: Status::Active,
            revision: expected + 1,
            updated: ledger,
            interface: interface.and_then(|known| known.interface),
        };
        self.write(name, record);
        Ok(Some("registered"))
    }

    pub fn set_status(
        &mut self,
        name: usize,
        status: Status,
        expected: u32,
        ledger: u32,
    ) -> Outcome<Change> {
        self.enter(REGISTRAR)?;
        let Some(known) = self.records.get(&name).copied() else {
            return error(Error::NotFound);
        };
        if known.status == status {
            return Ok(None);
        }
        let changed = Record { status, ..known };
        self.change(name, changed, expected, ledger)?;
        Ok(Some("status_set"))
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
        let changed = Record { interface, ..known };
        self.change(name, changed, expected, ledger)?;
        Ok(Some("interface_set"))
    }

    fn change(
        &mut self,
        name: usize,
        mut changed: Record,
        expected: u32,
        ledger: u32,
    ) -> Outcome<()> {
        if expected != changed.revision {
            return error(Error::RevisionMismatch);
        }
        changed.revision += 1;
        changed.updated = ledger;
        self.write(name, changed);
        Ok(())
    }

    fn write(&mut self, name: usize, record: Record) {
        if let Some(before) = self.records.insert(name, record) {
            self.past.entry(name).or_default().push(before);
        }
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

    pub fn set_param(&mut self, key: usize, value: i128) -> Outcome<Change> {
        self.enter(REGISTRAR)?;
        self.params.insert(key, value);
        Ok(Some("param_set"))
    }

    pub fn record_migration(&mut self, name: usize, version: u32) -> Outcome<Change> {
        self.enter(REGISTRAR)?;
        if !self.records.contains_key(&name) {
            return error(Error::NotFound);
        }
        if version != self.migration(name) + 1 {
            return error(Error::MigrationOutOfOrder);
        }
        self.migrations.entry(name).or_default().push(version);
        Ok(Some("migration_recorded"))
    }
}
