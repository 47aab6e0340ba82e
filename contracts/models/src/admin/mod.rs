//! Roles with their expiry, the transfer of the admin, the guardian's pause, announced code.

mod reference;
mod steps;

use arbitrary::Unstructured;
use merit_common::roles;
use merit_testing::{admin::Setup, Outcome, Subject, OFFER_WINDOW};
use soroban_sdk::Address;

use crate::{same, Model};
use reference::{Reference, CODES, DEVELOPER, GUARDIAN, PEOPLE, REGISTRIES, ROLES};
use steps::{Caller, Step};

/// The contract and its model.
pub struct Roles {
    setup: Setup,
    people: [Address; PEOPLE],
    registries: [Address; REGISTRIES],
    /// Person, and contract code, to look at next: all after each step would take most of the time.
    turn: usize,
    model: Reference,
}

impl Model for Roles {
    type Step = Step;

    fn new() -> Self {
        let setup = Setup::waiting();
        Roles {
            people: [
                setup.actor("root"),
                setup.actor("heir"),
                setup.stranger(),
                setup.actor(roles::UPGRADER),
                setup.actor(roles::PAUSER),
                setup.actor(roles::UNPAUSER),
            ],
            registries: core::array::from_fn(|_| setup.new_state()),
            turn: 0,
            model: Reference::new(),
            setup,
        }
    }

    fn draw(bytes: &mut Unstructured) -> arbitrary::Result<Step> {
        steps::step(bytes)
    }

    fn apply(&mut self, step: &Step) -> Result<(), String> {
        if let Step::Transfer(to, seconds) = *step {
            return [Step::Begin(None, to), Step::Wait(seconds), Step::Accept(to)]
                .iter()
                .try_for_each(|step| self.apply(step));
        }
        if let Step::Use {
            contract,
            code,
            after,
        } = *step
        {
            let announce = Step::Announce(DEVELOPER, contract, code);
            return [announce, Step::Wait(after)]
                .iter()
                .try_for_each(|step| self.apply(step));
        }
        if let Step::GrantWhileStopped(role, account) = *step {
            return self.grant_while_stopped(role, account);
        }
        let (real, expected) = self.run(step);
        same!(real, expected);
        self.turn = (self.turn + 1) % PEOPLE;
        self.check()
    }
}

impl Roles {
    fn grant_while_stopped(&mut self, role: usize, account: usize) -> Result<(), String> {
        let steps = [
            Step::SetState(None, 0),
            Step::Stop {
                state: 0,
                stop: true,
                operator: GUARDIAN,
            },
            Step::Grant {
                caller: None,
                role,
                account,
                ends_in: None,
            },
        ];
        steps.iter().try_for_each(|step| self.apply(step))
    }

    /// The contract's answer and the one that the model expects.
    fn run(&mut self, step: &Step) -> (Outcome<()>, Outcome<()>) {
        let now = self.setup.now();
        match *step {
            Step::Begin(caller, to) => {
                let signer = self.caller(caller);
                let real = self.sign(signer, "begin_transfer", (&self.people[to],));
                (real, self.model.begin(signer, to, now))
            }
            Step::Accept(signer) => {
                let real = self.sign(signer, "accept_transfer", ());
                (real, self.model.accept(signer, now))
            }
            Step::CancelTransfer(caller) => {
                let signer = self.caller(caller);
                let real = self.sign(signer, "cancel_transfer", ());
                (real, self.model.cancel(signer))
            }
            Step::SetState(caller, state) => {
                let signer = self.caller(caller);
                let real = self.sign(signer, "set_state", (&self.registries[state],));
                (real, self.model.set_state(signer, state))
            }
            Step::Stop {
                state,
                stop,
                operator,
            } => (
                self.switch(state, stop, operator),
                self.model.stop(state, stop, operator, now),
            ),
            Step::Pause(guardian) => {
                let real = self.setup.call_by(&self.people[guardian], "pause", ());
                (real, self.model.pause(guardian, now))
            }
            Step::Unpause(caller) => {
                let operator = self.caller(caller);
                let real = self.setup.call_by(&self.people[operator], "unpause", ());
                (real, self.model.unpause(operator, now))
            }
            Step::Announce(operator, contract, code) => {
                let (operator_address, contract_address) =
                    (&self.people[operator], &self.registries[contract]);
                let real = self
                    .setup
                    .announce(operator_address, contract_address, code);
                (real, self.model.announce(operator, contract, code, now))
            }
            Step::CancelUpgrade(caller, contract) => {
                let guardian = self.caller(caller);
                let (address, contract_address) =
                    (&self.people[guardian], &self.registries[contract]);
                let real = self.setup.cancel_upgrade(address, contract_address);
                (real, self.model.cancel_upgrade(guardian, contract, now))
            }
            Step::Wait(seconds) => {
                self.setup.world.advance(seconds);
                (Ok(()), Ok(()))
            }
            _ => self.run_grants(step, now),
        }
    }

