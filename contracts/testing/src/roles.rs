//! Roles of the system, each held by an address of its own.

use merit_common::roles;

pub type Role = &'static str;

/// Every role that an entry point asks for.
pub const ROLES: [Role; 18] = [
    roles::MINTER,
    roles::TREASURER,
    roles::MANAGER,
    roles::APPOINTER,
    roles::DISTRIBUTOR,
    roles::LIMITER,
    roles::REGISTRAR,
    roles::FREEZER,
    roles::CLAWBACK,
    roles::REVOKER,
    roles::PAUSER,
    roles::UNPAUSER,
    roles::UPGRADER,
    roles::CAMPAIGN,
    roles::DISTRIBUTION,
    roles::VETOER,
    roles::FULFIL,
    roles::QUALIFY,
];
