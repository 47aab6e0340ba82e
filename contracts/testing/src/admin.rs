//! A separate admin contract, with one holder per role.

use merit_admin::{AdminContract, AdminContractClient, AdminError};
use merit_state::StateContract;
use soroban_sdk::{testutils::Address as _, Address, BytesN, Env, IntoVal, Symbol, Val, Vec};

use crate::{subject::subject, Actors, Failure, Outcome, Subject, World, DAY, ROLES};

/// Seconds that a transfer of the admin waits.
pub const DELAY: u64 = 3_600;
/// Seconds that new code waits in [`Setup::waiting`].
pub const UPGRADE_DELAY: u64 = 7_200;
/// Seconds that announced code can be used once its delay is over.
pub const UPGRADE_WINDOW: u64 = 60 * DAY;

pub struct Setup {
    pub world: World,
    pub contract: Address,
    actors: Actors,
}

subject!(Setup);

impl Setup {
    /// New code needs no announcement.
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        Self::with_upgrade_delay(0)
    }

    /// A setup in which new code waits.
    pub fn waiting() -> Self {
        Self::with_upgrade_delay(UPGRADE_DELAY)
    }

    fn with_upgrade_delay(upgrade_delay: u64) -> Self {
        let world = World::new();
        let setup = Setup {
            contract: deploy(&world, DELAY, upgrade_delay),
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

    /// Announces code by an operator. `code` stands for the code's hash.
    pub fn announce(&self, operator: &Address, contract: &Address, code: u8) -> Outcome<()> {
        let args = (contract, self.hash(code), operator);
        self.call(operator, "announce_upgrade", args)
    }

    pub fn cancel_upgrade(&self, guardian: &Address, contract: &Address) -> Outcome<()> {
        self.call(guardian, "cancel_upgrade", (contract, guardian))
    }

    pub fn upgrade_is_due(&self, contract: &Address, code: u8) -> bool {
        self.client().upgrade_is_due(contract, &self.hash(code))
    }

    pub fn hash(&self, code: u8) -> BytesN<32> {
        BytesN::from_array(self.env(), &[code; 32])
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

/// Deploys `admin` with the world's root as admin; delays in seconds.
pub fn deploy(world: &World, transfer_delay: u64, upgrade_delay: u64) -> Address {
    let args = (&world.root, transfer_delay, upgrade_delay);
    world.register(AdminContract, "admin", args)
}

pub fn error<T>(code: AdminError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
