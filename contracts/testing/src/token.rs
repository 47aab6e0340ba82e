//! A separate token contract beside the deployed system, with a small cap, as admin of the asset contract.

use merit_common::roles;
use merit_token::{TokenContract, TokenContractClient, TokenError};
use soroban_sdk::{testutils::Address as _, Address, BytesN, Symbol};

use crate::{subject::subject, Actors, Asset, Failure, Line, Outcome, Subject, World};

pub const CAP: i128 = 1_000_000;
/// Quota of the minter, stroops per 24 h.
pub const QUOTA: i128 = 1_000;

pub struct Setup {
    pub world: World,
    pub contract: Address,
    /// A contract wallet: needs no trustline.
    pub holder: Address,
    actors: Actors,
}

subject!(Setup);

impl Setup {
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        Self::with_cap(CAP)
    }

    /// `cap` in stroops.
    pub fn with_cap(cap: i128) -> Self {
        let world = World::new();
        let contract = deploy(&world, cap);
        world.asset.hand_over(&contract);
        let setup = Setup {
            contract,
            holder: Address::generate(&world.env),
            actors: world.actors(&[]),
            world,
        };
        setup.set_quota(&setup.actor(roles::MINTER), QUOTA).unwrap();
        setup
    }

    pub fn client(&self) -> TokenContractClient<'static> {
        TokenContractClient::new(self.env(), &self.contract)
    }

    pub fn asset(&self) -> &Asset {
        &self.world.asset
    }

    /// A classic account that can hold the asset.
    pub fn account(&self) -> Address {
        self.asset().holder(Line::default())
    }

    /// Makes `address` one of the system's contracts.
    pub fn register(&self, name: &str, address: &Address) {
        let registrar = self.actor(roles::REGISTRAR);
        let hash = BytesN::from_array(self.env(), &[1; 32]);
        let name = Symbol::new(self.env(), name);
        let args = (&registrar, name, address, hash, 1u32, 0u32);
        let state = &self.world.state;
        self.world
            .call::<()>(&registrar, state, "register", args)
            .unwrap();
    }

    pub fn mint(&self, to: &Address, amount: i128) -> Outcome<()> {
        self.call_as(roles::MINTER, "mint", (to, amount))
    }

    pub fn set_quota(&self, minter: &Address, daily: i128) -> Outcome<()> {
        self.call_as(roles::LIMITER, "set_quota", (minter, daily))
    }

    pub fn clawback(&self, from: &Address, amount: i128) -> Outcome<()> {
        self.call_as(roles::CLAWBACK, "clawback", (from, amount))
    }

    pub fn freeze(&self, account: &Address) -> Outcome<()> {
        self.call_as(roles::FREEZER, "freeze", (account,))
    }

    pub fn unfreeze(&self, account: &Address) -> Outcome<()> {
        self.call_as(roles::FREEZER, "unfreeze", (account,))
    }
}

/// A token contract that is not the asset's admin yet.
pub fn deploy(world: &World, cap: i128) -> Address {
    let args = (&world.admin, &world.state, &world.asset.sac, cap);
    world.register(TokenContract, "token", args)
}

pub fn error<T>(code: TokenError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