    fn run_grants(&mut self, step: &Step, now: u64) -> (Outcome<()>, Outcome<()>) {
        let (setup, people) = (&self.setup, &self.people);
        match *step {
            Step::Grant {
                caller,
                role,
                account,
                ends_in,
            } => {
                let caller = self.caller(caller);
                let ends_at = ends_in.map(|seconds| now + seconds);
                let real = setup.grant_by(&people[caller], ROLES[role], &people[account], ends_at);
                let expected = self.model.grant(caller, role, account, ends_at, now);
                (real, expected)
            }
            Step::Revoke {
                caller,
                role,
                account,
            } => {
                let caller = self.caller(caller);
                let real = setup.revoke_by(&people[caller], ROLES[role], &people[account]);
                (real, self.model.revoke(caller, role, account))
            }
            Step::Renounce(role, account) => {
                let real = setup.renounce(&people[account], ROLES[role]);
                (real, self.model.renounce(role, account))
            }
            _ => unreachable!("{step:?} is run elsewhere"),
        }
    }

    fn caller(&self, caller: Caller) -> usize {
        caller.unwrap_or(self.model.admin)
    }

    /// Stops the system by a registry, or lets it run again.
    fn switch(&self, state: usize, stop: bool, operator: usize) -> Outcome<()> {
        let function = if stop { "pause" } else { "unpause" };
        let (world, operator) = (&self.setup.world, &self.people[operator]);
        world.call(operator, &self.registries[state], function, (operator,))
    }

    fn sign(
        &self,
        signer: usize,
        function: &str,
        args: impl soroban_sdk::IntoVal<soroban_sdk::Env, soroban_sdk::Vec<soroban_sdk::Val>>,
    ) -> Outcome<()> {
        self.setup.call(&self.people[signer], function, args)
    }

    fn check(&self) -> Result<(), String> {
        self.there_is_one_admin_and_one_heir_at_most()?;
        self.members_are_the_holders()?;
        self.code_is_due_in_its_window_only()
    }

    fn there_is_one_admin_and_one_heir_at_most(&self) -> Result<(), String> {
        let (client, now) = (self.setup.client(), self.setup.now());
        let admin = self.people[self.model.admin].clone();
        same!(client.get_admin(), Some(admin), "exactly one admin");
        let pending = client.pending_transfer();
        let pending = pending.map(|pending| (pending.to, pending.eta));
        let open = self
            .model
            .transfer
            .filter(|(_, eta)| now < eta + OFFER_WINDOW);
        same!(
            pending,
            open.map(|(to, eta)| (self.people[to].clone(), eta))
        );
        same!(client.paused(), self.model.paused);
        let state = self.model.state.map(|state| self.registries[state].clone());
        same!(client.state(), state);
        Ok(())
    }

    fn members_are_the_holders(&self) -> Result<(), String> {
        let (client, now) = (self.setup.client(), self.setup.now());
        for (role, name) in ROLES.iter().enumerate() {
            let symbol = self.setup.role(name);
            let listed = client.members(&symbol, &0, &100);
            let people = self.people.iter().enumerate();
            let members = people.filter(|(account, _)| self.model.holds(role, *account, now));
            let members: Vec<_> = members.map(|(_, address)| address).collect();
            let all = members.iter().all(|member| listed.contains(*member));
            let told = (all, listed.len() as usize);
            same!(
                told,
                (true, members.len()),
                "enumeration = membership of {name}"
            );
            let somebody = &self.people[self.turn];
            same!(
                self.setup.holds(name, somebody),
                members.contains(&somebody)
            );
            let ends_at = self.model.grants.get(&(role, self.turn)).copied();
            same!(client.role_expiry(somebody, &symbol), ends_at.flatten());
        }
        Ok(())
    }

    fn code_is_due_in_its_window_only(&self) -> Result<(), String> {
        let now = self.setup.now();
        let contract = self.turn % REGISTRIES;
        let address = &self.registries[contract];
        for code in CODES {
            let due = self.setup.upgrade_is_due(address, code);
            same!(due, self.model.is_due(contract, code, now));
        }
        let real = self.setup.client().announced_upgrade(address);
        let real = real.map(|real| (real.new_wasm_hash.to_array()[0], real.eta, real.expires_at));
        same!(real, self.model.announced(contract, now));
        Ok(())
    }
}
