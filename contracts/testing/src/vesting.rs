//! The contract beside the deployed system, with calls signed for exactly one invocation.

use merit_vesting::{Linear, Plan, Terms, Tranche, Vesting, VestingClient, VestingError};
use soroban_sdk::{
    testutils::{Address as _, MockAuthInvoke},
    vec as list, Address, BytesN, Env, IntoVal, TryFromVal, Val, Vec,
};

use crate::{ids::Ids, subject::subject, Actors, Failure, Outcome, World, START};

pub const FUNDS: i128 = 1_000_000_000;

pub struct Setup {
    pub world: World,
    pub contract: Address,
    pub funder: Address,
    pub beneficiary: Address,
    pub revoker: Address,
    pub ids: Ids,
    actors: Actors,
}

subject!(Setup);

impl Setup {
    #[allow(clippy::new_without_default)] // Deploying a system is no default.
    pub fn new() -> Self {
        Self::over(World::new())
    }

    pub fn wasm(asset_code: &str) -> Self {
        Self::over(World::wasm(asset_code))
    }

    pub fn over(world: World) -> Self {
        let args = (
            world.admin.clone(),
            world.state.clone(),
            world.asset.sac.clone(),
            world.asset.issuer.clone(),
        );
        let contract = world.register(Vesting, "vesting", args);
        let actors = world.actors(&["funder", "beneficiary", "revoker", "heir"]);
        let setup = Setup {
            contract,
            funder: actors["funder"].clone(),
            beneficiary: actors["beneficiary"].clone(),
            revoker: actors["revoker"].clone(),
            ids: Ids::new(&world),
            actors,
            world,
        };
        setup.world.asset.mint(&setup.funder, FUNDS);
        setup
    }

    /// A contract wallet: it can sign in tests and needs no trustline.
    pub fn person(&self) -> Address {
        Address::generate(self.env())
    }

    pub fn env(&self) -> &Env {
        &self.world.env
    }

    pub fn client(&self) -> VestingClient<'static> {
        VestingClient::new(self.env(), &self.contract)
    }

    pub fn terms(&self, plan: Plan) -> Terms {
        Terms {
            reference: self.ids.reference(),
            beneficiary: self.beneficiary.clone(),
            plan,
            revoker: Some(self.revoker.clone()),
        }
    }

    pub fn create(&self, terms: &Terms) -> Outcome<BytesN<32>> {
        if self.ids.is_numbered() {
            let args = (&self.funder, terms);
            let id: Val = self.funded("create", args, total(&terms.plan))?;
            return Ok(self.ids.numbered(id));
        }
        let ids = self.create_batch(&list![self.env(), terms.clone()])?;
        Ok(ids.get(0).unwrap())
    }

    pub fn create_batch(&self, batch: &Vec<Terms>) -> Outcome<Vec<BytesN<32>>> {
        let sum = batch
            .iter()
            .fold(0i128, |sum, terms| sum.saturating_add(total(&terms.plan)));
        self.funded("create", (&self.funder, batch), sum)
    }

    /// A call by the funder, whose signature covers the transfer of `amount` too.
    fn funded<T>(
        &self,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
        amount: i128,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        let transfer = MockAuthInvoke {
            contract: &self.world.asset.sac,
            fn_name: "transfer",
            args: (&self.funder, &self.contract, amount).into_val(self.env()),
            sub_invokes: &[],
        };
        self.world
            .call_with(&self.funder, &self.contract, function, args, &[transfer])
    }

    /// A schedule of 1,000 stroops over 1,000 seconds from now, with a cliff after 100.
    pub fn usual(&self) -> BytesN<32> {
        let now = self.now();
        self.create(&self.terms(linear(1_000, now, now + 100, now + 1_000)))
            .unwrap()
    }

    pub fn call<T>(
        &self,
        signer: &Address,
        function: &str,
        args: impl IntoVal<Env, Vec<Val>>,
    ) -> Outcome<T>
    where
        T: TryFromVal<Env, Val>,
    {
        self.world.call(signer, &self.contract, function, args)
    }

    /// Called by an uninvolved party: nobody signs.
    pub fn claim(&self, id: &BytesN<32>) -> Outcome<i128> {
        self.world
            .call_unsigned(&self.contract, "claim", (self.ids.arg(id),))
    }

    pub fn revoke(&self, id: &BytesN<32>) -> Outcome<i128> {
        self.call(&self.revoker, "revoke", (&self.revoker, self.ids.arg(id)))
    }

    /// Withdraws without a signature.
    pub fn withdraw(&self, account: &Address) -> Outcome<i128> {
        self.world
            .call_unsigned(&self.contract, "withdraw", (account,))
    }

    pub fn begin(&self, from: &Address, id: &BytesN<32>, to: &Address) -> Outcome<()> {
        self.call(from, "begin_transfer", (from, self.ids.arg(id), to))
    }

    pub fn accept(&self, to: &Address, id: &BytesN<32>) -> Outcome<()> {
        self.call(to, "accept_transfer", (to, id))
    }

    pub fn cancel(&self, from: &Address, id: &BytesN<32>) -> Outcome<()> {
        self.call(from, "cancel_transfer", (from, id))
    }

    pub fn operate(&self, role: &str, function: &str) -> Outcome<()> {
        let operator = self.world.holder(role);
        self.call(operator, function, (operator,))
    }

    pub fn now(&self) -> u64 {
        self.env().ledger().timestamp()
    }

    pub fn balance(&self, of: &Address) -> i128 {
        self.world.asset.balance(of)
    }
}

/// Amount that a funder signs for; a wrong total must fail before the transfer.
fn total(plan: &Plan) -> i128 {
    match plan {
        Plan::Linear(linear) => linear.total,
        Plan::Tranches(tranches) => tranches
            .iter()
            .fold(0i128, |sum, tranche| sum.saturating_add(tranche.amount)),
    }
}

pub fn linear(total: i128, start: u64, cliff: u64, end: u64) -> Plan {
    Plan::Linear(Linear {
        total,
        start,
        cliff,
        end,
    })
}

/// Times are seconds after [`START`].
pub fn tranches(env: &Env, parts: &[(u64, i128)]) -> Plan {
    let mut tranches = list![env];
    for (after, amount) in parts {
        tranches.push_back(Tranche {
            time: START + after,
            amount: *amount,
        });
    }
    Plan::Tranches(tranches)
}

pub fn error<T>(code: VestingError) -> Outcome<T> {
    Err(Failure::Contract(code as u32))
}
