//! The contracts of a release on one ledger.

use merit_testing::{Failure, World};
use soroban_sdk::{Address, Env, IntoVal, TryFromVal, Val, Vec};

use crate::release::Release;

/// A contract and the schema version that its code in the working tree writes.
pub struct Contract {
    pub name: &'static str,
    pub schema: u32,
    /// First of its error codes.
    errors: u32,
    /// Error code of an upgrade that wasn't announced. None: no key replaces its code, from release 0.3.0 on.
    pub not_due: Option<u32>,
    /// True if it has `migrate`.
    migrates: bool,
}

/// The contracts that a payout touches, which every release has and which are filled together.
pub const CONTRACTS: [Contract; 6] = [
    contract("admin", 1, 10_000, 15),
    contract("state", 1, 11_000, 12),
    contract("token", 1, 12_000, 15),
    contract("pool", 1, 13_000, 53),
    contract("campaign", 2, 14_000, 33),
    contract("distribution", 3, 15_000, 52),
];
pub const REDEMPTION: Contract = contract("redemption", 1, 16_000, 36);
pub const REFERRAL: Contract = contract("referral", 1, 17_000, 46);
pub const VESTING: Contract = fixed("vesting", 1, 18_000);
pub const ESCROW: Contract = fixed("escrow", 1, 19_000);
pub const GOVERNANCE: Contract = Contract {
    migrates: true,
    ..fixed("governance", 2, 20_000)
};

const fn contract(name: &'static str, schema: u32, errors: u32, not_due: u32) -> Contract {
    Contract {
        name,
        schema,
        errors,
        not_due: Some(errors + not_due),
        migrates: true,
    }
}

const fn fixed(name: &'static str, schema: u32, errors: u32) -> Contract {
    Contract {
        name,
        schema,
        errors,
        not_due: None,
        migrates: false,
    }
}

impl Contract {
    pub fn already_migrated(&self) -> Failure {
        if self.migrates {
            Failure::Contract(self.errors + 2)
        } else {
            Failure::Host
        }
    }
}

pub struct System {
    pub world: World,
}

pub fn address<'a>(world: &'a World, name: &str) -> &'a Address {
    match name {
        "admin" => &world.admin,
        "state" => &world.state,
        "token" => &world.token,
        "pool" => &world.pool,
        "campaign" => &world.campaign,
        "distribution" => &world.distribution,
        other => panic!("no contract {other}"),
    }
}

impl System {
    pub fn of(release: &Release) -> Self {
        System {
            world: release.world(),
        }
    }

    pub fn view<T>(&self, contract: &str, function: &str, args: impl IntoVal<Env, Vec<Val>>) -> T
    where
        T: TryFromVal<Env, Val>,
    {
        let answer = self
            .world
            .call_unsigned(address(&self.world, contract), function, args);
        answer.unwrap_or_else(|failure| panic!("{contract}.{function}: {failure:?}"))
    }

    /// A role's call, with its holder as first argument.
    pub fn by_role<T>(
        &self,
        role: &str,
        contract: &str,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> merit_testing::Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let holder = self.world.holder(role);
        let mut all: Vec<Val> = args.into_val(&self.world.env);
        all.push_front(holder.to_val());
        self.world
            .call(holder, address(&self.world, contract), function, all)
    }
}
