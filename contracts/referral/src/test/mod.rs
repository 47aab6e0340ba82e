mod authorisation;
mod binding;
mod lifecycle;
mod model;
mod programme;
mod reward;

use std::{collections::BTreeMap, string::String, string::ToString};

use merit_common::{
    roles as names,
    testutils::{self, call, Failure, Outcome, Subject},
};
use merit_testing::{Asset, World as System};
use soroban_sdk::{
    testutils::{Address as _, MockAuthInvoke},
    Address, Env, IntoVal, TryFromVal, Val, Vec,
};

use crate::{Programme, Referral, ReferralClient, ReferralError};

const DAY: u64 = 86_400;
const MERCHANT: u64 = 7;
const BONUS_REFERRER: i128 = 100;
const BONUS_NEWCOMER: i128 = 40;
const CAP: i128 = 250;
const BUDGET: i128 = 1_000;
/// Seconds that a programme runs.
const WINDOW: u64 = 60 * DAY;
const CLAWBACK: u64 = 14 * DAY;
/// What the sponsor holds at the start.
const FUNDS: i128 = 10_000;

/// Holders of one role each, the users, a stranger.
const ACTORS: [&str; 11] = [
    names::MANAGER,
    names::QUALIFY,
    names::PAUSER,
    names::UNPAUSER,
    names::UPGRADER,
    names::DISTRIBUTOR,
    names::CLAWBACK,
    "sponsor",
    "newcomer",
    "referrer",
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
        World::actor(self, name)
    }
}

impl World {
    /// A programme without funds; the referrer has enrolled.
    fn new() -> Self {
        let system = System::new();
        let env = system.env.clone();
        let args = (&system.admin, &system.state, &system.asset.sac);
        let contract = testutils::register(&env, Referral, "referral", args);
        let actors: BTreeMap<_, _> = ACTORS
            .iter()
            .map(|name| (name.to_string(), Address::generate(&env)))
            .collect();
        for role in &ACTORS[..7] {
            system.grant_role(role, &actors[*role]);
        }
        system.asset.mint(&actors["sponsor"], FUNDS);
        let world = World {
            system,
            env,
            contract,
            actors,
        };
        world.set_programme(&world.terms()).unwrap();
        world.enrol(&world.actor("referrer")).unwrap();
        world
    }

    /// A funded programme; the newcomer is bound to the referrer.
    fn bound() -> Self {
        let world = World::new();
        world.fund(BUDGET).unwrap();
        let (newcomer, referrer) = (world.actor("newcomer"), world.actor("referrer"));
        world.bind(&newcomer, &referrer).unwrap();
        world
    }

    /// The newcomer's reward is pending.
    fn qualified() -> Self {
        let world = World::bound();
        world.qualify(&world.actor("newcomer")).unwrap();
        world
    }

    fn terms(&self) -> Programme {
        Programme {
            sponsor: self.actor("sponsor"),
            bonus_referrer: BONUS_REFERRER,
            bonus_newcomer: BONUS_NEWCOMER,
            referrer_cap: CAP,
            budget: BUDGET,
            starts_at: merit_testing::START,
            ends_at: merit_testing::START + WINDOW,
            clawback_window: CLAWBACK,
        }
    }

    fn actor(&self, name: &str) -> Address {
        self.actors[name].clone()
    }

    fn client(&self) -> ReferralClient<'static> {
        ReferralClient::new(&self.env, &self.contract)
    }

    fn asset(&self) -> &Asset {
        &self.system.asset
    }

    fn balance(&self, actor: &str) -> i128 {
        self.asset().balance(&self.actor(actor))
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

    fn enrol(&self, referrer: &Address) -> Outcome<()> {
        call(&self.env, referrer, &self.contract, "enrol", (referrer,))
    }

    fn bind(&self, newcomer: &Address, referrer: &Address) -> Outcome<()> {
        let args = (newcomer, referrer);
        call(&self.env, newcomer, &self.contract, "bind", args)
    }

    fn set_programme(&self, terms: &Programme) -> Outcome<()> {
        self.call_as(names::MANAGER, "set_programme", (MERCHANT, terms.clone()))
    }

    fn fund(&self, amount: i128) -> Outcome<()> {
        self.fund_by(&self.actor("sponsor"), MERCHANT, amount)
    }

    fn fund_by(&self, sponsor: &Address, merchant: u64, amount: i128) -> Outcome<()> {
        let transfer = MockAuthInvoke {
            contract: &self.asset().sac,
            fn_name: "transfer",
            args: (sponsor, &self.contract, amount).into_val(&self.env),
            sub_invokes: &[],
        };
        let args = (sponsor, merchant, amount);
        let outcome = self
            .system
            .call_with(sponsor, &self.contract, "fund", args, &[transfer]);
        outcome.map_err(|failure| match failure {
            merit_testing::Failure::Contract(code) => Failure::Contract(code),
            merit_testing::Failure::Host => Failure::Host,
        })
    }

    fn qualify(&self, newcomer: &Address) -> Outcome<()> {
        self.call_as(names::QUALIFY, "qualify", (MERCHANT, newcomer))
    }

    fn revoke(&self, newcomer: &Address) -> Outcome<()> {
        self.call_as(names::MANAGER, "revoke", (newcomer,))
    }

    fn claim(&self, account: &Address, newcomer: &Address) -> Outcome<i128> {
        let args = (account, newcomer);
        call(&self.env, account, &self.contract, "claim", args)
    }

    fn expire(&self, newcomer: &Address) -> Outcome<i128> {
        testutils::call_unsigned(&self.env, &self.contract, "expire", (newcomer,))
    }

    fn settle(&self) -> Outcome<i128> {
        testutils::call_unsigned(&self.env, &self.contract, "settle", (MERCHANT,))
    }

    fn pause(&self) {
        self.call_as::<()>(names::PAUSER, "pause", ()).unwrap();
    }

    /// Stops the whole system.
    fn pause_system(&self) {
        let guardian = self.actor(names::PAUSER);
        let state = &self.system.state;
        call::<()>(&self.env, &guardian, state, "pause", (&guardian,)).unwrap();
    }
}

fn error<T>(code: ReferralError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
