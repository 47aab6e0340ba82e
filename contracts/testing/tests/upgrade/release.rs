//! Releases at which an upgrade begins.

use std::fmt;

use merit_testing::{contracts, released_contracts, releases, World};

use crate::system::Contract;

pub enum Release {
    /// A release that is kept in `contracts/released`.
    Kept(String),
    /// The built code as it would be kept now: these tests must be able to fill the next release too.
    Next,
}

impl Release {
    pub fn all() -> Vec<Self> {
        let kept = releases().into_iter().map(Release::Kept);
        kept.chain([Release::Next]).collect()
    }

    pub fn world(&self) -> World {
        match self {
            Release::Kept(version) => World::released(version),
            Release::Next => World::wasm("MERIT"),
        }
    }

    /// True if it has this contract.
    pub fn has(&self, contract: &str) -> bool {
        match self {
            Release::Kept(version) => released_contracts(version).contains(contract),
            Release::Next => contracts().contains(contract),
        }
    }

    /// True if a key can replace the contract's code.
    pub fn can_upgrade(&self, contract: &Contract) -> bool {
        contract.not_due.is_some() || matches!(self, Release::Kept(version) if version == "0.2.0")
    }

    /// True if its pool knew reserves of campaigns only.
    pub fn reserves_for_campaigns(&self) -> bool {
        matches!(self, Release::Kept(version) if version == "0.1.0")
    }

    /// True if its `admin` has functions of its own making, and role admins. Later ones have OpenZeppelin's.
    pub fn has_old_roles(&self) -> bool {
        matches!(self, Release::Kept(version) if version == "0.1.0" || version == "0.2.0")
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Release::Kept(version) => f.write_str(version),
            Release::Next => f.write_str("the next release"),
        }
    }
}
