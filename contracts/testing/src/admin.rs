//! A separate admin contract, with one holder per role.

use merit_admin::{AdminContract, AdminContractClient, AdminError};
use merit_state::StateContract;
use soroban_sdk::{testutils::Address as _, Address, Env, IntoVal, Symbol, Val, Vec};

use crate::{Actors, Failure, Outcome, Subject, World, ROLES};

/// Seconds that a transfer of the admin waits.
pub const DELAY: u64 = 3_600;

pub struct Setup {
    pub world: World,
    pub contract: Address,
    actors: Actors,
}

impl Subject for Setup {
    fn world(&self) -> &World {
        &self.world
    }
    fn contract(&self) -> &Address {
        &self.contract
    }
    fn actors(&self) -> &Actors {
        &self.actors
    }
}

impl Setup {
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        let world = World::new();
        let setup = Setup {
            contract: deploy(&world, DELAY),
            actors: world.actors(&["heir"]),
            world,
        };
        for role in ROLES {
            setup.grant(role, &setup.actor(role), None).unwrap();
        }
        setup
    }

    pub fn client(&self) -> AdminContractClient<'static> {
        AdminContractClient::new(self.env(), &self.contract)
    }

    pub fn role(&self, name: &str) -> Symbol {
        Symbol::new(self.env(), name)
    }

    /// Somebody new.
    pub fn stranger(&self) -> Address {
        Address::generate(self.env())
    }

    /// `expires_at` in Unix seconds.
    pub fn grant(&self, role: &str, account: &Address, expires_at: Option<u64>) -> Outcome<()> {
        self.grant_by(&self.actor("root"), role, account, expires_at)
    }

    pub fn grant_by(
        &self,
        caller: &Address,
        role: &str,
        account: &Address,
        expires_at: Option<u64>,
    ) -> Outcome<()> {
        let role = self.role(role);
        match expires_at {
            None => self.call(caller, "grant_role", (account, role, caller)),
            Some(end) => self.call(caller, "grant_role_until", (account, role, end, caller)),
        }
    }

    pub fn revoke_by(&self, caller: &Address, role: &str, account: &Address) -> Outcome<()> {
        self.call(caller, "revoke_role", (account, self.role(role), caller))
    }

    pub fn renounce(&self, account: &Address, role: &str) -> Outcome<()> {
        self.call(account, "renounce_role", (self.role(role), account))
    }

    /// A registry that asks this contract for its roles.
    pub fn new_state(&self) -> Address {
        self.world
            .register(StateContract, "state", (&self.contract,))
    }

    /// Signed by the root, who is not an argument.
    pub fn as_root(&self, function: &str, args: impl IntoVal<Env, Vec<Val>>) -> Outcome<()> {
        self.call(&self.actor("root"), function, args)
    }

    pub fn holds(&self, role: &str, account: &Address) -> bool {
        self.client().has_role(account, &self.role(role)).is_some()
    }
}

/// With the world's root as admin; `delay` in seconds.
pub fn deploy(world: &World, delay: u64) -> Address {
    world.register(AdminContract, "admin", (&world.root, delay))
}

pub fn error<T>(code: AdminError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
