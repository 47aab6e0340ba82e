//! Where an upgrade begins.

use std::fmt;

use merit_testing::{contracts, released_contracts, releases, World};

use crate::snapshot::{self, ReservedArgs};

pub enum Release {
    /// Kept in `contracts/released`.
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

    /// Whether it has this contract.
    pub fn has(&self, contract: &str) -> bool {
        match self {
            Release::Kept(version) => released_contracts(version).contains(contract),
            Release::Next => contracts().contains(contract),
        }
    }

    /// How its `pool.reserved` is called: 0.1.0 knew reserves of campaigns only.
    pub fn reserved(&self) -> ReservedArgs {
        match self {
            Release::Kept(version) if version == "0.1.0" => snapshot::reserved_of_campaign,
            _ => snapshot::reserved_of_contract,
        }
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
