mod authorisation;
mod catalogue;
mod endings;
mod lifecycle;
mod model;
mod redeem;

use std::{collections::BTreeMap, string::String, string::ToString};

use merit_common::{
    roles as names,
    testutils::{self, call, Failure, Outcome, Subject},
};
use merit_testing::{Asset, World as System};
use soroban_sdk::{
    testutils::{Address as _, MockAuthInvoke},
    Address, BytesN, Env, IntoVal, TryFromVal, Val, Vec,
};

use crate::{RedemptionError, Redemptions, RedemptionsClient, Terms};

const DAY: u64 = 86_400;
const MERCHANT: u64 = 7;
/// On offer at [`PRICE`], ten in stock.
const ITEM: u64 = 41;
const PRICE: i128 = 100;
/// What the wallet holds at the start.
const FUNDS: i128 = 10_000;

/// Holders of one role each, the wallet, a stranger.
const ACTORS: [&str; 9] = [
    names::MANAGER,
    names::FULFIL,
    names::PAUSER,
    names::UNPAUSER,
    names::UPGRADER,
    names::DISTRIBUTOR,
    names::TREASURER,
    "wallet",
    "stranger",
];

struct World {
    system: System,
    env: Env,
    contract: Address,
    actors: BTreeMap<String, Address>,
}

impl Subject for World {
    fn env(&self) -> &Env {
        &self.env
    }
    fn contract(&self) -> &Address {
        &self.contract
    }
    fn actor(&self, name: &str) -> Address {
        self.actors[name].clone()
    }
}

impl World {
    fn new() -> Self {
        let system = System::new();
        let env = system.env.clone();
        let args = (&system.admin, &system.state, &system.asset.sac);
        let contract = testutils::register(&env, Redemptions, "redemption", args);
        let actors: BTreeMap<_, _> = ACTORS
            .iter()
            .map(|name| (name.to_string(), Address::generate(&env)))
            .collect();
        for role in &ACTORS[..7] {
            system.grant_role(role, &actors[*role]);
        }
        system.asset.mint(&actors["wallet"], FUNDS);
        let world = World {
            system,
            env,
            contract,
            actors,
        };
        world.set_item(ITEM, &terms()).unwrap();
        world.set_stock(ITEM, 0, 10).unwrap();
        world
    }

    fn client(&self) -> RedemptionsClient<'static> {
        RedemptionsClient::new(&self.env, &self.contract)
    }

    fn asset(&self) -> &Asset {
        &self.system.asset
    }

    fn wallet(&self) -> Address {
        self.actor("wallet")
    }

    /// By an actor, who is also the first argument.
    fn call_as<T>(
        &self,
        actor: &str,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let caller = self.actor(actor);
        let mut all: Vec<Val> = (&caller,).into_val(&self.env);
        all.append(&args.into_val(&self.env));
        call(&self.env, &caller, &self.contract, function, all)
    }

    fn set_item(&self, item: u64, terms: &Terms) -> Outcome<u32> {
        self.call_as(names::MANAGER, "set_item", (item, terms.clone()))
    }

    fn set_stock(&self, item: u64, expected: u32, stock: u32) -> Outcome<()> {
        self.call_as(names::MANAGER, "set_stock", (item, expected, stock))
    }

    /// One of [`ITEM`] by the wallet.
    fn redeem_one(&self) -> u64 {
        let by = self.client().totals().count as u8;
        self.redeem(&self.wallet(), ITEM, 1, PRICE, by).unwrap()
    }

    /// Signs a transfer of `max_price` times `quantity`, which is what is locked if the price is `max_price`.
    fn redeem(
        &self,
        wallet: &Address,
        item: u64,
        quantity: u32,
        max_price: i128,
        reference: u8,
    ) -> Outcome<u64> {
        let amount = max_price.saturating_mul(i128::from(quantity));
        self.redeem_signing(amount, wallet, item, quantity, max_price, reference)
    }

    fn redeem_signing(
        &self,
        amount: i128,
        wallet: &Address,
        item: u64,
        quantity: u32,
        max_price: i128,
        reference: u8,
    ) -> Outcome<u64> {
        let reference = BytesN::from_array(&self.env, &[reference; 32]);
        let args = (wallet, item, quantity, max_price, reference);
        let transfer = MockAuthInvoke {
            contract: &self.asset().sac,
            fn_name: "transfer",
            args: (wallet, &self.contract, amount).into_val(&self.env),
            sub_invokes: &[],
        };
        let outcome = self
            .system
            .call_with(wallet, &self.contract, "redeem", args, &[transfer]);
        outcome.map_err(|failure| match failure {
            merit_testing::Failure::Contract(code) => Failure::Contract(code),
            merit_testing::Failure::Host => Failure::Host,
        })
    }

    /// One of [`ITEM`] by a classic account: its signature is mocked, since a test contract can't sign for one.
    fn redeem_by_account(&self, account: &Address) -> Outcome<u64> {
        let reference = BytesN::from_array(&self.env, &[1; 32]);
        let client = self.client().mock_all_auths();
        let outcome = client.try_redeem(account, &ITEM, &1, &PRICE, &reference);
        self.env.set_auths(&[]);
        match outcome {
            Ok(id) => Ok(id.unwrap()),
            Err(Ok(error)) => Err(Failure::Contract(error.get_code())),
            Err(Err(_)) => Err(Failure::Host),
        }
    }

    fn fulfil(&self, id: u64) -> Outcome<()> {
        self.call_as(names::FULFIL, "fulfil", (id,))
    }

    fn cancel(&self, actor: &str, id: u64) -> Outcome<()> {
        self.call_as(actor, "cancel", (id,))
    }

    fn expire(&self, id: u64) -> Outcome<()> {
        testutils::call_unsigned(&self.env, &self.contract, "expire", (id,))
    }

    fn pause(&self) {
        self.call_as::<()>(names::PAUSER, "pause", ()).unwrap();
    }

    /// Stops the whole system.
    fn pause_system(&self) {
        let guardian = self.actor(names::PAUSER);
        call::<()>(
            &self.env,
            &guardian,
            &self.system.state,
            "pause",
            (&guardian,),
        )
        .unwrap();
    }
}

/// Terms of [`ITEM`].
fn terms() -> Terms {
    Terms {
        merchant: MERCHANT,
        price: PRICE,
        active: true,
        fulfil_within: 7 * DAY,
        cancel_within: DAY,
    }
}

fn error<T>(code: RedemptionError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
