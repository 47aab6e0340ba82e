//! Roles and the admin as plain data, and the rule of each step.

use std::collections::BTreeMap;

use merit_common::roles;
use merit_testing::merit_admin::AdminError as Error;
use merit_testing::merit_state::StateError;
use merit_testing::{
    admin::{error, DELAY, UPGRADE_DELAY, UPGRADE_WINDOW},
    state::error as state_error,
    Failure, Outcome, OFFER_WINDOW,
};

pub const ROLES: [&str; 5] = [
    "courier",
    "clerk",
    roles::UPGRADER,
    roles::PAUSER,
    roles::UNPAUSER,
];
pub const UPGRADER: usize = 2;
pub const PAUSER: usize = 3;
pub const UNPAUSER: usize = 4;
/// The first admin, two without a role, a developer, a guardian, an operator.
pub const PEOPLE: usize = 6;
pub const DEVELOPER: usize = 3;
pub const GUARDIAN: usize = 4;
pub const OPERATOR: usize = 5;
/// Registries that can say that the system is stopped, and whose code can be announced.
pub const REGISTRIES: usize = 2;
/// First bytes of hashes of code.
pub const CODES: [u8; 2] = [1, 2];

pub struct Reference {
    pub admin: usize,
    /// Ends of the grants, by role and account.
    pub grants: BTreeMap<(usize, usize), Option<u64>>,
    /// New admin, and the time from which it may accept.
    pub transfer: Option<(usize, u64)>,
    pub paused: bool,
    /// The registry whose stop counts.
    pub state: Option<usize>,
    /// Registries that say that the system is stopped.
    pub stopped: [bool; REGISTRIES],
    /// The code last announced for each registry, from when it is due, and until when.
    upgrades: [Option<(u8, u64, u64)>; REGISTRIES],
}

impl Reference {
    pub fn new() -> Self {
        Reference {
            admin: 0,
            grants: BTreeMap::from([
                ((UPGRADER, DEVELOPER), None),
                ((PAUSER, GUARDIAN), None),
                ((UNPAUSER, OPERATOR), None),
            ]),
            transfer: None,
            paused: false,
            state: None,
            stopped: [false; REGISTRIES],
            upgrades: [None; REGISTRIES],
        }
    }

    pub fn holds(&self, role: usize, account: usize, now: u64) -> bool {
        let grant = self.grants.get(&(role, account));
        grant.is_some_and(|end| end.is_none_or(|end| now < end))
    }

    fn running(&self) -> Outcome<()> {
        if self.paused {
            return error(Error::Paused);
        }
        Ok(())
    }

    fn system_running(&self) -> Outcome<()> {
        if self.state.is_some_and(|state| self.stopped[state]) {
            return error(Error::Paused);
        }
        Ok(())
    }

    fn is_admin(&self, caller: usize) -> Outcome<()> {
        if caller == self.admin {
            return Ok(());
        }
        error(Error::Unauthorized)
    }

    /// The admin is no argument: without its signature the host refuses.
    fn signed_by_admin(&self, signer: usize) -> Outcome<()> {
        if signer != self.admin {
            return Err(Failure::Host);
        }
        Ok(())
    }

    pub fn grant(
        &mut self,
        caller: usize,
        role: usize,
        account: usize,
        ends_at: Option<u64>,
        now: u64,
    ) -> Outcome<()> {
        // The admin replaces stolen keys also during a stop of the system.
        self.running()?;
        self.is_admin(caller)?;
        if ends_at.is_some_and(|end| end <= now) {
            return error(Error::InvalidExpiry);
        }
        self.grants.insert((role, account), ends_at);
        Ok(())
    }

    pub fn revoke(&mut self, caller: usize, role: usize, account: usize) -> Outcome<()> {
        self.is_admin(caller)?;
        self.renounce(role, account)
    }

    pub fn renounce(&mut self, role: usize, account: usize) -> Outcome<()> {
        match self.grants.remove(&(role, account)) {
            Some(_) => Ok(()),
            None => error(Error::RoleNotHeld),
        }
    }

    pub fn begin(&mut self, signer: usize, to: usize, now: u64) -> Outcome<()> {
        self.running()?;
        self.system_running()?;
        self.signed_by_admin(signer)?;
        if to == self.admin {
            return error(Error::SameAdmin);
        }
        self.transfer = Some((to, now + DELAY));
        Ok(())
    }

    pub fn accept(&mut self, signer: usize, now: u64) -> Outcome<()> {
        self.running()?;
        self.system_running()?;
        let Some((to, eta)) = self.transfer else {
            return error(Error::NoTransfer);
        };
        if signer != to {
            return Err(Failure::Host);
        }
        if now < eta {
            return error(Error::TransferEarly);
        }
        if now >= eta + OFFER_WINDOW {
            return error(Error::TransferExpired);
        }
        self.transfer = None;
        self.admin = to;
        Ok(())
    }

    pub fn cancel(&mut self, signer: usize) -> Outcome<()> {
        self.signed_by_admin(signer)?;
        match self.transfer.take() {
            Some(_) => Ok(()),
            None => error(Error::NoTransfer),
        }
    }

    /// Works also while stopped: new code may be the remedy.
    pub fn announce(
        &mut self,
        operator: usize,
        contract: usize,
        code: u8,
        now: u64,
    ) -> Outcome<()> {
        if !self.holds(UPGRADER, operator, now) {
            return error(Error::Unauthorized);
        }
        // An upgrade that was announced already has begun to wait.
        let begun = match self.announced(contract, now) {
            Some((known, eta, _)) if known == code => eta,
            _ => now + UPGRADE_DELAY,
        };
        self.upgrades[contract] = Some((code, begun, now + UPGRADE_DELAY + UPGRADE_WINDOW));
        Ok(())
    }

    pub fn cancel_upgrade(&mut self, guardian: usize, contract: usize, now: u64) -> Outcome<()> {
        if guardian != self.admin && !self.holds(PAUSER, guardian, now) {
            return error(Error::Unauthorized);
        }
        match self.upgrades[contract].take() {
            Some(_) => Ok(()),
            None => error(Error::NoUpgrade),
        }
    }

    /// The announced upgrade, unless it is void.
    pub fn announced(&self, contract: usize, now: u64) -> Option<(u8, u64, u64)> {
        self.upgrades[contract].filter(|(_, _, end)| now < *end)
    }

    pub fn is_due(&self, contract: usize, code: u8, now: u64) -> bool {
        let known = self.announced(contract, now);
        known.is_some_and(|(known, eta, _)| known == code && now >= eta)
    }

    pub fn set_state(&mut self, signer: usize, state: usize) -> Outcome<()> {
        self.signed_by_admin(signer)?;
        self.state = Some(state);
        Ok(())
    }

    /// A stop by the registry, which asks this contract about the role.
    pub fn stop(&mut self, state: usize, stop: bool, operator: usize, now: u64) -> Outcome<()> {
        let role = if stop { PAUSER } else { UNPAUSER };
        if !self.holds(role, operator, now) {
            return state_error(StateError::Unauthorized);
        }
        self.stopped[state] = stop;
        Ok(())
    }

    pub fn pause(&mut self, guardian: usize, now: u64) -> Outcome<()> {
        if !self.holds(PAUSER, guardian, now) {
            return error(Error::Unauthorized);
        }
        self.paused = true;
        Ok(())
    }

    pub fn unpause(&mut self, operator: usize, now: u64) -> Outcome<()> {
        if operator != self.admin && !self.holds(UNPAUSER, operator, now) {
            return error(Error::Unauthorized);
        }
        self.paused = false;
        Ok(())
    }
}
