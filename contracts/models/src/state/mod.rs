//! The registry: compare-and-set, system addresses, the global pause.

mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_common::roles;
use merit_testing::merit_state::StateError;
use merit_testing::{
    state::{error, Setup},
    Outcome, Subject,
};
use soroban_sdk::{Address, Symbol};

use crate::{same, Model};
use reference::{Change, Record, Reference, INTERFACES, NAMES, PLACES};
use steps::Step;

/// Roles in the order of [`Reference::holds`].
const OPERATORS: [&str; 2] = [roles::REGISTRAR, roles::UPGRADER];

/// The contract and its model.
pub struct Registry {
    setup: Setup,
    addresses: Vec<Address>,
    model: Reference,
}

impl Model for Registry {
    type Step = Step;

    fn new() -> Self {
        let setup = Setup::new();
        Registry {
            addresses: (0..PLACES).map(|_| setup.some_address()).collect(),
            model: Reference::new(),
            setup,
        }
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        if let Step::RegisterNew(count) = *step {
            (0..count).try_for_each(|_| self.register_new())?;
        } else {
            self.change(step)?;
        }
        self.check()
    }
}

impl Registry {
    fn change(&mut self, step: &Step) -> Result<(), String> {
        let (real, expected) = self.run(step);
        same!(real, expected.map(|_| ()));
        if let Ok(change) = expected {
            let emitted = self.setup.world.event_names(&self.setup.contract);
            same!(emitted, Vec::from_iter(change), "one event per change");
        }
        Ok(())
    }

    fn register_new(&mut self) -> Result<(), String> {
        let name = NAMES + self.addresses.len() - PLACES;
        self.addresses.push(self.setup.some_address());
        self.change(&Step::Register {
            name,
            address: self.addresses.len() - 1,
            code: 1,
            ahead: 0,
        })
    }

    /// The contract's answer and the one that the model expects.
    fn run(&mut self, step: &Step) -> (Outcome<()>, Outcome<Change>) {
        let ledger = self.setup.env().ledger().sequence();
        let (setup, model) = (&self.setup, &mut self.model);
        match *step {
            Step::Register {
                name,
                address,
                code,
                ahead,
            } => {
                let expected = number(model.revision(name), ahead);
                let place = &self.addresses[address];
                let real = setup.register_code(&text(name), place, code, code.into(), expected);
                (real, model.register(name, address, code, expected, ledger))
            }
            Step::SetInterface {
                name,
                interface,
                ahead,
            } => {
                let expected = number(model.revision(name), ahead);
                let real = setup.set_interface(&text(name), INTERFACES[interface], expected);
                (real, model.set_interface(name, interface, expected, ledger))
            }
            Step::Forget(address) => {
                let real = setup.forget(&self.addresses[address]);
                (real, model.forget(address))
            }
            Step::Unregister(name) => (setup.unregister(&text(name)), model.unregister(name)),
            Step::SetRole(operator, holds) => {
                model.holds[operator] = holds;
                self.set_role(OPERATORS[operator], holds);
                (Ok(()), Ok(None))
            }
            Step::Pause => {
                let change = (!model.paused).then_some("paused");
                model.paused = true;
                setup.pause();
                (Ok(()), Ok(change))
            }
            Step::Unpause => {
                let change = model.paused.then_some("unpaused");
                model.paused = false;
                setup.unpause();
                (Ok(()), Ok(change))
            }
            Step::Wait(_) | Step::RegisterNew(_) => {
                if let Step::Wait(seconds) = step {
                    setup.world.advance(*seconds);
                }
                (Ok(()), Ok(None))
            }
        }
    }

    fn set_role(&self, role: &str, holds: bool) {
        let (world, operator) = (&self.setup.world, self.setup.actor(role));
        if holds {
            return world.grant_role(role, &operator);
        }
        // Refused if it was revoked before.
        let _ = world.revoke_role(role, &operator);
    }

    fn check(&self) -> Result<(), String> {
        self.records_are_as_they_were_written()?;
        self.what_is_registered_is_resolved()?;
        same!(self.setup.client().paused(), self.model.paused);
        Ok(())
    }

    fn records_are_as_they_were_written(&self) -> Result<(), String> {
        let list = self.setup.client().list(&0, &100);
        same!(
            list.len() as usize,
            self.model.names.len(),
            "no entry vanishes"
        );
        for (name, (real_name, real)) in self.model.names.iter().zip(list.iter()) {
            same!(real_name, self.name(*name));
            let expected = self.model.records[name];
            same!(self.plain(&real)?, expected, "revision +1 per change");
        }
        let system = self.setup.client().system_addresses();
        let expected = self
            .model
            .addresses
            .iter()
            .map(|a| self.addresses[*a].clone());
        let system: Vec<_> = system.iter().collect();
        same!(system, Vec::from_iter(expected));
        Ok(())
    }

    /// The record with numbers in the place of addresses and texts.
    fn plain(&self, real: &merit_testing::merit_state::Record) -> Result<Record, String> {
        let env = self.setup.env();
        let address = self.addresses.iter().position(|a| *a == real.address);
        let interface = real.interface.as_ref().map(|interface| {
            let known = |text: &&str| soroban_sdk::String::from_str(env, text) == *interface;
            INTERFACES.iter().position(known).unwrap_or(usize::MAX)
        });
        let record = Record {
            address: address.unwrap_or(usize::MAX),
            code: real.version as u8,
            revision: real.revision,
            updated: real.updated_ledger,
            interface,
        };
        same!(real.wasm_hash, self.setup.hash(record.code));
        Ok(record)
    }

    fn what_is_registered_is_resolved(&self) -> Result<(), String> {
        for name in 0..NAMES {
            let expected = match self.model.records.get(&name) {
                None => error(StateError::NotFound),
                Some(record) => Ok(self.addresses[record.address].clone()),
            };
            let real = self.setup.call_unsigned("resolve", (self.name(name),));
            same!(real, expected, "address of {name}");
        }
        Ok(())
    }

    fn name(&self, name: usize) -> Symbol {
        self.setup.name(&text(name))
    }
}

fn text(name: usize) -> String {
    format!("c{name}")
}

fn number(known: u32, ahead: i64) -> u32 {
    (i64::from(known) + ahead).max(0) as u32
}
